// What is clear is told at the first look: nothing else would notice a bound that has become so large, or a condition
// that has become so strict, that the careful way has to answer everything. (That what is told is true, is a law.)

#include "../laws.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace {

using namespace hitbox_tests;
using hitbox::detail::edge_set;
using hitbox::detail::relation;

/// Shapes of about size 1 whose gap or overlap is no less than a 50th of that, on the spot and some way off.
template <class A, class B, class Check>
void for_clear_pairs(Check check) {
    using T = scalar_t<A>;
    generator random{17};
    int apart = 0, crossing = 0;
    for (int i = 0; i < 1000; ++i) {
        const vec2<T> p = random.unit<T>() * T(i % 2 * 10);
        const A a = random.around<A>(p, T(1));
        const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, T(3)), T(1));
        const T distance = ask::signed_distance(a, b);
        if (std::abs(distance) < T(.02)) continue;
        ++(distance > 0 ? apart : crossing);
        check(a, b, distance > 0 ? relation::apart : relation::penetrating);
    }
    CHECK(apart > 200);
    CHECK(crossing > 200);
}

template <class A, class B>
void tells_clear_pairs() {
    for_clear_pairs<A, B>([](const A& a, const B& b, relation expected) {
        LAW(hitbox::detail::quick_relation(a, b) == expected, a, b);
        LAW(hitbox::detail::quick_relation(b, a) == expected, a, b);
    });
}

/// How far all of `other` is beyond each edge of `owner`.
template <class List, class Other>
std::vector<double> separations(const List& owner, const Other& other) {
    std::vector<double> result;
    const auto corner = [](const auto& list, std::size_t i) {
        return vec2<double>{static_cast<double>(list[i].x), static_cast<double>(list[i].y)};
    };
    for (std::size_t i = 0; i < owner.size(); ++i) {
        const vec2<double> p = corner(owner, i), q = corner(owner, (i + 1) % owner.size());
        const vec2<double> edge = q - p, out = vec2<double>{edge.y, -edge.x} / std::hypot(edge.x, edge.y);
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < other.size(); ++j) least = std::min(least, dot(out, corner(other, j) - p));
        result.push_back(least);
    }
    return result;
}

/// All that may be at least as good as the limit, and nothing that is worse by more than rounding explains.
bool holds(edge_set set, const std::vector<double>& scores, double limit) {
    std::vector<bool> in(scores.size());
    while (!set.empty()) {
        const std::size_t i = set.pop();
        if (i >= scores.size()) return false;
        in[i] = true;
    }
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (in[i] ? scores[i] < limit - 1e-2 : scores[i] > limit) return false;
    return true;
}

template <class Look>
void check_scores(const auto& a, const auto& b, relation expected, Look look) {
    hitbox::detail::edge_scores<scalar_t<std::decay_t<decltype(a)>>> scores;
    look(scores);
    const auto of_a = separations(vertices(a), vertices(b)), of_b = separations(vertices(b), vertices(a));
    const double best =
        std::max(*std::max_element(of_a.begin(), of_a.end()), *std::max_element(of_b.begin(), of_b.end()));
    LAW(std::abs(static_cast<double>(scores.best) - best) < 1e-2, a, b);
    if (scores.clear.found && !scores.usable) {  // boxes, which need no scores then
        LAW(expected == relation::penetrating, a, b);
        return;
    }
    LAW(scores.usable, a, b);
    LAW(scores.hulls_penetrating() == (expected == relation::penetrating), a, b);
    LAW(holds(scores.best_of_a(), of_a, best) && holds(scores.best_of_b(), of_b, best), a, b);
    LAW(holds(scores.facing_of_a(), of_a, 0) && holds(scores.facing_of_b(), of_b, 0), a, b);
    for (std::size_t i = 0; i < of_a.size(); ++i)
        if (std::abs(of_a[i]) > 1e-2) LAW(scores.certainly_faces_b(i) == (of_a[i] > 0), a, b);
    for (std::size_t i = 0; i < of_b.size(); ++i)
        if (std::abs(of_b[i]) > 1e-2) LAW(scores.certainly_faces_a(i) == (of_b[i] > 0), a, b);
    if (std::abs(best) < 1e-2) return;  // corner to corner there is less between the edges
    LAW(scores.relation_of_hulls() == expected, a, b);
    LAW(scores.hulls_apart() == (expected == relation::apart), a, b);
    LAW(scores.apart() == (expected == relation::apart), a, b);
}

template <class A, class B>
void scores_clear_pairs() {
    for_clear_pairs<A, B>([](const A& a, const B& b, relation expected) {
        check_scores(a, b, expected, [&](auto& scores) {
            look_quickly(scores, hitbox::detail::facets_of(a), hitbox::detail::facets_of(b));
        });
    });
}
template <class A, class B>
void scores_clear_pairs_at_once() {
    for_clear_pairs<A, B>([](const A& a, const B& b, relation expected) {
        check_scores(a, b, expected, [&](auto& scores) { hitbox::detail::look_at_once(scores, a, b); });
    });
}

/// Of two hulls that overlap: the edge that is the best way out, its owner, and the corner of the other that is deepest
/// behind it, by plain comparison in double. `clear` if each wins by no less than `margin`.
struct plain_way {
    static constexpr double margin = .05;
    using points = std::vector<vec2<double>>;

    bool of_b = false, clear = false;
    std::size_t edge = 0, edge_end = 0, corner = 0;
    points owner, other;
    vec2<double> outward{};
    double lowest_of_owner = 0, lowest = 0, highest = 0;  // above the edge

    template <class List>
    static points points_of(const List& list) {
        points result;
        for (std::size_t i = 0; i < list.size(); ++i)
            result.push_back({static_cast<double>(list[i].x), static_cast<double>(list[i].y)});
        return result;
    }
    template <class A, class B>
    plain_way(const A& a, const B& b) {
        const points of_a = points_of(vertices(a)), of_b_ = points_of(vertices(b));
        std::vector<double> scores = separations(of_a, of_b_);
        for (const double score : separations(of_b_, of_a)) scores.push_back(score);
        const auto best = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
        of_b = best >= of_a.size(), edge = of_b ? best - of_a.size() : best;
        owner = of_b ? of_b_ : of_a, other = of_b ? of_a : of_b_, edge_end = (edge + 1) % owner.size();
        const vec2<double> along = owner[edge_end] - owner[edge];
        outward = vec2<double>{along.y, -along.x} / std::hypot(along.x, along.y);
        std::vector<double> heights, under;
        for (const vec2<double> v : other) heights.push_back(height(v));
        for (std::size_t i = 0; i < owner.size(); ++i)
            if (i != edge && i != edge_end) under.push_back(height(owner[i]));
        corner = static_cast<std::size_t>(std::min_element(heights.begin(), heights.end()) - heights.begin());
        std::sort(scores.begin(), scores.end()), std::sort(heights.begin(), heights.end());
        lowest = heights[0], highest = heights.back();
        lowest_of_owner = *std::min_element(under.begin(), under.end());
        clear = scores.back() - scores[scores.size() - 2] > margin && heights[1] - heights[0] > margin &&
                *std::max_element(under.begin(), under.end()) < -margin && lowest < -margin;
    }
    /// How far one sticks out of the other, at most; less than 0 inside.
    static double beyond(const points& outer, const points& inner) {
        double most = -std::numeric_limits<double>::infinity();
        for (const vec2<double> v : inner)
            for (const double score : separations(outer, points{v})) most = std::max(most, score);
        return most;
    }
    double height(vec2<double> v) const { return dot(outward, v - owner[edge]); }
    double place(vec2<double> v) const { return outward.x * v.y - outward.y * v.x; }

    /// Is it clear, too, which edge of the other faces this one, and where the two end?
    bool faces_clearly() const {
        const vec2<double> c = other[corner], before = other[(corner + other.size() - 1) % other.size()],
                           after = other[(corner + 1) % other.size()], in = c - before, out = after - c;
        const auto facing = [this](vec2<double> e) {
            return (e.x * outward.y - e.y * outward.x) / std::hypot(e.x, e.y);
        };
        const double most = std::max(facing(in), facing(out)), next = std::min(facing(in), facing(out));
        const vec2<double> start = facing(in) > facing(out) ? before : c, stop = facing(in) > facing(out) ? c : after;
        const double low = std::max(place(owner[edge]), place(stop)),
                     high = std::min(place(owner[edge_end]), place(start));
        const double ends =
            std::min(std::abs(place(owner[edge]) - place(stop)), std::abs(place(owner[edge_end]) - place(start)));
        // The other edge comes nearer by this from one end of what the two share to the other.
        const double slope = (height(start) - height(stop)) / (place(start) - place(stop));
        return std::min({most - next, std::abs(2 * most * most - 1 - next), ends, high - low,
                         std::abs(slope) * (high - low)}) > margin;
    }
};

/// What is clear is found at the first look, and the answers are made of it: no careful look is needed.
template <class A, class B>
void finds_clear_ways() {
    using T = scalar_t<A>;
    int ways = 0, faces = 0, boxed_in = 0, inside = 0;
    for_clear_pairs<A, B>([&](const A& a, const B& b, relation expected) {
        hitbox::detail::edge_scores<T> scores;
        look_at_once(scores, a, b);
        const hitbox::detail::clear_features& found = scores.clear;
        LAW(!found.found || expected == relation::penetrating, a, b);
        if (expected == relation::apart) return;
        const plain_way way{a, b};
        if (!way.clear) return;
        ++ways;
        LAW(found.found, a, b);
        LAW(found.of_b == way.of_b && found.edge == way.edge && found.edge_end == way.edge_end, a, b);
        const std::size_t n = way.other.size();
        LAW(found.corner == way.corner && found.corner_before == (way.corner + n - 1) % n &&
                found.corner_after == (way.corner + 1) % n,
            a, b);
        if constexpr (hitbox::detail::are_boxes<A, B>) {
            const double owner_out = way.beyond(way.other, way.owner), other_out = way.beyond(way.owner, way.other);
            if (std::abs(owner_out) > way.margin)
                LAW(found.owner_sticks_out == (owner_out > 0) && found.owner_is_in == (owner_out < 0), a, b);
            if (std::abs(other_out) > way.margin)
                LAW(found.other_sticks_out == (other_out > 0) && found.other_is_in == (other_out < 0), a, b);
            inside += found.owner_is_in + found.other_is_in;
        } else {
            if (std::abs(way.lowest_of_owner - way.lowest) > way.margin)
                LAW(found.owner_sticks_out == (way.lowest_of_owner < way.lowest), a, b);
            if (std::abs(way.highest) > way.margin) LAW(found.other_sticks_out == (way.highest > 0), a, b);
            LAW(!found.owner_is_in && !found.other_is_in, a, b);
        }
        boxed_in += !found.owner_sticks_out + !found.other_sticks_out;
        contact<T> hit;
        LAW(hitbox::detail::fill_contact(hit, a, b, found, scores.largest), a, b);
        LAW(std::abs(static_cast<double>(hit.depth) + way.lowest) < 1e-4, a, b);
        if (!way.faces_clearly()) return;
        ++faces;
        hitbox::manifold<T> pressed;
        LAW(hitbox::detail::fill_through(pressed, a, b, found, scores.largest, T(0)) && pressed.count > 0, a, b);
    });
    CHECK(ways > 50);
    CHECK(faces > 20);
    CHECK(boxed_in > 0);
    CHECK((inside > 0 || !hitbox::detail::are_boxes<A, B>));
}

}  // namespace

TEMPLATE_TEST_CASE("shapes that are clearly apart or clearly not are told as they come", "", float, double) {
    using T = TestType;
    using polygon = convex_polygon<T, 8>;
    tells_clear_pairs<circle<T>, circle<T>>();
    tells_clear_pairs<aabb<T>, aabb<T>>();
    tells_clear_pairs<capsule<T>, capsule<T>>();
    tells_clear_pairs<triangle<T>, triangle<T>>();
    tells_clear_pairs<obb<T>, obb<T>>();
    tells_clear_pairs<aabb<T>, obb<T>>();
    tells_clear_pairs<polygon, polygon>();
    tells_clear_pairs<placed<polygon>, polygon>();
    tells_clear_pairs<placed<polygon>, placed<polygon>>();
    tells_clear_pairs<polygon, aabb<T>>();
    tells_clear_pairs<placed<polygon>, obb<T>>();
}

TEMPLATE_TEST_CASE("a disc beyond any corner is nearest to that corner", "", float, double) {
    using T = TestType;
    const auto octagon = *regular_polygon<8>(8, T(4), {1, 2});
    const obb<T> box{{1, 2}, {3, 1}, rot2<T>::from_degrees(T(20))};
    const auto check = [](const auto& shape, std::size_t corners) {
        for (std::size_t i = 0; i < corners; ++i) {
            const vec2<T> corner = hitbox::detail::corner_of(shape, i),
                          out = (corner - center(shape)) / length(corner - center(shape));
            for (const T aside : {T(-.3), T(0), T(.3)}) {
                const circle<T> disc{corner + out + perp(out) * aside, T(.5)};
                const auto look = hitbox::detail::look_at_disc(disc, shape);
                CAPTURE(i, aside);
                CHECK(look.told == relation::apart);
                CHECK(look.certain);
                CHECK(look.p == i);
                CHECK(look.q == i);
            }
        }
    };
    check(octagon, 8);
    check(box, 4);
}

TEMPLATE_TEST_CASE("a capsule that an edge of a polygon parts from it is told apart as it comes", "", float, double) {
    using T = TestType;
    using polygon = convex_polygon<T, 8>;
    const auto check = []<class P>(std::type_identity<P>) {
        int told = 0, open = 0;
        for_clear_pairs<capsule<T>, P>([&](const capsule<T>& a, const P& b, relation expected) {
            const relation first = hitbox::detail::quick_relation(a, b);
            LAW(hitbox::detail::quick_relation(b, a) == first, a, b);
            LAW((first == expected || first == relation::touching), a, b);
            if (expected == relation::apart) ++(first == expected ? told : open);
            // A radius below zero, however near to it, is no radius; nor is one that is no number.
            for (const T radius : {-std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::quiet_NaN()})
                LAW(hitbox::detail::quick_relation(capsule<T>{a.a, a.b, radius}, b) == relation::touching, a, b);
        });
        CHECK(told > 6 * open);  // what is left is nearest to a corner
    };
    check(std::type_identity<polygon>{});
    check(std::type_identity<placed<polygon>>{});
}

TEMPLATE_TEST_CASE("the way out of capsules that cross is found at the first look", "", float, double) {
    using T = TestType;
    generator random{85};
    int clear = 0, crossing = 0;
    for (int i = 0; i < 4000; ++i) {
        // Both through a common point, each beyond it on both sides.
        const vec2<T> p = random.unit<T>() * T(3), along_a = random.unit<T>(), along_b = random.unit<T>();
        const auto part = [&random] { return random.real<T>(T(.1), 2); };
        const capsule<T> a{p - along_a * part(), p + along_a * part(), random.real<T>(0, 1)},
            b{p - along_b * part(), p + along_b * part(), random.real<T>(0, 1)};
        ++crossing;
        std::optional<contact<T>> hit;
        if (!hitbox::detail::clearly(hit, a, b)) continue;
        ++clear;
        REQUIRE(hit);
        auto fa = hitbox::detail::facets_of(a), fb = hitbox::detail::facets_of(b);
        LAW(hit == hitbox::detail::collide_scored(fa, fb, hitbox::detail::no_scores{}), a, b);
        // The shallowest of four ends, by plain arithmetic, and both radii.
        double least = std::numeric_limits<double>::infinity();
        const auto wide = [](vec2<T> v) { return vec2<double>{static_cast<double>(v.x), static_cast<double>(v.y)}; };
        const auto behind = [&](const capsule<T>& owner, vec2<T> end) {
            const vec2<double> edge = wide(owner.b) - wide(owner.a), w = wide(end) - wide(owner.a);
            least = std::min(least, std::abs(edge.x * w.y - edge.y * w.x) / std::hypot(edge.x, edge.y));
        };
        behind(a, b.a), behind(a, b.b), behind(b, a.a), behind(b, a.b);
        const double depth = least + static_cast<double>(a.radius) + static_cast<double>(b.radius);
        LAW(std::abs(static_cast<double>(hit->depth) - depth) < 1e-5, a, b);
    }
    CHECK(clear > crossing / 2);

    // Nor where an end is right across from the other's: it is neither beside that segment nor beyond it.
    const auto found = [](const capsule<T>& a, const capsule<T>& b) {
        return hitbox::detail::capsule_look<T>{a, b}.features(a, b).found;
    };
    const capsule<T> along{{0, 0}, {2, 0}, 1};
    CHECK(!found(along, capsule<T>{{2, 1}, {3, 3}, 1}));
    CHECK(found(along, capsule<T>{{T(1.5), 1}, {3, 3}, 1}));
    CHECK(found(along, capsule<T>{{T(2.5), 1}, {3, 3}, 1}));

    // In the middle of each other and equally long, any end is as good: nothing is clear.
    std::optional<contact<T>> hit;
    CHECK(!hitbox::detail::clearly(hit, capsule<T>{{-1, -1}, {1, 1}, 1}, capsule<T>{{-1, 1}, {1, -1}, 1}));
}

TEMPLATE_TEST_CASE("a capsule that stands on the side of another is told at the first look, on either side", "", float,
                   double) {
    using T = TestType;
    for (const T up : {T(1), T(-1)})
        for (const bool reversed : {false, true}) {
            const vec2<T> left{0, 0}, right{3, 0};
            const capsule<T> beam{reversed ? right : left, reversed ? left : right, 1};
            const capsule<T> post{{T(1.5), up}, {2, 4 * up}, T(.5)};
            std::optional<contact<T>> hit, back;
            REQUIRE(hitbox::detail::clearly(hit, beam, post));
            REQUIRE(hitbox::detail::clearly(back, post, beam));
            CHECK(hit == contact<T>{{0, up}, T(.5), {T(1.5), up}, {T(1.5), up / 2}, false, false});
            CHECK(back == contact<T>{{0, -up}, T(.5), {T(1.5), up / 2}, {T(1.5), up}, false, false});
            manifold<T> pressed;
            CHECK(hitbox::detail::clearly(pressed, beam, post, T(0)));
            CHECK(pressed.normal == hit->normal);
        }
}

TEMPLATE_TEST_CASE("where capsules press that meet end to end is found at the first look", "", float, double) {
    using T = TestType;
    generator random{91};
    int overlaps = 0, clear = 0, one = 0, two = 0, ahead = 0;
    for (int i = 0; i < 4000; ++i) {
        // Ends across from each other, and both segments go back from there.
        const vec2<T> n = random.unit<T>(), p = random.unit<T>() * T(3);
        const auto back = [&](T sign) {
            return perp(n) * random.real<T>(-2, 2) + n * (sign * random.real<T>(T(.01), 1));
        };
        const vec2<T> q = p + n * random.real<T>(T(.1), 1);
        capsule<T> a{p, p + back(-1), random.real<T>(0, 1)}, b{q, q + back(1), random.real<T>(0, 1)};
        if (i % 2 == 0) std::swap(a.a, a.b);
        if (i % 3 == 0) std::swap(b.a, b.b);
        const T margin = i % 4 == 0 ? T(.5) : T(0);
        manifold<T> found;
        overlaps += intersects(a, b);
        if (!hitbox::detail::clearly(found, a, b, margin) || found.count == 0) continue;
        ++clear;
        auto fa = hitbox::detail::facets_of(a), fb = hitbox::detail::facets_of(b);
        LAW(found == hitbox::detail::manifold_scored(fa, fb, hitbox::detail::no_scores{}, margin), a, b);
        ++(found.count == 2 ? two : one);
        ahead += found.points[0].depth < T(0) || found.points[1].depth < T(0);
    }
    CAPTURE(overlaps, clear, one, two, ahead);
    CHECK(clear > overlaps * 9 / 10);
    CHECK(std::min(one, two) > 200);
    CHECK(ahead > 50);

    // One goes to the left, the other to the right: a single point, midway between the surfaces.
    const capsule<T> a{{0, 0}, {-3, T(-.0625)}, 1};
    CHECK(contact_manifold(a, capsule<T>{{0, 1}, {4, 3}, T(.5)}) == manifold<T>{{0, 1}, 1, {{{0, T(.75)}, T(.5), 0}}});
    // Both to the left: what is across from the end of the shorter one comes first, being left of it.
    const capsule<T> b{{-4, T(1.5)}, {0, 1}, T(.5)};
    CHECK(contact_manifold(a, b) ==
          manifold<T>{{0, 1}, 2, {{{-3, T(.90625)}, T(.0625), 1 << 16}, {{0, T(.75)}, T(.5), 1}}});
    // The farther one is apart; then only a margin shows it.
    const capsule<T> steeper{{0, 0}, {-3, T(-.25)}, 1};
    CHECK(contact_manifold(steeper, b) == manifold<T>{{0, 1}, 1, {{{0, T(.75)}, T(.5), 1}}});
    CHECK(contact_manifold(steeper, b, T(.125)).points[0] == manifold_point<T>{{-3, T(.8125)}, T(-.125), 1 << 16});
}

namespace {

/// Random overlaps of a capsule and a polygon: what is clear is what search finds, bit for bit, and most is clear.
template <class B>
void finds_ways_out_of_capsules() {
    using T = float;
    generator random{86};
    int overlaps = 0, clear = 0, clear_faces = 0, crossing = 0, at_corner = 0, inside = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto a = random.around<capsule<T>>(random.unit<T>() * random.real<T>(0, 3), random.real<T>(T(.1), 2));
        const auto b = random.around<B>(vec2<T>{}, 1);
        const bool apart = hitbox::detail::resolve(b, [&](const auto& known) {
            auto fa = hitbox::detail::facets_of(a);
            auto fb = hitbox::detail::facets_of(known);
            const auto expected = hitbox::detail::collide_scored(fa, fb, hitbox::detail::no_scores{});
            std::optional<contact<T>> hit;
            if (hitbox::detail::clearly(hit, a, b)) {
                LAW(hit == expected, a, b);
                clear += hit.has_value();
            }
            manifold<T> pressed;
            if (hitbox::detail::clearly(pressed, a, b, T(0)) && expected) {
                LAW(pressed == hitbox::detail::manifold_scored(fa, fb, hitbox::detail::no_scores{}, T(0)), a, b);
                ++clear_faces;
            }
            inside += expected && (expected->a_in_b || expected->b_in_a);
            return !expected;
        });
        if (apart) continue;
        ++overlaps;
        const hitbox::detail::capsule_polygon_look<T> look{a, b};
        crossing += look.features.found && look.features.behind;
        at_corner += look.features.found && look.features.edge == look.features.edge_end;
    }
    CAPTURE(overlaps, clear, clear_faces, crossing, at_corner, inside);
    CHECK(overlaps > 300);
    CHECK(clear > overlaps * 9 / 10);
    CHECK(clear_faces > overlaps / 2);
    CHECK(crossing > 50);
    CHECK(crossing < overlaps);
    CHECK(at_corner > 10);
    CHECK(inside > 10);
}

}  // namespace

TEST_CASE("the way out of a capsule and a polygon is found at the first look") {
    finds_ways_out_of_capsules<convex_polygon<float, 8>>();
    finds_ways_out_of_capsules<placed<convex_polygon<float, 8>>>();
    finds_ways_out_of_capsules<obb<float>>();
    finds_ways_out_of_capsules<aabb<float>>();
}

TEST_CASE("of a capsule and a polygon with two ways out as good as each other nothing is clear") {
    const auto square = *make_convex_polygon({vec2{-1.f, -1.f}, {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}});
    std::optional<contact<float>> hit;
    CHECK(!hitbox::detail::clearly(hit, capsule<float>{{0, 0}, {.5f, .25f}, .5f}, square));        // up, or right
    CHECK(!hitbox::detail::clearly(hit, capsule<float>{{-3, -3}, {3, 3}, .5f}, square));           // either side
    CHECK(!hitbox::detail::clearly(hit, capsule<float>{{.25f, -3}, {.25f, -.25f}, .5f}, square));  // a side, or an end
    // Across a side of the segment, or across an edge (3, 4, 5), before which its end is; all a quarter deep.
    const auto wedge = *make_convex_polygon({vec2{0.f, 0.f}, {8.f, -6.f}, {8.f, 6.f}});
    CHECK(!hitbox::detail::clearly(hit, capsule<float>{{.25f, -3}, {.25f, .125f}, .5f}, wedge));
    CHECK(!hitbox::detail::clearly(hit, capsule<float>{{.25f, 3}, {.25f, -.125f}, .5f}, wedge));
    CHECK(hitbox::detail::clearly(hit, capsule<float>{{.25f, -3}, {.25f, .0625f}, .5f}, wedge));
    CHECK(hitbox::detail::clearly(hit, capsule<float>{{.25f, -3}, {.25f, .1875f}, .5f}, wedge));
    CHECK(hitbox::detail::clearly(hit, capsule<float>{{0, .125f}, {.5f, .5f}, .5f}, square));
}

TEMPLATE_TEST_CASE("few edges are left to a careful look", "", float, double) {
    using T = TestType;
    using polygon = convex_polygon<T, 8>;
    scores_clear_pairs<triangle<T>, triangle<T>>();
    scores_clear_pairs<aabb<T>, triangle<T>>();
    scores_clear_pairs<triangle<T>, convex_polygon_view<T>>();
    scores_clear_pairs<polygon, polygon>();
    scores_clear_pairs_at_once<obb<T>, obb<T>>();
    scores_clear_pairs_at_once<obb<T>, aabb<T>>();
    scores_clear_pairs_at_once<polygon, polygon>();
    scores_clear_pairs_at_once<polygon, placed<polygon>>();
    scores_clear_pairs_at_once<placed<polygon>, placed<polygon>>();
}

TEMPLATE_TEST_CASE("a clear way out is found at the first look, and is all that answers are made of", "", float,
                   double) {
    using T = TestType;
    using polygon = convex_polygon<T, 8>;
    finds_clear_ways<obb<T>, obb<T>>();
    finds_clear_ways<aabb<T>, obb<T>>();
    finds_clear_ways<obb<T>, aabb<T>>();
    finds_clear_ways<triangle<T>, triangle<T>>();
    finds_clear_ways<polygon, polygon>();
    finds_clear_ways<placed<polygon>, polygon>();
    finds_clear_ways<placed<polygon>, placed<polygon>>();
}

TEMPLATE_TEST_CASE("a shape with an edge too short to be squared is not scored", "", float, double) {
    using T = TestType;
    const T tiny = (std::numeric_limits<T>::min)();
    const triangle<T> needle{{0, 0}, {tiny, 0}, {tiny, 1}}, other{{2, 0}, {3, 0}, {2, 1}};
    for (const triangle<T>& first : {needle, triangle<T>{needle.b, needle.c, needle.a}}) {
        hitbox::detail::edge_scores<T> scores;
        look_quickly(scores, hitbox::detail::facets_of(first), hitbox::detail::facets_of(other));
        CHECK(!scores.usable);
        look_at_once(scores, first, other);
        CHECK(!scores.usable);
    }
}

TEMPLATE_TEST_CASE("an edge too short to be squared is not the way out", "", float, double) {
    using T = TestType;
    const T speck = std::same_as<T, float> ? T(2.7e-23) : T(1.65e-162);  // its square is rounded up, to twice as much
    const triangle<T> tip{{0, 0}, {speck, 0}, {0, 10}}, over{{-30, 1}, {T(.9), -50}, {T(.9), 1}};
    const auto hit = collide(tip, over);
    REQUIRE(hit);
    CHECK(hit->depth == T(.9));
    CHECK(hit->normal == vec2<T>{-1, 0});
}

TEMPLATE_TEST_CASE("an edge too short for its square but not for its turns has its way out beside it", "", float,
                   double) {
    // The tip of one is a quarter of the needle's width deep. Only a float has turns that are certain beside squares
    // that are not.
    using T = TestType;
    for (const T unit : {T(1), T(0x1p-29)}) {
        const triangle<T> needle{{0, 0}, {unit * T(0x1p-20), 0}, {0, unit}},
            wedge{{-unit, unit / 4}, {unit * T(0x1p-22), unit / 2}, {-unit, unit * T(.75)}};
        hitbox::detail::edge_scores<T> scores;
        look_at_once(scores, needle, wedge);
        CHECK(scores.usable == (unit == 1 || std::same_as<T, double>));
        const auto hit = collide(needle, wedge);
        REQUIRE(hit);
        CHECK((hit->normal == vec2<T>{-1, 0} && hit->depth == unit * T(0x1p-22)));
        CHECK(collide(wedge, needle) == flipped(hit));
    }
}

TEMPLATE_TEST_CASE("of triangles whose huge coordinates cancel nothing is told, and answers are as large", "", float,
                   double) {
    using T = TestType;
    const T huge = 0x1p61;
    const auto check = [huge](const triangle<T>& t) {
        const auto larger = [](const triangle<T>& s, T by) { return triangle<T>{s.a * by, s.b * by, s.c * by}; };
        const triangle<T> a = larger(t, huge), b = larger(t, -huge);
        const auto hit = collide(a, b), expected = collide(t, larger(t, -1));
        CHECK(hitbox::detail::quick_relation(a, b) == relation::touching);
        CHECK(intersects(a, b) == intersects(t, larger(t, -1)));
        CHECK(contact_manifold(a, b).count == contact_manifold(t, larger(t, -1)).count);
        REQUIRE(hit.has_value() == expected.has_value());
        if (!hit) return;
        CHECK((hit->normal == expected->normal && hit->depth == expected->depth * huge));
        CHECK((hit->point_a == expected->point_a * huge && hit->point_b == expected->point_b * huge));
    };
    check({{-1, -1}, {2, -1}, {0, 3}});
    check({{4, -1}, {7, -1}, {5, 3}});
}

TEST_CASE("of a tiny placed polygon in a disc of which a bound on rounding overflows nothing is told") {
    using polygon = convex_polygon<float, 8>;
    const auto tiny = *make_convex_polygon<8>({vec2<float>{0, 0}, {0x1p-40f, 0}, {0, 0x1p-40f}});
    const circle<float> disc{{0, 0}, 0x1p59f};
    const placed<polygon> there = at(tiny, vec2<float>{0x1p-41f, 0});
    const auto look = hitbox::detail::look_at_disc(disc, there);
    CHECK((look.told == relation::touching && !look.certain));
    const auto hit = collide(disc, there);
    REQUIRE(hit);
    CHECK((hit->depth == 0x1p59f && hit->b_in_a && !hit->a_in_b));
    CHECK(hit == collide(disc, baked(there)));
    CHECK(contact_manifold(disc, there) == contact_manifold(disc, baked(there)));
}

TEST_CASE("one edge is one, none is not") {
    CHECK(!edge_set{}.is_one());
    CHECK(edge_set{std::uint64_t{1} << 63}.is_one());
    CHECK(!edge_set{5}.is_one());
}

TEMPLATE_TEST_CASE("of as many edges as there is room for, the first counts like the last", "", float, double) {
    TestType scores[64];
    for (std::size_t i = 0; i < 64; ++i) scores[i] = TestType(i % 63 == 0);
    edge_set best = hitbox::detail::at_least(scores, 64, TestType(1));
    CHECK(best.pop() == 0);
    CHECK(best.pop() == 63);
    CHECK(best.empty());
}

TEMPLATE_TEST_CASE("nothing stays of a look that was of no use", "", float, double) {
    using T = TestType;
    const T thin = 10 * std::numeric_limits<T>::epsilon();
    const triangle<T> sliver{{0, 0}, {10, -thin}, {10, thin}}, across{{4, -1}, {6, -1}, {5, 1}};
    hitbox::detail::edge_scores<T> scores;
    look_at_once(scores, sliver, across);
    CHECK(!scores.usable);
    for (const triangle<T>& needle : {sliver, triangle<T>{sliver.a, sliver.c, sliver.b}}) {
        CHECK(penetrates(needle, across));
        CHECK(penetrates(across, needle));
        CHECK(collide(needle, across));
        CHECK(contact_manifold(across, needle).count > 0);
    }
}

TEMPLATE_TEST_CASE("a polygon placed where rounding merges its corners is not scored", "", float, double) {
    using T = TestType;
    const auto polygon = *convex_hull<8>({vec2<T>{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    const auto there = at(polygon, vec2<T>{4 / std::numeric_limits<T>::epsilon(), 0}),
               here = at(polygon, vec2<T>{3, 0});
    const auto scored = [](const auto& a, const auto& b) {
        hitbox::detail::edge_scores<T> scores;
        hitbox::detail::look_at_once(scores, a, b);
        return scores.usable;
    };
    CHECK(scored(here, polygon));
    CHECK(!scored(there, polygon));
    CHECK(!scored(polygon, there));
    CHECK(!scored(there, there));
}

TEMPLATE_TEST_CASE("the short edge of a box may be the way out that rounding has made of it", "", float, double) {
    using T = TestType;
    constexpr T epsilon = std::numeric_limits<T>::epsilon();
    generator random{18};
    for (int i = 0; i < 4000; ++i) {
        // A stick on the corner of a box, at right angles up to what rounding turns its end by.
        const rot2<T> r = random.rotation<T>();
        const T thin = epsilon * random.real<T>(400, 4000), turn = epsilon / thin * random.real<T>(-1, 1);
        const T aside = thin * random.real<T>(-1, 1), up = T(.5) - epsilon * random.real<T>(0, 400);
        const rot2<T> turned{r.c - turn * r.s, r.s + turn * r.c};
        const obb<T> box{random.unit<T>(), {1, 1}, r};
        const vec2<T> middle = vertices(box)[2] + r * vec2<T>{aside, 0} + turned * vec2<T>{0, up};
        const obb<T> stick{middle, {thin, T(.5)}, turned};
        auto facets_a = hitbox::detail::facets_of(box), facets_b = hitbox::detail::facets_of(stick);
        const auto carefully = hitbox::detail::collide_scored(facets_a, facets_b, hitbox::detail::no_scores{});
        LAW(collide(box, stick) == carefully, box, stick);
    }
}

TEMPLATE_TEST_CASE("the turns of triangles and boxes tell what is clear", "", float, double) {
    using T = TestType;
    const auto look = []<class A, class B>() {
        for_clear_pairs<A, B>([](const A& a, const B& b, relation expected) {
            const relation told = hitbox::detail::look_at_turns(vertices(a), vertices(b)).kind;
            LAW(told == (expected == relation::apart ? told : expected), a, b);
            if (expected == relation::apart) {
                const auto of_a = separations(vertices(a), vertices(b)), of_b = separations(vertices(b), vertices(a));
                const double best =
                    std::max(*std::max_element(of_a.begin(), of_a.end()), *std::max_element(of_b.begin(), of_b.end()));
                if (best > 1e-2) LAW(told == relation::apart, a, b);
            }
        });
    };
    look.template operator()<aabb<T>, obb<T>>();
    look.template operator()<obb<T>, obb<T>>();
    look.template operator()<triangle<T>, aabb<T>>();
}

TEST_CASE("where nothing is looked at, no edge is named and no answer known") {
    using hitbox::detail::no_scores;
    CHECK(!(no_scores::usable || no_scores::apart() || no_scores::hulls_apart() || no_scores::hulls_penetrating()));
    CHECK(no_scores::best_of_a().empty());
    CHECK(no_scores::best_of_b().empty());
    CHECK(no_scores::facing_of_a().empty());
    CHECK(no_scores::facing_of_b().empty());
    CHECK(!no_scores::certainly_faces_a(0));
    CHECK(!no_scores::certainly_faces_b(0));
    hitbox::detail::turns of_segments;
    CHECK(!(of_segments.hulls_apart() || of_segments.hulls_penetrating()));
    of_segments.usable = true;
    CHECK((of_segments.hulls_apart() && !of_segments.hulls_penetrating()));
    of_segments.crossing = true;
    CHECK((!of_segments.hulls_apart() && of_segments.hulls_penetrating()));
}

TEST_CASE("a view without corners has no edges") {
    int edges = 0;
    hitbox::detail::for_each_edge(hitbox::detail::moved_view<float>{}, [&](vec2<float>, vec2<float>) {
        ++edges;
        return true;
    });
    CHECK(edges == 0);
}

TEST_CASE("on which side of a line a point is, is told only where differences do not round it away") {
    // F(n)^2 - F(n-1) F(n+1) is 1 or -1 (Cassini). The line starts so near the origin that the differences lose it.
    std::int64_t before = 1, now = 1, sign = -1;
    std::size_t told_at_all = 0;
    for (int n = 2; n < 60; ++n) {
        const std::int64_t next = before + now;
        for (std::int64_t i = -40; i <= 40; ++i) {
            const bool across = i % 2 == 0;
            const std::int64_t turn = (sign << 30) + i * (across ? before - now : next - now);  // exact, times 2^30
            const double start = static_cast<double>(i) * 0x1p-30;
            const vec2<double> p = across ? vec2<double>{start, 0} : vec2<double>{0, start},
                               q{static_cast<double>(now), static_cast<double>(before)},
                               x{static_cast<double>(next), static_cast<double>(now)};
            const std::uint64_t told = hitbox::detail::sides_of_line(std::array{p, q}, std::array{x});
            CAPTURE(n, i, told, turn);
            CHECK((told == 7 || told == (turn < 0 ? 1u : 2u)));
            told_at_all += told != 7;
        }
        before = now, now = next, sign = -sign;
    }
    CHECK(told_at_all > 1000);
}

TEMPLATE_TEST_CASE("of a small polygon that touches a large one nothing is told at once", "", float, double) {
    // The corner is on the edge, exactly: whatever is told is false.
    using T = TestType;
    const auto check = [](T x, T y, T k) {
        const T large = 4096;
        const vec2<T> along{x, y}, right{y, -x}, corner = along * k;
        const auto big = *make_convex_polygon<8>({along * -large, along * large, along * -large - right * large});
        const auto small = *make_convex_polygon<8>({corner, corner + right - along, corner + right + along});
        CHECK(hitbox::detail::quick_relation(big, small) == relation::touching);
        CHECK(hitbox::detail::quick_relation(small, big) == relation::touching);
    };
    for (int x = -7; x <= 7; ++x)
        for (int y = 1; y <= 7; ++y)
            for (int k = -2; k <= 2; ++k) check(T(x), T(y), T(k));
}

TEMPLATE_TEST_CASE("whether two upright boxes meet is told at once, of those that touch too", "", float, double) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
    const aabb<T> box{{0, 0}, {2, 2}};
    const auto told = [](const aabb<T>& a, const aabb<T>& b) {
        const relation by_a = hitbox::detail::quick_meeting(a, b), by_b = hitbox::detail::quick_meeting(b, a);
        CHECK(by_a == by_b);
        CHECK(intersects(a, b) == (by_a == relation::penetrating));
        return by_a;
    };
    // Flat ones, and points, too: from -1 to 3, at most 2 wide.
    for (int x = -1; x <= 3; ++x)
        for (int y = -1; y <= 3; ++y)
            for (int w = 0; w <= 2; ++w)
                for (int h = 0; h <= 2; ++h) {
                    const aabb<T> b{{T(x), T(y)}, {T(x + w), T(y + h)}};
                    const bool meet = x <= 2 && x + w >= 0 && y <= 2 && y + h >= 0;
                    CHECK(told(box, b) == (meet ? relation::penetrating : relation::apart));
                }
    for (const aabb<T>& broken : {aabb<T>{{2, 2}, {nan, 3}}, aabb<T>{{nan, 0}, {3, 3}}, aabb<T>{{2, 0}, {3, infinity}},
                                  aabb<T>{{-infinity, 0}, {0, 1}}, aabb<T>{{3, 0}, {2, 1}}, aabb<T>{{0, 1}, {1, 0}}})
        CHECK(told(box, broken) == relation::touching);
}

/// Looks at once, and compares what is clear with what is found one by one.
template <class S>
bool clear(const S& a, const S& b) {
    std::optional<contact<scalar_t<S>>> hit;
    if (!hitbox::detail::clearly(hit, a, b)) return false;
    LAW(hit == collide_pair(a, b), a, b);
    return true;
}

TEMPLATE_TEST_CASE("the contact of upright boxes is found at the first look, if one side is the nearest", "", float,
                   double) {
    using T = TestType;
    int looked_at = 0, told = 0;
    for_clear_pairs<aabb<T>, aabb<T>>([&](const aabb<T>& a, const aabb<T>& b, relation) {
        ++looked_at;
        told += clear(a, b) + clear(b, a);
    });
    CHECK(told == 2 * looked_at);
    // All four sides, from inside and from across.
    const aabb<T> box{{-4, -5}, {4, 5}};
    for (const vec2<T> way : {vec2<T>{1, 0}, vec2<T>{-1, 0}, vec2<T>{0, 1}, vec2<T>{0, -1}})
        for (const T from : {T(2), T(4)}) {
            const vec2<T> middle{way.x * from, way.y * (from + 1)};
            const aabb<T> small{middle - vec2<T>{1, 1}, middle + vec2<T>{1, 1}};
            const T depth = from == 2 ? T(3) : T(1);
            CHECK(clear(box, small));
            CHECK(collide(box, small)->normal == way);
            CHECK(collide(box, small)->depth == depth);
            CHECK(collide(box, small)->b_in_a == (from == 2));
        }
    // Two sides as near as each other, none is.
    CHECK(!clear(box, aabb<T>{{-1, -1}, {1, 1}}));
    CHECK(!clear(box, aabb<T>{{3, 4}, {5, 6}}));
    CHECK(!clear(box, box));
    // Where a sum is beyond the range, a middle is not.
    const T most = std::numeric_limits<T>::max(), wide = most / 8;
    const aabb<T> far_off{{most - wide, most - wide}, {most, most}};
    const aabb<T> beside{{most - 3 * wide, most - wide}, {most - wide / 2, most}};
    CHECK(!clear(far_off, beside));
    REQUIRE(collide(far_off, beside));
    CHECK(std::isfinite(collide(far_off, beside)->point_a.y));
}

TEST_CASE("the contact of discs is found at the first look, if it is clear which of them is inside") {
    int looked_at = 0, told = 0;
    for_clear_pairs<circle<float>, circle<float>>([&](const circle<float>& a, const circle<float>& b, relation) {
        ++looked_at;
        told += clear(a, b) + clear(b, a);
    });
    CHECK(told == 2 * looked_at);
    const circle<float> large{{1, 1}, 4}, small{{2, 1}, 2}, touching{{3, 1}, 2}, sticking_out{{3, 2}, 2};
    const auto has_small = collide(large, small);
    CHECK((clear(large, small) && has_small->b_in_a && !has_small->a_in_b));
    CHECK((clear(small, large) && collide(small, large)->a_in_b && !collide(small, large)->b_in_a));
    CHECK((clear(large, sticking_out) && !collide(large, sticking_out)->b_in_a));
    // From inside it touches the other, or both have one centre.
    CHECK(!clear(large, touching));
    CHECK(!clear(large, circle<float>{{1, 1}, 2}));
    // Of discs so small that a depth might round to 0, nothing is.
    CHECK(!clear(circle<float>{{0, 0}, 0x1p-100F}, circle<float>{{0x1p-100F, 0}, 0x1p-100F}));
    CHECK(!clear(circle<float>{{0, 0}, -1}, circle<float>{{1, 0}, 3}));
    CHECK(!clear(circle<float>{{0, 0}, 3}, circle<float>{{1, 0}, -1}));
}

TEMPLATE_TEST_CASE("of boxes with a negative side nothing is told, of flat ones all that is clear", "", float, double) {
    using T = TestType;
    const obb<T> box{{0, 0}, {1, 2}, rot2<T>::from_degrees(T(30))};
    const aabb<T> across{{-1, -1}, {1, 1}}, away{{4, 4}, {5, 5}};
    for (T vec2<T>::*side : {&vec2<T>::x, &vec2<T>::y}) {
        obb<T> broken = box, flat = box;
        broken.half_extents.*side = T(-.5), flat.half_extents.*side = 0;
        for (const aabb<T>& other : {across, away}) {
            CHECK(hitbox::detail::quick_relation(broken, other) == relation::touching);
            CHECK(hitbox::detail::quick_relation(other, broken) == relation::touching);
            CHECK(hitbox::detail::quick_relation(broken, box) == relation::touching);
            CHECK(hitbox::detail::quick_relation(box, broken) == relation::touching);
        }
        CHECK(hitbox::detail::quick_relation(flat, across) == relation::penetrating);
        CHECK(hitbox::detail::quick_relation(across, flat) == relation::penetrating);
        CHECK(hitbox::detail::quick_relation(flat, away) == relation::apart);
        CHECK(hitbox::detail::quick_relation(away, flat) == relation::apart);
    }
}

TEMPLATE_TEST_CASE("of a negative radius nothing is told, of none all that is clear", "", float, double) {
    using T = TestType;
    const auto check = [](const auto& broken, const auto& thin, const auto& sound, const auto& away) {
        for (const auto& other : {sound, away}) {
            CHECK(hitbox::detail::quick_relation(broken, other) == relation::touching);
            CHECK(hitbox::detail::quick_relation(other, broken) == relation::touching);
        }
        CHECK(hitbox::detail::quick_relation(thin, sound) == relation::penetrating);
        CHECK(hitbox::detail::quick_relation(sound, thin) == relation::penetrating);
        CHECK(hitbox::detail::quick_relation(thin, away) == relation::apart);
        CHECK(hitbox::detail::quick_relation(away, thin) == relation::apart);
    };
    check(circle<T>{{0, 0}, T(-.5)}, circle<T>{{0, 0}, 0}, circle<T>{{1, 0}, 3}, circle<T>{{9, 0}, 3});
    check(capsule<T>{{0, 0}, {1, 1}, T(-.5)}, capsule<T>{{0, 0}, {1, 1}, 0}, capsule<T>{{1, 0}, {2, 2}, 3},
          capsule<T>{{9, 0}, {9, 1}, 3});
}

TEST_CASE("bounds on shapes so small that their products underflow are bounds all the same") {
    // Found by comparison with exact arithmetic: told without a look at the short edges, as squares were zero.
    using point = vec2<float>;
    const obb<float> a{
        {-2.49218558e-19f, -3.04308555e-19f}, {2.4482353e-21f, 2.14140296e-24f}, {-0.981032193f, -0.193844914f}},
        b{{-2.5159174e-19f, -3.0493654e-19f}, {1.8839943e-24f, 1.53888019e-22f}, {-0.980796814f, -0.195032448f}};
    CHECK(!intersects(a, b));
    CHECK(!penetrates(a, b));
    const obb<float> c{
        {3.19237252e-19f, 4.10274656e-19f}, {2.03978032e-24f, 5.60090637e-22f}, {0.392107248f, -0.919919491f}},
        d{{3.18720109e-19f, 4.10058297e-19f}, {1.69999643e-24f, 1.67377095e-24f}, {0.390392959f, -0.920648336f}};
    CHECK(intersects(c, d));
    CHECK(!penetrates(c, d));
    CHECK(collide(c, d)->depth == 0);

    const circle<float> disc{{-8.06884134e-19f, -1.16683679e-18f}, 4.34335802e-23f};
    const point corners[] = {
        {-1.1791837e-18f, 7.88653383e-19f}, {-8.06855906e-19f, -1.16680412e-18f}, {1.36910417e-18f, 3.71486425e-19f}};
    const auto wedge = *make_convex_polygon<8>(corners);
    CHECK(intersects(disc, wedge));
    REQUIRE(collide(disc, wedge));
    CHECK(collide(disc, wedge)->depth == -signed_distance(disc, wedge));
    CHECK(contact_manifold(disc, wedge).count == 1);

    const point sliver[] = {{-1.31361845e-21f, -4.35389886e-24f},
                            {1.31361845e-21f, -4.35389886e-24f},
                            {1.31361845e-21f, 4.35389886e-24f}},
                speck[] = {{-2.9358492e-24f, -7.80720551e-25f},
                           {2.9358492e-24f, -7.80720551e-25f},
                           {2.9358492e-24f, 7.80720551e-25f},
                           {-2.9358492e-24f, 7.80720551e-25f}};
    const rot2<float> turn{-0.996621728f, 0.0821290463f};
    const auto p = at(*make_convex_polygon<8>(sliver), {{-9.24233093e-19f, 3.0910522e-19f}, turn});
    const auto q = at(*make_convex_polygon<8>(speck), {{-9.22920771e-19f, 3.09000271e-19f}, turn});
    CHECK(distance(p, q) == distance(baked(p), baked(q)));
}

TEMPLATE_TEST_CASE("of a capsule with a coordinate that is no number nothing is told quickly", "", float, double) {
    using T = TestType;
    const auto octagon = *regular_polygon<8>(8, T(1));
    const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
    const capsule<T> beside{{3, -1}, {3, 1}, T(.5)};
    REQUIRE(hitbox::detail::quick_relation(beside, octagon) == relation::apart);
    for (const T bad : {nan, infinity, -infinity}) {
        capsule<T> broken[] = {beside, beside, beside, beside, beside};
        broken[0].a.x = bad, broken[1].a.y = bad, broken[2].b.x = bad, broken[3].b.y = bad, broken[4].radius = bad;
        for (const capsule<T>& c : broken) {
            CHECK(hitbox::detail::quick_relation(c, octagon) == relation::touching);
            CHECK(!intersects(c, octagon));
            CHECK(!collide(c, octagon));
        }
    }
}
