// bounce: momentum is conserved, energy does not grow, and no bodies approach at a contact. Random bodies with masses
// of all sizes.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <cstring>
#include <random>

using namespace hitbox;

namespace {

using real_number = long double;

/// The sum of a quantity over bodies, and the magnitude of its terms, which bounds the rounding error.
struct sums {
    real_number x = 0, y = 0, turn = 0, energy = 0, linear_terms = 0, turn_terms = 0;
};

/// Returns the totals of one body; those of an immovable body are 0.
template <class T>
void add(sums& s, const rigid_body<T>& b) {
    const auto wide = [](T v) { return static_cast<real_number>(v); };
    if (b.inverse_mass > 0) {
        const real_number m = 1 / wide(b.inverse_mass), vx = wide(b.velocity.x), vy = wide(b.velocity.y);
        const real_number x = wide(b.position.x), y = wide(b.position.y);
        s.x += m * vx, s.y += m * vy;
        s.turn += m * (x * vy - y * vx);
        s.energy += m * (vx * vx + vy * vy) / 2;
        s.linear_terms += m * (std::abs(vx) + std::abs(vy));
        s.turn_terms += m * (std::abs(x * vy) + std::abs(y * vx));
    }
    if (b.inverse_inertia > 0) {
        const real_number i = 1 / wide(b.inverse_inertia), w = wide(b.angular_velocity);
        s.turn += i * w, s.energy += i * w * w / 2, s.turn_terms += i * std::abs(w);
    }
}
template <class T>
sums of_both(const rigid_body<T>& a, const rigid_body<T>& b) {
    sums s;
    add(s, a), add(s, b);
    return s;
}

template <class T>
struct crash {
    rigid_body<T> a, b;
    manifold<T> m;
    bounce_options<T> options;
};

template <class T>
class crash_maker {
public:
    explicit crash_maker(unsigned seed) : random_{seed} {}

    T from(double low, double high) {
        return static_cast<T>(std::uniform_real_distribution<double>{low, high}(random_));
    }
    bool one_in(unsigned n) { return random_() % n == 0; }
    vec2<T> vector(double max_abs) { return {from(-max_abs, max_abs), from(-max_abs, max_abs)}; }

    /// `magnitudes`: masses are from 10^-magnitudes to 10^magnitudes.
    crash<T> make(double magnitudes, bool immovable_b) {
        crash<T> c;
        for (rigid_body<T>* b : {&c.a, &c.b}) {
            b->position = vector(4), b->velocity = vector(5);
            b->angular_velocity = one_in(3) ? T(0) : from(-5, 5);
            const double mass = std::pow(10.0, double(from(-magnitudes, magnitudes)));
            b->inverse_mass = static_cast<T>(1 / mass);
            // A rotating immovable body adds energy to others, as a motor does.
            if (one_in(5)) b->angular_velocity = T(0), b->inverse_inertia = T(0);
            else b->inverse_inertia = static_cast<T>(1 / (mass * std::pow(10.0, double(from(-2, 2)))));
        }
        if (immovable_b) c.b.inverse_mass = c.b.inverse_inertia = T(0), c.b.velocity = {}, c.b.angular_velocity = T(0);
        c.m.normal = unit_or(one_in(4) ? vec2<T>{T(0), one_in(2) ? T(1) : T(-1)} : vector(1), vec2<T>{1, 0});
        c.m.count = one_in(2) ? 1 : 2;
        c.m.points[0].point = vector(4);
        const double apart = std::pow(10.0, double(from(-4, 0.5)));
        c.m.points[1].point = c.m.points[0].point + perp(c.m.normal) * static_cast<T>(apart);
        c.options.restitution = one_in(4) ? T(1) : one_in(4) ? T(0) : from(0, 1);
        c.options.friction = one_in(3) ? T(0) : one_in(8) ? T(100) : from(0, 2);
        return c;
    }

private:
    std::mt19937 random_;
};

template <class T>
real_number approach_at(const crash<T>& c, int i) {
    const vec2<double> p = detail::vec_cast<double>(c.m.points[i].point), n = detail::vec_cast<double>(c.m.normal);
    const auto speed = [&](const rigid_body<T>& b) {
        const vec2<double> r = p - detail::vec_cast<double>(b.position), v = detail::vec_cast<double>(b.velocity);
        return real_number(dot(v, n)) + real_number(b.angular_velocity) * real_number(cross(r, n));
    };
    return speed(c.a) - speed(c.b);
}

/// The rounding error of a speed at a contact point from rounded velocities; lever arms are below 12.
template <class T>
real_number speed_rounding(const crash<T>& before, const crash<T>& after) {
    real_number max_speed = 0;
    for (const crash<T>* c : {&before, &after})
        for (const rigid_body<T>* b : {&c->a, &c->b})
            max_speed = std::max({max_speed, std::abs(real_number(b->velocity.x)), std::abs(real_number(b->velocity.y)),
                                  12 * std::abs(real_number(b->angular_velocity))});
    return real_number(std::numeric_limits<T>::epsilon()) * max_speed;
}

template <class T>
void check_laws(double magnitudes, bool immovable_b, std::size_t rounds, double slack) {
    crash_maker<T> maker{static_cast<unsigned>(magnitudes) + 1};
    const auto eps = real_number(std::numeric_limits<T>::epsilon());
    std::size_t bounced = 0, elastic = 0, stuck = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        const crash<T> before = maker.make(magnitudes, immovable_b);
        crash<T> after = before;
        const bounce_result<T> r = bounce(after.a, after.b, before.m, before.options);
        INFO("round " << round << ", points " << before.m.count << ", restitution " << before.options.restitution
                      << ", friction " << before.options.friction);
        real_number max_approach = 0;
        for (int i = 0; i < before.m.count; ++i) max_approach = std::max(max_approach, approach_at(before, i));
        if (max_approach < -1e-5L) REQUIRE((after.a == before.a && after.b == before.b));
        if (r.normal_impulse == T(0)) continue;
        ++bounced;
        if (before.options.friction == T(0)) CHECK(r.tangent_impulse == T(0));
        // Coulomb's friction law.
        REQUIRE(r.normal_impulse > T(0));
        const real_number mu = real_number(before.options.friction), normal = real_number(r.normal_impulse),
                          tangent = std::abs(real_number(r.tangent_impulse));
        REQUIRE(tangent <= mu * normal + 4 * eps * (1 + mu) * (normal + tangent));
        // Momentum is conserved.
        const sums s = of_both(before.a, before.b), t = of_both(after.a, after.b);
        if (!immovable_b) {
            const real_number linear = eps * (s.linear_terms + t.linear_terms);
            REQUIRE(std::abs(t.x - s.x) <= 4 * linear);
            REQUIRE(std::abs(t.y - s.y) <= 4 * linear);
            const bool both_turn = before.a.inverse_inertia > 0 && before.b.inverse_inertia > 0;
            const real_number arms = 12 * linear + eps * (s.turn_terms + t.turn_terms);
            if (both_turn) REQUIRE(std::abs(t.turn - s.turn) <= 4 * arms);
        }
        // Energy does not grow.
        INFO("energy " << double(s.energy) << " -> " << double(t.energy) << ", grown by "
                       << double((t.energy / s.energy - 1) / eps) << " roundings");
        REQUIRE(t.energy <= s.energy * (1 + real_number(std::same_as<T, float> ? 4 : 64) * eps));
        if (before.options.restitution == T(1) && before.options.friction == T(0) && before.m.count == 1) {
            REQUIRE(t.energy >= s.energy * (1 - 64 * eps));
            ++elastic;
        }
        // The bodies do not approach at a contact.
        const real_number rounding = speed_rounding(before, after);
        for (int i = 0; i < before.m.count; ++i) {
            INFO("approach " << double(approach_at(before, i)) << " -> " << double(approach_at(after, i)));
            REQUIRE(approach_at(after, i) <= real_number(slack) * rounding);
        }
        stuck += before.options.restitution == T(0);
    }
    REQUIRE(bounced > rounds / 3);
    REQUIRE(elastic > rounds / 200);
    REQUIRE(stuck > rounds / 200);
}

}  // namespace

TEST_CASE("bounce: momentum is conserved, energy does not grow, no bodies approach at a contact", "[motion]") {
    const std::size_t rounds = hitbox_tests::many_if_optimised(100000, 5000);
    for (const bool immovable : {false, true}) {
        for (const double magnitudes : {1., 8., 18.}) check_laws<float>(magnitudes, immovable, rounds, 2);
        // Without a wider number type, rounding errors grow with masses over small moments of inertia.
        for (const double magnitudes : {1., 8., 60.}) check_laws<double>(magnitudes, immovable, rounds, 4096);
    }
}

TEST_CASE("bounce: swapping the bodies or scaling by powers of two changes no bit", "[motion]") {
    crash_maker<float> maker{7};
    for (int round = 0; round < 20000; ++round) {
        const crash<float> before = maker.make(6, round % 4 == 0);
        crash<float> one = before, other = before;
        const auto r = bounce(one.a, one.b, before.m, before.options);
        const auto q = bounce(other.b, other.a, flipped(before.m), before.options);
        REQUIRE((one.a == other.a && one.b == other.b));
        REQUIRE(r.normal_impulse == q.normal_impulse);
        REQUIRE(r.tangent_impulse == q.tangent_impulse);

        crash<float> scaled = before;  // lengths by 8, times by 4, masses by 1/2
        for (rigid_body<float>* b : {&scaled.a, &scaled.b}) {
            b->position *= 8.f, b->velocity *= 2.f, b->angular_velocity /= 4;
            b->inverse_mass *= 2, b->inverse_inertia /= 32;
        }
        for (auto& p : scaled.m.points) p.point *= 8.f;
        bounce(scaled.a, scaled.b, scaled.m, before.options);
        REQUIRE((scaled.a.velocity == one.a.velocity * 2.f && scaled.b.velocity == one.b.velocity * 2.f));
        REQUIRE(scaled.a.angular_velocity * 4 == one.a.angular_velocity);
    }
}

TEST_CASE("bounce: known results for balls and boxes", "[motion]") {
    using V = vec2<float>;
    const rigid_body<float> wall{};
    SECTION("elastic balls of one mass exchange their speeds") {
        rigid_body<float> a{.position = {-1, 0}, .velocity = {3, 1}, .inverse_mass = 2},
            b{.position = {1, 0}, .velocity = {-1, 2}, .inverse_mass = 2};
        const auto hit = collide(circle<float>{a.position, 1}, circle<float>{b.position, 1});
        const auto r = bounce(a, b, *hit, {.restitution = 1});
        CHECK(a.velocity == V{-1, 1});
        CHECK(b.velocity == V{3, 2});
        CHECK(r.normal_impulse == 2);
        CHECK(r.tangent_impulse == 0);
        CHECK(bounce(a, b, *hit, {.restitution = 1}).normal_impulse == 0);  // they part now
    }
    SECTION("a box that falls flat does not begin to turn, one that falls on its corner does") {
        rigid_body<float> box{.position = {0, 1}, .velocity = {2, -4}, .inverse_mass = 1, .inverse_inertia = 1.5f};
        rigid_body<float> floor = wall, copy = box;
        const aabb<float> ground{{-9, -9}, {9, 0}};
        const auto m = contact_manifold(aabb<float>{{-1, 0}, {1, 2}}, ground);
        REQUIRE(m.count == 2);
        bounce(box, floor, m, {.restitution = 0.5f});
        CHECK(box.velocity == V{2, 2});
        CHECK(box.angular_velocity == 0);
        manifold<float> corner = m;
        corner.count = 1;
        const auto tipped = bounce(copy, floor, corner, {.restitution = 0.5f});
        CHECK(tipped.normal_impulse < 6);
        CHECK(copy.angular_velocity != 0);
        CHECK(std::abs(velocity_at(copy, corner.points[0].point).y - 2) < 1e-5f);
    }
    SECTION("a separating corner gets an impulse only if the other corner's impulse would push it in") {
        rigid_body<float> rod{.position = {0, 0},
                              .velocity = {0, -0.5f},
                              .angular_velocity = 1.5f,
                              .inverse_mass = 1,
                              .inverse_inertia = 3};
        rigid_body<float> floor = wall;
        const manifold<float> ends{{0, -1}, 2, {{{-1, 0}, 0, 0}, {{1, 0}, 0, 1}}};
        bounce(rod, floor, ends, {.restitution = 0.5f});
        CHECK(std::abs(velocity_at(rod, {-1, 0}).y - 1) < 1e-6f);
        CHECK(std::abs(velocity_at(rod, {1, 0}).y) < 1e-6f);
    }
    SECTION("friction makes a ball roll: a disc keeps two thirds of its speed") {
        rigid_body<float> ball{.position = {0, 1}, .velocity = {3, -1}, .inverse_mass = 1, .inverse_inertia = 2};
        rigid_body<float> floor = wall;
        const contact<float> hit{{0, -1}, 0, {0, 0}, {0, 0}};
        const auto r = bounce(ball, floor, hit, {.friction = 5});
        CHECK(std::abs(ball.velocity.x - 2) < 1e-6f);
        CHECK(std::abs(ball.angular_velocity + 2) < 1e-6f);
        CHECK(std::abs(r.tangent_impulse) <= 5 * r.normal_impulse);
        rigid_body<float> sliding{.position = {0, 1}, .velocity = {3, -1}, .inverse_mass = 1, .inverse_inertia = 2};
        bounce(sliding, floor, hit, {.friction = 0.25f});
        CHECK(sliding.velocity == V{2.75f, 0});
        CHECK(sliding.angular_velocity == -0.5f);
    }
    SECTION("a moving wall of infinite mass, and a bumper") {
        rigid_body<float> ball{.velocity = {0, -1}, .inverse_mass = 1}, paddle{.velocity = {0, 1}};
        const contact<float> hit{{0, -1}, 0, {0, 0}, {0, 0}};
        bounce(ball, paddle, hit, {.restitution = 1});
        CHECK(ball.velocity == V{0, 3});
        CHECK(paddle.velocity == V{0, 1});
        ball.velocity = {0, -1}, paddle.velocity = {};
        bounce(ball, paddle, hit, {.restitution = 1.5f});
        CHECK(ball.velocity == V{0, 1.5f});
    }
    SECTION("Newton's law alone would gain energy here") {
        // A rod that falls on its end (Kane 1984): friction reverses the sliding.
        double max_ratio = 0;
        for (int i = 1; i < 90; ++i) {
            const double at = i * 0.01745;
            rigid_body<double> rod{.position = {std::cos(at), std::sin(at)},
                                   .velocity = {-0.2, -1},
                                   .angular_velocity = -2,
                                   .inverse_mass = 1,
                                   .inverse_inertia = 3};
            rigid_body<double> floor{};
            const double before = length_squared(rod.velocity) + 4. / 3;
            const contact<double> hit{{0, -1}, 0, {0, 0}, {0, 0}};
            bounce(rod, floor, hit, {.restitution = 0.9, .friction = 0.6});
            const double after = length_squared(rod.velocity) + rod.angular_velocity * rod.angular_velocity / 3;
            max_ratio = std::max(max_ratio, after / before);
            CHECK(velocity_at(rod, vec2<double>{}).y >= -1e-12);
        }
        CHECK(max_ratio <= 1 + 1e-14);
    }
}

TEST_CASE("bounce: immovable bodies, separated contacts and invalid input change nothing", "[motion]") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const rigid_body<float> falling{.position = {0, 1}, .velocity = {0, -1}, .inverse_mass = 1, .inverse_inertia = 1};
    const contact<float> hit{{0, -1}, 0, {0, 0}, {0, 0}};
    const auto stays = [&](rigid_body<float> a, rigid_body<float> b, const auto& c, const bounce_options<float>& o) {
        rigid_body<float> x = a, y = b;
        const auto r = bounce(x, y, c, o);
        const auto same = [](const rigid_body<float>& p, const rigid_body<float>& q) {
            return std::memcmp(&p, &q, sizeof p) == 0;
        };
        return same(x, a) && same(y, b) && r.normal_impulse == 0 && r.tangent_impulse == 0;
    };
    REQUIRE_FALSE(stays(falling, {}, hit, {}));
    rigid_body<float> heavy = falling;
    heavy.inverse_mass = heavy.inverse_inertia = 0;
    CHECK(stays(heavy, {}, hit, {}));
    CHECK(stays(falling, {}, contact<float>{}, {}));
    CHECK(stays(falling, {}, manifold<float>{}, {}));
    CHECK(stays(falling, {}, contact<float>{{nan, 0}, 0, {0, 0}, {0, 0}}, {}));
    CHECK(stays(falling, {}, contact<float>{{0, -1}, 0, {nan, 0}, {0, 0}}, {}));
    CHECK(stays(falling, {}, hit, {.restitution = nan}));
    CHECK(stays(falling, {}, hit, {.restitution = -1}));
    CHECK(stays(falling, {}, hit, {.friction = -1}));
    CHECK(stays(falling, {}, hit, {.friction = infinity}));
    CHECK(stays(falling, {}, manifold<float>{{0, -1}, 1, {{{0, 0}, -0.1f, 0}}}, {}));  // soon, but still apart
    for (float rigid_body<float>::* member :
         {&rigid_body<float>::angular_velocity, &rigid_body<float>::inverse_mass, &rigid_body<float>::inverse_inertia})
        for (const float bad : {nan, infinity, -infinity}) {
            rigid_body<float> b = falling;
            b.*member = bad;
            CHECK(stays(b, {}, hit, {}));
            CHECK(stays({}, b, hit, {}));
        }
    rigid_body<float> fast = falling;
    fast.velocity = {0, -3e38f};
    CHECK(stays(fast, {}, hit, {.restitution = 2}));  // beyond the range
    rigid_body<float> twice = falling, floor{};
    const manifold<float> one_place{{0, -1}, 2, {{{0, 0}, 0, 0}, {{0, 0}, 0, 1}}};
    bounce(twice, floor, one_place, {.restitution = 1});
    CHECK(twice.velocity == vec2<float>{0, 1});
}

TEST_CASE("body: its transform after a time step", "[motion]") {
    const rigid_body<float> b{.position = {1, 2}, .velocity = {2, -4}, .angular_velocity = 1};
    CHECK(advanced(b, 0.5f).position == vec2<float>{2, 0});
    CHECK(velocity_at(b, {1, 3}) == vec2<float>{1, -4});
    rigid_body<float> turning = b;
    for (int i = 0; i < hitbox_tests::many_if_all(1000000, 200000); ++i) turning = advanced(turning, 0.001f);
    const float size = turning.rotation.c * turning.rotation.c + turning.rotation.s * turning.rotation.s;
    CHECK(std::abs(size - 1) < 1e-6f);
    CHECK(advanced(rigid_body<float>{}, 1) == rigid_body<float>{});
}

namespace {
constexpr float speed_after_a_bounce() {
    rigid_body<float> ball{.position = {0, 0}, .velocity = {1, 0}, .inverse_mass = 1, .inverse_inertia = 0}, wall{};
    const contact<float> contact{{1, 0}, 0, {0.5f, 0}, {0.5f, 0}};
    bounce(ball, wall, contact, {.restitution = 1, .friction = 0});
    return ball.velocity.x;
}
static_assert(speed_after_a_bounce() == -1);
}  // namespace
