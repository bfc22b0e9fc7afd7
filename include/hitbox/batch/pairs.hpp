#pragma once
/// Queries of many pairs in one call.

#include <hitbox/batch/kernels.hpp>
#include <hitbox/narrow/collide.hpp>

namespace hitbox {

/// A pair of indices: element `a` of one list, element `b` of another.
struct index_pair {
    std::uint32_t a = 0, b = 0;  // indices from 0, of the first and of the second list

    [[gnu::always_inline]] friend constexpr bool operator==(const index_pair&, const index_pair&) = default;
};

/// Shapes of one kind that are contiguous in memory: an array, a vector, a span.
template <class R>
concept shape_array =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && convex<std::ranges::range_value_t<R>>;

namespace detail {
inline namespace HITBOX_ISA {

/// Prefetches a shape that is needed soon.
template <class S>
inline void prefetch([[maybe_unused]] const S& s) noexcept {
#if defined(__GNUC__)
    const char* const from = reinterpret_cast<const char*>(&s);
    for (std::size_t i = 0; i < sizeof s; i += 64) __builtin_prefetch(from + i);
    __builtin_prefetch(from + sizeof s - 1);
#endif
}

/// The prefetch distance in pairs. Pairs are in the order in which a broad phase found them, so their shapes are
/// scattered in memory.
inline constexpr std::size_t pairs_ahead = 6;

/// Calls f(i, as[pairs[i].a], bs[pairs[i].b]) in order, or missing(i) if an index is out of range.
template <class A, class B, class F, class Missing>
void for_each_pair(std::span<const A> as, std::span<const B> bs, std::span<const index_pair> pairs, const F& f,
                   const Missing& missing) {
    const auto there = [as, bs](index_pair p) { return p.a < as.size() && p.b < bs.size(); };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + pairs_ahead < pairs.size())
            if (const index_pair soon = pairs[i + pairs_ahead]; there(soon)) prefetch(as[soon.a]), prefetch(bs[soon.b]);
        if (const index_pair p = pairs[i]; expect(there(p), "a list of pairs: a pair names a shape that is not there"))
            f(i, as[p.a], bs[p.b]);
        else missing(i);
    }
}

template <shape_array R>
[[nodiscard]] std::span<const std::ranges::range_value_t<R>> span_of(const R& shapes) noexcept {
    return {std::ranges::data(shapes), static_cast<std::size_t>(std::ranges::size(shapes))};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Writes collide(as[pairs[i].a], bs[pairs[i].b]) to out[i], bit for bit. A pair with an index out of range or an
/// invalid shape gets no contact. Further elements of `out` do not change. Returns the number of hits.
/// @pre out.size() >= pairs.size(); otherwise nothing is written, and 0 returned
/// @pre all indices are in range, all shapes valid
template <shape_array As, shape_array Bs, class A = std::ranges::range_value_t<As>,
          class B = std::ranges::range_value_t<Bs>>
    requires(same_scalar<A, B>)
std::size_t collide_pairs(const As& as, const Bs& bs, std::span<const index_pair> pairs,
                          std::span<std::optional<contact<scalar_t<A>>>> out) {
    if (!detail::expect(out.size() >= pairs.size(), "collide_pairs: there is no room for the contact of each pair"))
        return 0;
    std::size_t hits = 0;
    detail::for_each_pair(
        detail::span_of(as), detail::span_of(bs), pairs,
        [&](std::size_t i, const A& a, const B& b) { hits += (out[i] = collide(a, b)) ? 1 : 0; },
        [&](std::size_t i) { out[i].reset(); });
    return hits;
}

/// Writes intersects(as[pairs[i].a], bs[pairs[i].b]) to bit i % 64 of bits[i / 64]. It is 0 for a pair with an index
/// out of range or an invalid shape. Bits beyond the last pair become 0. Returns the number of hits.
/// @pre bits.size() >= (pairs.size() + 63) / 64; otherwise nothing is written, and 0 returned
/// @pre all indices are in range, all shapes valid
template <shape_array As, shape_array Bs, class A = std::ranges::range_value_t<As>,
          class B = std::ranges::range_value_t<Bs>>
    requires(same_scalar<A, B>)
std::size_t intersects_pairs(const As& as, const Bs& bs, std::span<const index_pair> pairs,
                             std::span<std::uint64_t> bits) {
    if (!detail::expect(bits.size() >= (pairs.size() + 63) / 64,
                        "intersects_pairs: there is no room for a bit of each pair"))
        return 0;
    std::size_t hits = 0;
    const auto put = [&](std::size_t i, bool hit) {
        bits[i / 64] = (i % 64 == 0 ? 0 : bits[i / 64]) | static_cast<std::uint64_t>(hit) << i % 64;
        hits += hit ? 1 : 0;
    };
    detail::for_each_pair(
        detail::span_of(as), detail::span_of(bs), pairs,
        [&](std::size_t i, const A& a, const B& b) { put(i, intersects(a, b)); },
        [&](std::size_t i) { put(i, false); });
    return hits;
}

/// Writes collide(as[i], bs[i]) to out[i], bit for bit. A pair with an invalid shape gets no contact. Further elements
/// of `out` do not change. Returns the number of hits.
/// @pre as.size() == bs.size() <= out.size(); otherwise nothing is written, and 0 returned
/// @pre all shapes are valid
template <convex A, convex B>
    requires(same_scalar<A, B>)
std::size_t collide_all(const batch<A>& as, const batch<B>& bs, std::span<std::optional<contact<scalar_t<A>>>> out) {
    if (!detail::expect(
            as.size() == bs.size() && out.size() >= as.size(),
            "collide_all: the batches are not equally long, or there is no room for the contact of each pair"))
        return 0;
    static_cast<void>(detail::expect(as.all_valid() && bs.all_valid(), detail::invalid_shape));
    detail::verdicts found;
    std::size_t hits = 0;
    for (std::size_t first = 0; first < as.size(); first += 64 * detail::verdicts::words) {
        detail::filter_pairs(as, bs, first, found);
        for (std::size_t w = 0; w < detail::verdicts::words && first + 64 * w < as.size(); ++w) {
            const std::size_t base = first + 64 * w;
            for (std::size_t i = base; i < base + 64 && i < as.size(); ++i) out[i].reset();
            for (std::uint64_t left = found.hit[w] | found.unsure[w]; left != 0; left &= left - 1) {
                const std::size_t i = base + static_cast<std::size_t>(std::countr_zero(left));
                hits += (out[i] = collide(as.shape(i), bs.shape(i))) ? 1 : 0;
            }
        }
    }
    return hits;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
