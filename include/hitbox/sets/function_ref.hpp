#pragma once
/// A reference to a callable of any type.

#include <hitbox/core/assert.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A borrowed callable. A function that takes a function_ref is compiled once, and not once for each type of callable.
/// @pre the callable outlives the function_ref
template <class Signature>
class function_ref;

template <class R, class... Arguments>
class function_ref<R(Arguments...)> {
public:
    /// This constructor is implicit, so that a lambda can be passed where a function_ref is expected.
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, function_ref>)
    function_ref(F&& f) noexcept
        : callable_{const_cast<void*>(static_cast<const void*>(__builtin_addressof(f)))},
          call_{&call<std::remove_reference_t<F>>} {}

    R operator()(Arguments... arguments) const { return call_(callable_, std::forward<Arguments>(arguments)...); }

private:
    template <class F>
    static R call(void* callable, Arguments... arguments) {
        return (*static_cast<F*>(callable))(std::forward<Arguments>(arguments)...);
    }

    void* callable_;
    R (*call_)(void*, Arguments...);
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
