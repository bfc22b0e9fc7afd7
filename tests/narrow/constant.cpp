// Every query of every pair of kinds works in constant evaluation, and has the answer of run time. With few rounds,
// each kind meets three others.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <tuple>
#include <utility>

using namespace hitbox;

namespace {

/// A shape of each kind; all have the point {1, 1}.
template <class T>
struct kinds {
    static constexpr vec2<T> corners[] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
    static constexpr auto polygon = *make_convex_polygon<4>(corners);
    static constexpr std::tuple shapes{vec2<T>{1, 1},
                                       circle<T>{{2, 1}, 2},
                                       aabb<T>{{0, 0}, {3, 3}},
                                       obb<T>{{1, 1}, {2, 1}, {T(.6), T(.8)}},
                                       segment<T>{{0, 0}, {3, 3}},
                                       capsule<T>{{0, 1}, {3, 2}, 1},
                                       triangle<T>{{0, 0}, {4, 0}, {0, 4}},
                                       polygon,
                                       at(polygon, {{1, 0}, {T(.8), T(.6)}})};
    static constexpr std::size_t count = std::tuple_size_v<decltype(shapes)>;
};
template <class T, std::size_t I>
constexpr auto kind = std::get<I>(kinds<T>::shapes);

template <class S>
constexpr auto away(const S& s) {
    return at(s, transform2<scalar_t<S>>{{20, 5}, {}});
}

struct meets {
    constexpr bool operator()(const auto& a, const auto& b) const {
        return intersects(a, b) && !intersects(a, away(b));
    }
};
struct has_depth {
    constexpr bool operator()(const auto& a, const auto& b) const {
        const auto hit = collide(a, b);
        return hit && penetrates(a, b) == (hit->depth > 0) && !collide(away(a), b);
    }
};
struct has_points {
    constexpr bool operator()(const auto& a, const auto& b) const { return contact_manifold(a, b).count > 0; }
};
struct has_distance {
    constexpr bool operator()(const auto& a, const auto& b) const {
        return distance(a, b).distance == 0 && distance(a, away(b)).distance > 8;
    }
};

/// Evaluates each pair separately, because compilers limit the steps of an evaluation.
template <class Query, class T, std::size_t Pair>
constexpr bool holds = Query{}(kind<T, Pair / kinds<T>::count>, kind<T, Pair % kinds<T>::count>);

/// True if a pair is in the sample, which has all pairs or a third of them, in both orders.
template <class T, std::size_t Pair>
constexpr bool in_sample = hitbox_tests::all_are_tested || (Pair / kinds<T>::count + Pair % kinds<T>::count) % 3 == 0;

template <class Query, class T, std::size_t Pair>
bool holds_twice() {
    if constexpr (in_sample<T, Pair>) {
        static_assert(holds<Query, T, Pair>);
        return Query{}(kind<T, Pair / kinds<T>::count>, kind<T, Pair % kinds<T>::count>);
    }
    return true;
}

template <class Query, class T>
void check_pairs() {
    []<std::size_t... Pair>(std::index_sequence<Pair...>) {
        CHECK((holds_twice<Query, T, Pair>() && ...));
    }(std::make_index_sequence<kinds<T>::count * kinds<T>::count>{});
}

}  // namespace

TEMPLATE_TEST_CASE("all pairs of kinds have the same answers in constant evaluation and at run time", "",
                   HITBOX_TESTS_REALS) {
    check_pairs<meets, TestType>();
    check_pairs<has_depth, TestType>();
    check_pairs<has_points, TestType>();
    check_pairs<has_distance, TestType>();
}
