// The demo's queries, compiled to WebAssembly: one kind of shape, plain functions, and two arrays of numbers that the
// page reads and writes. The module needs no JavaScript library and imports nothing.
//
//     clang++-19 --target=wasm32-wasi -std=c++20 -O2 -c core.cpp, then a link as a reactor: scripts/demo web does it

#include <cstddef>
#include <cstdint>

#define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#include <hitbox/pairs.hpp>

#ifdef __wasm__
#  define EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name
#else
#  define EXPORT(name) extern "C" auto name  // the same functions for a test in C++
#endif

namespace demo {

using namespace hitbox;

constexpr std::size_t max_shapes = 8, max_corners = 8;

// The only kind of shape that is compiled: the hull of some vertices, grown by a radius. Circles have one vertex,
// capsules two. Every query of the library takes this shape, because it has these functions.
struct figure {
    vertex_list<float, max_corners> corners{};
    float radius = -1;  // not valid
    vec2<float> middle{};
    std::uint32_t kind = 0;  // the shape of C++ with this outline; decides ties between equal outlines
    bool has_middle = false;
};
constexpr const vertex_list<float, max_corners>& vertices(const figure& s) { return s.corners; }
constexpr float radius(const figure& s) { return s.radius; }
constexpr vec2<float> center(const figure& s) { return s.middle; }
constexpr vec2<float> support(const figure& s, vec2<float> d) {
    vec2<float> farthest = s.corners[0];
    for (const vec2<float> p : s.corners)
        if (dot(p, d) > dot(farthest, d)) farthest = p;
    return farthest + unit_or(d, vec2{0.f, 1.f}) * s.radius;
}
constexpr bool valid(const figure& s) {
    bool ok = s.corners.size() > 0 && s.radius >= 0 && is_finite(vec2{s.radius, 0.f});
    for (const vec2<float> p : s.corners) ok = ok && is_finite(p);
    return ok;
}

}  // namespace demo

namespace hitbox::detail {

/// The hull of a figure is that of the shape that it represents, ties included. The answers therefore have the bits of
/// C++. A program with shapes of its own does not need this.
template <std::size_t N>
void fill_hull(rounded_hull<float>& hull, hull_storage<float, N>& storage, const demo::figure& s) noexcept {
    hull.radius = s.radius, hull.kind = s.kind;
    hull.own_center = s.middle, hull.has_own_center = s.has_middle;
    fill_from(hull, storage.columns, s.corners);
}

}  // namespace hitbox::detail

namespace demo {

enum class kind { circle, box, capsule, polygon };

// The numbers that the page writes for each shape.
struct description {
    float kind, x, y, degrees, radius, count;
    vec2<float> corners[max_corners];  // for a box its half extents, for a capsule half its length
};

// The numbers that the page reads for each shape: its vertices.
struct outline {
    float error, index;  // 0, or 1 + a polygon_error, and the vertex at which it is
    float radius, count;
    vec2<float> corners[max_corners];
};

struct axis {
    vec2<float> direction;
    float source, a_min, a_max, b_min, b_max, overlap;
};

// The numbers of each pair.
struct answer {
    float relation;  // 0 apart, 1 touching, 2 overlapping, -1 a shape is not valid
    float a_in_b, b_in_a;
    vec2<float> normal;
    float signed_distance;
    vec2<float> point_a, point_b, mtv;
    float manifold_count;
    struct {
        vec2<float> point;
        float depth, feature_a, feature_b;
    } manifold[2];
    float axis_count, deciding;
    axis axes[2 * max_corners + 1];
};

description descriptions[max_shapes];
outline outlines[max_shapes];
figure figures[max_shapes];
answer answers;

template <class List>
void take_corners(figure& s, const List& corners) {
    s.corners.count = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) s.corners.push_back(corners[i]);
}

template <class S>
void become(figure& s, const S& shape, float radius) {
    const hitbox::detail::hull_of<S> known{shape};
    const bool rounded = radius > 0 && hitbox::radius(shape) == 0;
    s.kind = rounded ? 2 * known.hull.kind + 1 : known.hull.kind, s.has_middle = known.hull.has_own_center;
    take_corners(s, vertices(shape));
    s.radius = valid(shape) ? radius : -1;
    s.middle = center(shape);
}

// Returns 0, or 1 + a polygon_error.
float become(figure& s, const description& d, float& index) {
    s = {}, index = 0;
    const transform2<float> where{{d.x, d.y}, rot2<float>::from_degrees(d.degrees)};
    switch (static_cast<kind>(int(d.kind))) {
        case kind::circle: become(s, circle<float>{where.translation, d.radius}, d.radius); break;
        case kind::box: become(s, obb<float>{where.translation, d.corners[0], where.rotation}, d.radius); break;
        case kind::capsule: {
            const vec2<float> end{d.corners[0].x, 0};
            become(s, baked(at(capsule<float>{{0.f - end.x, 0}, end, d.radius}, where)), d.radius);
            break;
        }
        case kind::polygon: {
            const auto made = make_convex_polygon<max_corners>(std::span{d.corners, std::size_t(d.count)});
            if (!made) return index = float(made.index()), 1 + float(made.error());
            become(s, baked(at(*made, where)), d.radius);
            break;
        }
    }
    return 0;
}

void explain(answer& out, const figure& a, const figure& b) {
    const auto axes = sat::explain(a, b);
    out.axis_count = float(axes.size()), out.deciding = float(axes.deciding());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto t = axes[i];
        out.axes[i] = {t.axis, float(t.source), t.a.min, t.a.max, t.b.min, t.b.max, t.overlap};
    }
}

// The addresses of the arrays.
EXPORT(description_data)()->description* { return descriptions; }
EXPORT(outline_data)()->outline* { return outlines; }
EXPORT(answer_data)()->answer* { return &answers; }

/// Moves shape i according to its description. Returns false if it is not a convex polygon; its outline has the reason.
EXPORT(place)(std::size_t i)->bool {
    figure& s = figures[i];
    outline& out = outlines[i];
    out.error = become(s, descriptions[i], out.index);
    out.radius = s.radius, out.count = float(s.corners.size());
    for (std::size_t k = 0; k < s.corners.size(); ++k) out.corners[k] = s.corners[k];
    return out.error == 0 && valid(s);
}

/// Returns the reason why a description is not a polygon, as a text that ends with a zero.
EXPORT(reason)(int error)->const char* { return to_string(static_cast<hitbox::polygon_error>(error - 1)); }

/// Returns true if shapes i and j share a point.
EXPORT(touch)(std::size_t i, std::size_t j)->bool { return intersects(figures[i], figures[j]); }

/// Returns true if a point of shape i is at most `reach` from (x, y).
EXPORT(reaches)(std::size_t i, float x, float y, float reach)->bool {
    return intersects(figures[i], circle<float>{{x, y}, reach});
}

/// Computes all answers about a = shape i and b = shape j. @pre both are placed
EXPORT(query)(std::size_t i, std::size_t j)->void {
    const figure &a = figures[i], &b = figures[j];
    answer& out = answers;
    out = {}, out.relation = -1;
    if (!valid(a) || !valid(b)) return;
    const auto apart = distance(a, b);
    out.relation = float(intersects(a, b)) + float(penetrates(a, b));
    out.normal = apart.normal, out.signed_distance = apart.distance;
    out.point_a = apart.point_a, out.point_b = apart.point_b;
    if (const auto hit = collide(a, b)) {
        out.a_in_b = hit->a_in_b, out.b_in_a = hit->b_in_a;
        out.signed_distance = 0.f - hit->depth, out.mtv = hit->mtv();
    }
    const auto m = contact_manifold(a, b);
    out.manifold_count = float(m.count);
    for (int k = 0; k < m.count; ++k) {
        const auto& p = m.points[k];
        out.manifold[k] = {p.point, p.depth, float(p.id >> 16), float(p.id & 0xffff)};
    }
    explain(out, a, b);
}

}  // namespace demo
