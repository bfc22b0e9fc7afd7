// Answers of everything that hitbox::compiled contains, as one number for each scalar. It is compiled twice for one
// program: header-only, and with hitbox::compiled. ANSWERS is the name of the function.
#include <hitbox/hitbox.hpp>

#include <bit>
#include <cstdint>

namespace {

using namespace hitbox;

struct answer_hash {
    std::uint64_t value = 14695981039346656037u;

    void add(std::uint64_t bits) { value = (value ^ bits) * 1099511628211u; }
    void add(float x) { add(std::uint64_t{std::bit_cast<std::uint32_t>(x)}); }
    void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
    template <class T>
    void add(vec2<T> p) {
        add(p.x), add(p.y);
    }
    template <class T>
    void add(const contact<T>& c) {
        add(c.depth), add(c.normal), add(c.point_a), add(c.point_b);
    }
    template <class T>
    void add(const std::optional<contact<T>>& c) {
        c ? add(*c) : add(std::uint64_t{1});
    }
    template <class T>
    void add(const manifold<T>& m) {
        add(m.normal);
        for (int i = 0; i < m.count; ++i) add(m.points[i].point), add(m.points[i].depth);
    }
    template <class T>
    void add(const cast_result<T>& c) {
        add(static_cast<std::uint64_t>(c.status)), add(c.fraction), add(c.normal), add(c.point), add(c.depth);
    }
    template <class T>
    void add(const std::optional<ray_hit<T>>& h) {
        if (h) add(h->fraction), add(h->point), add(h->normal);
    }
    template <class T>
    void add(const std::optional<set_ray_hit<T>>& h) {
        if (h) add(std::optional<ray_hit<T>>{*h}), add(std::uint64_t{h->piece});
    }
    template <class T>
    void add(const set_cast_result<T>& c) {
        add(static_cast<const cast_result<T>&>(c)), add(std::uint64_t{c.piece_a}), add(std::uint64_t{c.piece_b});
    }
    template <class T>
    void add(const separation<T>& s) {
        add(s.distance), add(s.normal), add(s.point_a), add(s.point_b);
    }
    template <class T>
    void add(const slide_result<T>& r) {
        add(r.position), add(r.velocity), add(static_cast<std::uint64_t>(r.contacts.count));
    }
};

/// Numbers from 0 to 1, multiples of 2^-20.
struct numbers {
    std::uint64_t seed = 1;

    template <class T>
    T next() {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return static_cast<T>(seed >> 44) * T(0x1p-20);
    }
    template <class T>
    vec2<T> point(T size) {
        const T x = next<T>();
        return {x * size, next<T>() * size};
    }
};

template <class A, class B>
void add_answers(answer_hash& hash, const A& a, const B& b, const ray<typename A::scalar_type>& r) {
    using T = typename A::scalar_type;
    hash.add(std::uint64_t{intersects(a, b)} + 2 * std::uint64_t{penetrates(a, b)});
    hash.add(collide(a, b)), hash.add(contact_manifold(a, b)), hash.add(distance(a, b));
    hash.add(shape_cast(a, r.translation, b)), hash.add(ray_cast(r, b));
    sweep<T> motion;
    motion.to.translation = r.translation;
    hash.add(time_of_impact(a, motion, b, sweep<T>{}));
}

template <class T, class O>
void walk(answer_hash& hash, const O& level) {
    slide_options<T> options;
    options.up = {0, 1}, options.step_height = T(0.25), options.snap_distance = T(0.25);
    vec2<T> disc{1, 6}, pill{2, 6}, box{3, 6};
    for (int i = 0; i < 25; ++i) {
        const auto a = move_and_slide(circle<T>{{0, 0}, T(0.4)}, disc, {T(0.3), T(-0.4)}, level, options);
        const auto b =
            move_and_slide(capsule<T>{{0, 0}, {0, T(0.5)}, T(0.25)}, pill, {T(0.2), T(-0.4)}, level, options);
        const auto c = move_and_slide(aabb<T>{{0, 0}, {T(0.5), T(0.75)}}, box, {T(-0.1), T(-0.4)}, level, options);
        disc = a.position, pill = b.position, box = c.position;
        hash.add(a), hash.add(b), hash.add(c);
    }
    hash.add(carry(circle<T>{{0, 0}, T(0.4)}, disc, aabb<T>{{-1, -1}, {1, 0}}, disc, disc + vec2<T>{T(0.5), 0}, level,
                   options)
                 .position);
}

template <class T>
void play(answer_hash& hash, numbers& random, const compound<T>& piece, const chain<T>& ground) {
    world<T> w;
    for (int i = 0; i < 60; ++i) {
        collider<T> c;
        if (i % 4 == 0) c.shape = circle<T>{{0, 0}, T(0.25) + random.next<T>()};
        else if (i % 4 == 1) c.shape = aabb<T>{{0, 0}, random.point(T(1)) + vec2<T>{T(0.125), T(0.125)}};
        else if (i % 4 == 2) c.shape = piece;
        else c.shape = ground;
        c.transform.translation = random.point(T(12));
        static_cast<void>(w.add(c));
    }
    std::vector<std::byte> saved;
    for (int frame = 0; frame < 6; ++frame) {
        for (const collider_id id : w)
            w.move(id, w.transform(id).translation + random.point(T(1)) - vec2<T>{T(0.5), T(0.5)});
        w.detect();
        hash.add(w.state_hash()), hash.add(std::uint64_t{w.ended().size()});
        for (const auto& c : w.contacts()) hash.add(c.manifold);
        for (const auto& h : w.ray_cast({{0, 0}, {12, 11}})) hash.add(h.hit.fraction);
        for (const auto& h : w.shape_cast(circle<T>{{0, 0}, 1}, {12, 12})) hash.add(h.cast);
        for (const auto& o : w.collide(aabb<T>{{3, 3}, {6, 6}})) hash.add(std::uint64_t{o.id.index});
        if (const auto near = w.nearest(vec2<T>{-3, -3}, T(100))) hash.add(near->gap);
        if (frame == 2) saved = w.snapshot();
        if (frame == 4) hash.add(std::uint64_t{w.restore(saved)});
    }
    walk<T>(hash, w.solids());
    hash.add(collide(circle<T>{{6, 6}, 1}, w.solids()));
}

template <class T>
std::uint64_t answers() {
    answer_hash hash;
    numbers random;
    const vec2<T> outline[] = {{0, 0}, {2, 0}, {2, 1}, {1, T(0.5)}, {0, 1}};
    const vec2<T> hills[] = {{0, 2}, {3, 1}, {5, T(1.5)}, {6, 1}, {9, 3}, {12, 1}};
    const compound<T> piece{*make_polygon(std::span<const vec2<T>>{outline})};
    const chain<T> ground = chain<T>::open(hills);
    for (int i = 0; i < 40; ++i) {
        const ray<T> r{random.point(T(4)) - vec2<T>{1, 1}, random.point(T(4)) - vec2<T>{2, 2}};
        const circle<T> disc{random.point(T(3)), random.next<T>()};
        const any_shape<T> box{obb<T>::from_degrees(random.point(T(3)), {1, random.next<T>()}, random.next<T>() * 90)};
        add_answers(hash, disc, piece, r), add_answers(hash, box, piece, r), add_answers(hash, disc, ground, r);
        add_answers(hash, at(piece, random.point(T(3))), piece, r);
        add_answers(hash, any_shape<T>{disc}, box, r);
    }
    walk<T>(hash, piece), walk<T>(hash, ground);
    play(hash, random, piece, ground);
    return hash.value;
}

}  // namespace

std::uint64_t ANSWERS(bool is_double) { return is_double ? answers<double>() : answers<float>(); }
