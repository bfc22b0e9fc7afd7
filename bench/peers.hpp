#pragma once
/// The pair functions of other libraries, if CMake found them: Box2D 3, or else Debian's 2.4, and Debian's Chipmunk 7.
///
/// Shapes are made and moved to their positions before anything is timed. Box2D's pair functions take transforms, and
/// get those of placed shapes. The skins that Box2D 2.4 and Chipmunk put around polygons are removed. They then answer
/// the same question as hitbox, and this makes them no slower.

#include "scenes.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#ifdef HITBOX_BENCH_BOX2D_3
#  include <box2d/collision.h>
#elif defined HITBOX_BENCH_BOX2D_2
#  include <box2d/b2_distance.h>
#  include <box2d/box2d.h>
#endif
#ifdef HITBOX_BENCH_CHIPMUNK
#  include <chipmunk/chipmunk.h>
#endif

namespace peers {

/// Returns the vertices of a shape that other libraries represent as a polygon.
template <class S>
auto corners_of(const S& s) {
    std::vector<scenes::vec2<float>> corners;
    for (const auto v : vertices(s)) corners.push_back(v);
    return corners;
}

template <class S>
inline constexpr bool polygonal_kind =
    std::is_same_v<S, scenes::obb> || std::is_same_v<S, scenes::triangle> || std::is_same_v<S, scenes::aabb>;
template <std::size_t N>
inline constexpr bool polygonal_kind<scenes::ngon<N>> = true;
template <class S>
concept polygonal = polygonal_kind<S>;

#ifdef HITBOX_BENCH_BOX2D_3

struct box2d {
    static constexpr const char* name = "box2d_3";

    /// The arguments of its distance function: the vertices and a radius.
    template <class Shape>
    struct placed {
        Shape shape;
        b2ShapeProxy proxy;
        b2Transform where;
    };

    static b2Vec2 vec(scenes::vec2<float> v) { return {v.x, v.y}; }

    template <polygonal S>
    static placed<b2Polygon> of(const S& s) {
        std::vector<b2Vec2> points;
        for (const auto v : corners_of(s)) points.push_back(vec(v));
        const int count = static_cast<int>(points.size());
        const b2Hull hull = b2ComputeHull(points.data(), count);
        return {b2MakePolygon(&hull, 0), b2MakeProxy(points.data(), count, 0), b2Transform_identity};
    }
    static placed<b2Polygon> of(const scenes::body<scenes::octagon>& b) {
        placed<b2Polygon> made = of(b.shape);
        made.where = {vec(b.transform.translation), {b.transform.rotation.c, b.transform.rotation.s}};
        return made;
    }
    static placed<b2Circle> of(const scenes::circle& c) {
        const b2Vec2 center = vec(c.center);
        return {{center, c.radius}, b2MakeProxy(&center, 1, c.radius), b2Transform_identity};
    }
    static placed<b2Capsule> of(const scenes::capsule& c) {
        const b2Vec2 ends[] = {vec(c.a), vec(c.b)};
        return {{ends[0], ends[1], c.radius}, b2MakeProxy(ends, 2, c.radius), b2Transform_identity};
    }

    /// Version 3.1 takes both transforms; later versions take the transform of b in the frame of a.
    template <class Collide, class A, class B>
    static auto collide(Collide pair, const placed<A>& a, const placed<B>& b) {
        if constexpr (requires { pair(&a.shape, a.where, &b.shape, b.where); })
            return pair(&a.shape, a.where, &b.shape, b.where);
        else return pair(&a.shape, &b.shape, b2InvMulTransforms(a.where, b.where));
    }
    static auto fill(const placed<b2Polygon>& a, const placed<b2Polygon>& b) {
        return collide(b2CollidePolygons, a, b);
    }
    static auto fill(const placed<b2Circle>& a, const placed<b2Circle>& b) { return collide(b2CollideCircles, a, b); }
    static auto fill(const placed<b2Capsule>& a, const placed<b2Capsule>& b) {
        return collide(b2CollideCapsules, a, b);
    }
    static auto fill(const placed<b2Circle>& a, const placed<b2Polygon>& b) {
        return collide(b2CollidePolygonAndCircle, b, a);
    }
    static auto fill(const placed<b2Capsule>& a, const placed<b2Polygon>& b) {
        return collide(b2CollidePolygonAndCapsule, b, a);
    }
    static constexpr auto manifold = [](const auto& a, const auto& b) { return fill(a, b); };

    template <class Input>
    static void place(Input& input, const b2Transform& a, const b2Transform& b) {
        if constexpr (requires { input.transformA; }) input.transformA = a, input.transformB = b;
        else input.transform = b2InvMulTransforms(a, b);
    }
    static constexpr auto distance = [](const auto& a, const auto& b) {
        b2DistanceInput input{};
        input.proxyA = a.proxy, input.proxyB = b.proxy;
        place(input, a.where, b.where);
        input.useRadii = true;
        b2SimplexCache cache{};
        return b2ShapeDistance(&input, &cache, nullptr, 0);
    };
    static constexpr auto intersects = [](const auto& a, const auto& b) {
        return distance(a, b).distance < 10 * std::numeric_limits<float>::epsilon();
    };

    /// Version 3.1 takes the input first, later versions the shape.
    template <class Cast, class Shape>
    static auto ray(Cast cast, const Shape& shape, const b2RayCastInput& input) {
        if constexpr (requires { cast(&shape, &input); }) return cast(&shape, &input);
        else return cast(&input, &shape);
    }
    static auto ray(const b2Polygon& shape, const b2RayCastInput& input) { return ray(b2RayCastPolygon, shape, input); }
    static auto ray(const b2Circle& shape, const b2RayCastInput& input) { return ray(b2RayCastCircle, shape, input); }
    static auto ray(const b2Capsule& shape, const b2RayCastInput& input) { return ray(b2RayCastCapsule, shape, input); }
    /// Casts a ray in world space at a shape in local space.
    template <class Shape>
    struct aimed_ray {
        placed<Shape> at;
        b2RayCastInput input;

        auto operator()() const {
            b2RayCastInput local = input;
            local.origin = b2InvTransformPoint(at.where, input.origin);
            local.translation = b2InvRotateVector(at.where.q, input.translation);
            return ray(at.shape, local);
        }
    };
    template <class Shape>
    static aimed_ray<Shape> aim_ray(scenes::vec2<float> from, scenes::vec2<float> translation, const placed<Shape>& b) {
        return {b, {vec(from), vec(translation), 1}};
    }

    /// Version 3.1 takes the translation in world space, later versions in the frame of the shape at rest.
    template <class Input>
    static void aim(Input& input, const b2Transform& stands, b2Vec2 translation) {
        if constexpr (requires { input.transformA; }) input.translationB = translation;
        else input.translationB = b2InvRotateVector(stands.q, translation);
    }
    /// The input is made before anything is timed. The shape at rest is Box2D's a.
    struct aimed_cast {
        b2ShapeCastPairInput input;

        auto operator()() const { return b2ShapeCast(&input); }
    };
    template <class A, class B>
    static aimed_cast aim_cast(const placed<A>& a, scenes::vec2<float> translation, const placed<B>& b) {
        b2ShapeCastPairInput input{};
        input.proxyA = b.proxy, input.proxyB = a.proxy;
        place(input, b.where, a.where), aim(input, b.where, vec(translation));
        input.maxFraction = 1;
        return {input};
    }

    static b2Sweep swept(const hitbox::sweep<float>& s) {
        return {{0, 0},
                vec(s.from.translation),
                vec(s.to.translation),
                {s.from.rotation.c, s.from.rotation.s},
                {s.to.rotation.c, s.to.rotation.s}};
    }
    struct impact {
        float fraction;
        bool hit;
    };
    /// The input is made before anything is timed.
    struct aimed_impact {
        b2TOIInput input;

        impact operator()() const {
            const b2TOIOutput found = b2TimeOfImpact(&input);
            return {found.fraction, found.state == b2_toiStateHit};
        }
    };
    template <class A, class B>
    static aimed_impact aim_impact(const placed<A>& a, const hitbox::sweep<float>& of_a, const placed<B>& b,
                                   const hitbox::sweep<float>& of_b) {
        return {{a.proxy, b.proxy, swept(of_a), swept(of_b), 1}};
    }

    static bool touches(bool answer) { return answer; }
    static bool touches(const b2DistanceOutput& d) { return d.distance < 10 * std::numeric_limits<float>::epsilon(); }
    /// Box2D also reports points of shapes that are about to touch.
    template <class Manifold>
    static bool touches(const Manifold& m) {
        bool any = false;
        for (int i = 0; i < m.pointCount; ++i) any = any || m.points[i].separation <= 0;
        return any;
    }
};

#elif defined HITBOX_BENCH_BOX2D_2

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

    /// Like b2TestOverlap, without the skins.
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

    /// A shape needs a body.
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
