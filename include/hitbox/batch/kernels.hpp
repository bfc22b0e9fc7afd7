#pragma once
/// Which elements of a batch does a shape certainly hit, and which certainly not?

#include <hitbox/batch/soa.hpp>

namespace hitbox::detail {

/// What a look at some elements found, a bit for each.
struct verdicts {
    static constexpr std::size_t words = 16;
    std::uint64_t hit[words], unsure[words];
};

namespace lanes_16 {

template <class T>
using wide = pack<T>;
template <class T>
[[nodiscard, gnu::always_inline]] inline wide<T> all(T x) noexcept {
    return pack_of(x);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline wide<T> load(const T* from) noexcept {
    return load_pack(from);
}
#include <hitbox/batch/kernels.inl>

}  // namespace lanes_16

template <class Q, class E>
[[nodiscard]] inline std::size_t look_at_batch(const Q& query, const batch<E>& many, std::size_t first,
                                               verdicts& found) noexcept {
    return lanes_16::look_at_batch(query, many, first, found);
}

}  // namespace hitbox::detail
