// Ten boxes on a floor, each shifted slightly from the one below, and a solver that keeps them there: semi-implicit
// Euler and sequential impulses (Catto, "Fast and Simple Physics using Sequential Impulses", GDC 2006). The library
// computes the contact points, their depths, and the ids by which the impulses of the last step are found.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

constexpr float step = 1 / 60.f, gravity = -10, friction = 0.6f;
constexpr float push = 0.2f;     // the part of an overlap that a step removes, beyond `slop`
constexpr float slop = 0.01f;    // the overlap at which boxes may rest
constexpr float margin = 0.05f;  // finds gaps that the next step may close
constexpr int steps = 10'000, iterations = 10, boxes = 10;

struct block {
    obb<float> box;
    float angle = 0, inverse_mass = 0, inverse_inertia = 0;
    vec2<float> velocity{};
    float spin = 0;

    vec2<float> velocity_at(vec2<float> arm) const { return velocity + perp(arm) * spin; }
    void push(vec2<float> arm, vec2<float> impulse) {
        velocity += impulse * inverse_mass;
        spin += inverse_inertia * cross(arm, impulse);
    }
    float give(vec2<float> arm, vec2<float> n) const {  // the speed that an impulse of 1 along n causes
        return inverse_mass + inverse_inertia * cross(arm, n) * cross(arm, n);
    }
};

struct point_state {
    unsigned id = 0;
    float impulse = 0, sideways = 0;  // accumulated, along the normal and along the tangent
    vec2<float> arm_a{}, arm_b{};
    float give = 0, give_sideways = 0, speed_wanted = 0;
};

struct touch {
    std::size_t a = 0, b = 0;
    vec2<float> normal{};
    int count = 0;
    point_state points[2]{};
};

int forgotten = 0;  // points whose id is not from the step before

/// Finds the contact points of two boxes, with the impulses that points of the same id had in the last step.
void refresh(touch& t, const block& a, const block& b) {
    const touch old = t;
    const auto m = contact_manifold(a.box, b.box, margin);
    t.normal = m.normal, t.count = m.count;
    for (int i = 0; i < m.count; ++i) {
        point_state& p = t.points[i];
        const auto end = old.points + old.count;
        const auto known = std::find_if(old.points, end, [&](const point_state& q) { return q.id == m.points[i].id; });
        p = known == end ? point_state{m.points[i].id} : *known;
        forgotten += known == end;
        p.arm_a = m.points[i].point - a.box.center, p.arm_b = m.points[i].point - b.box.center;
        p.give = a.give(p.arm_a, m.normal) + b.give(p.arm_b, m.normal);
        p.give_sideways = a.give(p.arm_a, perp(m.normal)) + b.give(p.arm_b, perp(m.normal));
        const float depth = m.points[i].depth;  // a gap may close; an overlap is removed over several steps
        p.speed_wanted = (depth > 0 ? push * std::max(0.f, depth - slop) : depth) / step;
    }
}

void apply(block& a, block& b, const point_state& p, vec2<float> impulse) {
    a.push(p.arm_a, -impulse);
    b.push(p.arm_b, impulse);
}

void solve(const touch& t, point_state& p, block& a, block& b) {
    const auto speed = [&](vec2<float> n) { return dot(b.velocity_at(p.arm_b) - a.velocity_at(p.arm_a), n); };
    const vec2<float> n = t.normal, along = perp(n);
    const float before = p.impulse, before_sideways = p.sideways;
    p.impulse = std::max(0.f, before + (p.speed_wanted - speed(n)) / p.give);
    apply(a, b, p, n * (p.impulse - before));
    const float grip = friction * p.impulse;
    p.sideways = std::clamp(before_sideways - speed(along) / p.give_sideways, -grip, grip);
    apply(a, b, p, along * (p.sideways - before_sideways));
}

void advance(std::vector<block>& bodies, std::vector<touch>& touches) {
    for (touch& t : touches) refresh(t, bodies[t.a], bodies[t.b]);
    for (block& b : bodies)
        if (b.inverse_mass > 0) b.velocity.y += gravity * step;
    for (touch& t : touches)
        for (int i = 0; i < t.count; ++i) {
            const point_state& p = t.points[i];
            apply(bodies[t.a], bodies[t.b], p, t.normal * p.impulse + perp(t.normal) * p.sideways);
        }
    for (int k = 0; k < iterations; ++k)
        for (touch& t : touches)
            for (int i = 0; i < t.count; ++i) solve(t, t.points[i], bodies[t.a], bodies[t.b]);
    for (block& b : bodies) {
        b.box.center += b.velocity * step;
        b.angle += b.spin * step;
        b.box.rotation = rot2<float>::from_radians(b.angle);
    }
}

}  // namespace

int main() {
    std::vector<block> bodies{{obb<float>{{0, -1}, {20, 1}}}};
    for (int i = 0; i < boxes; ++i)
        bodies.push_back({obb<float>{{i % 2 ? 0.1f : -0.1f, 0.5f + static_cast<float>(i)}, {0.5f, 0.5f}}, 0, 1, 6});
    const std::vector<block> start = bodies;
    std::vector<touch> touches;
    for (std::size_t a = 0; a < bodies.size(); ++a)
        for (std::size_t b = a + 1; b < bodies.size(); ++b) touches.push_back({a, b, {}, 0, {}});

    // The largest distance of a box from its first position.
    const auto drift_since = [&bodies](const std::vector<block>& then) {
        float drift = 0, turn = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            drift = std::max(drift, length(bodies[i].box.center - then[i].box.center));
            turn = std::max(turn, std::abs(bodies[i].angle - then[i].angle));
        }
        return std::pair{drift, turn};
    };
    const auto below = [](float x) {
        return x < 1e-4f ? 0.0001 : x < 1e-3f ? 0.001 : x < 0.01f ? 0.01 : x < 0.05f ? 0.05 : 99;
    };

    std::vector<block> late;
    for (int i = 0; i < steps; ++i) {
        advance(bodies, touches);
        if (i == 0) std::printf("points: %d\n", std::exchange(forgotten, 0));
        if (i == steps - 1000) late = bodies;
    }
    int points = 0;
    for (const touch& t : touches) points += t.count;
    const auto [drift, turn] = drift_since(start);
    const auto [late_drift, late_turn] = drift_since(late);
    std::printf("after %d steps: %d points, of which %d had new ids at any time\n", steps, points, forgotten);
    std::printf("drift below %g, turned by less than %g radians\n", below(drift), below(turn));
    std::printf("in the last 1000 steps: below %g and %g\n", below(late_drift), below(late_turn));
    std::printf("%s\n", drift < 0.05f && turn < 0.01f && late_drift < 1e-3f ? "stands" : "fell");
}
