// Time of impact of every ordered pair, held against the distance of the two at single moments, which is found here in
// long double by looking at all corners and edges. Included once per scalar (`LAW_SCALAR`).

#include "../laws.hpp"

#include <algorithm>
#include <vector>

#if defined(__GNUC__)
#  pragma GCC diagnostic ignored "-Wdouble-promotion"  // what answers are held against is long double on purpose
#endif

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;
using real_number = long double;
using point = vec2<real_number>;

/// A shape on its way, as plain as can be.
struct traveller {
    std::vector<point> corners;
    real_number radius = 0;
    point radii{};  // of an ellipse about the only corner
    point from{}, to{}, start{1, 0};
    real_number growth = 0, turn = 0;

    std::vector<point> now;
    point turned{1, 0};

    void go_to(real_number t) {
        const real_number k = 1 + growth * t, c = std::cos(turn * t) * k, s = std::sin(turn * t) * k;
        turned = {start.x * c - start.y * s, start.x * s + start.y * c};
        now.clear();
        for (const point p : corners)
            now.push_back({from.x * (1 - t) + to.x * t + turned.x * p.x - turned.y * p.y,
                           from.y * (1 - t) + to.y * t + turned.x * p.y + turned.y * p.x});
    }
    real_number reach(point n) const {
        real_number most = -std::numeric_limits<real_number>::infinity();
        for (const point p : now) most = std::max(most, p.x * n.x + p.y * n.y);
        const real_number along = turned.x * n.x + turned.y * n.y, across = turned.x * n.y - turned.y * n.x;
        return most + radius + std::hypot(radii.x * along, radii.y * across);
    }
};

template <class S>
traveller traveller_of(const S& s, const sweep<T>& way) {
    traveller t;
    if constexpr (faceted<S>) {
        const auto list = vertices(s);
        for (std::size_t i = 0; i < list.size(); ++i) t.corners.push_back({list[i].x, list[i].y});
        t.radius = radius(s);
    } else {
        t.corners = {{s.middle.x, s.middle.y}};
        t.radii = {s.radii.x, s.radii.y};
    }
    const rot2<T> r = way.from.rotation, q = way.to.rotation;
    t.from = {way.from.translation.x, way.from.translation.y};
    t.to = {way.to.translation.x, way.to.translation.y};
    t.start = {r.c, r.s};
    const real_number c = t.start.x * q.c + t.start.y * q.s, s_ = t.start.x * q.s - t.start.y * q.c;
    t.turn = std::atan2(s_, c) + 2 * std::acos(real_number(-1)) * way.turns;
    t.growth = std::hypot(real_number(q.c), real_number(q.s)) / std::hypot(t.start.x, t.start.y) - 1;
    return t;
}

real_number distance_to_segment(point p, point a, point b) {
    const point e = b - a, w = p - a;
    const real_number all = e.x * e.x + e.y * e.y;
    const real_number part = all > 0 ? std::clamp((w.x * e.x + w.y * e.y) / all, real_number(0), real_number(1)) : 0;
    return std::hypot(w.x - e.x * part, w.y - e.y * part);
}

/// The gap along one direction.
real_number gap_along(const traveller& a, const traveller& b, point n) { return -a.reach(n) - b.reach({-n.x, -n.y}); }

/// The distance of hulls that are apart, or minus the overlap: the largest gap among the edges' normals.
real_number gap_of_hulls(const traveller& a, const traveller& b) {
    real_number apart = std::numeric_limits<real_number>::infinity(), overlap = -apart;
    for (const auto* one : {&a, &b}) {
        const auto* other = one == &a ? &b : &a;
        const std::size_t n = one->now.size();
        for (std::size_t i = 0; i < n; ++i) {
            const point p = one->now[i], q = one->now[(i + 1) % n], e = q - p;
            for (const point v : other->now) apart = std::min(apart, distance_to_segment(v, p, q));
            const real_number l = std::hypot(e.x, e.y);
            if (!(l > 0)) continue;
            // Across, and along for hulls on one line.
            for (const point d : {point{e.y / l, -e.x / l}, point{-e.y / l, e.x / l}, e * (1 / l), e * (-1 / l)}) {
                real_number out = -std::numeric_limits<real_number>::infinity(), in = -out;
                for (const point v : one->now) out = std::max(out, d.x * (v.x - p.x) + d.y * (v.y - p.y));
                for (const point v : other->now) in = std::min(in, d.x * (v.x - p.x) + d.y * (v.y - p.y));
                overlap = std::max(overlap, in - out);
            }
        }
    }
    return (overlap >= 0 || (a.now.size() == 1 && b.now.size() == 1) ? apart : overlap) - a.radius - b.radius;
}

/// Any two: the best of many directions, made better between its neighbours.
real_number gap_by_directions(const traveller& a, const traveller& b) {
    constexpr int directions = 64;
    const auto gap = [&](real_number angle) { return gap_along(a, b, {std::cos(angle), std::sin(angle)}); };
    const real_number step = 2 * std::acos(real_number(-1)) / directions;
    std::vector<real_number> gaps;
    for (int i = 0; i < directions; ++i) gaps.push_back(gap(step * i));
    real_number best = *std::max_element(gaps.begin(), gaps.end());
    for (int i = 0; i < directions; ++i) {
        const auto at = [&](int k) { return gaps[static_cast<std::size_t>((k + directions) % directions)]; };
        if (at(i) < at(i - 1) || at(i) < at(i + 1)) continue;
        real_number low = step * (i - 1), high = step * (i + 1);
        for (int k = 0; k < 60; ++k) {
            const real_number left = low + (high - low) * .4L, right = low + (high - low) * .6L;
            (gap(left) < gap(right) ? low : high) = gap(left) < gap(right) ? left : right;
        }
        best = std::max(best, gap((low + high) / 2));
    }
    return best;
}

struct meeting {
    traveller a, b;
    bool hulls = true;

    real_number gap_at(real_number t) {
        a.go_to(t), b.go_to(t);
        return hulls ? gap_of_hulls(a, b) : gap_by_directions(a, b);
    }
    /// How fast the gap can change: in units of length for the whole way.
    real_number speed() const {
        const auto reach = [](const traveller& s) {
            real_number most = 0;
            for (const point p : s.corners) most = std::max(most, std::hypot(p.x, p.y));
            return most + s.radius + std::max(s.radii.x, s.radii.y);
        };
        const point v = (b.to - b.from) - (a.to - a.from);
        return std::hypot(v.x, v.y) + std::abs(a.turn) * reach(a) + std::abs(b.turn) * reach(b) + reach(a) + reach(b);
    }
};

template <class A, class B>
meeting meeting_of(const A& a, const sweep<T>& sweep_a, const B& b, const sweep<T>& sweep_b) {
    return {traveller_of(a, sweep_a), traveller_of(b, sweep_b), faceted<A> && faceted<B>};
}

/// A sweep from one side of about `size` to the other, straight, turning, or turning a lot.
sweep<T> random_sweep(generator& random, T size, int kind) {
    sweep<T> s;
    const vec2<T> side = random.unit<T>() * random.real(size, 4 * size);
    s.from = {side, random.rotation<T>()};
    s.to = {random.unit<T>() * size - side * random.real<T>(0, 1), kind == 0 ? s.from.rotation : random.rotation<T>()};
    if (kind == 2) s.turns = static_cast<int>(random.index(7)) - 3;
    return s;
}

template <class A, class B>
impact<T> asked(const A& a, const sweep<T>& sweep_a, const B& b, const sweep<T>& sweep_b) {
    return time_of_impact(a, sweep_a, b, sweep_b);
}

template <class Law>
void on_random_sweeps(std::uint64_t seed, int how_many, Law law) {
    for_every_pair<T>([&]<class A, class B>() {
        generator random{seed};
        for (int i = 0; i < how_many; ++i) {
            const A a = random.around<A>(random.unit<T>() * random.real<T>(0, i % 3 == 0 ? T(3) : T(0)), 1);
            const B b = random.around<B>({0, 0}, random.index(3) ? T(1) : T(.25));
            const sweep<T> sweep_a = random_sweep(random, 2, i % 3);
            const sweep<T> sweep_b = i % 4 == 0 ? sweep<T>{} : random_sweep(random, 1, i % 5 < 3 ? 0 : 1);
            law(random, a, sweep_a, b, sweep_b);
        }
    });
}

}  // namespace

LAW_CASE("at the fraction of an impact two shapes touch, and before it they are apart") {
    int hits = 0, misses = 0;
    on_random_sweeps(
        41, 12, [&](generator& random, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
            const auto result = asked(a, sweep_a, b, sweep_b);
            meeting m = meeting_of(a, sweep_a, b, sweep_b);
            // The bound of time_of_impact: 64 roundings of lengths in wide arithmetic, twice; of the speed for the
            // fraction. A shape known by its support alone rounds to T: 16, twice, of coordinates up to 5. Where
            // corners are placed at the beginning they are rounded, too.
            const real_number wide = std::numeric_limits<double>::epsilon() * 64 * (10 + m.speed());
            const real_number bound = m.hulls ? wide : wide + real_number(std::numeric_limits<T>::epsilon()) * 16 * 5;
            if (result.status == impact_status::started_overlapping) {
                LAW(penetrates(at(a, sweep_a.from), at(b, sweep_b.from)), a, b);
                LAW(m.gap_at(0) <= bound + 32 * real_number(std::numeric_limits<T>::epsilon()), a, b);
                return;
            }
            LAW(result.status == impact_status::hit || result.status == impact_status::separated, a, b);
            const bool hit = result.status == impact_status::hit;
            (hit ? hits : misses) += 1;
            const real_number end = result.fraction;
            LAW(hit ? end >= 0 && end <= 1 : end == 1, a, b);
            real_number least = m.gap_at(end);
            if (hit) {
                LAW(least <= bound + m.speed() * real_number(std::numeric_limits<T>::epsilon()), a, b);
                LAW(std::abs(std::hypot(result.normal.x, result.normal.y) - 1) <= 4 * std::numeric_limits<T>::epsilon(),
                    a, b);
                // The normal separates, and the point is on both.
                const real_number rounding =
                    real_number(std::numeric_limits<T>::epsilon()) * 8 * (10 + m.speed()) + bound;
                const point n{result.normal.x, result.normal.y}, p{result.point.x, result.point.y};
                LAW(gap_along(m.a, m.b, n) >= -rounding, a, b);
                LAW(std::abs(m.a.reach(n) - (p.x * n.x + p.y * n.y)) <= rounding, a, b);
            }
            for (int i = 0; i < 24; ++i) least = std::min(least, m.gap_at(end * random.template real<double>(0, 1)));
            LAW(least >= -bound, a, b);
        });
    CHECK(hits > 300);
    CHECK(misses > 100);
}

LAW_CASE("the fraction of an impact is the first moment at which the gap is gone") {
    int compared = 0;
    on_random_sweeps(42, 3, [&](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
        const auto result = asked(a, sweep_a, b, sweep_b);
        meeting m = meeting_of(a, sweep_a, b, sweep_b);
        if (!m.hulls || result.status == impact_status::started_overlapping) return;
        constexpr int samples = 256;
        real_number before = m.gap_at(0), low = 0, high = 2, least = before;
        for (int i = 1; i <= samples && high > 1; ++i) {
            const real_number t = real_number(i) / samples, now = m.gap_at(t);
            if (now <= 0) high = t;
            else low = t;
            least = std::min(least, now);
            before = now;
        }
        for (int i = 0; i < 70 && high <= 1; ++i) {
            const real_number middle = (low + high) / 2;
            (m.gap_at(middle) <= 0 ? high : low) = middle;
        }
        const real_number allowed = std::is_same_v<T, float> ? 1e-6L : 1e-12L;
        if (high > 1) return;  // a contact shorter than a sample may be there all the same
        LAW(result.status == impact_status::hit, a, b);
        // Never later; earlier only if a contact slipped through the samples, or if the gap is all but gone.
        LAW(result.fraction <= high + allowed, a, b);
        const real_number wide = std::numeric_limits<double>::epsilon() * 64 * (10 + m.speed());
        if (result.fraction < high - allowed) LAW(m.gap_at(result.fraction) <= wide, a, b);
        else ++compared;
    });
    CHECK(compared > 60);
}

LAW_CASE("swapping two moving shapes flips their impact, to the last bit") {
    on_random_sweeps(43, 9, [](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
        LAW(asked(a, sweep_a, b, sweep_b) == flipped(asked(b, sweep_b, a, sweep_a)), a, b);
        const sweep<T> same = sweep_a;  // nothing but the shapes to tell them apart by
        LAW(asked(a, sweep_a, b, same).status == asked(b, same, a, sweep_a).status, a, b);
    });
}

LAW_CASE("scaling by a power of two scales the impact, bit for bit") {
    on_random_sweeps(44, 3, [](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
        const auto scaled = [](sweep<T> s, T k) {
            s.from.translation *= k, s.to.translation *= k;
            return s;
        };
        const auto here = asked(a, sweep_a, b, sweep_b);
        for (const T k : {T(0x1p-20), T(0x1p40)}) {
            const auto there = asked(mapped(a, k, {}), scaled(sweep_a, k), mapped(b, k, {}), scaled(sweep_b, k));
            LAW((there == impact<T>{here.status, here.fraction, here.normal, here.point * k, here.depth * k}), a, b);
        }
    });
}

LAW_CASE("shapes that rest stay as they are, and those that move together do, too") {
    on_random_sweeps(45, 3, [](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto&) {
        const sweep<T> still{sweep_a.from, sweep_a.from};
        const auto at_rest = asked(a, still, b, still).status;
        const bool in = penetrates(at(a, still.from), at(b, still.from));
        LAW(at_rest == (in ? impact_status::started_overlapping : impact_status::separated), a, b);
        if (!in && !intersects(at(a, sweep_a.from), at(b, sweep_a.from)))
            LAW(asked(a, sweep_a, b, sweep_a).status == impact_status::separated, a, b);
    });
}

LAW_CASE("a NaN, an infinity or a rotation that scales fails") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T>([]<class A, class B>() {
        generator random{46};
        const A a = random.around<A>({0, 0}, 1);
        const B b = random.around<B>({0, 0}, 1);
        sweep<T> way{{{-5, 0}, {}}, {{5, 0}, {}}};
        const sweep<T> rest{};
        LAW(asked(a, way, b, rest).status == impact_status::hit, a, b);
        for (T* field : {&way.from.translation.x, &way.from.translation.y, &way.to.translation.x, &way.to.translation.y,
                         &way.from.rotation.c, &way.from.rotation.s, &way.to.rotation.c, &way.to.rotation.s}) {
            for (const T poison : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
                const T sound = std::exchange(*field, poison);
                LAW(asked(a, way, b, rest) == impact<T>{}, a, b);
                LAW(asked(b, rest, a, way) == impact<T>{}, a, b);
                *field = sound;
            }
        }
        for (const rot2<T> r : {rot2<T>{2, 0}, rot2<T>{0, 0}, rot2<T>{T(.5), T(.5)}}) {
            way.to.rotation = r;
            LAW(asked(a, way, b, rest).status == impact_status::failed, a, b);
        }
        if constexpr (polygon_like<A>) LAW(asked(A{}, rest, b, rest).status == impact_status::failed, A{}, b);
    });
}

LAW_CASE("an impact of finite shapes of any size is finite") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T>([]<class A, class B>() {
        if constexpr (exact_pair<A, B>) {
            generator random{47};
            const T big = (limits::max)() / 64, small = limits::denorm_min() * 64;
            for (const T size_a : {small, T(1), big}) {
                for (const T size_b : {small, T(1), big}) {
                    const A a = random.around<A>({0, 0}, size_a);
                    const B b = random.around<B>({0, 0}, size_b);
                    const T way = (std::max)(size_a, size_b) * 4;
                    sweep<T> s{{{-way, 0}, random.rotation<T>()}, {{way, 0}, random.rotation<T>()}, 1};
                    const auto hit = asked(a, s, b, sweep<T>{});
                    LAW(hit.status == impact_status::hit || hit.status == impact_status::separated, a, b);
                    LAW(hit.fraction >= 0 && hit.fraction <= 1 && is_finite(hit.normal) && is_finite(hit.point), a, b);
                }
            }
        }
        LAW(true, A{}, B{});
    });
}
