#pragma once
/// Where do many shapes of one kind lie, so that several of them are looked at with one instruction?

#include <hitbox/narrow/intersects.hpp>

#include <new>
#include <span>
#include <utility>
#include <vector>

namespace hitbox {
namespace detail {

/// Columns are whole multiples of this long, whatever the compiler's flags: the widest registers hold as many floats.
inline constexpr std::size_t batch_lanes = 16;

/// Columns begin where a line of the cache does, or every load of 64 bytes would need two of them.
template <class T>
struct line_allocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    line_allocator() = default;
    template <class U>
    line_allocator(const line_allocator<U>&) noexcept {}
    [[nodiscard]] T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    void deallocate(T* from, std::size_t) noexcept { ::operator delete(from, line); }
    friend bool operator==(const line_allocator&, const line_allocator&) = default;
};

/// How a shape is taken apart into numbers, each of which goes into a column of its own. Shapes without one are kept as
/// they are.
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

/// A box that is its own bounds has no need of others.
template <class S>
inline constexpr bool is_aabb = false;
template <scalar T>
inline constexpr bool is_aabb<aabb<T>> = true;

/// A box around the set that queries take the shape for, not a bit too small: of all its corners, if it has any, and
/// not by a user's own `bounds`. Of a shape known by its support, what that says of four directions.
template <class S>
[[nodiscard]] constexpr aabb<scalar_t<S>> box_around(const S& s) noexcept {
    using T = scalar_t<S>;
    if constexpr (indirect<S>) return resolve(s, [](const auto& known) { return box_around(known); });
    else if constexpr (faceted<S>) return bounds_of<T>(vertices(s), radius(s));
    else
        return {{support(s, vec2<T>{-1, 0}).x, support(s, vec2<T>{0, -1}).y},
                {support(s, vec2<T>{1, 0}).x, support(s, vec2<T>{0, 1}).y}};
}

}  // namespace detail

/// Shapes of one kind in a row, laid out for `intersects_many`: a structure of arrays, for circles and boxes of either
/// sort a column for each of their numbers, and for all kinds but `aabb` the columns of their bounds. All but circles
/// and `aabb` stand beside that as they are, polygons with their normals. Any bits can be kept; a broken shape hits
/// nothing. For `float` and `double`.
template <convex S>
    requires detail::quick_scalar<scalar_t<S>>
class batch {
    static constexpr std::size_t own = detail::spread<S>::columns;
    static constexpr std::size_t first_bound = detail::is_aabb<S> ? 0 : own;
    static constexpr bool whole = own == 0 || own > 4;  // put together from more, it would be waited for

    struct row {
        const batch* of = nullptr;
        [[nodiscard]] S operator[](std::size_t i) const { return of->shape(i); }
        friend bool operator==(const row&, const row&) = default;
    };

public:
    using scalar_type = scalar_t<S>;
    using value_type = S;
    using iterator = detail::index_iterator<row>;

    batch() = default;
    explicit batch(std::span<const S> shapes) {
        reserve(shapes.size());
        for (const S& s : shapes) push_back(s);
    }
    batch(const batch&) = default;
    batch& operator=(const batch&) = default;
    /// The other one is empty then.
    batch(batch&& other) noexcept { trade(other); }
    batch& operator=(batch&& other) noexcept {
        batch taken{std::move(other)};
        trade(taken);
        return *this;
    }
    ~batch() = default;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    /// Room for n shapes.
    void reserve(std::size_t n) {
        for (auto& column : columns_) column.reserve(padded(n));
        valid_.reserve(padded(n) / 64 + 1);
        if constexpr (whole) shapes_.reserve(n);
    }
    /// No shapes; the room stays.
    void clear() noexcept {
        for (auto& column : columns_) column.clear();
        valid_.clear();
        if constexpr (whole) shapes_.clear();
        size_ = invalid_ = 0;
    }
    void push_back(const S& s) {
        for (auto& column : columns_) column.resize(padded(size_ + 1));
        valid_.resize(size_ / 64 + 1);
        if constexpr (whole) shapes_.push_back(s);
        ++size_, ++invalid_;                                    // until it is looked at
        if constexpr (whole) write(size_ - 1, shapes_.back());  // s may have been one of them, and has moved
        else write(size_ - 1, s);
    }
    /// Puts another shape in the i-th place. @pre i < size(); otherwise nothing changes
    void set(std::size_t i, const S& s) {
        if (!detail::expect(i < size_, no_shape)) return;
        if constexpr (whole) shapes_[i] = s;
        write(i, s);
    }
    /// The i-th shape, bit for bit as it came. @pre i < size(); otherwise a default-constructed one
    [[nodiscard]] S operator[](std::size_t i) const { return detail::expect(i < size_, no_shape) ? shape(i) : S{}; }
    [[nodiscard]] iterator begin() const noexcept { return {{this}, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {{this}, size_}; }

    // What the queries read. Columns are padded with zeros to whole multiples of 16.

    /// The k-th number of every shape, in the order of the struct's members.
    [[nodiscard]] const scalar_type* column(std::size_t k) const noexcept requires(own > 0) {
        return columns_[k].data();
    }
    /// Of the bounds of every shape: min.x, min.y, max.x, max.y. Broken shapes other than `aabb` have zeros there.
    [[nodiscard]] const scalar_type* bounds_column(std::size_t k) const noexcept {
        return columns_[first_bound + k].data();
    }
    /// Bit i of word i / 64 is set if there is an i-th shape and it is valid: whatever pads the columns hits nothing.
    [[nodiscard]] const std::uint64_t* valid_bits() const noexcept { return valid_.data(); }
    [[nodiscard]] bool all_valid() const noexcept { return invalid_ == 0; }
    /// Without a check: a reference, which the next push_back or set may change, or of circles and `aabb` a value.
    /// @pre i < size()
    [[nodiscard]] decltype(auto) shape(std::size_t i) const noexcept {
        if constexpr (whole) {
            return static_cast<const S&>(shapes_[i]);
        } else {
            scalar_type numbers[own];
            for (std::size_t k = 0; k < own; ++k) numbers[k] = columns_[k][i];
            return detail::spread<S>::put_together(numbers);
        }
    }

private:
    static constexpr const char* no_shape = "a batch has no shape with this index";

    [[nodiscard]] static constexpr std::size_t padded(std::size_t n) noexcept {
        return (n + detail::batch_lanes - 1) / detail::batch_lanes * detail::batch_lanes;
    }
    void trade(batch& other) noexcept {
        std::swap(columns_, other.columns_), std::swap(valid_, other.valid_);
        if constexpr (whole) std::swap(shapes_, other.shapes_);
        std::swap(size_, other.size_), std::swap(invalid_, other.invalid_);
    }
    void write(std::size_t i, const S& s) {
        const std::uint64_t bit = std::uint64_t{1} << i % 64;
        const bool is_valid = detail::is_valid(s), was_valid = (valid_[i / 64] & bit) != 0;
        invalid_ = invalid_ - (was_valid ? 0 : 1) + (is_valid ? 0 : 1);
        valid_[i / 64] = is_valid ? valid_[i / 64] | bit : valid_[i / 64] & ~bit;
        scalar_type numbers[first_bound + 4];
        if constexpr (first_bound == own) {
            const aabb<scalar_type> box = is_valid ? detail::box_around(s) : aabb<scalar_type>{};
            detail::spread<aabb<scalar_type>>::take_apart(box, numbers + first_bound);
        }
        if constexpr (own > 0) detail::spread<S>::take_apart(s, numbers);
        for (std::size_t k = 0; k < first_bound + 4; ++k) columns_[k][i] = numbers[k];
    }

    struct nothing {};

    std::vector<scalar_type, detail::line_allocator<scalar_type>> columns_[first_bound + 4];
    std::vector<std::uint64_t> valid_;
    [[no_unique_address]] std::conditional_t<whole, std::vector<S>, nothing> shapes_;
    std::size_t size_ = 0, invalid_ = 0;
};

template <class T>
using circle_batch = batch<circle<T>>;
template <class T>
using aabb_batch = batch<aabb<T>>;
template <class T>
using obb_batch = batch<obb<T>>;
template <class T, std::size_t N = 8>
using convex_polygon_batch = batch<convex_polygon<T, N>>;

}  // namespace hitbox
