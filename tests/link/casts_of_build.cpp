// A file that is compiled several times with different flags. Lanes and fused products of the filter may lead to
// different code paths, but no bit of a cast's or a ray's answer may change.
#include "casts_of_build.hpp"

#include <hitbox/hitbox.hpp>

using namespace hitbox;

// An unnamed namespace, because the names would otherwise be the same in each of the files.
namespace {

struct generator {
    std::uint64_t state = 1;
    std::uint64_t bits() { return state = state * 6364136223846793005u + 1442695040888963407u, state >> 33; }
    /// Returns a multiple of 1/64 between -4 and 4, often a multiple of 1/4.
    template <class T>
    T coordinate(bool grid) {
        const auto n = static_cast<int>(bits() % 513) - 256;
        const T noise = grid ? T(0) : static_cast<T>(static_cast<int>(bits() % 4096)) / T(1 << 20);
        return static_cast<T>(grid ? n / 16 * 16 : n) / T(64) + noise;
    }
    template <class T>
    vec2<T> point(bool grid) {
        const T x = coordinate<T>(grid);
        return {x, coordinate<T>(grid)};
    }
};

template <class T>
struct hashed {
    std::uint64_t hash = 14695981039346656037u;
    void add(double x) { hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 1099511628211u; }
    void add(vec2<T> p) { add(static_cast<double>(p.x)), add(static_cast<double>(p.y)); }
    void add(const cast_result<T>& c) {
        add(static_cast<int>(c.status)), add(static_cast<double>(c.fraction)), add(c.normal), add(c.point);
    }
    void add(const std::optional<ray_hit<T>>& h) {
        add(h ? 1 : 0);
        if (h) add(static_cast<double>(h->fraction)), add(h->normal), add(h->point);
    }
};

template <class T, class A, class B>
void cast_both(hashed<T>& all, const A& a, const B& b, vec2<T> motion, bool touch) {
    const auto hit = shape_cast(a, motion, b);
    all.add(hit), all.add(shape_cast(b, {}, a, motion));
    // A motion that continues from the touching position. Its start is within rounding of another answer.
    if (touch && hit.status == cast_status::hit) all.add(shape_cast(translated(a, motion * hit.fraction), motion, b));
}

template <class T>
void cast_all(std::uint64_t* answers, int count) {
    generator random;
    for (int k = 0; k < count; ++k) {
        hashed<T> all;
        for (int i = 0; i < 64; ++i) {
            const bool grid = i % 2 == 0;
            const T radius = static_cast<T>(1 + static_cast<int>(random.bits() % 8)) / T(8);
            const auto p = [&] { return random.point<T>(grid); };
            const vec2<T> from = p(), corner = p(), far = vec2<T>{9, 1} + p();
            const circle<T> disc{from, radius};
            const capsule<T> pill{from, from + corner * T(.25), radius};
            const vec2<T> cloud[] = {p(), p(), p(), p(), p(), p(), p(), p()};
            const auto polygon = convex_hull<8>(cloud);
            if (!polygon) continue;
            const auto target = translated(*polygon, far);
            const aabb<T> box{far - vec2<T>{radius, T(1)}, far + vec2<T>{T(1), radius}};
            const obb<T> turned{far, {radius, T(1)}, rot2<T>::from_degrees(grid ? T(90) : T(30) + corner.x)};
            const vec2<T> motion = (far - from) * T(1.25) + corner * T(.5);
            cast_both(all, disc, target, motion, true), cast_both(all, pill, target, motion, true);
            cast_both(all, *polygon, box, motion, true), cast_both(all, *polygon, turned, motion, true);
            cast_both(all, pill, translated(pill, far), motion, false);
            all.add(ray_cast(ray<T>{from, motion}, target)), all.add(ray_cast(ray<T>{from, motion}, box));
            all.add(ray_cast(ray<T>{far, corner}, target, ray_start::hollow));
        }
        answers[k] = all.hash;
    }
}

}  // namespace

void CASTS_OF(std::uint64_t* of_float, std::uint64_t* of_double, int count) {
    cast_all<float>(of_float, count);
    cast_all<double>(of_double, count);
}
