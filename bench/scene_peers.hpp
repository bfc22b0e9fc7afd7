#pragma once
/// A frame of a world by Box2D 3 or 2.4, if CMake found one: all colliders move, then all contacts are found.
///
/// The world of version 3 has no call that only finds contacts. A step of length 0 does the same: it updates the pairs
/// of its broad phase and all manifolds, and solves nothing. A second contender combines its public tree with its pair
/// functions; it keeps nothing from frame to frame and has no events. Version 2.4 is timed with calls of its contact
/// manager only: one for its broad phase and one for its narrow phase. The skins that 2.4 puts around polygons are
/// removed.

#include "scene_frames.hpp"

#ifdef HITBOX_BENCH_BOX2D_3
#  include <box2d/box2d.h>
#  include <box2d/collision.h>

namespace scene_bench {

/// A shape of Box2D: a circle, or a polygon with the vertices of the shape.
struct box2d_shape {
    b2Polygon polygon{};
    b2Circle circle{};
    bool is_circle = false;
};
inline box2d_shape to_box2d(const body_shape& s) {
    box2d_shape made;
    if (const auto* c = std::get_if<hitbox::circle<float>>(&s)) {
        made.circle = {{c->center.x, c->center.y}, c->radius}, made.is_circle = true;
        return made;
    }
    std::vector<b2Vec2> points;
    const auto add = [&](const auto& known) {
        for (const point p : vertices(known)) points.push_back({p.x, p.y});
    };
    if (const auto* box = std::get_if<hitbox::aabb<float>>(&s)) add(*box);
    else add(std::get<hitbox::convex_polygon<float>>(s));
    const b2Hull hull = b2ComputeHull(points.data(), static_cast<int>(points.size()));
    made.polygon = b2MakePolygon(&hull, 0);
    return made;
}
inline b2Transform to_box2d(const transform& t) {
    return {{t.translation.x, t.translation.y}, {t.rotation.c, t.rotation.s}};
}

class box2d_world {
public:
    static constexpr const char* name = "box2d_3_world";

    explicit box2d_world(const moving_scene& of) : of_{of} {
        b2WorldDef def = b2DefaultWorldDef();
        def.gravity = {0, 0}, def.enableSleep = false, def.workerCount = 1;
        world_ = b2CreateWorld(&def);
        for (std::size_t i = 0; i < of.shapes.size(); ++i) {
            b2BodyDef body = b2DefaultBodyDef();
            body.type = b2_dynamicBody;
            body.position = to_box2d(of.frames[0][i]).p, body.rotation = to_box2d(of.frames[0][i]).q;
            bodies_.push_back(b2CreateBody(world_, &body));
            b2ShapeDef shape = b2DefaultShapeDef();
            shape.userData = reinterpret_cast<void*>(std::uintptr_t{i});
            const box2d_shape s = to_box2d(of.shapes[i]);
            if (s.is_circle) b2CreateCircleShape(bodies_[i], &shape, &s.circle);
            else b2CreatePolygonShape(bodies_[i], &shape, &s.polygon);
        }
    }
    box2d_world(const box2d_world&) = delete;
    box2d_world& operator=(const box2d_world&) = delete;
    ~box2d_world() { b2DestroyWorld(world_); }

    void step(std::size_t frame) {
        const std::vector<transform>& where = of_.frames[frame];
        for (std::size_t i = 0; i < where.size(); ++i) {
            const b2Transform t = to_box2d(where[i]);
            b2Body_SetTransform(bodies_[i], t.p, t.q);
        }
        b2World_Step(world_, 0, 1);
    }
    pair_list touching() const {
        pair_list found;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            b2ContactData data[64];
            const int n = b2Body_GetContactData(bodies_[i], data, 64);
            for (int k = 0; k < n; ++k) {
                const auto index = [](b2ShapeId s) {
                    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(b2Shape_GetUserData(s)));
                };
                const std::uint32_t a = index(data[k].shapeIdA), b = index(data[k].shapeIdB);
                bool touch = false;
                for (int p = 0; p < data[k].manifold.pointCount; ++p)
                    touch = touch || data[k].manifold.points[p].separation <= 0;
                if (touch && (std::min)(a, b) == i) found.push_back({(std::min)(a, b), (std::max)(a, b)});
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    /// The shapes whose fat boxes overlap it, as its call reports them.
    std::size_t count_in(point low, point high) const {
        std::size_t found = 0;
        const auto count = [](b2ShapeId, void* n) { return ++*static_cast<std::size_t*>(n), true; };
        b2World_OverlapAABB(world_, b2Pos_zero, {{low.x, low.y}, {high.x, high.y}}, b2DefaultQueryFilter(), count,
                            &found);
        return found;
    }
    float ray(point from, point translation) const {
        const b2RayResult r =
            b2World_CastRayClosest(world_, {from.x, from.y}, {translation.x, translation.y}, b2DefaultQueryFilter());
        return r.hit ? r.fraction : 1;
    }
    float cast(point from, float radius, point translation) const {
        float first = 1;
        const b2Vec2 middle{from.x, from.y};
        const b2ShapeProxy disc = b2MakeProxy(&middle, 1, radius);
        const auto shorten = [](b2ShapeId, b2Pos, b2Vec2, float fraction, void* f) {
            return *static_cast<float*>(f) = fraction;
        };
        b2World_CastShape(world_, b2Pos_zero, &disc, {translation.x, translation.y}, b2DefaultQueryFilter(), shorten,
                          &first);
        return first;
    }

    using snapshot = std::vector<std::uint8_t>;
    void keep(snapshot& image) const {
        image.resize(static_cast<std::size_t>(b2World_Snapshot(world_, nullptr, 0)));
        b2World_Snapshot(world_, image.data(), static_cast<int>(image.size()));
    }
    bool wind_back(const snapshot& image) {
        return b2World_Restore(world_, image.data(), static_cast<int>(image.size()));
    }

private:
    const moving_scene& of_;
    b2WorldId world_{};
    std::vector<b2BodyId> bodies_;
};

/// By hand: tight boxes in a tree, one query for each box, and manifolds of all pairs.
class box2d_by_hand {
public:
    static constexpr const char* name = "box2d_3_by_hand";

    explicit box2d_by_hand(const moving_scene& of) : of_{of} {
        for (std::size_t i = 0; i < of.shapes.size(); ++i) {
            shapes_.push_back(to_box2d(of.shapes[i]));
            where_.push_back(to_box2d(of.frames[0][i]));
            boxes_.push_back(box_of(i));
            ids_.push_back(b2DynamicTree_CreateProxy(&tree_, boxes_[i], ~std::uint64_t{}, i));
        }
        b2DynamicTree_Rebuild(&tree_, true);
    }
    box2d_by_hand(const box2d_by_hand&) = delete;
    box2d_by_hand& operator=(const box2d_by_hand&) = delete;
    ~box2d_by_hand() { b2DynamicTree_Destroy(&tree_); }

    void step(std::size_t frame) {
        const std::vector<transform>& where = of_.frames[frame];
        for (std::size_t i = 0; i < where.size(); ++i) {
            where_[i] = to_box2d(where[i]);
            boxes_[i] = box_of(i);
            b2DynamicTree_MoveProxy(&tree_, ids_[i], boxes_[i]);
        }
        pairs_.clear(), contacts_.clear();
        for (query_index_ = 0; query_index_ < boxes_.size(); ++query_index_)
            b2DynamicTree_Query(&tree_, boxes_[query_index_], ~std::uint64_t{}, visit, this);
        for (const auto& [a, b] : pairs_) add_contact(a, b);
    }
    pair_list touching() const {
        pair_list found;
        for (const contact& c : contacts_) found.push_back({c.a, c.b});
        std::sort(found.begin(), found.end());
        return found;
    }

private:
    struct contact {
        std::uint32_t a, b;
        b2LocalManifold manifold;
    };
    static bool visit(int, std::uint64_t i, void* self) {
        auto& me = *static_cast<box2d_by_hand*>(self);
        if (i > me.query_index_)
            me.pairs_.push_back({static_cast<std::uint32_t>(me.query_index_), static_cast<std::uint32_t>(i)});
        return true;
    }
    b2AABB box_of(std::size_t i) const {
        const box2d_shape& s = shapes_[i];
        return s.is_circle ? b2ComputeCircleAABB(&s.circle, where_[i]) : b2ComputePolygonAABB(&s.polygon, where_[i]);
    }
    void add_contact(std::uint32_t a, std::uint32_t b) {
        const box2d_shape *s = &shapes_[a], *t = &shapes_[b];
        if (s->is_circle && !t->is_circle) std::swap(a, b), std::swap(s, t);  // polygons first
        const b2Transform to_b = b2InvMulTransforms(where_[a], where_[b]);
        const b2LocalManifold m = s->is_circle   ? b2CollideCircles(&s->circle, &t->circle, to_b)
                                  : t->is_circle ? b2CollidePolygonAndCircle(&s->polygon, &t->circle, to_b)
                                                 : b2CollidePolygons(&s->polygon, &t->polygon, to_b);
        bool touch = false;
        for (int p = 0; p < m.pointCount; ++p) touch = touch || m.points[p].separation <= 0;
        if (touch) contacts_.push_back({(std::min)(a, b), (std::max)(a, b), m});
    }

    const moving_scene& of_;
    b2DynamicTree tree_ = b2DynamicTree_Create(16);
    std::vector<box2d_shape> shapes_;
    std::vector<b2Transform> where_;
    std::vector<b2AABB> boxes_;
    std::vector<int> ids_;
    std::size_t query_index_ = 0;
    pair_list pairs_;
    std::vector<contact> contacts_;
};

}  // namespace scene_bench

#elif defined HITBOX_BENCH_BOX2D_2
#  include <box2d/box2d.h>

namespace scene_bench {

inline b2CircleShape to_box2d(const hitbox::circle<float>& c) {
    b2CircleShape made;
    made.m_radius = c.radius, made.m_p = {c.center.x, c.center.y};
    return made;
}
template <class S>
b2PolygonShape to_box2d(const S& s) {
    std::vector<b2Vec2> points;
    for (const point p : vertices(s)) points.push_back({p.x, p.y});
    b2PolygonShape made;
    made.Set(points.data(), static_cast<int32>(points.size()));
    made.m_radius = 0;
    return made;
}

class box2d_world {
public:
    static constexpr const char* name = "box2d_world";

    explicit box2d_world(const moving_scene& of) : of_{of} {
        world_.SetAllowSleeping(false);
        for (const std::vector<transform>& where : of.frames) {
            angles_.emplace_back();
            for (const transform& t : where) angles_.back().push_back(angle(t.rotation));
        }
        for (std::size_t i = 0; i < of.shapes.size(); ++i) {
            const point where = of.frames[0][i].translation;
            b2BodyDef body;
            body.type = b2_dynamicBody;
            body.position = {where.x, where.y}, body.angle = angles_[0][i];
            body.userData.pointer = i;
            bodies_.push_back(world_.CreateBody(&body));
            const auto add = [&](const auto& s) {
                const auto shape = to_box2d(s);
                bodies_[i]->CreateFixture(&shape, 1);
            };
            std::visit(add, of.shapes[i]);
        }
    }
    box2d_world(const box2d_world&) = delete;
    box2d_world& operator=(const box2d_world&) = delete;

    /// Its step without the solver.
    void step(std::size_t frame) {
        const std::vector<transform>& where = of_.frames[frame];
        for (std::size_t i = 0; i < where.size(); ++i)
            bodies_[i]->SetTransform({where[i].translation.x, where[i].translation.y}, angles_[frame][i]);
        // The reference is const, but the world of which it is a part is not.
        auto& manager = const_cast<b2ContactManager&>(world_.GetContactManager());
        manager.FindNewContacts();
        manager.Collide();
    }
    pair_list touching() {
        pair_list found;
        for (b2Contact* c = world_.GetContactList(); c != nullptr; c = c->GetNext()) {
            const auto index = [](b2Fixture* f) {
                return static_cast<std::uint32_t>(f->GetBody()->GetUserData().pointer);
            };
            const std::uint32_t a = index(c->GetFixtureA()), b = index(c->GetFixtureB());
            if (c->IsTouching()) found.push_back({(std::min)(a, b), (std::max)(a, b)});
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    /// The shapes whose fat boxes overlap it, as its call reports them.
    std::size_t count_in(point low, point high) const {
        struct : b2QueryCallback {
            std::size_t found = 0;
            bool ReportFixture(b2Fixture*) override { return ++found, true; }
        } count;
        b2AABB box;
        box.lowerBound = {low.x, low.y}, box.upperBound = {high.x, high.y};
        world_.QueryAABB(&count, box);
        return count.found;
    }
    float ray(point from, point translation) const {
        struct : b2RayCastCallback {
            float first = 1;
            float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float fraction) override {
                return first = fraction;
            }
        } shorten;
        const point to = from + translation;
        world_.RayCast(&shorten, {from.x, from.y}, {to.x, to.y});
        return shorten.first;
    }

private:
    const moving_scene& of_;
    b2World world_{{0, 0}};
    std::vector<b2Body*> bodies_;
    std::vector<std::vector<float>> angles_;  // the angles of all frames, because its bodies take no cosine and sine
};

}  // namespace scene_bench
#endif
