// Containment, of shapes with and without an interior.

#include "../laws.hpp"

using namespace hitbox_tests;

TEMPLATE_TEST_CASE("a disc is inside a placed view of a polygon, whichever of its sides is the longest", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T up : {T(1), T(-1)}) {  // the whole shape is on one side of the line from its left to its right end
        const std::vector<vec2<T>> corners{{-4, 0}, {4, 0}, {0, 3 * up}};
        const auto view = *make_convex_polygon_view(corners);
        const circle<T> inside{{0, up}, T(.5)}, beyond{{0, up}, T(1.25)};
        const auto there = at(view, vec2<T>{2, 1});
        CHECK(contains(there, circle<T>{inside.center + vec2<T>{2, 1}, inside.radius}));
        CHECK(!contains(there, circle<T>{beyond.center + vec2<T>{2, 1}, beyond.radius}));
        // Placed at a distance at which rounding makes its vertices collinear, it has no interior.
        const vec2<T> far{0, 8 / std::numeric_limits<T>::epsilon()};
        CHECK(!contains(at(view, far), circle<T>{far, T(.5)}));
        CHECK(contains(at(view, far), circle<T>{far, T(0)}));
    }
}
