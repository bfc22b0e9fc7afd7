/* The C interface, from a C11 program. */
#include <hitbox.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks = 0;
#define CHECK(condition)                                                       \
    do {                                                                       \
        ++checks;                                                              \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static bool near(float a, float b) { return fabsf(a - b) <= 1e-6f; }
static bool same(hitbox_vec2 v, float x, float y) { return near(v.x, x) && near(v.y, y); }
static hitbox_vec2 vec(float x, float y) {
    hitbox_vec2 v = {x, y};
    return v;
}

static hitbox_place origin(void) { return hitbox_at(0, 0, 0); }

static void pairs(void) {
    hitbox_shape* coin = hitbox_make_circle(vec(0, 0), 1);
    hitbox_shape* wall = hitbox_make_box(vec(0, -1), vec(1, 1));
    CHECK(hitbox_intersects(coin, origin(), coin, hitbox_at(2, 0, 0)));
    CHECK(!hitbox_penetrates(coin, origin(), coin, hitbox_at(2, 0, 0)));
    CHECK(!hitbox_intersects(coin, origin(), coin, hitbox_at(2.5f, 0, 0)));

    hitbox_contact hit;
    CHECK(hitbox_collide(coin, origin(), wall, hitbox_at(0.5f, 0, 0), &hit));
    CHECK(same(hit.normal, 1, 0) && near(hit.depth, 0.5f) && same(hit.mtv, -0.5f, 0));
    CHECK(same(hit.point_a, 1, 0) && same(hit.point_b, 0.5f, 0) && !hit.a_in_b && !hit.b_in_a);
    CHECK(hitbox_collide(coin, origin(), wall, hitbox_at(0.5f, 0, 0), NULL));
    CHECK(!hitbox_collide(coin, origin(), wall, hitbox_at(2, 0, 0), &hit));

    hitbox_separation gap = hitbox_distance(coin, origin(), wall, hitbox_at(3, 0, 0));
    CHECK(near(gap.distance, 2) && same(gap.normal, 1, 0) && same(gap.point_a, 1, 0) && same(gap.point_b, 3, 0));

    hitbox_manifold on[2];
    CHECK(hitbox_contact_manifolds(wall, hitbox_at(0, 1.75f, 0), wall, origin(), on) == 1);
    CHECK(on[0].count == 2 && same(on[0].normal, 0, -1) && near(on[0].points[0].depth, 0.25f));
    CHECK(near(on[0].points[0].point.y, 0.875f) && on[0].points[0].id != on[0].points[1].id);

    hitbox_shape* dot = hitbox_make_point(vec(0.5f, 0.5f));
    hitbox_shape* line = hitbox_make_segment(vec(0, 0), vec(4, 0));
    hitbox_shape* pill = hitbox_make_capsule(vec(0, 0), vec(4, 0), 1);
    CHECK(hitbox_contains(wall, origin(), dot, origin()) && !hitbox_contains(wall, origin(), line, origin()));
    CHECK(hitbox_contains(pill, origin(), line, origin()));
    /* a quarter turn, counter-clockwise where y points up */
    CHECK(hitbox_intersects(line, hitbox_at(0, 0, 1.57079633f), wall, hitbox_at(-0.5f, 4, 0)));
    CHECK(!hitbox_intersects(line, origin(), wall, hitbox_at(-0.5f, 4, 0)));
    hitbox_free_shape(coin), hitbox_free_shape(wall), hitbox_free_shape(dot), hitbox_free_shape(line);
    hitbox_free_shape(pill), hitbox_free_shape(NULL);
}

static void polygons(void) {
    /* an L, clockwise, and a frame with a hole of 2 by 2 */
    const hitbox_vec2 l[] = {{0, 0}, {0, 4}, {1, 4}, {1, 1}, {4, 1}, {4, 0}};
    const hitbox_vec2 frame[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3}};
    const size_t rings[] = {4, 4};
    hitbox_refusal why;
    hitbox_shape* ship = hitbox_make_polygon(l, 6, &why);
    hitbox_shape* room = hitbox_make_polygon_with_holes(frame, rings, 2, NULL);
    hitbox_shape* rock = hitbox_make_circle(vec(0, 0), 0.5f);
    CHECK(ship && room && rock);
    CHECK(!hitbox_intersects(rock, hitbox_at(2.5f, 2.5f, 0), ship, origin()));
    CHECK(!hitbox_intersects(rock, hitbox_at(2, 2, 0), room, origin()));
    hitbox_contact hit;
    CHECK(hitbox_collide(rock, hitbox_at(3, 1.25f, 0), ship, origin(), &hit));
    CHECK(same(hit.normal, 0, -1) && near(hit.depth, 0.25f));
    hitbox_manifold on[2];
    CHECK(hitbox_contact_manifolds(rock, hitbox_at(1.5f, 1.5f, 0), ship, origin(), on) == 2); /* in the corner */
    CHECK(near(hitbox_distance(rock, hitbox_at(3, 3, 0), ship, origin()).distance, 1.5f));
    CHECK(hitbox_intersects(ship, origin(), room, origin()));

    const hitbox_vec2 crossed[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    CHECK(!hitbox_make_polygon(crossed, 4, &why) && why.index != SIZE_MAX && strstr(why.reason, "cross"));
    CHECK(!strstr(why.reason, "convex_hull")); /* which C does not have */
    CHECK(!hitbox_make_polygon(crossed, 2, &why) && strstr(why.reason, "fewer than 3"));
    CHECK(!hitbox_make_polygon(crossed, SIZE_MAX, &why) && why.index == SIZE_MAX && strstr(why.reason, "2^31"));
    CHECK(!hitbox_make_polygon(crossed, (size_t)1 << 31, &why) && strstr(why.reason, "2^31"));
    CHECK(!hitbox_make_chain(crossed, SIZE_MAX, false, true));
    CHECK(!hitbox_make_polygon(NULL, 2, &why) && !hitbox_make_polygon(crossed, 4, NULL));
    hitbox_free_shape(ship), hitbox_free_shape(room), hitbox_free_shape(rock);
}

static void motions(void) {
    hitbox_shape* coin = hitbox_make_circle(vec(0, 0), 1);
    hitbox_shape* wall = hitbox_make_box(vec(4, -9), vec(5, 9));
    hitbox_ray_hit ray;
    CHECK(hitbox_ray_cast(vec(0, 0), vec(8, 0), wall, origin(), &ray));
    CHECK(near(ray.fraction, 0.5f) && same(ray.point, 4, 0) && same(ray.normal, -1, 0));
    CHECK(!hitbox_ray_cast(vec(0, 0), vec(-8, 0), wall, origin(), &ray));

    hitbox_cast_result cast = hitbox_shape_cast(coin, origin(), vec(6, 0), wall, origin(), vec(0, 0));
    CHECK(cast.status == HITBOX_CAST_HIT && near(cast.fraction, 0.5f) && same(cast.point, 4, 0));
    CHECK(same(cast.normal, -1, 0)); /* out of the wall */
    CHECK(hitbox_shape_cast(coin, origin(), vec(-6, 0), wall, origin(), vec(0, 0)).status == HITBOX_CAST_SEPARATED);
    CHECK(hitbox_shape_cast(coin, hitbox_at(3, 0, 0), vec(1, 0), wall, origin(), vec(0, 0)).status ==
          HITBOX_CAST_STARTED_TOUCHING);
    CHECK(hitbox_shape_cast(coin, hitbox_at(4, 0, 0), vec(1, 0), wall, origin(), vec(0, 0)).status ==
          HITBOX_CAST_STARTED_OVERLAPPING);
    CHECK(hitbox_shape_cast(NULL, origin(), vec(1, 0), wall, origin(), vec(0, 0)).status == HITBOX_CAST_FAILED);

    const hitbox_vec2 ground[] = {{0, 0}, {4, 0}, {8, 0}};
    hitbox_shape* floor_ = hitbox_make_chain(ground, 3, false, false);
    CHECK(floor_ && !hitbox_make_chain(ground, 1, false, false));
    cast = hitbox_shape_cast(coin, hitbox_at(2, 1, 0), vec(4, 0), floor_, origin(), vec(0, 0));
    CHECK(cast.status == HITBOX_CAST_SEPARATED); /* no seam */
    cast = hitbox_shape_cast(coin, hitbox_at(4, 3, 0), vec(0, -4), floor_, origin(), vec(0, 0));
    CHECK(cast.status == HITBOX_CAST_HIT && near(cast.fraction, 0.5f));
    cast = hitbox_shape_cast(coin, hitbox_at(4, -3, 0), vec(0, 4), floor_, origin(), vec(0, 0));
    CHECK(cast.status == HITBOX_CAST_SEPARATED); /* from behind */
    hitbox_free_shape(coin), hitbox_free_shape(wall), hitbox_free_shape(floor_);
}

static void world(void) {
    hitbox_world* w = hitbox_make_world();
    hitbox_shape* box = hitbox_make_box(vec(0, 0), vec(1, 1));
    const hitbox_filter all = hitbox_meets_all();
    const hitbox_id a = hitbox_world_add(w, box, origin(), all, false, 10);
    const hitbox_id b = hitbox_world_add(w, box, hitbox_at(5, 0, 0), all, false, 20);
    const hitbox_id zone = hitbox_world_add(w, box, hitbox_at(0.5f, 0.5f, 0), all, true, 30);
    CHECK(a && b && zone && a != b && hitbox_world_size(w) == 3 && hitbox_world_user(w, b) == 20);

    hitbox_event events[4];
    hitbox_world_contact contacts[4];
    hitbox_world_detect(w);
    CHECK(hitbox_world_contacts(w, contacts, 4) == 1 && contacts[0].sensor && contacts[0].manifold.count == 0);
    CHECK(hitbox_world_began(w, events, 4) == 1 && events[0].a == a && events[0].b == zone && events[0].user_b == 30);

    CHECK(hitbox_world_move(w, b, hitbox_at(0, 0.75f, 0)));
    hitbox_world_detect(w);
    CHECK(hitbox_world_contacts(w, NULL, 0) == 3 && hitbox_world_contacts(w, contacts, 4) == 3);
    CHECK(contacts[0].a == a && contacts[0].b == b && contacts[0].manifold.count == 2);
    CHECK(near(contacts[0].manifold.points[0].depth, 0.25f) && same(contacts[0].manifold.normal, 0, 1));

    hitbox_ray_hit ray;
    CHECK(hitbox_world_ray_cast(w, vec(0.25f, 4), vec(0, -4), all, &ray) == b && near(ray.point.y, 1.75f));
    CHECK(hitbox_world_ray_cast(w, vec(9, 4), vec(0, -4), all, &ray) == 0);
    hitbox_cast_result cast;
    CHECK(hitbox_world_shape_cast(w, box, hitbox_at(0, 4, 0), vec(0, -4), all, &cast) == b);
    CHECK(cast.status == HITBOX_CAST_HIT && near(cast.fraction, 2.25f / 4));
    hitbox_id found[4] = {0, 0, 0, 0};
    CHECK(hitbox_world_query(w, box, hitbox_at(0, -0.5f, 0), all, found, 4) == 2 && found[0] == a && found[1] == zone);
    const hitbox_filter none = {1, 0, 0}, ones = {0, 1, 0}, twos = {0, 2, 0}, shy = {2, 4, -1};
    CHECK(hitbox_world_query(w, box, origin(), none, found, 4) == 0);
    /* A mask alone selects categories, whatever the masks of the colliders are. */
    const hitbox_id loner = hitbox_world_add(w, box, hitbox_at(50, 0, 0), shy, false, 0);
    CHECK(hitbox_world_query(w, box, hitbox_at(50, 0, 0), all, found, 4) == 0);
    CHECK(hitbox_world_query(w, box, hitbox_at(50, 0, 0), hitbox_sees_all(), found, 4) == 1 && found[0] == loner);
    CHECK(hitbox_world_query(w, box, hitbox_at(50, 0, 0), twos, found, 4) == 1 && found[0] == loner);
    CHECK(hitbox_world_ray_cast(w, vec(50.25f, 4), vec(0, -4), twos, &ray) == loner);
    CHECK(hitbox_world_shape_cast(w, box, hitbox_at(50, 4, 0), vec(0, -4), ones, &cast) == 0);
    CHECK(hitbox_world_remove(w, loner));

    /* A polygon of more than eight vertices is a shape of several pieces. */
    hitbox_vec2 ring[12];
    for (int i = 0; i < 12; ++i) ring[i].x = cosf((float)i * 0.5235988f), ring[i].y = sinf((float)i * 0.5235988f);
    hitbox_shape* round = hitbox_make_polygon(ring, 12, NULL);
    CHECK(round && hitbox_world_query(w, round, origin(), all, found, 4) == 3 && found[0] == a && found[1] == b);
    CHECK(hitbox_world_shape_cast(w, round, hitbox_at(0, 4, 0), vec(0, -4), all, &cast) == b);
    CHECK(cast.status == HITBOX_CAST_HIT && near(cast.fraction, 1.25f / 4));
    hitbox_free_shape(round);

    CHECK(hitbox_world_remove(w, b) && !hitbox_world_remove(w, b) && !hitbox_world_move(w, b, origin()));
    CHECK(hitbox_world_began(w, events, 4) == 2 && events[0].b == b && events[0].user_b == 20);
    CHECK(hitbox_world_user(w, b) == 0);
    hitbox_world_detect(w);
    CHECK(hitbox_world_ended(w, events, 4) == 2 && events[0].reason == HITBOX_END_REMOVED && events[0].user_b == 20);
    /* The index of a removed collider is used again. The order of the ids does not change. */
    CHECK(hitbox_world_remove(w, a) && hitbox_world_add(w, box, origin(), all, false, 40));
    CHECK(hitbox_world_add(w, box, origin(), all, false, 50));
    CHECK(hitbox_world_query(w, box, origin(), all, found, 4) == 3 && found[0] < found[1] && found[1] < found[2]);
    hitbox_free_shape(box), hitbox_free_world(w), hitbox_free_world(NULL);
}

static void mistakes(void) {
    CHECK(!hitbox_make_circle(vec(NAN, 0), 1) && !hitbox_make_circle(vec(0, 0), -1));
    CHECK(!hitbox_make_box(vec(1, 0), vec(0, 1)));
    hitbox_shape* coin = hitbox_make_circle(vec(0, 0), 1);
    CHECK(!hitbox_intersects(coin, hitbox_at(NAN, 0, 0), coin, origin()));
    CHECK(!hitbox_intersects(NULL, origin(), coin, origin()) && !hitbox_collide(coin, origin(), NULL, origin(), NULL));
    CHECK(isinf(hitbox_distance(coin, origin(), NULL, origin()).distance));
    CHECK(!hitbox_ray_cast(vec(NAN, 0), vec(1, 0), coin, origin(), NULL));
    CHECK(hitbox_contact_manifolds(coin, origin(), coin, origin(), NULL) == 0);
    hitbox_world* w = hitbox_make_world();
    CHECK(!hitbox_world_add(NULL, coin, origin(), hitbox_meets_all(), false, 0));
    CHECK(!hitbox_world_add(w, NULL, origin(), hitbox_meets_all(), false, 0));
    CHECK(!hitbox_world_add(w, coin, hitbox_at(INFINITY, 0, 0), hitbox_meets_all(), false, 0));
    CHECK(!hitbox_world_move(w, 12345, origin()) && !hitbox_world_remove(w, 0) && hitbox_world_size(NULL) == 0);
    hitbox_world_detect(NULL);
    CHECK(hitbox_world_add(w, coin, origin(), hitbox_meets_all(), false, 0));
    CHECK(hitbox_world_add(w, coin, origin(), hitbox_meets_all(), false, 0));
    hitbox_world_detect(w);
    CHECK(hitbox_world_contacts(w, NULL, 9) == 1 && hitbox_world_began(w, NULL, 9) == 1);
    CHECK(hitbox_world_query(w, coin, origin(), hitbox_sees_all(), NULL, 9) == 2);
    CHECK(hitbox_world_remove(w, hitbox_world_ray_cast(w, vec(0, 0), vec(1, 0), hitbox_sees_all(), NULL)));
    hitbox_world_detect(w);
    CHECK(hitbox_world_ended(w, NULL, 9) == 1);
    hitbox_free_shape(coin), hitbox_free_world(w);
}

int main(void) {
    pairs(), polygons(), motions(), world(), mistakes();
    printf("C: %d checks passed\n", checks);
    return 0;
}
