#pragma once
/// Forward declarations of the public types, for headers that only name them.
///
/// Templates constrained by concepts of shapes or of query conditions are missing, because these concepts need the
/// headers of shapes: `batch`, `multi_level`, `solids_and_platforms`, `world_solids`, `sat::axis_range`,
/// `sat::explanation`. Default template arguments stand here, and the headers that define those templates include this
/// one. There are two exceptions: the N of `convex_polygon` and `any_shape` (see below), and the second argument of
/// `result`, which must be written because the first may be incomplete.

#include <hitbox/core/scalar.hpp>

#include <cstddef>
#include <cstdint>

namespace hitbox {

// core
template <scalar T>
struct vec2;
template <scalar T>
struct interval;
template <real T>
struct rot2;
template <real T>
struct transform2;
template <real T>
struct sweep;
template <class T, class E>  // E is T::error_type unless it is given
class result;

// shapes
template <scalar T>
struct aabb;
template <scalar T>
struct segment;
template <scalar T>
struct circle;
template <scalar T>
struct capsule;
template <scalar T>
struct triangle;
template <real T>
struct obb;
// The N of convex_polygon and of any_shape is 8 by default where their headers are included. A default argument here
// would make Clang 14 crash with precompiled headers.
template <scalar T, std::size_t N>
class convex_polygon;
template <scalar T>
class convex_polygon_view;
template <scalar T, std::size_t N>
struct vertex_list;
template <class S>
struct rounded;
template <class S>
struct placed;
template <real T, std::size_t N>
    requires(N >= 4)
struct any_shape;
template <real T>
struct ray;
enum class polygon_error;
struct polygon_check;
struct polygon_mistake;

// narrow
template <scalar T>
struct contact;
template <scalar T>
struct manifold_point;
template <scalar T>
struct manifold;
template <scalar T>
struct separation;
template <scalar T>
struct boundary_point;
template <scalar T>
struct ray_hit;
template <scalar T>
struct cast_result;
template <scalar T, std::size_t N>
struct common_part;
enum class ray_start;
enum class cast_status;

namespace sat {
template <scalar T>
struct axis_test;
template <std::floating_point T>
    requires exact_scalar<T>
struct last_axis;
enum class axis_source;
}  // namespace sat

// decompose, broad
struct convex_parts_options;
class proxy;
class proxy_range;
struct proxy_pair;
struct broad_status;
struct query_statistics;
enum class broad_error;
enum class block_error;

// sets, batch
template <scalar T>
struct manifold_list;
template <scalar T>
struct set_manifold;
template <scalar T>
struct set_ray_hit;
template <scalar T>
struct set_cast_result;
enum class chain_sides;
struct index_pair;

// motion
template <scalar T>
struct slide_options;
template <scalar T>
struct slide_contact;
template <scalar T>
struct slide_contacts;
template <scalar T>
struct slide_result;
template <scalar T>
struct carry_result;
enum class slide_stop : unsigned char;
template <std::signed_integral T>
struct pixel_slide_options;
template <std::signed_integral T, std::floating_point F = float>
struct pixel_position;
template <std::signed_integral T, std::floating_point F>
struct pixel_slide_result;
template <real T>
struct rigid_body;
template <real T>
struct bounce_options;
template <real T>
struct bounce_result;
template <real T>
struct body_overlap;
template <real T>
struct push_apart_options;

// scene
struct collider_id;
struct collider_filter;
struct query_filter;
struct contact_event;
struct end_event;
enum class end_reason : std::uint8_t;
template <exact_real T>
struct collider_shape;
template <exact_real T>
struct collider;
template <exact_real T>
struct world_contact;
template <exact_real T>
struct world_hit;
template <exact_real T>
struct world_cast_hit;
template <exact_real T>
struct world_overlap;
template <exact_real T>
struct world_manifold;
template <exact_real T>
struct world_distance;

inline namespace HITBOX_ISA {

template <real T>
class polygon;
class convex_partition;
template <class Structure, scalar T>
class box_queries;
template <exact_real T>
class spatial_hash;
template <exact_real T>
class dynamic_tree;
template <exact_real T>
class static_rtree;
template <exact_real T>
class sweep_and_prune;
template <exact_real T>
class quadtree;
template <exact_real T>
class compound;
template <exact_real T>
class chain;
template <exact_real T>
class contacts_of;
template <class Event>
class events_of;
template <class World, exact_real T>
class world_queries;
template <exact_real T, class BroadPhase = dynamic_tree<T>>
class world;

}  // namespace HITBOX_ISA

}  // namespace hitbox
