// The hull that the narrow phase makes of a shape before a query.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <limits>

using namespace hitbox;

namespace {

/// Checks that no edge occurs twice. A repeated edge would be tested twice; the answers would be correct, but slower.
template <class S>
void check_padding(const S& shape) {
    const hitbox::detail::hull_of<S> own{shape};
    const auto& hull = own.hull;
    REQUIRE(hull.filtered);
    REQUIRE(hull.lanes % 4 == 0);
    REQUIRE(hull.lanes >= hull.count);
    for (std::size_t i = 0; i < hull.lanes; ++i) {
        INFO("lane " << i << " of " << hull.count << " vertices");
        const bool is_edge = i < hull.count;
        CHECK((hull.offset()[i] == std::numeric_limits<scalar_t<S>>::infinity()) != is_edge);
        CHECK(hull.in_column(i) == hull[is_edge ? i : hull.count - 1]);
    }
}

}  // namespace

TEMPLATE_TEST_CASE("a hull has no edge beyond its last vertex", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    check_padding(segment<T>{{1, 2}, {3, 1}});
    check_padding(capsule<T>{{1, 2}, {3, 1}, 1});
    check_padding(triangle<T>{{0, 0}, {3, 1}, {1, 2}});
    check_padding(triangle<T>{{0, 0}, {1, 2}, {3, 1}});
    check_padding(aabb<T>{{0, 1}, {2, 5}});
    check_padding(obb<T>{{0, 1}, {2, 5}, rot2<T>::from_degrees(30)});
    check_padding(rounded{triangle<T>{{0, 0}, {3, 1}, {1, 2}}, T(1)});
    const transform2<T> moved{{1, 2}, rot2<T>::from_degrees(70)};
    check_padding(at(triangle<T>{{0, 0}, {3, 1}, {1, 2}}, moved));
    check_padding(at(segment<T>{{1, 2}, {3, 1}}, moved));
    for (const std::size_t corners : {3u, 4u, 5u, 7u, 8u, 9u, 11u, 12u, 13u}) {
        const auto polygon = regular_polygon<16>(corners, T(3), vec2<T>{1, 2}).value();
        check_padding(polygon);
        check_padding(at(polygon, moved));
    }
}
