#pragma once
/// Two or four numbers side by side, such as the extents of two boxes along the axes of both.

#include <hitbox/core/pack.hpp>

#include <type_traits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Four numbers: one pack of float, two of double.
template <class T>
struct quad {
    static constexpr bool is_one_pack = pack_size<T> == 4;

    pack<T> packs[4 / pack_size<T>];

    template <class F>
    [[nodiscard, gnu::always_inline]] static quad each(F&& f) noexcept {
        if constexpr (is_one_pack) return {{f(0)}};
        else return {{f(0), f(1)}};
    }
    [[nodiscard, gnu::always_inline]] T operator[](std::size_t i) const noexcept {
        return packs[i / pack_size<T>][i % pack_size<T>];
    }

    [[gnu::always_inline]] friend quad operator+(const quad& a, const quad& b) noexcept {
        return each([&](std::size_t k) { return a.packs[k] + b.packs[k]; });
    }
    [[gnu::always_inline]] friend quad operator-(const quad& a, const quad& b) noexcept {
        return each([&](std::size_t k) { return a.packs[k] - b.packs[k]; });
    }
    [[gnu::always_inline]] friend quad operator*(const quad& a, const quad& b) noexcept {
        return each([&](std::size_t k) { return a.packs[k] * b.packs[k]; });
    }
    [[gnu::always_inline]] friend quad operator/(const quad& a, const quad& b) noexcept {
        return each([&](std::size_t k) { return a.packs[k] / b.packs[k]; });
    }
    [[gnu::always_inline]] friend quad lower(const quad& a, const quad& b) noexcept {
        return each([&](std::size_t k) { return lower(a.packs[k], b.packs[k]); });
    }
    [[gnu::always_inline]] friend quad upper(const quad& a, const quad& b) noexcept {
        return each([&](std::size_t k) { return upper(a.packs[k], b.packs[k]); });
    }
    /// Bit i is set where a[i] > b[i].
    [[gnu::always_inline]] friend std::uint64_t greater(const quad& a, const quad& b) noexcept {
        if constexpr (is_one_pack) return greater(a.packs[0], b.packs[0]);
        else return greater(a.packs[0], b.packs[0]) | greater(a.packs[1], b.packs[1]) << 2;
    }
};

template <class T>
[[nodiscard, gnu::always_inline]] inline quad<T> quad_of(T x) noexcept {
    return quad<T>::each([x](std::size_t) { return pack_of(x); });
}
template <class T>
[[nodiscard, gnu::always_inline]] inline quad<T> quad_of(T x, T y, T z, T w) noexcept {
    if constexpr (quad<T>::is_one_pack) return {{pack<T>{x, y, z, w}}};
    else return {{pack<T>{x, y}, pack<T>{z, w}}};
}
/// Loads four consecutive numbers, beginning at an index, from an object that consists of such numbers.
template <class T, class Numbers>
[[nodiscard, gnu::always_inline]] inline quad<T> load_quad(const Numbers& from, std::size_t index = 0) noexcept {
    static_assert(std::is_trivially_copyable_v<Numbers> && std::is_standard_layout_v<Numbers>);
    quad<T> q;
    __builtin_memcpy(&q, reinterpret_cast<const unsigned char*>(&from) + index * sizeof(T), sizeof q);
    return q;
}
/// Returns a * b, rounded on its own.
template <class T>
[[nodiscard, gnu::always_inline]] inline quad<T> rounded_product(const quad<T>& a, const quad<T>& b) noexcept {
    return quad<T>::each([&](std::size_t k) { return rounded_product<T>(a.packs[k], b.packs[k]); });
}
/// Stores four consecutive numbers: the inverse of `load_quad`.
template <class T, class Numbers>
[[gnu::always_inline]] inline void store_quad(Numbers& to, std::size_t index, const quad<T>& q) noexcept {
    static_assert(std::is_trivially_copyable_v<Numbers> && std::is_standard_layout_v<Numbers>);
    __builtin_memcpy(reinterpret_cast<unsigned char*>(&to) + index * sizeof(T), &q, sizeof q);
}
/// Returns the lane of `yes` where a > b, and that of `no` elsewhere.
template <class T>
[[nodiscard, gnu::always_inline]] inline quad<T> where_greater(const quad<T>& a, const quad<T>& b, const quad<T>& yes,
                                                               const quad<T>& no) noexcept {
    return quad<T>::each(
        [&](std::size_t k) { return where_greater<T>(a.packs[k], b.packs[k], yes.packs[k], no.packs[k]); });
}
template <class T>
[[nodiscard, gnu::always_inline]] inline quad<T> absolute(const quad<T>& q) noexcept {
    return quad<T>::each([&q](std::size_t k) { return absolute<T>(q.packs[k]); });
}
/// Returns the largest of the four.
template <class T>
[[nodiscard, gnu::always_inline]] inline T highest(const quad<T>& q) noexcept {
    if constexpr (quad<T>::is_one_pack) return highest<T>(q.packs[0]);
    else return highest<T>(upper(q.packs[0], q.packs[1]));
}
template <class T>
[[nodiscard, gnu::always_inline]] inline T lowest(const quad<T>& q) noexcept {
    if constexpr (quad<T>::is_one_pack) return lowest<T>(q.packs[0]);
    else return lowest<T>(lower(q.packs[0], q.packs[1]));
}
/// Returns the lanes of two quads with the given indices; the indices of the second follow those of the first.
template <int I, int J, int K, int L, class T>
[[nodiscard, gnu::always_inline]] inline quad<T> pick(const quad<T>& first, const quad<T>& second) noexcept {
    if constexpr (quad<T>::is_one_pack) {
        return {{pick<T, I, J, K, L>(first.packs[0], second.packs[0])}};
    } else {
        const auto of = [&](int i) -> const pack<T>& { return (i < 4 ? first : second).packs[i / 2 % 2]; };
        return {{pick<T, I % 2, 2 + J % 2>(of(I), of(J)), pick<T, K % 2, 2 + L % 2>(of(K), of(L))}};
    }
}
template <int I, int J, int K, int L, class T>
[[nodiscard, gnu::always_inline]] inline quad<T> pick(const quad<T>& q) noexcept {
    return pick<I, J, K, L>(q, q);
}

/// Returns a quad with the smallest number in each lane.
template <class T>
[[nodiscard, gnu::always_inline]] inline quad<T> all_lowest(const quad<T>& q) noexcept {
    const quad<T> two = lower(q, pick<2, 3, 0, 1>(q));
    return lower(two, pick<1, 0, 3, 2>(two));
}

/// Returns a mask for four rows of four numbers: bit i is set if each number of row i is at most the limit in the same
/// column.
template <class T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t rows_at_most(const T* rows, const quad<T>& limits) noexcept {
#if HITBOX_HAS_PACKS && defined(__SSE2__)
    typedef int words __attribute__((vector_size(16)));
    const auto row = [&](std::size_t i) {
        if constexpr (pack_size<T> == 4) return reinterpret_cast<words>(load_pack(rows + 4 * i) <= limits.packs[0]);
        else
            return reinterpret_cast<words>(load_pack(rows + 4 * i) <= limits.packs[0]) &
                   reinterpret_cast<words>(load_pack(rows + 4 * i + 2) <= limits.packs[1]);
    };
    // Each comparison is narrowed to one byte, so that one word has the results of a row.
    const auto bytes = reinterpret_cast<words>(__builtin_ia32_packsswb128(__builtin_ia32_packssdw128(row(0), row(1)),
                                                                          __builtin_ia32_packssdw128(row(2), row(3))));
    return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<pack<float>>(bytes == -1)));
#else
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        std::uint64_t above = 0;
        for (std::size_t k = 0; k < 4 / pack_size<T>; ++k)
            above |= greater(load_pack(rows + 4 * i + k * pack_size<T>), limits.packs[k]);
        bits |= static_cast<std::uint32_t>(above == 0) << i;
    }
    return bits;
#endif
}

/// Two numbers of any type, also in constant evaluation. A function template that takes it also works with
/// `packed_couple`, with the same bits.
template <class W>
struct couple {
    W low{}, high{};

    constexpr couple() = default;
    constexpr couple(W one, W another) noexcept : low{one}, high{another} {}
    constexpr explicit couple(W both) noexcept : low{both}, high{both} {}

    [[nodiscard]] constexpr W operator[](std::size_t i) const noexcept { return i == 0 ? low : high; }
    [[nodiscard]] constexpr couple swapped() const noexcept { return {high, low}; }

    friend constexpr couple operator+(couple a, couple b) noexcept { return {a.low + b.low, a.high + b.high}; }
    friend constexpr couple operator-(couple a, couple b) noexcept { return {a.low - b.low, a.high - b.high}; }
    friend constexpr couple operator/(couple a, couple b) noexcept { return {a.low / b.low, a.high / b.high}; }
    /// Returns the two products, each rounded on its own.
    friend constexpr couple times(couple a, couple b) noexcept {
        return {product(a.low, b.low), product(a.high, b.high)};
    }
    friend constexpr couple absolute(couple a) noexcept { return {magnitude(a.low), magnitude(a.high)}; }
    friend constexpr couple lower(couple a, couple b) noexcept {
        return {smaller(a.low, b.low), smaller(a.high, b.high)};
    }
    friend constexpr couple upper(couple a, couple b) noexcept {
        return {larger(a.low, b.low), larger(a.high, b.high)};
    }
    /// Bit i is set where a[i] > b[i].
    friend constexpr unsigned greater(couple a, couple b) noexcept {
        return (a.low > b.low ? 1u : 0u) | (a.high > b.high ? 2u : 0u);
    }
};

#if HITBOX_HAS_PACKS
/// Two numbers of double in a pack.
struct packed_couple {
    pack<double> lanes{};

    [[gnu::always_inline]] packed_couple() noexcept = default;
    [[gnu::always_inline]] explicit packed_couple(pack<double> p) noexcept : lanes{p} {}
    [[gnu::always_inline]] packed_couple(double one, double another) noexcept : lanes{one, another} {}
    [[gnu::always_inline]] explicit packed_couple(double both) noexcept : lanes{both, both} {}
    [[gnu::always_inline]] packed_couple(float one, float another) noexcept : lanes{wide_pair(one, another)} {}

    [[nodiscard, gnu::always_inline]] double operator[](std::size_t i) const noexcept { return lanes[i]; }
    [[nodiscard, gnu::always_inline]] packed_couple swapped() const noexcept {
        return packed_couple{pick<double, 1, 0>(lanes, lanes)};
    }

    [[gnu::always_inline]] friend packed_couple operator+(packed_couple a, packed_couple b) noexcept {
        return packed_couple{a.lanes + b.lanes};
    }
    [[gnu::always_inline]] friend packed_couple operator-(packed_couple a, packed_couple b) noexcept {
        return packed_couple{a.lanes - b.lanes};
    }
    [[gnu::always_inline]] friend packed_couple operator/(packed_couple a, packed_couple b) noexcept {
        return packed_couple{a.lanes / b.lanes};
    }
    [[gnu::always_inline]] friend packed_couple times(packed_couple a, packed_couple b) noexcept {
        return packed_couple{rounded_product<double>(a.lanes, b.lanes)};
    }
    [[gnu::always_inline]] friend packed_couple absolute(packed_couple a) noexcept {
        return packed_couple{detail::absolute<double>(a.lanes)};
    }
    [[gnu::always_inline]] friend packed_couple lower(packed_couple a, packed_couple b) noexcept {
        return packed_couple{detail::lower(a.lanes, b.lanes)};
    }
    [[gnu::always_inline]] friend packed_couple upper(packed_couple a, packed_couple b) noexcept {
        return packed_couple{detail::upper(a.lanes, b.lanes)};
    }
    [[gnu::always_inline]] friend unsigned greater(packed_couple a, packed_couple b) noexcept {
        return static_cast<unsigned>(greater(a.lanes, b.lanes));
    }
};
#endif

/// The type of couple that functions use outside constant evaluation.
#if HITBOX_HAS_PACKS
template <class W>
using run_time_couple = std::conditional_t<std::is_same_v<W, double>, packed_couple, couple<W>>;
#else
template <class W>
using run_time_couple = couple<W>;
#endif

/// Returns the four numbers of two couples, each rounded to T.
template <class T, class Two>
[[nodiscard, gnu::always_inline]] inline quad<T> narrowed_quad(Two low, Two high) noexcept {
#if HITBOX_HAS_PACKS
    if constexpr (std::is_same_v<T, float> && std::is_same_v<Two, packed_couple>)
        return {{narrowed(low.lanes, high.lanes)}};
    else
#endif
        return quad_of(round_to<T>(low[0]), round_to<T>(low[1]), round_to<T>(high[0]), round_to<T>(high[1]));
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
