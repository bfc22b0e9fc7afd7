// Every query of every pair of kinds works in constant evaluation, and has the answer of run time.

#include "../catch_compat.hpp"

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
template <class Ask, class T, std::size_t Pair>
constexpr bool holds = Ask{}(kind<T, Pair / kinds<T>::count>, kind<T, Pair % kinds<T>::count>);

template <class Ask, class T>
void check_pairs() {
    constexpr std::size_t count = kinds<T>::count;
    [&]<std::size_t... Pair>(std::index_sequence<Pair...>) {
        static_assert((holds<Ask, T, Pair> && ...));
        CHECK((Ask{}(kind<T, Pair / count>, kind<T, Pair % count>) && ...));
    }(std::make_index_sequence<count * count>{});
}

}  // namespace

TEMPLATE_TEST_CASE("all pairs of kinds have the same answers in constant evaluation and at run time", "",
                   HITBOX_TESTS_REALS) {
    check_pairs<meets, TestType>();
    check_pairs<has_depth, TestType>();
    check_pairs<has_points, TestType>();
    check_pairs<has_distance, TestType>();
}
