#pragma once
// Scenes of boxes of all sorts, and a brute-force broad phase with which the others are compared.
//
// This file does not use Catch2, so benches can include it, too. The boxes of a scene are the same on every machine,
// because the random numbers are computed here and all operations are correctly rounded.

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitbox_tests {

using namespace hitbox;

/// Random numbers by splitmix64 (Steele, Lea and Flood 2014, with Vigna's constants).
class random_numbers {
public:
    explicit random_numbers(std::uint64_t seed) : state_{seed} {}

    std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    /// Returns a random index from 0 to n - 1.
    std::size_t index(std::size_t n) { return static_cast<std::size_t>((*this)() % n); }
    /// Returns a random number, uniformly distributed.
    template <class Low, class High>
    double real(Low from, High to) {
        const double low = static_cast<double>(from), high = static_cast<double>(to);
        return low + (high - low) * (static_cast<double>((*this)() >> 11) * 0x1p-53);
    }
    /// Returns a random number with about a normal distribution of deviation 1: the sum of twelve uniform ones
    /// (Irwin-Hall).
    double normal() {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += real(0, 1);
        return sum;
    }
    bool chance(double probability) { return real(0, 1) < probability; }

private:
    std::uint64_t state_;
};

template <class X>
void shuffle(std::vector<X>& list, random_numbers& random) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.index(i)]);
}

// Scenes. Unless noted otherwise, a scene has about one pair for each object.

enum class scene {
    uniform,        // sizes .5 to 1.5 on a square
    three_octaves,  // sizes 1 to 8
    ten_octaves,    // sizes 1 to 1024
    any_size,       // sizes 2^-80 to 2^110, each at a distance from the origin of about its size: many pairs
    power_law,      // sizes .1 to 100, whose density falls with the cube of the size
    clumps,         // groups of about a hundred boxes, in an area 900 times that of `uniform`
    one_point,      // all around one point: all pairs
    one_giant,      // one box around tiny boxes
    line,           // along x
    diagonal,
    lattice,   // unit squares that touch their neighbours: four pairs an object
    far,       // at 2^31, where float represents few positions within a box
    very_far,  // at 1e30
    points,    // boxes without size, on a grid, so that they coincide
    empty,     // no box, whatever n is
    one,       // one box, whatever n is
};
inline constexpr std::array every_scene = {scene::uniform,   scene::three_octaves, scene::ten_octaves, scene::any_size,
                                           scene::power_law, scene::clumps,        scene::one_point,   scene::one_giant,
                                           scene::line,      scene::diagonal,      scene::lattice,     scene::far,
                                           scene::very_far,  scene::points,        scene::empty,       scene::one};

inline const char* name_of(scene kind) {
    constexpr std::array names = {"uniform",   "three octaves", "ten octaves", "any size", "power law", "clumps",
                                  "one point", "one giant",     "line",        "diagonal", "lattice",   "far",
                                  "very far",  "points",        "empty",       "one"};
    static_assert(names.size() == every_scene.size());
    return names[static_cast<std::size_t>(kind)];
}

template <class T>
aabb<T> box_around(double x, double y, double width, double height) {
    return {{static_cast<T>(x - width / 2), static_cast<T>(y - height / 2)},
            {static_cast<T>(x + width / 2), static_cast<T>(y + height / 2)}};
}

namespace scenes {

/// Returns the side of a square on which n boxes with this mean side have about one pair each.
inline double side_for(std::size_t n, double mean_size) { return std::sqrt(2.0 * static_cast<double>(n)) * mean_size; }

/// Returns boxes at random positions on a square whose lower corner is (`corner`, `corner`). size() returns their
/// sides.
template <class T, class Size>
std::vector<aabb<T>> spread(std::size_t n, random_numbers& random, double corner, double side, const Size& size) {
    std::vector<aabb<T>> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = corner + random.real(0, side), y = corner + random.real(0, side);
        const double width = size(), height = size();
        boxes.push_back(box_around<T>(x, y, width, height));
    }
    return boxes;
}
/// Returns boxes whose sizes are in `count` octaves; all octaves are equally likely.
template <class T>
std::vector<aabb<T>> octaves(std::size_t n, random_numbers& random, std::size_t count) {
    const double mean = 1.5 * (std::ldexp(1.0, static_cast<int>(count)) - 1) / static_cast<double>(count);
    return spread<T>(n, random, 0, side_for(n, mean), [&] {
        const int octave = static_cast<int>(random.index(count));
        return std::ldexp(random.real(1, 2), octave);
    });
}
template <class T>
std::vector<aabb<T>> any_size(std::size_t n, random_numbers& random) {
    std::vector<aabb<T>> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const double unit = std::ldexp(1.0, static_cast<int>(random.index(190)) - 80);
        const double x = random.real(-2, 2), y = random.real(-2, 2), width = random.real(1, 2),
                     height = random.real(1, 2);
        boxes.push_back(box_around<T>(x * unit, y * unit, width * unit, height * unit));
    }
    return boxes;
}
template <class T>
std::vector<aabb<T>> clumps(std::size_t n, random_numbers& random) {
    const double side = 30 * side_for(n, 1);
    std::vector<vec2<double>> centers;
    for (std::size_t i = 0; i <= n / 100; ++i) centers.push_back({random.real(0, side), random.real(0, side)});
    std::vector<aabb<T>> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<double> c = centers[random.index(centers.size())];
        const double x = c.x + 4 * random.normal(), y = c.y + 4 * random.normal();
        const double width = random.real(.5, 1.5), height = random.real(.5, 1.5);
        boxes.push_back(box_around<T>(x, y, width, height));
    }
    return boxes;
}
template <class T>
std::vector<aabb<T>> line(std::size_t n, random_numbers& random, bool diagonal) {
    std::vector<aabb<T>> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = random.real(0, static_cast<double>(n)), off = random.real(-.25, .25);
        const double width = random.real(.5, 1.5), height = random.real(.5, 1.5);
        boxes.push_back(box_around<T>(x, diagonal ? x + off : off, width, height));
    }
    return boxes;
}
/// Returns a lattice around the origin, in which some zeros are negative.
template <class T>
std::vector<aabb<T>> lattice(std::size_t n, random_numbers& random) {
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
    const auto zero = [&] { return random.chance(.5) ? T(0) : -T(0); };
    std::vector<aabb<T>> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const T x = static_cast<T>(i % columns) - static_cast<T>(columns / 2),
                y = static_cast<T>(i / columns) - static_cast<T>(columns / 2);
        boxes.push_back({{x + zero(), y + zero()}, {x + 1 + zero(), y + 1 + zero()}});
        for (T* c : {&boxes.back().min.x, &boxes.back().min.y, &boxes.back().max.x, &boxes.back().max.y})
            if (*c == T(0)) *c = zero();
    }
    shuffle(boxes, random);
    return boxes;
}
/// Returns the scene `uniform` at a distance, in units of a few steps of T there.
template <class T>
std::vector<aabb<T>> far_away(std::size_t n, random_numbers& random, double where) {
    const double step = where * static_cast<double>(std::numeric_limits<T>::epsilon()), unit = step > 1 ? step : 1;
    return spread<T>(n, random, where, side_for(n, unit), [&] { return random.real(.5, 1.5) * unit; });
}

}  // namespace scenes

/// Returns the boxes of a scene. The density of boxes is about the same for every n.
template <exact_real T>
std::vector<aabb<T>> boxes_of(scene kind, std::size_t n, std::uint64_t seed) {
    random_numbers random{seed * 64 + static_cast<std::uint64_t>(kind)};
    const auto about_one = [&] { return random.real(.5, 1.5); };
    const auto dust = [&] { return random.real(.05, .15); };
    switch (kind) {
        case scene::uniform: return scenes::spread<T>(n, random, 0, scenes::side_for(n, 1), about_one);
        case scene::three_octaves: return scenes::octaves<T>(n, random, 3);
        case scene::ten_octaves: return scenes::octaves<T>(n, random, 10);
        case scene::any_size: return scenes::any_size<T>(n, random);
        case scene::power_law:
            return scenes::spread<T>(n, random, 0, scenes::side_for(n, .2),
                                     [&] { return .1 / std::sqrt(random.real(1e-6, 1)); });
        case scene::clumps: return scenes::clumps<T>(n, random);
        case scene::one_point: return scenes::spread<T>(n, random, 3, 0, about_one);
        case scene::one_giant: {
            const double side = scenes::side_for(n, .1);
            std::vector<aabb<T>> boxes = scenes::spread<T>(n, random, 0, side, dust);
            if (n != 0) boxes[n / 2] = box_around<T>(side / 2, side / 2, side + 1, side + 1);
            return boxes;
        }
        case scene::line: return scenes::line<T>(n, random, false);
        case scene::diagonal: return scenes::line<T>(n, random, true);
        case scene::lattice: return scenes::lattice<T>(n, random);
        case scene::far: return scenes::far_away<T>(n, random, 0x1p31);
        case scene::very_far: return scenes::far_away<T>(n, random, 1e30);
        case scene::points: {
            const auto cells = 1 + static_cast<std::size_t>(scenes::side_for(n, .5));
            std::vector<aabb<T>> boxes;
            for (std::size_t i = 0; i < n; ++i) {
                const T x = static_cast<T>(random.index(cells)), y = static_cast<T>(random.index(cells));
                boxes.push_back({{x, y}, {x, y}});
            }
            return boxes;
        }
        case scene::empty: return {};
        case scene::one: return scenes::spread<T>(1, random, 0, 9, about_one);
    }
    return {};
}

/// Returns the box around all boxes; a box at the origin if there are none.
template <class T>
aabb<T> bounds_of_all(const std::vector<aabb<T>>& boxes) {
    aabb<T> all = boxes.empty() ? aabb<T>{} : boxes[0];
    for (const aabb<T>& box : boxes) all = merged(all, box);
    return all;
}

// The exact relations.

template <class T>
bool boxes_meet(const aabb<T>& a, const aabb<T>& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// The exact sign of a sum of products, by a nonoverlapping expansion (Shewchuk 1997, grow-expansion). @pre no product,
/// and no rounding error of a product, leaves the range of double
class exact_sum {
public:
    void add(double x) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const double sum = x + parts_[i], b = sum - x, error = (x - (sum - b)) + (parts_[i] - b);
            if (error != 0) parts_[kept++] = error;
            x = sum;
        }
        if (x != 0) parts_[kept++] = x;
        count_ = kept;
    }
    void add_product(float a, float b) { add(static_cast<double>(a) * static_cast<double>(b)); }
    void add_product(double a, double b) {
        const double product = a * b;
        add(product);
        add(std::fma(a, b, -product));
    }
    int sign() const { return count_ == 0 ? 0 : parts_[count_ - 1] > 0 ? 1 : -1; }

private:
    std::array<double, 16> parts_{};
    std::size_t count_ = 0;
};

/// Returns true if a box that moves by the translation meets another box; touching counts. Exact: the end of the path
/// is not rounded.
template <class T>
bool path_meets(const aabb<T>& from, vec2<T> translation, const aabb<T>& box) {
    const auto reaches = [](T low, T motion, T high) {  // exactly: low + min(motion, 0) <= high
        exact_sum sum;
        sum.add(static_cast<double>(low)), sum.add(-static_cast<double>(high));
        if (motion < T(0)) sum.add(static_cast<double>(motion));
        return sum.sign() <= 0;
    };
    if (!reaches(from.min.x, translation.x, box.max.x) || !reaches(from.min.y, translation.y, box.max.y) ||
        !reaches(-from.max.x, -translation.x, -box.min.x) || !reaches(-from.max.y, -translation.y, -box.min.y))
        return false;
    // The direction across the path: tests whether the whole box is on one side of the path.
    const vec2<T> across{-translation.y, translation.x};
    const auto farthest = [&](bool high) {
        exact_sum sum;
        const bool x = (across.x > T(0)) == high, y = (across.y > T(0)) == high;
        sum.add_product(across.x, x ? box.max.x : box.min.x);
        sum.add_product(-across.x, x ? from.min.x : from.max.x);
        sum.add_product(across.y, y ? box.max.y : box.min.y);
        sum.add_product(-across.y, y ? from.min.y : from.max.y);
        return sum.sign();
    };
    return farthest(false) <= 0 && farthest(true) >= 0;
}

/// Returns the fraction of the path at which the boxes first meet. @pre path_meets(from, translation, box)
template <class T>
long double first_fraction(const aabb<T>& from, vec2<T> translation, const aabb<T>& box) {
    using R = long double;
    const auto enter = [](T low, T high, T motion, T box_low, T box_high) {
        if (motion == T(0)) return R(0);
        return motion > T(0) ? (R(box_low) - R(high)) / R(motion) : (R(box_high) - R(low)) / R(motion);
    };
    const R x = enter(from.min.x, from.max.x, translation.x, box.min.x, box.max.x),
            y = enter(from.min.y, from.max.y, translation.y, box.min.y, box.max.y);
    return std::clamp((std::max)(x, y), R(0), R(1));
}

/// Returns the distance of a point from a box. @pre the coordinates are not beyond 2^200, or long double is wider
template <class T>
long double distance_to_box(vec2<T> p, const aabb<T>& box) {
    using R = long double;
    const R x = (std::max)({R(0), R(box.min.x) - R(p.x), R(p.x) - R(box.max.x)}),
            y = (std::max)({R(0), R(box.min.y) - R(p.y), R(p.y) - R(box.max.y)});
    return std::sqrt(x * x + y * y);
}

/// Returns the error for a box that every broad phase refuses, or `none`.
template <class T>
broad_error why_refused(const aabb<T>& box) {
    for (const T c : {box.min.x, box.min.y, box.max.x, box.max.y})
        if (!std::isfinite(c)) return broad_error::not_finite;
    return box.min.x > box.max.x || box.min.y > box.max.y ? broad_error::inverted : broad_error::none;
}

/// A broad phase that compares every box with every other box.
template <exact_real T>
class brute_force {
public:
    using scalar_type = T;

    proxy insert(const aabb<T>& box) {
        visits_.expect_none();
        if (why_refused(box) != broad_error::none) return {};
        std::size_t index = boxes_.size();
        if (free_.empty()) {
            boxes_.emplace_back();
            generations_.emplace_back();
        } else {
            index = free_.back();
            free_.pop_back();
        }
        boxes_[index] = box;
        generations_[index] = next_generation();
        return at(index);
    }
    broad_status update(proxy p, const aabb<T>& box) {
        visits_.expect_none();
        if (!contains(p)) return {broad_error::stale_proxy, 0};
        if (const broad_error e = why_refused(box); e != broad_error::none) return {e, 0};
        boxes_[p.index()] = box;
        return {};
    }
    broad_status remove(proxy p) {
        visits_.expect_none();
        if (!contains(p)) return {broad_error::stale_proxy, 0};
        boxes_[p.index()].reset();
        free_.push_back(p.index());
        return {};
    }
    void clear() {
        visits_.expect_none();
        boxes_.clear();
        generations_.clear();
        free_.clear();
    }
    void commit() { visits_.expect_none(); }

    result<proxy_range, broad_error> build(std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (const broad_error e = why_refused(boxes[i]); e != broad_error::none) return {e, i};
        clear();
        boxes_.assign(boxes.begin(), boxes.end());
        generations_.assign(boxes.size(), next_generation());
        return proxy_range{boxes.size(), last_generation_};
    }
    broad_status update(std::span<const aabb<T>> boxes) {
        visits_.expect_none();
        if (!free_.empty() || boxes.size() != boxes_.size()) return {broad_error::wrong_count, 0};
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (const broad_error e = why_refused(boxes[i]); e != broad_error::none) return {e, i};
        boxes_.assign(boxes.begin(), boxes.end());
        return {};
    }

    template <executor E>
    result<proxy_range, broad_error> build(E&&, std::span<const aabb<T>> boxes) {
        return build(boxes);
    }
    template <executor E>
    broad_status update(E&&, std::span<const aabb<T>> boxes) {
        return update(boxes);
    }
    template <executor E>
    void commit(E&&) {
        commit();
    }

    std::size_t size() const { return boxes_.size() - free_.size(); }
    bool contains(proxy p) const {
        return p.index() < boxes_.size() && boxes_[p.index()] && generations_[p.index()] == p.generation();
    }
    /// @pre contains(p)
    aabb<T> box(proxy p) const { return *boxes_[p.index()]; }
    /// Returns the box around all boxes; inverted if there are none.
    aabb<T> bounds() const {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        aabb<T> all{{infinity, infinity}, {-infinity, -infinity}};
        for (const auto& box : boxes_)
            if (box) all = merged(all, *box);
        return all;
    }
    bool validate() const {
        return generations_.size() == boxes_.size() &&
               static_cast<std::size_t>(std::count(boxes_.begin(), boxes_.end(), std::nullopt)) == free_.size();
    }
    /// Returns the number of indices. `at` returns the proxy of an index in use, and a null proxy for other
    /// indices.
    std::size_t index_count() const { return boxes_.size(); }
    proxy at(std::size_t index) const {
        return boxes_[index] ? proxy{static_cast<std::uint32_t>(index), generations_[index]} : proxy{};
    }

    template <class Visit>
    query_statistics query(const aabb<T>& range, Visit&& visit) const {
        if (why_refused(range) != broad_error::none) return {};
        return visit_those([&](const aabb<T>& box, T) { return boxes_meet(box, range); }, accepting(visit));
    }
    template <class Visit>
    query_statistics query(vec2<T> point, Visit&& visit) const {
        return query(aabb<T>{point, point}, visit);
    }
    template <class Visit>
    query_statistics ray_cast(const ray<T>& r, Visit&& visit) const {
        return box_cast({r.origin, r.origin}, r.translation, visit);
    }
    template <class Visit>
    query_statistics box_cast(const aabb<T>& from, vec2<T> translation, Visit&& visit) const {
        if (why_refused(from) != broad_error::none || !is_finite(translation)) return {};
        const auto meets = [&](const aabb<T>& box, T largest) {
            return path_meets(from, translation, box) &&
                   first_fraction(from, translation, box) <= static_cast<long double>(largest);
        };
        return visit_those(meets, [&](proxy p, T& largest) {
            using R = std::invoke_result_t<Visit&, proxy>;
            if constexpr (std::is_void_v<R> || std::is_same_v<R, bool>) return hitbox::detail::goes_on(visit, p);
            else {
                largest = (std::min)(largest, static_cast<T>(visit(p)));
                return largest >= 0;
            }
        });
    }
    /// Returns the k boxes nearest to a point, or all, in order of distance and then of index.
    std::vector<proxy> nearest(vec2<T> point, std::size_t k) const {
        if (!is_finite(point)) return {};
        std::vector<std::pair<long double, proxy>> all;
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            if (boxes_[i]) all.push_back({distance_to_box(point, *boxes_[i]), at(i)});
        std::sort(all.begin(), all.end());
        std::vector<proxy> first;
        for (std::size_t i = 0; i < all.size() && i < k; ++i) first.push_back(all[i].second);
        return first;
    }

    template <class Visit>
    query_statistics for_each_pair(Visit&& visit) const {
        return for_each_pair(hitbox::detail::run_here{}, visit);
    }
    /// The tasks are rows of sixteen boxes.
    template <executor E, class Visit>
    query_statistics for_each_pair(E&& run, Visit&& visit) const {
        const hitbox::detail::visit_count::scope visiting{visits_};
        std::vector<std::vector<proxy_pair>> rows((boxes_.size() + 15) / 16);
        std::vector<query_statistics> costs(rows.size());
        run(rows.size(), [&](std::size_t row) {
            for (std::size_t i = row * 16; i < boxes_.size() && i < row * 16 + 16; ++i)
                costs[row] += add_pairs_of(i, rows[row]);
        });
        query_statistics cost;
        for (const query_statistics& c : costs) cost += c;
        for (const auto& row : rows)
            for (const auto& [a, b] : row) {
                ++cost.found;
                if (!hitbox::detail::goes_on(visit, a, b)) return cost;
            }
        return cost;
    }

private:
    std::uint32_t next_generation() { return last_generation_ += 2; }

    template <class Visit>
    static auto accepting(Visit& visit) {
        return [&visit](proxy p, T&) { return hitbox::detail::goes_on(visit, p); };
    }
    template <class Meets, class Offer>
    query_statistics visit_those(const Meets& meets, const Offer& offer) const {
        const hitbox::detail::visit_count::scope visiting{visits_};
        query_statistics cost;
        T largest_fraction = 1;
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            ++cost.visited;
            if (!boxes_[i]) continue;
            ++cost.tested;
            if (!meets(*boxes_[i], largest_fraction)) continue;
            ++cost.found;
            if (!offer(at(i), largest_fraction)) break;
        }
        return cost;
    }
    query_statistics add_pairs_of(std::size_t i, std::vector<proxy_pair>& found) const {
        query_statistics cost{1, 0, 0};
        if (!boxes_[i]) return cost;
        for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
            if (!boxes_[j]) continue;
            ++cost.tested;
            if (boxes_meet(*boxes_[i], *boxes_[j])) found.push_back({at(i), at(j)});
        }
        return cost;
    }

    std::vector<std::optional<aabb<T>>> boxes_;
    std::vector<std::uint32_t> generations_;
    std::vector<std::uint32_t> free_;
    std::uint32_t last_generation_ = 1;  // a generation is never used for a second box
    hitbox::detail::visit_count visits_;
};
static_assert(dynamic_broad_phase<brute_force<float>> && dynamic_broad_phase<brute_force<double>>);

}  // namespace hitbox_tests
