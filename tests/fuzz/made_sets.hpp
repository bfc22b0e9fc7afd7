#pragma once
// Sets of shapes from bytes, and as code.

#include "laws.hpp"
#include "sets.hpp"

namespace fuzz {

template <class T>
std::string code(const some_set<T>& s) {
    std::string text =
        "set " + std::to_string(s.value.index()) + (hitbox::detail::is_one_sided(s) ? " one-sided {" : " {");
    for_each_piece_near(s, bounds(s), [&](const auto& piece, std::size_t) {
        text += hitbox_tests::code(any_shape<T>{piece}) + ", ";
        return true;
    });
    return text + "}";
}

/// Returns the largest magnitude of the numbers of a set.
template <class S, class T = hitbox::detail::solid_scalar_t<S>>
T size_of(const S& s) {
    const aabb<T> box = bounds(s);
    const vec2<T> max_abs = (max)(abs(box.min), abs(box.max));
    return std::max(max_abs.x, max_abs.y);
}

/// Returns a set of the kind that the next byte selects.
template <class T>
some_set<T> made_set(maker<T>& make, bytes& in) {
    const std::uint8_t kind = in.byte();
    const auto free_pieces = [&] {
        std::vector<any_shape<T>> pieces(in.index(6));
        for (any_shape<T>& p : pieces) p = make.known(static_cast<std::uint8_t>(in.byte() % 224));
        return pieces;
    };
    const auto some_compound = [&]() -> compound<T> {
        if (kind & 64u) return compound<T>{free_pieces()};
        if (const auto p = make_polygon(make.some_points(12))) return compound<T>{*p};
        return compound<T>{};
    };
    const auto some_chain = [&] {
        const auto list = make.some_points(8);
        const auto sides = kind & 16u ? chain_sides::one : chain_sides::two;
        return kind & 32u ? chain<T>::loop(list, sides) : chain<T>::open(list, sides);
    };
    switch (kind % 6) {
        case 0: return {free_pieces()};
        case 1: return {some_compound()};
        case 2: {
            const auto c = some_compound();
            return {at(c, make.transform())};
        }
        case 3: return {some_chain()};
        case 4: {
            const auto c = some_chain();
            return {at(c, make.transform())};
        }
        default: {
            const auto c = some_compound();
            if (kind & 128u) return {multi_level{any_shape<T>{bounds(c)}, c}};
            return {multi_level{make.known(), c}};
        }
    }
}

}  // namespace fuzz
