#pragma once
/// SVG pictures of shapes, contacts, distances, rays, casts and separating-axis tests. No other header includes this
/// one.

#include <hitbox/debug/svg_marks.hpp>
#include <hitbox/narrow/distance.hpp>
#include <hitbox/narrow/ray_cast.hpp>
#include <hitbox/narrow/sat.hpp>
#include <hitbox/narrow/shape_cast.hpp>
#include <hitbox/shapes/compile_errors.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace hitbox {
namespace debug {
inline namespace HITBOX_ISA {

/// A picture in world coordinates, which is scaled to fit everything that is drawn. The widths of lines and the sizes
/// of letters are in pixels. Invalid shapes are left out, and a line at the bottom reports them. The same calls give
/// the same text.
class svg {
public:
    /// Makes an empty picture. The longer side of the drawn shapes will have `pixels` pixels; arrows and labels may add
    /// to it.
    explicit svg(y_axis y = y_axis::up, double pixels = 640) : y_down_{y == y_axis::down}, pixels_{pixels} {}

    /// Draws the outline of a shape; a point is a dot. A shape known by its support only is sampled in 64 directions.
    template <convex S>
    svg& shape(const S& s, const style& look = {}) {
        return draw(detail::outline_of(s, look));
    }
    /// Draws the pieces of a set: a compound, a chain, a range of shapes, or the shape of a collider, also placed. A
    /// polygon is drawn as its outline, without filling.
    template <class S>
        requires hitbox::detail::is_shape_set<S> || hitbox::detail::is_outline<S>
    svg& shape(const S& set, const style& look = {}) {
        if constexpr (hitbox::detail::is_outline<S>) {
            for (std::size_t r = 0; r < set.ring_count(); ++r)
                for (std::size_t i = 0; i < set.ring(r).size(); ++i)
                    shape(segment{set.ring(r)[i], set.ring(r)[(i + 1) % set.ring(r).size()]}, look);
        } else if (hitbox::detail::is_valid(set)) {
            for_each_piece_near(set, bounds(set),
                                [&](const auto& piece, std::size_t) { return shape(piece, look), true; });
        } else {
            left_out_ = true;
        }
        return *this;
    }

    /// Draws both deepest points and a line between them, the normal as an arrow of fixed length, and the depth.
    template <scalar T>
    svg& contact(const hitbox::contact<T>& hit, const style& look = {colors::vermilion}) {
        const point a = detail::in_doubles(hit.point_a), b = detail::in_doubles(hit.point_b);
        const point n = on_screen(detail::in_doubles(hit.normal));
        line({a}, {b}, {look.color, 0, look.width * 2}).arrow({a}, {a, n * 36.}, n, look);
        shape(a, {look.color, 1}).shape(b, {look.color, 1});
        return note(a, n * 40., "depth " + detail::number(double(hit.depth)), 13, colors::black);
    }

    /// Draws each point with a line from surface to surface, the normal as an arrow of fixed length, the id and the
    /// depth. The id e2/c0 means edge 2 of a and vertex 0 of b.
    template <scalar T>
    svg& manifold(const hitbox::manifold<T>& m, const style& look = {colors::vermilion}) {
        const point n = detail::in_doubles(m.normal), side = on_screen(n);
        for (const auto& p : m) {
            const point at = detail::in_doubles(p.point), half = n * (double(p.depth) / 2);
            line({at - half}, {at + half}, {look.color, 0, look.width * 2});
            arrow({at}, {at, side * 30.}, side, look).shape(at, {look.color, 1});
            note(at, side * 34., detail::feature(p.id >> 16) + '/' + detail::feature(p.id & 0xffff), 13, look.color);
            note(at, side * -14., detail::number(double(p.depth)), 11, colors::black);
        }
        return *this;
    }

    /// Draws both nearest points, a dashed line between them, and the distance beside it.
    template <scalar T>
    svg& separation(const hitbox::separation<T>& s, const style& look = {colors::green, 0, 1.5, true}) {
        if (!hitbox::detail::is_finite(s.distance)) return left_out_ = true, *this;
        const point a = detail::in_doubles(s.point_a), b = detail::in_doubles(s.point_b);
        line({a}, {b}, look).shape(a, {look.color, 1}).shape(b, {look.color, 1});
        const point side = perp(on_screen(detail::in_doubles(s.normal))) * 14.;
        return note(a * .5 + b * .5, side, "distance " + detail::number(double(s.distance)), 13, colors::black);
    }

    /// Draws shape a moved by `mtv()`, and an arrow from its centre to there.
    template <convex S, scalar T>
    svg& moved(const S& a, const hitbox::contact<T>& hit, const style& look = {colors::grey, 0, 1.5, true}) {
        const point offset = detail::in_doubles(hit.mtv()), from = detail::in_doubles(center(a));
        detail::stroke there = detail::outline_of(a, look);
        for (spot& s : there.vertices) s.world += offset;
        if (offset != point{}) arrow({from}, {from + offset}, on_screen(unit_or(offset, {})), {look.color});
        return draw(there);
    }

    /// Draws a ray up to its hit, and dashed behind it; at the hit, the normal as an arrow of fixed length, and the
    /// fraction.
    template <scalar T>
    svg& ray(const hitbox::ray<T>& r, const std::optional<ray_hit<std::type_identity_t<T>>>& hit,
             const style& look = {colors::green}) {
        const point from = detail::in_doubles(r.origin), to = from + detail::in_doubles(r.translation);
        if (!hit) return arrow({from}, {to}, on_screen(unit_or(to - from, {})), look);
        const point stop = detail::in_doubles(hit->point);
        line({from}, {stop}, look).line({stop}, {to}, {look.color, 0, look.width / 2, true});
        return hit_mark(stop, detail::in_doubles(hit->normal), double(hit->fraction));
    }

    /// Draws shape a at its start, the outline of the area that it would pass over (dashed), and a where the cast stops
    /// it, with the point and the normal there. `translation` is that of a; if both shapes move, draw each with its own
    /// translation.
    template <convex A, scalar T>
    svg& cast(const A& a, vec2<T> translation, const cast_result<T>& result, const style& look = {}) {
        const point shift = detail::in_doubles(translation);
        draw(detail::swept(detail::outline_of(a, {colors::grey, look.fill_opacity / 4, look.width / 2, true}), shift));
        shape(a, {look.color, look.fill_opacity / 2, look.width / 2});
        if (result.status != cast_status::hit) return *this;
        detail::stroke ghost = detail::outline_of(a, look);
        for (spot& s : ghost.vertices) s.world += shift * double(result.fraction);
        return draw(ghost).hit_mark(detail::in_doubles(result.point), detail::in_doubles(result.normal),
                                    double(result.fraction));
    }

    /// Draws the separating-axis test of a (blue) and b (orange). Each axis is a line beside them: the shadow of a on
    /// the side towards the shapes, the shadow of b on the other side, and the gap or the overlap between them. The
    /// axis that decides is black, with rays from the shapes to their shadows. If two axes are parallel, the one with
    /// the smaller overlap is drawn.
    template <has_vertices A, has_vertices B>
        requires(same_scalar<A, B> && real<scalar_t<A>>)
    svg& explain(const A& a, const B& b) {
        const std::size_t before = strokes_.size();
        shape(a).shape(b, {colors::orange});
        const auto with = [&](const auto& one) { detail::resolve(b, [&](const auto& two) { draw_tests(one, two); }); };
        if (strokes_.size() == before + 2) detail::resolve(a, with);
        return *this;
    }

    /// Draws a text in UTF-8 with its middle at this point. The size is in pixels.
    template <scalar T>
    svg& label(vec2<T> middle, std::string_view words, double size = 13, std::string_view color = colors::black) {
        return note(detail::in_doubles(middle), {}, words, size, color);
    }

    /// Returns the picture as the text of an SVG file. The size follows what was drawn.
    [[nodiscard]] std::string str() const {
        const detail::frame f = fitted();
        const std::string width = detail::pixel(f.size.x), height = detail::pixel(f.size.y);
        std::string out = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + width + ' ' + height + "' width='" +
                          width + "' height='" + height + "'>\n<rect width='100%' height='100%' fill='#fff'/>\n" +
                          "<g fill='none' stroke-linejoin='round' stroke-linecap='round'>\n";
        for (const detail::stroke& s : strokes_) out += text_of(s, f);
        out += "</g>\n<g font-family='Helvetica, Arial, sans-serif' text-anchor='middle' stroke='#fff' "
               "stroke-width='3' paint-order='stroke'>\n";
        for (const detail::caption& c : labels_) out += text_of(c, f);
        if (left_out_) out += text_of(detail::caption{{{}, {100, f.size.y - 12}}, "something invalid is left out"}, {});
        return out + "</g>\n</svg>\n";
    }

    /// Writes the picture to a file. Returns false if the file could not be written.
    [[nodiscard]] bool save(const std::string& path) const {
        return !!(std::ofstream{path, std::ios::binary} << str() << std::flush);
    }

private:
    using point = detail::point;
    using spot = detail::spot;

    point on_screen(point direction) const { return {direction.x, y_down_ ? direction.y : -direction.y}; }

    /// Returns true if all coordinates are finite and small enough for sums and differences. Enlarges the world to
    /// contain the spot if so.
    bool fits(const spot& s, double r) {
        for (const double x : {s.world.x, s.world.y, s.pixels.x, s.pixels.y, r})
            if (!(detail::magnitude(x) < 1e300)) return left_out_ = true, false;
        world_ = merged(world_, aabb<double>::from_center(s.world, {r, r}));
        return true;
    }

    svg& draw(const detail::stroke& s) {
        bool fine = !s.vertices.empty();
        for (const spot& p : s.vertices) fine = fits(p, s.radius) && fine;
        if (fine) strokes_.push_back(s);
        else left_out_ = true;
        return *this;
    }
    svg& line(const spot& from, const spot& to, const style& look) { return draw({{from, to}, 0, false, look}); }

    svg& arrow(const spot& from, const spot& to, point unit_on_screen, const style& look) {
        const point neck = to.pixels - unit_on_screen * 9., half = perp(unit_on_screen) * 3.5;
        line(from, {to.world, neck}, look);
        return draw({{to, {to.world, neck + half}, {to.world, neck - half}}, 0, true, {look.color, 1, 0}});
    }

    svg& hit_mark(point where, point normal, double fraction) {
        const point n = on_screen(normal);
        arrow({where}, {where, n * 36.}, n, {colors::vermilion}).shape(where, {colors::vermilion, 1});
        return note(where, n * 40., "at " + detail::number(fraction), 13, colors::black);
    }

    /// Draws a text whose border is `away` pixels from a point.
    svg& note(point where, point away, std::string_view words, double size, std::string_view color) {
        detail::caption c{{where, away}, std::string{words}, size, std::string{color}};
        const point shift = unit_or(away, {});
        c.middle.pixels += shift * dot(abs(shift), c.half());
        if (fits(c.middle, 0)) labels_.push_back(c);
        return *this;
    }

    /// Draws the axes, the deciding one first. Each is as near to the shapes as possible without crossing the axes
    /// drawn before.
    template <class A, class B, class T = scalar_t<A>>
    void draw_tests(const A& a, const B& b) {
        const auto all = sat::explain(a, b);
        const auto extent = [&](vec2<T> n) {
            return double(detail::larger(sat::project(a, n).max, sat::project(b, n).max));
        };
        const double step = (extent({1, 0}) + extent({-1, 0}) + extent({0, 1}) + extent({0, -1})) / 15;
        std::vector<point> axes;
        std::vector<capsule<double>> bars;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto t = all[(all.deciding() + i) % all.size()];
            const point axis = detail::in_doubles(t.axis);
            const auto parallel = [axis](point n) { return detail::magnitude(cross(n, axis)) < 1e-6; };
            if (std::any_of(axes.begin(), axes.end(), parallel)) continue;
            vec2<T> side{};
            capsule<double> bar{};
            const auto meets = [&bar](const auto& other) { return intersects(bar, other); };
            double away = 0;
            const auto at = [&](T x) { return axis * double(x) + detail::in_doubles(side) * away; };
            for (int tries = 2; tries < 128; ++tries) {
                const bool even = tries % 2 == 0, below = detail::before(vec2<T>{}, t.axis) != y_down_;
                side = even == below ? -perp(t.axis) : perp(t.axis), away = extent(side) + tries / 2 * step;
                bar = {at((std::min)(t.a.min, t.b.min)), at((std::max)(t.a.max, t.b.max)), step};
                if (std::none_of(bars.begin(), bars.end(), meets)) break;
            }
            axes.push_back(axis), bars.push_back(bar);
            const point out = on_screen(detail::in_doubles(side));
            draw_shadow(a, t, t.a, at, out * -6., colors::blue);
            draw_shadow(b, t, t.b, at, out * 6., colors::orange);
            draw_ruler(t, bar, at, out);
        }
    }

    /// Draws the shadow of a shape as a bar, and for the deciding axis the rays from the shape to the ends of the bar.
    void draw_shadow(const auto& s, const auto& t, const auto& i, const auto& at, point middle, const char* color) {
        const point from = at(i.min), to = at(i.max), in = middle * .6, out = middle * 1.4;
        draw({{{from, in}, {to, in}, {to, out}, {from, out}}, 0, true, {color, 1, 0}});
        if (!t.decides) return;
        line({detail::in_doubles(support(s, -t.axis))}, {from, middle}, {color, 0, .75, true});
        line({detail::in_doubles(support(s, t.axis))}, {to, middle}, {color, 0, .75, true});
    }

    void draw_ruler(const auto& t, const capsule<double>& bar, const auto& at, point side) {
        const auto other_way = t.b.max - t.a.min;
        const bool turned = other_way < t.overlap;
        const double overlap = double(turned ? other_way : t.overlap);
        const point low = at(turned ? t.a.min : t.b.min), high = at(turned ? t.b.max : t.a.max);
        const point n = detail::in_doubles(t.axis), past = n * bar.radius;
        const char* const ink = t.decides ? colors::black : colors::grey;
        const char* const paint = overlap < 0 ? colors::green : colors::vermilion;
        const style axis{ink, 0, t.decides ? 1.5 : .75}, mark{paint, 0, 3};
        arrow({bar.a - past}, {bar.b + past}, on_screen(n), axis).line({low}, {high}, mark);
        for (const point end : {low, high}) line({end, side * -10.}, {end, side * 10.}, mark);
        const char* kinds[] = {"overlap ", "gap ", "least overlap ", "widest gap "};
        const std::string words = kinds[2 * t.decides + (overlap < 0)] + detail::number(detail::magnitude(overlap));
        note(low * .5 + high * .5, side * 13., words, t.decides ? 14 : 11, axis.color);
    }

    detail::frame fitted() const {
        const double longer = (std::max)(world_.max.x - world_.min.x, world_.max.y - world_.min.y);
        detail::frame f{world_.min, longer > 1e-290 ? pixels_ / longer : 1, y_down_};
        aabb<double> paper{};
        const auto add = [&paper](point p, point half) { paper = merged(paper, aabb<double>::from_center(p, half)); };
        for (const detail::stroke& s : strokes_) {
            const double r = s.radius * f.scale + s.look.width / 2;
            for (const spot& p : s.vertices) add(f(p), {r, r});
        }
        for (const detail::caption& c : labels_) add(f(c.middle), c.half());
        if (left_out_) add({paper.min.x + 90, paper.max.y + 12}, {90, 12});
        f.shift = point{12, 12} - paper.min, f.size = paper.max - paper.min + point{24, 24};
        return f;
    }

    bool y_down_;
    double pixels_;
    std::vector<detail::stroke> strokes_{};
    std::vector<detail::caption> labels_{};
    aabb<double> world_{{1e300, 1e300}, {-1e300, -1e300}};
    bool left_out_ = false;
};

}  // namespace HITBOX_ISA
}  // namespace debug
}  // namespace hitbox
