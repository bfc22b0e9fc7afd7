#pragma once
/// A pointer with shared ownership of an immutable value.
///
/// It replaces the part of std::shared_ptr that compounds need, because <memory> takes long to include.

#include <hitbox/core/assert.hpp>

#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Owns a value together with its copies. The last owner deletes the value; owners may live in different threads.
template <class T>
class shared_value {
public:
    shared_value() = default;
    [[nodiscard]] static shared_value make() { return shared_value{new counted{}}; }
    shared_value(const shared_value& other) noexcept : held_{other.held_} {
        if (held_) __atomic_fetch_add(&held_->owners, 1, __ATOMIC_RELAXED);
    }
    shared_value(shared_value&& other) noexcept : held_{std::exchange(other.held_, nullptr)} {}
    shared_value& operator=(shared_value other) noexcept { return std::swap(held_, other.held_), *this; }
    ~shared_value() {
        if (held_ && __atomic_sub_fetch(&held_->owners, 1, __ATOMIC_ACQ_REL) == 0) delete held_;
    }

    [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }
    [[nodiscard]] const T& operator*() const noexcept { return held_->value; }
    [[nodiscard]] const T* operator->() const noexcept { return &held_->value; }
    /// Returns the value, to be filled. @pre this is its only owner
    [[nodiscard]] T& own() const noexcept { return held_->value; }
    friend bool operator==(const shared_value&, const shared_value&) = default;

private:
    struct counted {
        T value{};
        long owners = 1;
    };
    explicit shared_value(counted* held) noexcept : held_{held} {}

    counted* held_ = nullptr;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
