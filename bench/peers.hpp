#pragma once
/// Other libraries beside hitbox, where CMake found them: Box2D 2.4 and Chipmunk 7, as Debian has them.
///
/// Shapes are made, and moved to where they are, before anything is timed; Box2D's pair functions take transforms, and
/// get those of placed shapes. The skins that both put around polygons are taken off: then they are asked the same
/// question as hitbox, and need no less time for it.

#include "scenes.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#ifdef HITBOX_BENCH_BOX2D
#  include <box2d/b2_distance.h>
#  include <box2d/box2d.h>
#endif
#ifdef HITBOX_BENCH_CHIPMUNK
#  include <chipmunk/chipmunk.h>
#endif

namespace peers {

/// The corners of shapes that peers know as polygons.
template <class S>
auto corners_of(const S& s) {
    std::vector<scenes::vec2<float>> corners;
    for (const auto v : vertices(s)) corners.push_back(v);
    return corners;
}

template <class S>
concept polygonal = std::is_same_v<S, scenes::octagon> || std::is_same_v<S, scenes::obb> ||
    std::is_same_v<S, scenes::triangle> || std::is_same_v<S, scenes::aabb>;

#ifdef HITBOX_BENCH_BOX2D

struct box2d {
    static constexpr const char* name = "box2d";

    template <class Shape>
    struct placed {
        Shape shape;
        b2Transform where;
    };

    template <polygonal S>
    static placed<b2PolygonShape> of(const S& s) {
        std::vector<b2Vec2> points;
        for (const auto v : corners_of(s)) points.push_back({v.x, v.y});
        placed<b2PolygonShape> made;
        made.shape.Set(points.data(), static_cast<int32>(points.size()));
        made.shape.m_radius = 0;
        made.where.SetIdentity();
        return made;
    }
    static placed<b2PolygonShape> of(const scenes::body<scenes::octagon>& b) {
        placed<b2PolygonShape> made = of(b.shape);
        made.where.p = {b.transform.translation.x, b.transform.translation.y};
        made.where.q.c = b.transform.rotation.c, made.where.q.s = b.transform.rotation.s;
        return made;
    }
    static placed<b2CircleShape> of(const scenes::circle& c) {
        placed<b2CircleShape> made;
        made.shape.m_radius = c.radius, made.shape.m_p = {c.center.x, c.center.y};
        made.where.SetIdentity();
        return made;
    }

    static void fill(b2Manifold& m, const placed<b2PolygonShape>& a, const placed<b2PolygonShape>& b) {
        b2CollidePolygons(&m, &a.shape, a.where, &b.shape, b.where);
    }
    static void fill(b2Manifold& m, const placed<b2CircleShape>& a, const placed<b2PolygonShape>& b) {
        b2CollidePolygonAndCircle(&m, &b.shape, b.where, &a.shape, a.where);
    }
    static void fill(b2Manifold& m, const placed<b2CircleShape>& a, const placed<b2CircleShape>& b) {
        b2CollideCircles(&m, &a.shape, a.where, &b.shape, b.where);
    }
    static constexpr auto manifold = [](const auto& a, const auto& b) {
        b2Manifold m;
        fill(m, a, b);
        return m;
    };

    /// What b2TestOverlap does, but for the skins.
    static constexpr auto distance = [](const auto& a, const auto& b) {
        b2DistanceInput input;
        input.proxyA.Set(&a.shape, 0), input.proxyB.Set(&b.shape, 0);
        input.transformA = a.where, input.transformB = b.where;
        input.useRadii = true;
        b2SimplexCache cache;
        cache.count = 0;
        b2DistanceOutput output;
        b2Distance(&output, &cache, &input);
        return output;
    };
    static constexpr auto intersects = [](const auto& a, const auto& b) {
        return distance(a, b).distance < 10 * std::numeric_limits<float>::epsilon();
    };

    static bool touches(bool answer) { return answer; }
    static bool touches(const b2Manifold& m) { return m.pointCount > 0; }
    static bool touches(const b2DistanceOutput& d) { return d.distance < 10 * std::numeric_limits<float>::epsilon(); }
};

#endif

#ifdef HITBOX_BENCH_CHIPMUNK

struct chipmunk {
    static constexpr const char* name = "chipmunk";

    struct free {
        void operator()(cpShape* s) const { cpShapeFree(s); }
        void operator()(cpBody* b) const { cpBodyFree(b); }
    };
    using shape = std::unique_ptr<cpShape, free>;

    /// Shapes cannot do without a body.
    static cpBody* ground() {
        static const std::unique_ptr<cpBody, free> body{cpBodyNewStatic()};
        return body.get();
    }

    static shape updated(cpShape* s) {
        cpShapeUpdate(s, cpTransformIdentity);
        return shape{s};
    }
    static cpVect vect(scenes::vec2<float> v) { return cpv(static_cast<double>(v.x), static_cast<double>(v.y)); }

    template <polygonal S>
    static shape of(const S& s) {
        std::vector<cpVect> points;
        for (const auto v : corners_of(s)) points.push_back(vect(v));
        return updated(cpPolyShapeNewRaw(ground(), static_cast<int>(points.size()), points.data(), 0));
    }
    static shape of(const scenes::circle& c) {
        return updated(cpCircleShapeNew(ground(), static_cast<double>(c.radius), vect(c.center)));
    }
    static shape of(const scenes::capsule& c) {
        return updated(cpSegmentShapeNew(ground(), vect(c.a), vect(c.b), static_cast<double>(c.radius)));
    }

    static constexpr auto manifold = [](const shape& a, const shape& b) { return cpShapesCollide(a.get(), b.get()); };
    static bool touches(const cpContactPointSet& set) { return set.count > 0; }
};

#endif

}  // namespace peers
