#pragma once
/// Batches: many shapes of one kind in columns, so that one instruction tests several of them.

#include <hitbox/batch/line_array.hpp>
#include <hitbox/narrow/intersects.hpp>

#include <span>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

inline constexpr const char* invalid_shape = "a batch: a shape is not finite, has a negative size, or is empty";

/// The length of a column is a multiple of this number, whatever the compiler's flags: the floats in the widest
/// registers.
inline constexpr std::size_t batch_lanes = 16;

/// The columns of a shape, one for each of its numbers. Shapes without a specialisation are stored as a whole.
template <class S>
struct spread {
    static constexpr std::size_t columns = 0;
};
template <scalar T>
struct spread<circle<T>> {
    static constexpr std::size_t columns = 3;
    static void take_apart(const circle<T>& s, T* to) noexcept {
        to[0] = s.center.x, to[1] = s.center.y, to[2] = s.radius;
    }
    [[nodiscard]] static circle<T> put_together(const T* from) noexcept { return {{from[0], from[1]}, from[2]}; }
};
template <scalar T>
struct spread<aabb<T>> {
    static constexpr std::size_t columns = 4;
    static void take_apart(const aabb<T>& s, T* to) noexcept {
        to[0] = s.min.x, to[1] = s.min.y, to[2] = s.max.x, to[3] = s.max.y;
    }
    [[nodiscard]] static aabb<T> put_together(const T* from) noexcept {
        return {{from[0], from[1]}, {from[2], from[3]}};
    }
};
template <real T>
struct spread<obb<T>> {
    static constexpr std::size_t columns = 6;
    static void take_apart(const obb<T>& s, T* to) noexcept {
        to[0] = s.center.x, to[1] = s.center.y, to[2] = s.half_extents.x, to[3] = s.half_extents.y;
        to[4] = s.rotation.c, to[5] = s.rotation.s;
    }
    [[nodiscard]] static obb<T> put_together(const T* from) noexcept {
        return {{from[0], from[1]}, {from[2], from[3]}, {from[4], from[5]}};
    }
};

/// An aabb is its own bounding box and needs no columns for it.
template <class S>
inline constexpr bool is_aabb = false;
template <scalar T>
inline constexpr bool is_aabb<aabb<T>> = true;

/// Returns a box that contains the shape as queries see it. It is computed from the vertices if the shape has any, and
/// otherwise from the support in four directions. The user's own `bounds` is not called, because it might be too small.
template <class S>
[[nodiscard]] constexpr aabb<scalar_t<S>> box_around(const S& s) noexcept {
    using T = scalar_t<S>;
    if constexpr (indirect<S>) return resolve(s, [](const auto& known) { return box_around(known); });
    else if constexpr (faceted<S>) return bounds_of<T>(vertices(s), radius(s));
    else
        return {{support(s, vec2<T>{-1, 0}).x, support(s, vec2<T>{0, -1}).y},
                {support(s, vec2<T>{1, 0}).x, support(s, vec2<T>{0, 1}).y}};
}

/// The functions that change a batch. They are not members, because the class has one name for all compiler flags, and
/// members would have to be inlined at every call.
struct batch_maker {
    template <class Batch>
    static void reserve(Batch& b, std::size_t n) {
        for (auto& column : b.columns_) column.reserve(Batch::padded(n));
        b.valid_.reserve(Batch::padded(n) / 64 + 1);
        if constexpr (Batch::whole) b.shapes_.reserve(n);
    }
    template <class Batch>
    static void clear(Batch& b) noexcept {
        for (auto& column : b.columns_) column.clear();
        b.valid_.clear();
        if constexpr (Batch::whole) b.shapes_.clear();
        b.size_ = b.invalid_ = 0;
    }
    template <class Batch, class S>
    static void push_back(Batch& b, const S& s) {
        for (auto& column : b.columns_) column.grow(Batch::padded(b.size_ + 1));
        b.valid_.grow(b.size_ / 64 + 1);
        if constexpr (Batch::whole) b.shapes_.push_back(s);
        ++b.size_, ++b.invalid_;  // counts as invalid until `write` has checked it
        if constexpr (Batch::whole)
            write(b, b.size_ - 1, b.shapes_.back());  // s itself may be an element that the growth has moved
        else write(b, b.size_ - 1, s);
    }
    template <class Batch, class S, class T = scalar_t<S>>
    static void write(Batch& b, std::size_t i, const S& s) {
        constexpr std::size_t own = Batch::own, first_bound = Batch::first_bound;
        const std::uint64_t bit = std::uint64_t{1} << i % 64;
        const bool sound = is_valid(s), was_sound = (b.valid_[i / 64] & bit) != 0;
        b.invalid_ = b.invalid_ - (was_sound ? 0 : 1) + (sound ? 0 : 1);
        b.valid_[i / 64] = sound ? b.valid_[i / 64] | bit : b.valid_[i / 64] & ~bit;
        T numbers[first_bound + 4];
        if constexpr (first_bound == own)
            spread<aabb<T>>::take_apart(sound ? box_around(s) : aabb<T>{}, numbers + first_bound);
        if constexpr (own > 0) spread<S>::take_apart(s, numbers);
        for (std::size_t k = 0; k < first_bound + 4; ++k) b.columns_[k][i] = numbers[k];
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail

/// A list of shapes of one kind, stored for `intersects_many` as a structure of arrays. Circles and boxes have one
/// column for each of their numbers. All kinds but `aabb` have columns of their bounding boxes. All kinds but circles
/// and `aabb` are also stored as whole shapes, polygons with their normals. A batch stores invalid shapes unchanged,
/// and they hit nothing. The coordinates are `float` or `double`.
template <convex S>
    requires exact_real<scalar_t<S>>
class batch {
    static constexpr std::size_t own = detail::spread<S>::columns;
    static constexpr std::size_t first_bound = detail::is_aabb<S> ? 0 : own;
    static constexpr bool whole = own == 0 || own > 4;  // putting together more than four columns is slower than a copy

    struct row {
        const batch* of = nullptr;
        [[nodiscard, gnu::always_inline]] S operator[](std::size_t i) const { return of->shape(i); }
        [[gnu::always_inline]] friend bool operator==(const row&, const row&) = default;
    };

public:
    using scalar_type = scalar_t<S>;
    using value_type = S;
    using iterator = detail::index_iterator<row>;

    [[gnu::always_inline]] batch() = default;
    [[gnu::always_inline]] explicit batch(std::span<const S> shapes) {
        reserve(shapes.size());
        for (const S& s : shapes) push_back(s);
    }
    [[gnu::always_inline]] batch(const batch&) = default;
    [[gnu::always_inline]] batch& operator=(const batch& other) { return *this = batch{other}; }
    /// Takes the shapes of another batch, which is then empty.
    [[gnu::always_inline]] batch(batch&& other) noexcept { trade(other); }
    [[gnu::always_inline]] batch& operator=(batch&& other) noexcept {
        batch taken{std::move(other)};
        trade(taken);
        return *this;
    }
    [[gnu::always_inline]] ~batch() = default;

    [[nodiscard, gnu::always_inline]] std::size_t size() const noexcept { return size_; }
    [[nodiscard, gnu::always_inline]] bool empty() const noexcept { return size_ == 0; }
    /// Reserves room for n shapes.
    [[gnu::always_inline]] void reserve(std::size_t n) { detail::batch_maker::reserve(*this, n); }
    /// Removes all shapes and keeps the memory.
    [[gnu::always_inline]] void clear() noexcept { detail::batch_maker::clear(*this); }
    /// Adds a shape at the end.
    [[gnu::always_inline]] void push_back(const S& s) { detail::batch_maker::push_back(*this, s); }
    /// Replaces shape i. @pre i < size(); otherwise nothing changes
    [[gnu::always_inline]] void set(std::size_t i, const S& s) {
        if (!detail::expect(i < size_, no_shape)) return;
        if constexpr (whole) shapes_[i] = s;
        detail::batch_maker::write(*this, i, s);
    }
    /// Returns shape i, with every bit as it was stored. @pre i < size(); otherwise it returns a default-constructed
    /// shape
    [[nodiscard, gnu::always_inline]] S operator[](std::size_t i) const {
        return detail::expect(i < size_, no_shape) ? shape(i) : S{};
    }
    [[nodiscard, gnu::always_inline]] iterator begin() const noexcept { return {{this}, 0}; }
    [[nodiscard, gnu::always_inline]] iterator end() const noexcept { return {{this}, size_}; }

    // The columns that the queries read. They are padded with zeros to multiples of 16 numbers.

    /// Returns the column of number k of every shape, in the order of the struct's members: for a circle center.x,
    /// center.y, radius. Only circles and boxes have such columns. @pre k is below the number of these numbers
    [[nodiscard, gnu::always_inline]] const scalar_type* column(std::size_t k) const noexcept
        requires(own > 0)
    {
        return columns_[k].data();
    }
    /// Returns column k of the bounding boxes: min.x, min.y, max.x, max.y for k from 0 to 3. Invalid shapes other than
    /// `aabb` have zeros. @pre k < 4
    [[nodiscard, gnu::always_inline]] const scalar_type* bounds_column(std::size_t k) const noexcept {
        return columns_[first_bound + k].data();
    }
    /// Returns one bit for each shape: bit i % 64 of word i / 64 is set if shape i exists and is valid.
    [[nodiscard, gnu::always_inline]] const std::uint64_t* valid_bits() const noexcept { return valid_.data(); }
    /// Returns true if all shapes are valid.
    [[nodiscard, gnu::always_inline]] bool all_valid() const noexcept { return invalid_ == 0; }
    /// Returns shape i without a check: a reference that the next push_back or set may change, or a value for circles
    /// and `aabb`.
    /// @pre i < size()
    [[nodiscard, gnu::always_inline]] decltype(auto) shape(std::size_t i) const noexcept {
        if constexpr (whole) {
            return static_cast<const S&>(shapes_[i]);
        } else {
            scalar_type numbers[own];
            for (std::size_t k = 0; k < own; ++k) numbers[k] = columns_[k][i];
            return detail::spread<S>::put_together(numbers);
        }
    }

private:
    friend struct detail::batch_maker;

    static constexpr const char* no_shape = "a batch has no shape with this index";

    [[nodiscard, gnu::always_inline]] static constexpr std::size_t padded(std::size_t n) noexcept {
        return (n + detail::batch_lanes - 1) / detail::batch_lanes * detail::batch_lanes;
    }
    [[gnu::always_inline]] void trade(batch& other) noexcept {
        std::swap(columns_, other.columns_), std::swap(valid_, other.valid_);
        if constexpr (whole) std::swap(shapes_, other.shapes_);
        std::swap(size_, other.size_), std::swap(invalid_, other.invalid_);
    }

    struct nothing {};

    detail::line_array<scalar_type> columns_[first_bound + 4];
    detail::line_array<std::uint64_t> valid_;
    [[no_unique_address]] std::conditional_t<whole, detail::line_array<S>, nothing> shapes_;
    std::size_t size_ = 0, invalid_ = 0;
};

/// A batch of a common kind of shapes. All of these kinds but polygons have SIMD kernels of their own.
template <class T>
using circle_batch = batch<circle<T>>;
template <class T>
using aabb_batch = batch<aabb<T>>;
template <class T>
using obb_batch = batch<obb<T>>;
template <class T, std::size_t N = 8>
using convex_polygon_batch = batch<convex_polygon<T, N>>;

}  // namespace hitbox
