#pragma once
/// A reference to a callable of any type.

#include <hitbox/core/assert.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Borrows a callable for as long as a call takes: what takes one is compiled once, and not for each callable.
template <class Signature>
class function_ref;

template <class R, class... Arguments>
class function_ref<R(Arguments...)> {
public:
    /// Implicit, as an argument is one.
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
