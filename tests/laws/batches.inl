// Every shape against a batch of every kind: the answers are those of the pairs. Included once per scalar.

#undef LAW_SAMPLE
#define LAW_SAMPLE 0

#include "../batches.hpp"

using namespace hitbox_tests;
using T = LAW_SCALAR;

LAW_CASE("one against many is one against each: circles") { every_shape_against_batches_of<circle<T>, LAW_SAMPLE>(); }
LAW_CASE("one against many is one against each: upright boxes") {
    every_shape_against_batches_of<aabb<T>, LAW_SAMPLE + 3>();
}
LAW_CASE("one against many is one against each: turned boxes") {
    every_shape_against_batches_of<obb<T>, LAW_SAMPLE + 5>();
}
LAW_CASE("one against many is one against each: polygons") {
    every_shape_against_batches_of<convex_polygon<T, 8>, LAW_SAMPLE + 6>();
}
// A shape without columns or normals of its own, which a batch can also contain.
LAW_CASE("one against many is one against each: shapes known by their support") {
    against_batches_of<ellipse<T>>(type_list<circle<T>, convex_polygon<T, 8>, ellipse<T>, any_shape<T>>{});
}
LAW_CASE("one against many is one against each: placed shapes") {
    against_batches_of<placed<capsule<T>>>(type_list<aabb<T>, capsule<T>, ellipse<T>, placed<obb<T>>>{});
}
