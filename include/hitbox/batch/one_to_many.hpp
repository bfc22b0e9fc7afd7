#pragma once
/// One shape against all elements of a batch.

#include <hitbox/batch/kernels.hpp>
#include <hitbox/shapes/compile_errors.hpp>

#include <vector>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Calls f(word, bits) for every 64 elements, in order: bit k is set if the query hits element 64 * word + k. The query
/// of the pair decides elements for which the quick test is unsure. Returns the number of hits.
template <class Q, class E, class F>
std::size_t find_hits(const Q& query, const batch<E>& many, F&& f) {
    verdicts found;
    std::size_t hits = 0;
    for (std::size_t first = 0; first < many.size(); first += 64 * verdicts::words) {
        hits += filter_batch(query, many, first, found);
        for (std::size_t w = 0; w < verdicts::words && first + 64 * w < many.size(); ++w) {
            const std::size_t base = first + 64 * w;
            std::uint64_t hit = found.hit[w];
            for (std::uint64_t unsure = found.unsure[w]; unsure != 0; unsure &= unsure - 1) {
                const auto k = static_cast<std::size_t>(std::countr_zero(unsure));
                if (intersects(query, many.shape(base + k))) hit |= std::uint64_t{1} << k, ++hits;
            }
            f(base / 64, hit);
        }
    }
    return hits;
}

/// Resolves a `placed` shape or an `any_shape` once for all elements. A placed polygon gets its normals, too.
template <class Q, class F>
decltype(auto) resolve_once(const Q& query, F&& f) {
    if constexpr (bakeable<Q>) return resolve_once(baked(query), f);
    else return resolve(query, f);
}

template <class Q, class E, class F>
std::size_t hits_of(const Q& query, const batch<E>& many, F&& f) {
    static_cast<void>(expect(many.all_valid(), invalid_shape));
    check_arguments("intersects_many", query);
    if (!is_valid(query)) {
        for (std::size_t i = 0; i < many.size(); i += 64) f(i / 64, 0);
        return 0;
    }
    return resolve_once(query, [&](const auto& known) { return find_hits(known, many, f); });
}

/// A convex shape, a batch with the same coordinate type, and room for hits.
template <class Q, class Many, class... Hits>
concept takes_batch =
    sizeof...(Hits) == 1 && convex<Q> && requires(const Many& m) { m.valid_bits(); } &&
    same_scalar<Q, vec2<typename Many::scalar_type>> &&
    ((std::is_convertible_v<Hits, std::span<std::uint64_t>> || std::is_convertible_v<Hits, std::span<std::uint32_t>>) &&
     ...);

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Tests a shape against all elements of a batch. Writes intersects(query, many[i]) to bit i % 64 of bits[i / 64]. Bits
/// beyond the last element become 0; further words are not written. Returns the number of hits. Invalid shapes hit
/// nothing.
/// @pre bits.size() >= (many.size() + 63) / 64; otherwise nothing is written and the result is 0
/// @pre all shapes are valid
template <convex Q, convex E>
    requires(same_scalar<Q, E>)
std::size_t intersects_many(const Q& query, const batch<E>& many, std::span<std::uint64_t> bits) {
    if (!detail::expect(bits.size() >= (many.size() + 63) / 64,
                        "intersects_many: there is no room for a bit of each element"))
        return 0;
    return detail::hits_of(query, many, [bits](std::size_t word, std::uint64_t hit) { bits[word] = hit; });
}

/// Writes the indices of the hits in ascending order and returns their number. Invalid shapes hit nothing.
/// @pre indices.size() >= many.size(), and many.size() < 2^32; otherwise nothing is written and the result is 0
/// @pre all shapes are valid
template <convex Q, convex E>
    requires(same_scalar<Q, E>)
std::size_t intersects_many(const Q& query, const batch<E>& many, std::span<std::uint32_t> indices) {
    constexpr std::size_t max_count = (std::numeric_limits<std::uint32_t>::max)();
    if (!detail::expect(indices.size() >= many.size() && many.size() <= max_count,
                        "intersects_many: there is no room for the index of each element"))
        return 0;
    return detail::hits_of(query, many, [to = indices.data()](std::size_t word, std::uint64_t hit) mutable {
        for (; hit != 0; hit &= hit - 1)
            *to++ = static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(hit)));
    });
}

/// Replaces the contents of a vector by the indices of the hits, in ascending order, and keeps its capacity for the
/// next call. Invalid shapes hit nothing. Returns the number of hits.
/// @pre many.size() < 2^32; otherwise the vector is empty and the result is 0
/// @pre all shapes are valid
template <convex Q, convex E, class Allocator>
    requires(same_scalar<Q, E>)
std::size_t intersects_many(const Q& query, const batch<E>& many, std::vector<std::uint32_t, Allocator>& indices) {
    constexpr std::size_t max_count = (std::numeric_limits<std::uint32_t>::max)();
    indices.clear();
    if (!detail::expect(many.size() <= max_count, "intersects_many: 32 bits cannot count the elements")) return 0;
    return detail::hits_of(query, many, [&indices](std::size_t word, std::uint64_t hit) {
        for (; hit != 0; hit &= hit - 1)
            indices.push_back(static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(hit))));
    });
}

/// Reports wrong arguments.
template <class Q, class Many, class... Hits>
    requires(!detail::takes_batch<Q, Many, Hits...>)
std::size_t intersects_many(const Q&, const Many&, Hits&&...) {
    constexpr bool is_reported = detail::is_reported<Q>;
    if constexpr (is_reported) detail::report_mistake<Q>();
    static_assert(is_reported, "hitbox: the order is intersects_many(shape, batch, hits): one convex shape; a batch, "
                               "made by batch<S>{shapes}, with the same number type; and a std::vector<std::uint32_t> "
                               "for the indices of the hits");
    return 0;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
