#pragma once
/// Linear casts of shapes that are known by their support only.
///
/// The distance is a convex function of the fraction, and the gap along the current normal is a lower bound for it. A
/// step that closes exactly this gap therefore never goes too far (conservative advancement, Mirtich 1996; here it is
/// Newton's method on a convex function). The steps end where the gap is within the tolerance at which such shapes
/// count as touching.

#include <hitbox/narrow/gjk.hpp>
#include <hitbox/narrow/translations.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A translated shape in wide coordinates.
template <class S>
struct moved_support {
    using scalar_type = wide_t<scalar_t<S>>;

    const S* shape;
    vec2<scalar_type> offset{};
};
template <class S>
[[nodiscard]] constexpr auto center(const moved_support<S>& s) {
    return widen(center(*s.shape)) + s.offset;
}
template <class S>
[[nodiscard]] constexpr auto support(const moved_support<S>& s, vec2<wide_t<scalar_t<S>>> d) {
    return widen(support(*s.shape, vec_cast<scalar_t<S>>(d))) + s.offset;
}

/// Two shapes, and the path of the first relative to the second.
template <class A, class B>
struct support_linear_cast {
    using T = scalar_t<A>;
    using W = wide_t<T>;

    const A& a;
    const B& b;
    vec2<W> start{}, path{};  // offset of a at fraction 0, and its translation from there
    W tolerance{};

    constexpr support_linear_cast(const A& first, const B& second, const translations<T>& motion)
        : a{first}, b{second}, path{motion.relative(W(1))} {
        tolerance =
            W(8) * static_cast<W>(unit_roundoff<T>()) * larger(gjk::largest_coordinate(a), gjk::largest_coordinate(b));
    }

    /// Returns the signed distance at a fraction. GJK runs until its error is below tolerance / 8, because this error
    /// adds to the tolerance for touching.
    [[nodiscard]] constexpr auto distance_at(W fraction) const {
        return gjk::signed_distance(moved_support<A>{&a, start + path * fraction}, moved_support<B>{&b, {}},
                                    W(1) / W(8));
    }
    [[nodiscard]] constexpr support_linear_cast backwards() const {
        support_linear_cast result = *this;
        result.start = start + path, result.path = vec2<W>{} - path;
        return result;
    }

    /// Returns a fraction at which a has certainly passed b, or 1 if there is none. It is a power of two, so that the
    /// path up to it is not rounded.
    [[nodiscard]] constexpr W past() const {
        const W length = length_of(path);
        const vec2<T> along = vec_cast<T>(direction_of(path, vec2<W>{}));
        const W length_of_overlap = dot(widen(support(b, along)) - widen(support(a, -along)) - start, widen(along));
        const W enough = larger(length_of_overlap, W(0)) + W(64) * tolerance;
        W part{1};
        while (product(part, length) > W(2) * enough && part > unit_roundoff<W>() * unit_roundoff<W>())
            part = part / W(2);
        return part;
    }

    /// Returns true if touching shapes penetrate at a later fraction. The fraction of the smallest distance is found by
    /// bisection.
    [[nodiscard]] constexpr bool goes_in() const {
        // The part of a long path that is far beyond both shapes is not searched.
        W low{0}, high = smaller(W(1), past() * W(0x1p20)), middle = high;
        for (int step = 0; step < 48; ++step) {
            const auto gap = distance_at(middle);
            if (gap.distance < W(0) - tolerance) return true;
            const bool approaching = dot(gap.normal, path) > W(0);
            if (step == 0 && approaching) return false;
            (approaching ? low : high) = middle;
            middle = (low + high) / W(2);
        }
        return false;
    }
};

template <scalar W>
struct support_touch {
    bool found = false;
    W fraction{};
    gjk::outcome<W> there{};
};

/// Returns the first fraction at which the shapes touch. @pre apart at fraction 0
template <class A, class B>
[[nodiscard]] constexpr auto advance(const support_linear_cast<A, B>& s) {
    using W = wide_t<scalar_t<A>>;
    using touch = support_touch<W>;
    W fraction{0}, closing = length_of(s.path);
    auto gap = s.distance_at(fraction);
    for (int step = 0; step < 64 && gap.distance > s.tolerance; ++step) {
        // Near touching, the normal is not accurate enough to compute the speed. The earlier speed is an upper bound,
        // because the speed of a convex function only decreases.
        if (gap.distance > W(64) * s.tolerance) closing = dot(gap.normal, s.path);
        const W left = product(closing, W(1) - fraction);
        if (!(closing > W(0)) || gap.distance - s.tolerance > left) return touch{};
        const W next = gap.distance < left ? fraction + gap.distance / closing : W(1);
        if (!(next > fraction)) break;
        fraction = next;
        gap = s.distance_at(fraction);
    }
    if (!(gap.distance > s.tolerance)) return touch{true, fraction, gap};

    // The shapes nearly slide along each other. Ternary search finds the fraction of the smallest distance, then
    // bisection the first fraction at which the distance is within the tolerance.
    W low = fraction, high{1};
    for (int step = 0; step < 96; ++step) {
        const W third = (high - low) / W(3), left = low + third, right = high - third;
        const bool falling = s.distance_at(right).distance < s.distance_at(left).distance;
        (falling ? low : high) = falling ? left : right;
    }
    if (s.distance_at(high).distance > s.tolerance) return touch{};
    for (low = fraction; high - low > unit_roundoff<W>() && low + (high - low) / W(2) > low;) {
        const W middle = low + (high - low) / W(2);
        (s.distance_at(middle).distance > s.tolerance ? low : high) = middle;
    }
    return touch{true, high, s.distance_at(high)};
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
