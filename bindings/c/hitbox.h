/* hitbox for C and whatever calls C: one header, and hitbox.cpp to compile with a C++20 compiler.
 *
 * Shapes are made once and freed by the caller. A query takes each shape with the place where it is. Coordinates are
 * float; a normal is a unit vector. All functions accept invalid arguments (a null pointer, a NaN, an id that names
 * nothing) and answer no, 0 or a null pointer. The exceptions are a pointer that is neither null nor valid, and a count
 * larger than its array; counts of 2^31 points or more are refused. Out of memory: makers and `hitbox_world_add` return
 * null or 0, the others end the program.
 *
 * Different threads may query the same shapes and worlds as long as none of them changes a world.
 *
 * The meaning of each answer is that of the C++ function of the same name: docs/semantics.md and docs/semantics/. */
#ifndef HITBOX_C_H
#define HITBOX_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef HITBOX_C_API
#  if defined(_WIN32) && defined(HITBOX_C_BUILD_DLL)
#    define HITBOX_C_API __declspec(dllexport)
#  else
#    define HITBOX_C_API
#  endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hitbox_vec2 {
    float x, y;
} hitbox_vec2;

/* Rotates by the angle of that cosine and sine, then translates. */
typedef struct hitbox_place {
    hitbox_vec2 position;
    float cosine, sine;
} hitbox_place;

/* Counter-clockwise where y points up. */
HITBOX_C_API hitbox_place hitbox_at(float x, float y, float radians);

/* ---- Shapes: null if refused ------------------------------------------------------------------------------------ */

typedef struct hitbox_shape hitbox_shape;

/* Why points make no polygon: a sentence, and which points are to blame, counted over all rings; SIZE_MAX: none. */
typedef struct hitbox_refusal {
    const char* reason;
    size_t index, other_index;
} hitbox_refusal;

HITBOX_C_API hitbox_shape* hitbox_make_point(hitbox_vec2 p);
HITBOX_C_API hitbox_shape* hitbox_make_circle(hitbox_vec2 center, float radius);
HITBOX_C_API hitbox_shape* hitbox_make_box(hitbox_vec2 min, hitbox_vec2 max);
HITBOX_C_API hitbox_shape* hitbox_make_segment(hitbox_vec2 a, hitbox_vec2 b);
HITBOX_C_API hitbox_shape* hitbox_make_capsule(hitbox_vec2 a, hitbox_vec2 b, float radius);
/* Any polygon whose edges do not cross, convex or not, in either winding. Refused: null, and the reason in *why, which
 * may be null. */
HITBOX_C_API hitbox_shape* hitbox_make_polygon(const hitbox_vec2* points, size_t count, hitbox_refusal* why);
/* The first ring is the outline, the others are holes. All points stand one ring after the other; ring_sizes has the
 * number of points of each. */
HITBOX_C_API hitbox_shape* hitbox_make_polygon_with_holes(const hitbox_vec2* points, const size_t* ring_sizes,
                                                          size_t ring_count, hitbox_refusal* why);
/* Ground: segments from point to point, solid on the right of their direction, or on both sides. `closed` joins the
 * last point with the first. */
HITBOX_C_API hitbox_shape* hitbox_make_chain(const hitbox_vec2* points, size_t count, bool closed, bool two_sided);
/* Null is allowed. Worlds keep copies, so a shape may be freed after it was added to one. */
HITBOX_C_API void hitbox_free_shape(hitbox_shape* shape);

/* ---- Two shapes ------------------------------------------------------------------------------------------------- */

/* Where two shapes overlap. a moved by `mtv` touches b without penetrating it. */
typedef struct hitbox_contact {
    hitbox_vec2 normal; /* from a to b */
    float depth;        /* >= 0; 0 where they only touch */
    hitbox_vec2 point_a, point_b, mtv;
    bool a_in_b, b_in_a;
} hitbox_contact;

typedef struct hitbox_manifold_point {
    hitbox_vec2 point; /* midway between the surfaces */
    float depth;
    uint32_t id; /* stays the same from frame to frame */
} hitbox_manifold_point;

typedef struct hitbox_manifold {
    hitbox_vec2 normal; /* from a to b */
    int count;          /* of points */
    hitbox_manifold_point points[2];
} hitbox_manifold;

typedef struct hitbox_separation {
    float distance;     /* 0 exactly when the shapes intersect; infinity if one is invalid */
    hitbox_vec2 normal; /* from a to b */
    hitbox_vec2 point_a, point_b;
} hitbox_separation;

/* Do they share a point? Touching counts. */
HITBOX_C_API bool hitbox_intersects(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b);
/* Do they overlap by more than touching? */
HITBOX_C_API bool hitbox_penetrates(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b);
/* Is every point of b in a? */
HITBOX_C_API bool hitbox_contains(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b);
/* True exactly when they intersect; *contact, which may be null, is then filled. */
HITBOX_C_API bool hitbox_collide(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b,
                                 hitbox_contact* contact);
/* Returns the number of manifolds, and the manifolds in `out`: 0 or 1 for convex shapes, up to 2 for others. */
HITBOX_C_API int hitbox_contact_manifolds(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b,
                                          hitbox_place at_b, hitbox_manifold out[2]);
HITBOX_C_API hitbox_separation hitbox_distance(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b,
                                               hitbox_place at_b);

/* ---- Rays and casts --------------------------------------------------------------------------------------------- */

typedef struct hitbox_ray_hit {
    float fraction; /* of the translation, from 0 to 1 */
    hitbox_vec2 point;
    hitbox_vec2 normal; /* out of the shape */
} hitbox_ray_hit;

typedef enum hitbox_cast_status {
    HITBOX_CAST_HIT,                 /* they touch at `fraction`, and are apart before */
    HITBOX_CAST_SEPARATED,           /* they do not meet, or touch at the start and part or slide along */
    HITBOX_CAST_STARTED_TOUCHING,    /* they touch at the start, and the motion takes them into each other */
    HITBOX_CAST_STARTED_OVERLAPPING, /* they penetrate at the start */
    HITBOX_CAST_FAILED               /* an argument is invalid */
} hitbox_cast_status;

/* The members are those of hitbox::cast_result. The normal is a unit vector out of b; zero if separated or failed. */
typedef struct hitbox_cast_result {
    hitbox_cast_status status;
    float fraction; /* both shapes may be moved by so much of their translations */
    hitbox_vec2 normal, point;
    float depth;
} hitbox_cast_result;

/* The first point of a shape on the way from origin to origin + translation. A start inside is a hit at fraction 0.
 * *hit, which may be null, is filled only if there is a hit. */
HITBOX_C_API bool hitbox_ray_cast(hitbox_vec2 origin, hitbox_vec2 translation, const hitbox_shape* shape,
                                  hitbox_place at, hitbox_ray_hit* hit);
/* When do two shapes meet that move by their translations? */
HITBOX_C_API hitbox_cast_result hitbox_shape_cast(const hitbox_shape* a, hitbox_place at_a, hitbox_vec2 of_a,
                                                  const hitbox_shape* b, hitbox_place at_b, hitbox_vec2 of_b);

/* ---- A world ---------------------------------------------------------------------------------------------------- */

typedef struct hitbox_world hitbox_world;
typedef uint64_t hitbox_id; /* 0 names nothing */

/* Two colliders meet if each one's mask has the other's category; if they share a group that is not 0, they meet if it
 * is positive and do not if it is negative. A query whose filter has the category 0 sees all colliders with a category in
 * its mask, whatever their own masks and groups are; with another category it sees what a collider with this filter would
 * meet. */
typedef struct hitbox_filter {
    uint32_t category, mask;
    int32_t group;
} hitbox_filter;

/* Two colliders that touch. For a sensor the manifold is empty. */
typedef struct hitbox_world_contact {
    hitbox_id a, b;
    hitbox_manifold manifold;
    bool sensor;
} hitbox_world_contact;

typedef enum hitbox_end_reason {
    HITBOX_END_SEPARATED,
    HITBOX_END_REMOVED,
    HITBOX_END_FILTERED,
    HITBOX_END_RESHAPED,
    HITBOX_END_TELEPORTED
} hitbox_end_reason;

/* A contact that began or ended; the reason is that of an end. */
typedef struct hitbox_event {
    hitbox_id a, b;
    uint64_t user_a, user_b;
    hitbox_end_reason reason;
} hitbox_event;

/* For a collider: category 1, every mask, no group. */
HITBOX_C_API hitbox_filter hitbox_meets_all(void);
/* For a query: category 0, every mask. It sees every collider. */
HITBOX_C_API hitbox_filter hitbox_sees_all(void);

HITBOX_C_API hitbox_world* hitbox_make_world(void);
HITBOX_C_API void hitbox_free_world(hitbox_world* world);

/* Returns 0 if refused. A sensor meets others, but has no contact points. `user` is the caller's own number. */
HITBOX_C_API hitbox_id hitbox_world_add(hitbox_world* world, const hitbox_shape* shape, hitbox_place at,
                                        hitbox_filter filter, bool sensor, uint64_t user);
HITBOX_C_API bool hitbox_world_move(hitbox_world* world, hitbox_id id, hitbox_place to);
HITBOX_C_API bool hitbox_world_remove(hitbox_world* world, hitbox_id id);
HITBOX_C_API size_t hitbox_world_size(const hitbox_world* world);
HITBOX_C_API uint64_t hitbox_world_user(const hitbox_world* world, hitbox_id id);

/* Finds the pairs that touch. Contacts and events below are those of the last call. */
HITBOX_C_API void hitbox_world_detect(hitbox_world* world);

/* These return how many there are, and write as many as `capacity` allows; if `out` is NULL, they only count. The users'
 * numbers of an event are those at the time when the contact began or ended. */
HITBOX_C_API size_t hitbox_world_contacts(const hitbox_world* world, hitbox_world_contact* out, size_t capacity);
HITBOX_C_API size_t hitbox_world_began(const hitbox_world* world, hitbox_event* out, size_t capacity);
HITBOX_C_API size_t hitbox_world_ended(const hitbox_world* world, hitbox_event* out, size_t capacity);
/* The colliders that share a point with a shape, in ascending order. */
HITBOX_C_API size_t hitbox_world_query(const hitbox_world* world, const hitbox_shape* shape, hitbox_place at,
                                       hitbox_filter filter, hitbox_id* out, size_t capacity);
/* The first collider on a ray, or that a shape hits on its way; 0 if there is none. *hit and *result, which may be null,
 * are filled only if an id is returned. */
HITBOX_C_API hitbox_id hitbox_world_ray_cast(const hitbox_world* world, hitbox_vec2 origin, hitbox_vec2 translation,
                                             hitbox_filter filter, hitbox_ray_hit* hit);
HITBOX_C_API hitbox_id hitbox_world_shape_cast(const hitbox_world* world, const hitbox_shape* shape, hitbox_place at,
                                               hitbox_vec2 translation, hitbox_filter filter,
                                               hitbox_cast_result* result);

#ifdef __cplusplus
}
#endif

#endif /* HITBOX_C_H */
