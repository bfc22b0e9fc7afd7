#pragma once
// Sets of shapes from bytes, and the queries on them, each compiled once in files of their own.

#include "figure_queries.hpp"

namespace fuzz {

/// A set of a kind known at run time, so that each query is compiled for one type. Its pieces are of run-time kinds,
/// too, except the segments of chains, whose type marks them as possibly one-sided.
template <class T>
struct some_set {
    using scalar_type = T;
    using free_pieces = std::vector<any_shape<T>>;
    using two_levels = multi_level<any_shape<T>, compound<T>>;
    using any_kind =
        std::variant<free_pieces, compound<T>, placed<compound<T>>, chain<T>, placed<chain<T>>, two_levels>;

    any_kind value{};

    [[nodiscard]] bool is_one_sided() const {
        return std::visit([](const auto& s) { return hitbox::detail::is_one_sided(s); }, value);
    }
    template <class S>
    [[nodiscard]] bool may_meet(const S& piece) const {
        return std::visit([&](const auto& s) { return hitbox::detail::may_meet(s, piece); }, value);
    }
};
template <class T>
aabb<T> bounds(const some_set<T>& s) {
    return std::visit([](const auto& set) { return hitbox::bounds(set); }, s.value);
}
template <class T>
bool valid(const some_set<T>& s) {
    return std::visit([](const auto& set) { return hitbox::valid(set); }, s.value);
}
template <class T, class Visit>
void for_each_piece_near(const some_set<T>& s, const aabb<T>& box, const Visit& visit) {
    const auto visit_any = [&visit](const auto& piece, std::size_t i) -> bool {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(piece)>, segment<T>>) return visit(piece, i);
        else return visit(any_shape<T>{piece}, i);
    };
    std::visit([&](const auto& set) { for_each_piece_near(set, box, visit_any); }, s.value);
}

#define FUZZ_DECLARE_PAIR(A, B)                                                                                  \
    bool intersects(const A& a, const B& b);                                                                     \
    bool penetrates(const A& a, const B& b);                                                                     \
    std::optional<contact<FUZZ_SCALAR>> collide(const A& a, const B& b);                                         \
    separation<FUZZ_SCALAR> distance(const A& a, const B& b);                                                    \
    manifold_list<FUZZ_SCALAR> contact_manifolds(const A& a, const B& b);                                        \
    cast_result<FUZZ_SCALAR> shape_cast(const A& a, vec2<FUZZ_SCALAR> of_a, const B& b, vec2<FUZZ_SCALAR> of_b); \
    cast_result<FUZZ_SCALAR> time_of_impact(const A& a, const sweep<FUZZ_SCALAR>& sweep_a, const B& b,           \
                                            const sweep<FUZZ_SCALAR>& sweep_b);

namespace set_queries {
FUZZ_DECLARE_PAIR(any_shape<FUZZ_SCALAR>, some_set<FUZZ_SCALAR>)
FUZZ_DECLARE_PAIR(some_set<FUZZ_SCALAR>, any_shape<FUZZ_SCALAR>)
FUZZ_DECLARE_PAIR(some_set<FUZZ_SCALAR>, some_set<FUZZ_SCALAR>)
bool contains(const some_set<FUZZ_SCALAR>& a, const any_shape<FUZZ_SCALAR>& b);
std::optional<ray_hit<FUZZ_SCALAR>> ray_cast(const ray<FUZZ_SCALAR>& r, const some_set<FUZZ_SCALAR>& s,
                                             ray_start start);
}  // namespace set_queries

#undef FUZZ_DECLARE_PAIR

}  // namespace fuzz
