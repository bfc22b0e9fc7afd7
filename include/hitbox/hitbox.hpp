#pragma once
/// hitbox: do these shapes touch, how deep, which way out, how far apart? Everything but debug/, in the order of its
/// layers: a header includes only what stands above it in this list.

#include <hitbox/version.hpp>

#include <hitbox/core/assert.hpp>
#include <hitbox/core/scalar.hpp>
#include <hitbox/core/pack.hpp>
#include <hitbox/core/wide.hpp>
#include <hitbox/core/vec2.hpp>
#include <hitbox/core/rot2.hpp>
#include <hitbox/core/transform2.hpp>
#include <hitbox/core/sweep.hpp>
#include <hitbox/core/interval.hpp>
#include <hitbox/core/exact_integer.hpp>
#include <hitbox/core/exact.hpp>
#include <hitbox/core/result.hpp>

#include <hitbox/shapes/concepts.hpp>
#include <hitbox/shapes/aabb.hpp>
#include <hitbox/shapes/segment.hpp>
#include <hitbox/shapes/circle.hpp>
#include <hitbox/shapes/capsule.hpp>
#include <hitbox/shapes/rounded.hpp>
#include <hitbox/shapes/obb.hpp>
#include <hitbox/shapes/triangle.hpp>
#include <hitbox/shapes/convex_polygon.hpp>
#include <hitbox/shapes/make_convex_polygon.hpp>
#include <hitbox/shapes/hull.hpp>
#include <hitbox/shapes/placed.hpp>
#include <hitbox/shapes/any_shape.hpp>
#include <hitbox/shapes/translated.hpp>

#include <hitbox/narrow/facets.hpp>
#include <hitbox/narrow/faces.hpp>
#include <hitbox/narrow/lanes.hpp>
#include <hitbox/narrow/filter.hpp>
#include <hitbox/narrow/clear_way.hpp>
#include <hitbox/narrow/quick_boxes.hpp>
#include <hitbox/narrow/quick_capsules.hpp>
#include <hitbox/narrow/quick_triangles.hpp>
#include <hitbox/narrow/quick.hpp>
#include <hitbox/narrow/quick_discs.hpp>
#include <hitbox/narrow/proximity.hpp>
#include <hitbox/narrow/relation.hpp>
#include <hitbox/narrow/gjk.hpp>
#include <hitbox/narrow/intersects.hpp>
#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/features.hpp>
#include <hitbox/narrow/gap.hpp>
#include <hitbox/narrow/way_out.hpp>
#include <hitbox/narrow/contact.hpp>
#include <hitbox/narrow/clear_contact.hpp>
#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/distance.hpp>
#include <hitbox/narrow/passage_exact.hpp>
#include <hitbox/narrow/passage.hpp>
#include <hitbox/narrow/first_touch.hpp>
#include <hitbox/narrow/passage_supports.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/shape_cast.hpp>
#include <hitbox/narrow/clip.hpp>
#include <hitbox/narrow/pressing.hpp>
#include <hitbox/narrow/clear_manifold.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/narrow/project.hpp>
#include <hitbox/narrow/sat.hpp>
#include <hitbox/narrow/one_axis.hpp>
#include <hitbox/narrow/last_axis.hpp>
#include <hitbox/narrow/swept_core.hpp>
#include <hitbox/narrow/encounter.hpp>
#include <hitbox/narrow/time_of_impact.hpp>

#include <hitbox/batch/soa.hpp>
#include <hitbox/batch/kernels.hpp>
#include <hitbox/batch/one_to_many.hpp>
#include <hitbox/batch/pairs.hpp>
