#pragma once
// Random polygons on an integer grid; the true answers about them by brute force; and the check that triangles or
// pieces are a partition of a polygon.

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hitbox_tests {

using grid_point = hitbox::vec2<std::int64_t>;
using ring = std::vector<grid_point>;
using rings = std::vector<ring>;  // the outline, then holes

class dice {
public:
    explicit dice(std::uint64_t seed) : random_{seed} {}
    int between(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    std::size_t index(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    bool one_in(int n) { return between(1, n) == 1; }
    grid_point point(int size) { return {between(0, size), between(0, size)}; }

private:
    std::mt19937_64 random_;
};

inline std::int64_t turn(grid_point a, grid_point b, grid_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
inline std::int64_t along(grid_point a, grid_point b, grid_point p) {
    return (b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y);
}
inline bool strictly_on(grid_point a, grid_point b, grid_point p) {
    return turn(a, b, p) == 0 && along(a, b, p) > 0 && along(b, a, p) > 0;
}
inline std::int64_t twice_area(const ring& r) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
        const grid_point a = r[i], b = r[(i + 1) % r.size()];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

// --- Brute force.

struct grid_edge {
    grid_point a, b;
    std::size_t index, ring;
};

/// Returns the edges of nonzero length, with the index of their first point over all rings.
inline std::vector<grid_edge> edges_of(const rings& all) {
    std::vector<grid_edge> edges;
    std::size_t first = 0;
    for (std::size_t r = 0; r < all.size(); first += all[r++].size())
        for (std::size_t i = 0; i < all[r].size(); ++i) {
            const grid_point a = all[r][i], b = all[r][(i + 1) % all[r].size()];
            if (a != b) edges.push_back({a, b, first + i, r});
        }
    return edges;
}

inline bool cross_properly(const grid_edge& e, const grid_edge& f) {
    const auto opposite = [](std::int64_t s, std::int64_t t) { return (s < 0 && t > 0) || (s > 0 && t < 0); };
    return opposite(turn(e.a, e.b, f.a), turn(e.a, e.b, f.b)) && opposite(turn(f.a, f.b, e.a), turn(f.a, f.b, e.b));
}
inline bool overlap(const grid_edge& e, const grid_edge& f) {
    if (turn(e.a, e.b, f.a) != 0 || turn(e.a, e.b, f.b) != 0) return false;
    const bool same = (e.a == f.a && e.b == f.b) || (e.a == f.b && e.b == f.a);
    return same || strictly_on(e.a, e.b, f.a) || strictly_on(e.a, e.b, f.b) || strictly_on(f.a, f.b, e.a) ||
           strictly_on(f.a, f.b, e.b);
}
inline bool share_a_point(const grid_edge& e, const grid_edge& f) {
    const auto on = [](const grid_edge& g, grid_point p) { return p == g.a || p == g.b || strictly_on(g.a, g.b, p); };
    return cross_properly(e, f) || on(e, f.a) || on(e, f.b) || on(f, e.a) || on(f, e.b);
}

/// Returns how often the rings, the outline counter-clockwise and holes clockwise, wind around a point just to the
/// right of p; if `turned`, with x and y exchanged, which negates the winding. Both p and the rings are multiplied by
/// two.
inline int winding(const std::vector<grid_edge>& edges, const std::vector<int>& signs, grid_point p, bool turned) {
    int count = 0;
    const auto seen = [turned](grid_point q) { return turned ? grid_point{q.y, q.x} : q; };
    p = seen(p);
    for (const grid_edge& e : edges) {
        const grid_point a = seen({2 * e.a.x, 2 * e.a.y}), b = seen({2 * e.b.x, 2 * e.b.y});
        if ((a.y <= p.y) == (b.y <= p.y)) continue;
        const bool up = a.y <= p.y;
        const std::int64_t side = up ? turn(a, b, p) : turn(b, a, p);
        if (side > 0) count += (up ? 1 : -1) * signs[e.ring];
    }
    return turned ? -count : count;
}

/// Returns true if make_polygon must accept the rings. By the definition, in O(n^2) or more.
inline bool sound(const rings& all) {
    std::vector<int> signs;
    for (const ring& r : all) {
        const std::int64_t area = twice_area(r);
        if (r.size() < 3 || area == 0) return false;
        signs.push_back((area > 0) == signs.empty() ? 1 : -1);
    }
    const std::vector<grid_edge> edges = edges_of(all);
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (cross_properly(edges[i], edges[j]) || overlap(edges[i], edges[j])) return false;
    for (const grid_edge& e : edges) {
        std::vector<grid_point> stops{e.a, e.b};
        for (const grid_edge& f : edges)
            if (strictly_on(e.a, e.b, f.a)) stops.push_back(f.a);
        std::sort(stops.begin(), stops.end(),
                  [&](grid_point p, grid_point q) { return along(e.a, e.b, p) < along(e.a, e.b, q); });
        for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
            if (stops[k] == stops[k + 1]) continue;
            const grid_point middle{stops[k].x + stops[k + 1].x, stops[k].y + stops[k + 1].y};
            const bool flat = e.a.y == e.b.y;
            // The point just right of the middle, or above it if the edge is horizontal.
            const int beside = winding(edges, signs, middle, flat);
            const bool inside_there = ((flat ? e.b.x > e.a.x : e.b.y < e.a.y)) == (signs[e.ring] > 0);
            if (beside != (inside_there ? 1 : 0)) return false;
        }
    }
    return true;
}

// --- Polygons.

template <class T>
std::vector<hitbox::vec2<T>> to_points(const ring& r, T unit = 1) {
    std::vector<hitbox::vec2<T>> points;
    for (const grid_point p : r) points.push_back({static_cast<T>(p.x) * unit, static_cast<T>(p.y) * unit});
    return points;
}
template <class T>
std::vector<std::vector<hitbox::vec2<T>>> to_holes(const rings& all, T unit = 1) {
    std::vector<std::vector<hitbox::vec2<T>>> holes;
    for (std::size_t r = 1; r < all.size(); ++r) holes.push_back(to_points<T>(all[r], unit));
    return holes;
}
template <class T>
auto to_polygon(const rings& all, T unit = 1) {
    return hitbox::make_polygon(to_points<T>(all[0], unit), to_holes<T>(all, unit));
}
template <class T>
auto to_check(const rings& all) {
    return hitbox::check_polygon(to_points<T>(all[0]), to_holes<T>(all));
}
inline std::string to_text(const rings& all) {
    std::string text;
    for (const ring& r : all) {
        for (const grid_point p : r) text += '(' + std::to_string(p.x) + ',' + std::to_string(p.y) + ") ";
        text += "| ";
    }
    return text;
}

/// Returns a star: the points are in order of their angle about the middle.
inline rings random_star(dice& d, std::size_t n, int size) {
    ring r;
    for (std::size_t i = 0; i < n; ++i) {
        const grid_point p{d.between(-size, size), d.between(-size, size)};
        if (p != grid_point{0, 0}) r.push_back(p);
    }
    const auto upper = [](grid_point p) { return p.y > 0 || (p.y == 0 && p.x > 0); };
    const auto angle = [&](grid_point p, grid_point q) {
        return upper(p) != upper(q) ? upper(p) : turn({0, 0}, p, q) > 0;
    };
    std::sort(r.begin(), r.end(), [&](grid_point p, grid_point q) {
        return angle(p, q) || (!angle(q, p) && (p.x != q.x ? p.x < q.x : p.y < q.y));
    });
    r.erase(std::unique(r.begin(), r.end(), [&](grid_point p, grid_point q) { return !angle(p, q) && !angle(q, p); }),
            r.end());
    return {r};
}

/// Returns an outline of random points. While two edges cross, the points between them are reversed (2-opt).
inline rings random_outline(dice& d, std::size_t n, int size) {
    ring r;
    for (std::size_t i = 0; i < n; ++i) r.push_back(d.point(size));
    for (int round = 0; round < 4000; ++round) {
        bool done = true;
        for (std::size_t i = 0; i < n && done; ++i)
            for (std::size_t j = i + 2; j < n && done; ++j) {
                const grid_edge e{r[i], r[i + 1], 0, 0}, f{r[j], r[(j + 1) % n], 0, 0};
                if (!cross_properly(e, f) && !overlap(e, f)) continue;
                std::reverse(r.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                             r.begin() + static_cast<std::ptrdiff_t>(j) + 1);
                done = false;
            }
        if (done) break;
    }
    return {r};
}

inline rings comb(int teeth, int height) {
    ring r{{2 * teeth, -1}, {2 * teeth, height}};
    for (int i = 2 * teeth; i-- > 0;) r.push_back({i, i % 2 == 0 ? height : 0});
    r.push_back({0, -1});
    return {r};
}

inline rings spiral(int turns) {
    ring out, in;
    grid_point p{0, 0};
    for (int i = 0; i < 4 * turns; ++i) {
        const int length = 4 * (i / 2 + 1);
        out.push_back(p);
        const int dx = i % 4 == 0 ? 1 : i % 4 == 2 ? -1 : 0, dy = i % 4 == 1 ? 1 : i % 4 == 3 ? -1 : 0;
        in.push_back({p.x + (i % 4 == 0 || i % 4 == 3 ? -1 : 1), p.y + (i % 4 < 2 ? -1 : 1)});
        p = {p.x + dx * length, p.y + dy * length};
    }
    out.insert(out.end(), in.rbegin(), in.rend());
    return {out};
}

/// Returns the boundary of a random connected set of cells, with a point in all corners of cells, or only where the
/// boundary turns. Where two cells have only a corner in common, the boundary passes it twice: the rings touch each
/// other or themselves.
inline rings polyomino(dice& d, std::size_t cells, bool all_corners) {
    std::set<std::pair<int, int>> grown{{0, 0}};
    std::vector<std::pair<int, int>> list{{0, 0}};
    while (list.size() < cells) {
        auto [x, y] = list[d.index(list.size())];
        (d.one_in(2) ? x : y) += d.one_in(2) ? 1 : -1;
        if (grown.insert({x, y}).second) list.push_back({x, y});
    }
    using corner = std::pair<std::int64_t, std::int64_t>;
    std::multimap<corner, corner> edges;  // counter-clockwise round the cells, without sides that two cells share
    for (const auto& [x, y] : list) {
        if (!grown.count({x, y - 1})) edges.insert({{x, y}, {x + 1, y}});
        if (!grown.count({x + 1, y})) edges.insert({{x + 1, y}, {x + 1, y + 1}});
        if (!grown.count({x, y + 1})) edges.insert({{x + 1, y + 1}, {x, y + 1}});
        if (!grown.count({x - 1, y})) edges.insert({{x, y + 1}, {x, y}});
    }
    const bool left = d.one_in(2);
    rings all;
    while (!edges.empty()) {
        ring r;
        corner from = edges.begin()->first, at = edges.begin()->second;
        const corner start = from, first = at;
        edges.erase(edges.begin());
        for (;;) {
            r.push_back({from.first, from.second});
            const auto [low, high] = edges.equal_range(at);
            auto edge = edges.end();
            for (auto w = low; w != high; ++w) {
                const std::int64_t side =
                    turn({from.first, from.second}, {at.first, at.second}, {w->second.first, w->second.second});
                if (edge == edges.end() || (side > 0) == left) edge = w;
            }
            // The first side is no longer in the map. The ring closes there unless another side has the wanted turn.
            const std::int64_t closing =
                turn({from.first, from.second}, {at.first, at.second}, {first.first, first.second});
            if (at == start && (edge == edges.end() || (closing > 0) == left)) {
                r.push_back({at.first, at.second});
                r.erase(r.begin());
                break;
            }
            from = at, at = edge->second;
            edges.erase(edge);
        }
        if (!all_corners) {
            ring kept;
            for (std::size_t i = 0; i < r.size(); ++i)
                if (turn(r[(i + r.size() - 1) % r.size()], r[i], r[(i + 1) % r.size()]) != 0 || d.one_in(3))
                    kept.push_back(r[i]);
            r = kept;
        }
        all.push_back(r);
    }
    std::sort(all.begin(), all.end(), [](const ring& a, const ring& b) { return twice_area(a) > twice_area(b); });
    return all;
}

/// Returns a square with diamonds as holes, whose vertices touch each other and the outline.
inline rings lattice(int n) {
    rings all{{{0, 0}, {4 * n, 0}, {4 * n, 4 * n}, {0, 4 * n}}};
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const std::int64_t x = 4 * i, y = 4 * j;
            all.push_back({{x + 2, y}, {x + 4, y + 2}, {x + 2, y + 4}, {x, y + 2}});
        }
    return all;
}

/// Returns the rings after a random change, which usually makes them invalid.
inline rings mutated(rings all, dice& d, int size) {
    ring& r = all[d.index(all.size())];
    const std::size_t i = d.index(r.size()), n = r.size();
    const auto at = [](std::size_t k) { return static_cast<std::ptrdiff_t>(k); };
    const auto any = [&] {
        const ring& other = all[d.index(all.size())];
        return other[d.index(other.size())];
    };
    switch (d.between(0, 9)) {
        case 0: r[i] = d.point(size); break;
        case 1: r[i] = any(); break;
        case 2: r.insert(r.begin() + at(i), r[i]); break;
        case 3: r.insert(r.begin() + at(i), d.point(size)); break;
        case 4: r.insert(r.begin() + at(i), any()); break;
        case 5: r[i].x += d.between(-1, 1), r[i].y += d.between(-1, 1); break;
        case 6:
            if (n > 3) r.erase(r.begin() + at(i));
            break;
        case 7: std::reverse(r.begin(), r.end()); break;
        case 8: {  // the middle of an edge, if it is on the grid
            const grid_point p = r[i], q = r[(i + 1) % n];
            if ((p.x + q.x) % 2 == 0 && (p.y + q.y) % 2 == 0)
                r.insert(r.begin() + at(i) + 1, {(p.x + q.x) / 2, (p.y + q.y) / 2});
            break;
        }
        default: {
            const grid_point p = d.point(size);
            if (all.size() < 4)
                all.push_back({p, {p.x + d.between(0, 2), p.y + d.between(-1, 2)}, {p.x + d.between(-1, 1), p.y + 1}});
        }
    }
    return all;
}

// --- Proof of a partition.

/// Returns the mistake in a partition, or an empty text. Each piece is a cycle of indices. Counter-clockwise pieces are
/// a partition of the polygon under two conditions: each directed edge belongs to one piece, and the directed edges
/// without an opposite one are the edges of the polygon. The number of pieces around any point then equals the winding
/// number of the boundary.
template <class T, class Pieces>
std::string fault_of_partition(const hitbox::polygon<T>& p, const Pieces& pieces, bool strict = true) {
    std::map<std::pair<T, T>, std::uint32_t> first_at;
    std::vector<std::uint32_t> name(p.size());
    for (std::uint32_t i = 0; i < p.size(); ++i)
        name[i] = first_at.insert({{p[i].x + T(0), p[i].y + T(0)}, i}).first->second;

    std::set<std::pair<std::uint32_t, std::uint32_t>> border;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const auto& piece = pieces[k];
        const std::size_t n = piece.size();
        if (n < 3) return "a piece has less than 3 points";
        std::size_t upwards = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t a = piece[i], b = piece[(i + 1) % n], c = piece[(i + 2) % n];
            if (a >= p.size()) return "an index is out of range";
            if (name[a] != a) return "an index is not of the first point of its place";
            const double side = static_cast<double>(hitbox::exact::orient2d(p[a], p[b], p[c]));
            if (strict ? !(side > 0) : side < 0) return "a piece does not turn left";
            const auto up = [&](std::uint32_t s, std::uint32_t t) {
                return p[t].y > p[s].y || (p[t].y == p[s].y && p[t].x > p[s].x);
            };
            upwards += !up(a, b) && up(b, c) ? 1u : 0u;
            if (!border.insert({a, b}).second) return "an edge is used twice in the same direction";
        }
        if (upwards != 1) return "a piece goes round more than once";
    }
    for (auto e = border.begin(); e != border.end();) {
        const auto opposite = border.find({e->second, e->first});
        if (opposite == border.end()) {
            ++e;
            continue;
        }
        border.erase(opposite);
        e = border.erase(e);
    }
    for (std::size_t r = 0; r < p.ring_count(); ++r) {
        const std::size_t first = p.ring_start(r), n = p.ring(r).size();
        for (std::size_t i = 0; i < n; ++i) {
            std::uint32_t a = name[first + i], b = name[first + (i + 1) % n];
            if (a == b) continue;
            if (p.is_clockwise(r) == (r == 0)) std::swap(a, b);
            // The points on the edge must be in the order of the border.
            while (a != b) {
                const auto e = border.lower_bound({a, 0});
                auto step = e;
                while (step != border.end() && step->first == a &&
                       !(step->second == b || (hitbox::exact::orient2d(p[a], p[b], p[step->second]) == 0 &&
                                               hitbox::exact::along(p[a], p[b], p[step->second]) > 0 &&
                                               hitbox::exact::along(p[b], p[a], p[step->second]) > 0)))
                    ++step;
                if (step == border.end() || step->first != a) return "an edge of the polygon is not on the border";
                a = step->second;
                border.erase(step);
            }
        }
    }
    return border.empty() ? "" : "an edge on the border is not of the polygon";
}

/// Returns the pieces with all points of the polygon on their edges inserted.
template <class T>
std::vector<std::vector<std::uint32_t>> with_points_on_edges(const hitbox::polygon<T>& p,
                                                             const hitbox::convex_partition& parts) {
    // From left to right, so that only edges with the point between their ends are tested.
    std::vector<std::uint32_t> sorted(p.size());
    for (std::uint32_t i = 0; i < p.size(); ++i) sorted[i] = i;
    const auto leftmost_first = [&](std::uint32_t i, std::uint32_t j) {
        return p[i].x != p[j].x ? p[i].x < p[j].x : i < j;
    };
    std::sort(sorted.begin(), sorted.end(), leftmost_first);

    std::vector<std::vector<std::uint32_t>> pieces;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        std::vector<std::uint32_t> piece;
        for (std::size_t i = 0; i < parts[k].size(); ++i) {
            const std::uint32_t a = parts[k][i], b = parts[k][(i + 1) % parts[k].size()];
            const T left = (std::min)(p[a].x, p[b].x), right = (std::max)(p[a].x, p[b].x);
            const T low = (std::min)(p[a].y, p[b].y), high = (std::max)(p[a].y, p[b].y);
            const auto first =
                std::partition_point(sorted.begin(), sorted.end(), [&](std::uint32_t q) { return p[q].x < left; });
            std::vector<std::uint32_t> on;
            for (auto at = first; at != sorted.end() && p[*at].x <= right; ++at) {
                const std::uint32_t q = *at;
                if (p[q].y < low || p[q].y > high) continue;
                if (hitbox::exact::orient2d(p[a], p[b], p[q]) == 0 && hitbox::exact::along(p[a], p[b], p[q]) > 0 &&
                    hitbox::exact::along(p[b], p[a], p[q]) > 0 &&
                    std::none_of(on.begin(), on.end(), [&](std::uint32_t o) { return p[o] == p[q]; }))
                    on.push_back(q);
            }
            std::sort(on.begin(), on.end(), [&](std::uint32_t s, std::uint32_t t) {
                return hitbox::exact::along(p[s], p[a], p[t]) < 0;  // a and t on both sides of s
            });
            piece.push_back(a);
            piece.insert(piece.end(), on.begin(), on.end());
        }
        pieces.push_back(piece);
    }
    return pieces;
}

/// Returns the mistake in a partition into convex pieces, or an empty text.
template <class T>
std::string fault_of_parts(const hitbox::polygon<T>& p, const hitbox::convex_partition& parts) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::size_t n = parts[k].size();
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t a = parts[k][i], b = parts[k][(i + 1) % n], c = parts[k][(i + 2) % n];
            if (!(hitbox::exact::orient2d(p[a], p[b], p[c]) > 0)) return "a piece is not strictly convex";
            edges.insert({a, b});
        }
    }
    for (std::size_t k = 0; k < parts.size(); ++k)
        for (std::size_t i = 0; i < parts[k].size(); ++i) {
            const std::uint32_t a = parts[k][i], b = parts[k][(i + 1) % parts[k].size()];
            if (parts.is_border(k, i) == (edges.count({b, a}) == 1)) return "is_border is wrong for an edge";
        }
    return fault_of_partition(p, with_points_on_edges(p, parts), false);
}

}  // namespace hitbox_tests
