#pragma once
/// A compound by hand with Box2D 3, if CMake found it: its public tree, and its pair functions for the pieces found.

#include <algorithm>
#include <cfloat>
#include <cstdint>
#include <vector>

#include <hitbox/hitbox.hpp>

#ifdef HITBOX_BENCH_BOX2D_3
#  include <box2d/box2d.h>
#  include <box2d/collision.h>
#endif

namespace sets_bench {

using point = hitbox::vec2<float>;
using piece = hitbox::convex_polygon<float>;
using level = hitbox::compound<float>;

struct scene {
    std::vector<piece> pieces;
    std::vector<hitbox::capsule<float>> capsules;
    std::vector<hitbox::aabb<float>> boxes;
    std::vector<point> translations;  // the translation of each shape, and of a ray from its centre
    // Thousands of queries, each of which is run once in an iteration:
    std::vector<hitbox::ray<float>> rays;
    std::vector<hitbox::capsule<float>> many_capsules;
    std::vector<hitbox::aabb<float>> many_boxes;
};

#ifdef HITBOX_BENCH_BOX2D_3
inline b2Vec2 to_box2d(point p) { return {p.x, p.y}; }
inline b2ShapeProxy proxy_of(const hitbox::capsule<float>& c) {
    const b2Vec2 ends[] = {to_box2d(c.a), to_box2d(c.b)};
    return b2MakeProxy(ends, 2, c.radius);
}
inline b2ShapeProxy proxy_of(const hitbox::aabb<float>& box) {
    const b2Vec2 corners[] = {to_box2d(box.min), {box.max.x, box.min.y}, to_box2d(box.max), {box.min.x, box.max.y}};
    return b2MakeProxy(corners, 4, 0);
}
inline b2AABB box_of(const b2ShapeProxy& p) {
    b2AABB box{p.points[0], p.points[0]};
    for (int i = 1; i < p.count; ++i)
        box = {{std::min(box.lowerBound.x, p.points[i].x), std::min(box.lowerBound.y, p.points[i].y)},
               {std::max(box.upperBound.x, p.points[i].x), std::max(box.upperBound.y, p.points[i].y)}};
    return {{box.lowerBound.x - p.radius, box.lowerBound.y - p.radius},
            {box.upperBound.x + p.radius, box.upperBound.y + p.radius}};
}

class box2d_pieces {
public:
    explicit box2d_pieces(const std::vector<piece>& pieces) {
        for (const piece& p : pieces) {
            std::vector<b2Vec2> points;
            for (const point v : vertices(p)) points.push_back(to_box2d(v));
            const b2Hull hull = b2ComputeHull(points.data(), static_cast<int>(points.size()));
            polygons_.push_back(b2MakePolygon(&hull, 0));
            proxies_.push_back(b2MakeProxy(points.data(), static_cast<int>(points.size()), 0));
            b2DynamicTree_CreateProxy(&tree_, box_of(proxies_.back()), ~std::uint64_t{}, polygons_.size() - 1);
        }
        b2DynamicTree_Rebuild(&tree_, true);
    }
    box2d_pieces(const box2d_pieces&) = delete;
    box2d_pieces& operator=(const box2d_pieces&) = delete;
    ~box2d_pieces() { b2DynamicTree_Destroy(&tree_); }

    [[nodiscard]] bool meets(const b2ShapeProxy& mover) const {
        query q{*this, mover, {}, FLT_MAX};
        b2DynamicTree_Query(
            &tree_, box_of(mover), ~std::uint64_t{},
            [](int, std::uint64_t i, void* self) {
                auto& me = *static_cast<query*>(self);
                me.found = std::min(me.found, me.of.distance_to(i, me.mover));
                return me.found > 0;
            },
            &q);
        return q.found == 0;
    }
    /// Searches a box that grows until it contains the nearest piece.
    [[nodiscard]] float distance(const b2ShapeProxy& mover) const {
        for (float reach = .25f;; reach *= 2) {
            query q{*this, mover, {}, FLT_MAX};
            b2ShapeProxy grown = mover;
            grown.radius += reach;
            b2DynamicTree_Query(
                &tree_, box_of(grown), ~std::uint64_t{},
                [](int, std::uint64_t i, void* self) {
                    auto& me = *static_cast<query*>(self);
                    me.found = std::min(me.found, me.of.distance_to(i, me.mover));
                    return me.found > 0;
                },
                &q);
            if (q.found <= reach) return q.found;
        }
    }
    /// Returns the fraction, or 2 if there is no hit.
    [[nodiscard]] float first_hit(b2Vec2 origin, b2Vec2 translation) const {
        query q{*this, {}, {}, 2};
        const b2RayCastInput ray{origin, translation, 1};
        b2DynamicTree_RayCast(
            &tree_, &ray, ~std::uint64_t{},
            [](const b2RayCastInput* input, int, std::uint64_t i, void* self) {
                auto& me = *static_cast<query*>(self);
                const b2CastOutput hit = b2RayCastPolygon(&me.of.polygons_[i], input);
                if (!hit.hit) return input->maxFraction;
                return me.found = std::min(me.found, hit.fraction);
            },
            &q);
        return q.found;
    }
    [[nodiscard]] float first_touch(const b2ShapeProxy& mover, b2Vec2 translation) const {
        query q{*this, mover, translation, 2};
        const b2BoxCastInput box{box_of(mover), translation, 1};
        b2DynamicTree_BoxCast(
            &tree_, &box, ~std::uint64_t{},
            [](const b2BoxCastInput* input, int, std::uint64_t i, void* self) {
                auto& me = *static_cast<query*>(self);
                const b2ShapeCastPairInput pair{me.of.proxies_[i], me.mover,           b2Transform_identity,
                                                me.translation,    input->maxFraction, false};
                const b2CastOutput hit = b2ShapeCast(&pair);
                if (!hit.hit) return input->maxFraction;
                return me.found = std::min(me.found, hit.fraction);
            },
            &q);
        return q.found;
    }

private:
    struct query {
        const box2d_pieces& of;
        b2ShapeProxy mover;
        b2Vec2 translation;
        float found;
    };
    [[nodiscard]] float distance_to(std::uint64_t i, const b2ShapeProxy& mover) const {
        const b2DistanceInput pair{proxies_[i], mover, b2Transform_identity, true};
        b2SimplexCache cache = b2_emptySimplexCache;
        return b2ShapeDistance(&pair, &cache, nullptr, 0).distance;
    }

    b2DynamicTree tree_ = b2DynamicTree_Create(16);
    std::vector<b2Polygon> polygons_;
    std::vector<b2ShapeProxy> proxies_;
};
#endif

}  // namespace sets_bench
