// Time of impact of every ordered pair, compared with distances at single times. Included once per scalar
// (`LAW_SCALAR`).

#undef LAW_SAMPLE
#define LAW_SAMPLE 6

#include "../impact_reference.hpp"
#include "../laws.hpp"

#include <algorithm>
#include <vector>

#if defined(__GNUC__)
#  pragma GCC diagnostic ignored "-Wdouble-promotion"  // the reference computes in long double
#endif

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;
using namespace hitbox_tests::travel;

template <class S>
traveller traveller_of(const S& s, const sweep<T>& motion) {
    traveller t;
    if constexpr (faceted<S>) {
        const auto list = vertices(s);
        for (std::size_t i = 0; i < list.size(); ++i) t.corners.push_back({list[i].x, list[i].y});
        t.radius = radius(s);
    } else {
        t.corners = {{s.middle.x, s.middle.y}};
        t.radii = {s.radii.x, s.radii.y};
    }
    t.set_out(motion);
    return t;
}

template <class A, class B>
meeting meeting_of(const A& a, const sweep<T>& sweep_a, const B& b, const sweep<T>& sweep_b) {
    return {traveller_of(a, sweep_a), traveller_of(b, sweep_b), faceted<A> && faceted<B>};
}

/// Returns a sweep across a region of about `size`: straight, turning, or turning far.
sweep<T> random_sweep(generator& random, T size, int kind) {
    sweep<T> s;
    const vec2<T> side = random.unit<T>() * random.real(size, 4 * size);
    s.from = {side, random.rotation<T>()};
    s.to = {random.unit<T>() * size - side * random.real<T>(0, 1), kind == 0 ? s.from.rotation : random.rotation<T>()};
    if (kind == 2) s.turns = static_cast<int>(random.index(7)) - 3;
    return s;
}

template <class A, class B>
cast_result<T> impact(const A& a, const sweep<T>& sweep_a, const B& b, const sweep<T>& sweep_b) {
    return time_of_impact(a, sweep_a, b, sweep_b);
}

template <class Law>
void on_random_sweeps(std::uint64_t seed, int how_many, Law law) {
    for_every_pair<T, LAW_SAMPLE>([&]<class A, class B>() {
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
            const auto result = impact(a, sweep_a, b, sweep_b);
            meeting m = meeting_of(a, sweep_a, b, sweep_b);
            // The bound of time_of_impact is twice 64 roundings of lengths in wide arithmetic, and of the speed for the
            // fraction. A shape known by its support alone rounds to T: 16, twice, of coordinates up to 5. Where
            // corners are placed at the beginning they are rounded, too.
            const real_number wide = std::numeric_limits<double>::epsilon() * 64 * (10 + m.speed());
            const real_number bound = m.hulls ? wide : wide + real_number(std::numeric_limits<T>::epsilon()) * 16 * 5;
            if (result.status == cast_status::started_overlapping) {
                LAW(penetrates(at(a, sweep_a.from), at(b, sweep_b.from)), a, b);
                LAW(m.gap_at(0) <= bound + 32 * real_number(std::numeric_limits<T>::epsilon()), a, b);
                return;
            }
            LAW(result.status == cast_status::hit || result.status == cast_status::separated, a, b);
            const bool hit = result.status == cast_status::hit;
            (hit ? hits : misses) += 1;
            const real_number end = result.fraction;
            LAW(hit ? end >= 0 && end <= 1 : end == 1, a, b);
            real_number least = m.gap_at(end);
            if (hit) {
                LAW(least <= bound + m.speed() * real_number(std::numeric_limits<T>::epsilon()), a, b);
                LAW(std::abs(std::hypot(result.normal.x, result.normal.y) - 1) <= 4 * std::numeric_limits<T>::epsilon(),
                    a, b);
                // The normal separates b from a, and the point is on both.
                const real_number rounding =
                    real_number(std::numeric_limits<T>::epsilon()) * 8 * (10 + m.speed()) + bound;
                const point n{-result.normal.x, -result.normal.y}, p{result.point.x, result.point.y};
                LAW(gap_along(m.a, m.b, n) >= -rounding, a, b);
                LAW(std::abs(m.a.reach(n) - (p.x * n.x + p.y * n.y)) <= rounding, a, b);
            }
            for (int i = 0; i < 24; ++i) least = std::min(least, m.gap_at(end * random.template real<double>(0, 1)));
            LAW(least >= -bound, a, b);
        });
    CHECK(hits > if_all_are_tested(300));
    CHECK(misses > if_all_are_tested(100));
}

LAW_CASE("the fraction of an impact is the first moment at which the gap is gone") {
    int compared = 0;
    on_random_sweeps(42, 3, [&](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
        const auto result = impact(a, sweep_a, b, sweep_b);
        meeting m = meeting_of(a, sweep_a, b, sweep_b);
        if (!m.hulls || result.status == cast_status::started_overlapping) return;
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
        if (high > 1) return;  // there may be a contact that is shorter than a sample
        LAW(result.status == cast_status::hit, a, b);
        // Never later. Earlier only if the samples missed a contact, or if the gap is nearly closed.
        LAW(result.fraction <= high + allowed, a, b);
        const real_number wide = std::numeric_limits<double>::epsilon() * 64 * (10 + m.speed());
        if (result.fraction < high - allowed) LAW(m.gap_at(result.fraction) <= wide, a, b);
        else ++compared;
    });
    CHECK(compared > if_all_are_tested(60));
}

LAW_CASE("swapping two moving shapes flips their impact, to the last bit") {
    on_random_sweeps(43, 9, [](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
        LAW(impact(a, sweep_a, b, sweep_b) == flipped(impact(b, sweep_b, a, sweep_a)), a, b);
        const sweep<T> same = sweep_a;  // only the shapes distinguish them
        LAW(impact(a, sweep_a, b, same).status == impact(b, same, a, sweep_a).status, a, b);
    });
}

LAW_CASE("scaling by a power of two scales the impact, bit for bit") {
    on_random_sweeps(44, 3, [](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto& sweep_b) {
        const auto scaled = [](sweep<T> s, T k) {
            s.from.translation *= k, s.to.translation *= k;
            return s;
        };
        const auto here = impact(a, sweep_a, b, sweep_b);
        for (const T k : {T(0x1p-20), T(0x1p40)}) {
            const auto there = impact(mapped(a, k, {}), scaled(sweep_a, k), mapped(b, k, {}), scaled(sweep_b, k));
            LAW((there == cast_result<T>{here.status, here.fraction, here.normal, here.point * k, here.depth * k}), a,
                b);
        }
    });
}

LAW_CASE("shapes that rest stay as they are, and those that move together do, too") {
    on_random_sweeps(45, 3, [](generator&, const auto& a, const auto& sweep_a, const auto& b, const auto&) {
        const sweep<T> still{sweep_a.from, sweep_a.from};
        const auto at_rest = impact(a, still, b, still).status;
        const bool in = penetrates(at(a, still.from), at(b, still.from));
        LAW(at_rest == (in ? cast_status::started_overlapping : cast_status::separated), a, b);
        if (!in && !intersects(at(a, sweep_a.from), at(b, sweep_a.from)))
            LAW(impact(a, sweep_a, b, sweep_a).status == cast_status::separated, a, b);
    });
}

LAW_CASE("a NaN, an infinity or a rotation that scales fails") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{46};
        const A a = random.around<A>({0, 0}, 1);
        const B b = random.around<B>({0, 0}, 1);
        sweep<T> motion{{{-5, 0}, {}}, {{5, 0}, {}}};
        const sweep<T> rest{};
        LAW(impact(a, motion, b, rest).status == cast_status::hit, a, b);
        for (T* field : {&motion.from.translation.x, &motion.from.translation.y, &motion.to.translation.x,
                         &motion.to.translation.y, &motion.from.rotation.c, &motion.from.rotation.s,
                         &motion.to.rotation.c, &motion.to.rotation.s}) {
            for (const T poison : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
                const T sound = std::exchange(*field, poison);
                LAW(impact(a, motion, b, rest) == cast_result<T>{}, a, b);
                LAW(impact(b, rest, a, motion) == cast_result<T>{}, a, b);
                *field = sound;
            }
        }
        for (const rot2<T> r : {rot2<T>{2, 0}, rot2<T>{0, 0}, rot2<T>{T(.5), T(.5)}}) {
            motion.to.rotation = r;
            LAW(impact(a, motion, b, rest).status == cast_status::failed, a, b);
        }
        if constexpr (polygon_like<A>) LAW(impact(A{}, rest, b, rest).status == cast_status::failed, A{}, b);
    });
}

LAW_CASE("an impact of finite shapes of any size is finite") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (exact_pair<A, B>) {
            generator random{47};
            const T big = (limits::max)() / 64, small = limits::denorm_min() * 64;
            for (const T size_a : {small, T(1), big}) {
                for (const T size_b : {small, T(1), big}) {
                    const A a = random.around<A>({0, 0}, size_a);
                    const B b = random.around<B>({0, 0}, size_b);
                    const T offset = (std::max)(size_a, size_b) * 4;
                    sweep<T> s{{{-offset, 0}, random.rotation<T>()}, {{offset, 0}, random.rotation<T>()}, 1};
                    const auto hit = impact(a, s, b, sweep<T>{});
                    LAW(hit.status == cast_status::hit || hit.status == cast_status::separated, a, b);
                    LAW(hit.fraction >= 0 && hit.fraction <= 1 && is_finite(hit.normal) && is_finite(hit.point), a, b);
                }
            }
        }
        LAW(true, A{}, B{});
    });
}
