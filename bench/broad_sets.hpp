#pragma once
/// The boxes with which broad phases are timed, in the scenes of the tests, with their queries and the correct answers.
/// The answers are found by a sweep along the longer side and by brute force.

#include "../tests/boxes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace broad {

using box = hitbox::aabb<float>;
using point = hitbox::vec2<float>;
using ray = hitbox::ray<float>;
using index_list = std::vector<std::uint32_t>;
using hitbox_tests::random_numbers;

inline constexpr std::size_t neighbours = 5;

/// A number of pairs or ids, and a hash that does not depend on their order.
struct tally {
    std::size_t count = 0;
    std::uint64_t hash = 0;

    void add(std::uint32_t a, std::uint32_t b) {
        const std::uint64_t low = (std::min)(a, b), high = (std::max)(a, b);
        ++count, hash += random_numbers{low << 32 | high}();
    }
    void add(std::uint32_t a) { add(a, a); }
    bool operator==(const tally&) const = default;
};

/// Calls f(i, j) for every two boxes that share a point.
template <class F>
void sweep(std::span<const box> boxes, F f) {
    const box all = hitbox_tests::bounds_of_all(std::vector<box>(boxes.begin(), boxes.end()));
    const auto side = all.max.x - all.min.x >= all.max.y - all.min.y ? &point::x : &point::y;
    index_list order(boxes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return boxes[a].min.*side < boxes[b].min.*side; });
    std::vector<box> sorted;
    for (const std::uint32_t i : order) sorted.push_back(boxes[i]);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t j = i + 1; j < sorted.size() && sorted[j].min.*side <= sorted[i].max.*side; ++j)
            if (hitbox_tests::boxes_meet(sorted[i], sorted[j])) f(order[i], order[j]);
}

inline double wide(float x) { return static_cast<double>(x); }

/// Returns the fraction of its translation at which a ray enters a box, or `no_entry`. It computes in double, in which
/// the product of two float is exact.
inline constexpr float no_entry = 2;
inline float entry(const ray& r, const box& b) {
    double first = 0, last = 1;
    for (const auto side : {&point::x, &point::y}) {
        const double from = wide(r.origin.*side), translation = wide(r.translation.*side), low = wide(b.min.*side),
                     high = wide(b.max.*side);
        if (translation == 0) {
            if (from < low || from > high) return no_entry;
        } else {
            const double a = (low - from) / translation, z = (high - from) / translation;
            first = (std::max)(first, (std::min)(a, z)), last = (std::min)(last, (std::max)(a, z));
        }
    }
    return first <= last ? static_cast<float>(first) : no_entry;
}

inline double squared_distance(point p, const box& b) {
    const auto gap = [](float at, float low, float high) {
        return (std::max)({wide(low) - wide(at), wide(at) - wide(high), 0.});
    };
    const double x = gap(p.x, b.min.x, b.max.x), y = gap(p.y, b.min.y, b.max.y);
    return x * x + y * y;
}

/// The order in which boxes are passed: random, as in the scene, or sorted.
enum class order { random, hilbert, x };

struct boxes_in_order {
    std::vector<box> boxes;
    index_list ids;  // the index of each box in the scene

    boxes_in_order(const std::vector<box>& made, order by) : ids(made.size()) {
        std::iota(ids.begin(), ids.end(), 0u);
        if (by == order::hilbert) {
            const auto order = hitbox::detail::hilbert_order(std::span<const box>{made});
            ids.assign(order.begin(), order.end());
        }
        if (by == order::x)
            std::sort(ids.begin(), ids.end(), [&](auto a, auto b) { return made[a].min.x < made[b].min.x; });
        for (const std::uint32_t i : ids) boxes.push_back(made[i]);
    }
};

/// Moves some of the boxes, by up to a tenth of their size.
class walk {
public:
    walk(std::size_t boxes, double share, std::uint64_t seed)
        : order_(boxes), count_{static_cast<std::size_t>(share * static_cast<double>(boxes))}, random_{seed} {
        std::iota(order_.begin(), order_.end(), 0u);
    }
    /// Moves boxes and returns their indices, which ascend if all of them move.
    std::span<const std::uint32_t> step(std::vector<box>& boxes) {
        for (std::size_t i = 0; i < count_ && count_ < order_.size(); ++i)
            std::swap(order_[i], order_[i + random_.index(order_.size() - i)]);
        for (std::size_t i = 0; i < count_; ++i) {
            box& b = boxes[order_[i]];
            const auto off = [&](float size) { return static_cast<float>(random_.real(-.1, .1)) * size; };
            const point by{off(b.max.x - b.min.x), off(b.max.y - b.min.y)};
            b = {b.min + by, b.max + by};
        }
        return std::span{order_}.first(count_);
    }

private:
    index_list order_;
    std::size_t count_;
    random_numbers random_;
};

/// One scene and its queries. The correct answers are computed when they are first used.
class data_set {
public:
    data_set(hitbox_tests::scene kind, std::size_t n, std::uint64_t seed)
        : boxes{hitbox_tests::boxes_of<float>(kind, n, seed)}, seed_{seed} {}

    const std::vector<box> boxes;

    const tally& pairs() {
        if (!pairs_) pairs_ = std::make_unique<tally>(), sweep(boxes, [&](auto a, auto b) { pairs_->add(a, b); });
        return *pairs_;
    }

    /// Squares around the centres of some boxes. Their size is such that they meet 27 boxes on average.
    struct box_queries {
        std::vector<box> boxes;
        std::vector<tally> right;
    };
    const box_queries& queries(std::size_t count) {
        if (queries_) return *queries_;
        std::vector<point> centers;
        random_numbers random{seed_ + 100};
        for (std::size_t i = 0; i < count; ++i) centers.push_back(hitbox::center(boxes[random.index(boxes.size())]));
        double low = 0, high = static_cast<double>(longest_side());
        for (int i = 0; i < 20; ++i) {
            const double half = (low + high) / 2;
            (found_within(centers, half) > 27 ? high : low) = half;
        }
        queries_ = std::make_unique<box_queries>();
        for (const point c : centers) {
            const auto half = static_cast<float>(low);
            queries_->boxes.push_back(box::from_center(c, {half, half}));
            tally t;
            for (std::uint32_t i = 0; i < boxes.size(); ++i)
                if (hitbox_tests::boxes_meet(queries_->boxes.back(), boxes[i])) t.add(i);
            queries_->right.push_back(t);
        }
        return *queries_;
    }

    /// Random rays, each as long as a fifth of the longer side of the scene.
    struct ray_queries {
        std::vector<ray> rays;
        std::vector<float> right;
    };
    const ray_queries& rays(std::size_t count) {
        if (rays_) return *rays_;
        rays_ = std::make_unique<ray_queries>();
        random_numbers random{seed_ + 200};
        for (std::size_t i = 0; i < count; ++i) {
            const auto turn = hitbox::rot2<float>::from_degrees(static_cast<float>(random.real(0, 360)));
            const ray r{anywhere(random), turn * point{longest_side() / 5, 0}};
            float first = no_entry;
            for (const box& b : boxes) first = (std::min)(first, entry(r, b));
            rays_->rays.push_back(r), rays_->right.push_back(first);
        }
        return *rays_;
    }

    /// Random points, with the squared distances of their nearest boxes in ascending order.
    struct nearest_queries {
        std::vector<point> points;
        std::vector<std::array<double, neighbours>> right;
    };
    const nearest_queries& nearest(std::size_t count) {
        if (nearest_) return *nearest_;
        nearest_ = std::make_unique<nearest_queries>();
        random_numbers random{seed_ + 300};
        std::vector<double> distances(boxes.size());
        for (std::size_t i = 0; i < count; ++i) {
            const point p = anywhere(random);
            std::transform(boxes.begin(), boxes.end(), distances.begin(),
                           [&](const box& b) { return squared_distance(p, b); });
            std::array<double, neighbours> first{};
            std::partial_sort_copy(distances.begin(), distances.end(), first.begin(), first.end());
            nearest_->points.push_back(p), nearest_->right.push_back(first);
        }
        return *nearest_;
    }

private:
    box all() const { return hitbox_tests::bounds_of_all(boxes); }
    float longest_side() const { return (std::max)(all().max.x - all().min.x, all().max.y - all().min.y); }
    point anywhere(random_numbers& random) const {
        const box within = all();
        const double x = random.real(wide(within.min.x), wide(within.max.x)),
                     y = random.real(wide(within.min.y), wide(within.max.y));
        return {static_cast<float>(x), static_cast<float>(y)};
    }
    double found_within(const std::vector<point>& centers, double half) const {
        const std::size_t query_count = (std::min)(centers.size(), std::size_t{64});
        const point around{static_cast<float>(half), static_cast<float>(half)};
        std::size_t found = 0;
        for (std::size_t i = 0; i < query_count; ++i)
            for (const box& b : boxes) found += hitbox_tests::boxes_meet(box::from_center(centers[i], around), b);
        return static_cast<double>(found) / static_cast<double>(query_count);
    }

    std::uint64_t seed_;
    std::unique_ptr<tally> pairs_;
    std::unique_ptr<box_queries> queries_;
    std::unique_ptr<ray_queries> rays_;
    std::unique_ptr<nearest_queries> nearest_;
};

/// So many scenes of a kind that branch predictors cannot learn them.
struct scene {
    std::string name;
    std::size_t n;
    std::vector<std::unique_ptr<data_set>> sets;

    scene(hitbox_tests::scene kind, std::size_t boxes) : name{hitbox_tests::name_of(kind)}, n{boxes} {
        std::replace(name.begin(), name.end(), ' ', '_');
        const std::size_t count = n <= 1000 ? 12 : n <= 10000 ? 3 : 1;
        for (std::size_t i = 0; i < count; ++i) sets.push_back(std::make_unique<data_set>(kind, n, i + 1));
    }
    /// Returns the number of queries of each set.
    std::size_t queries() const { return 1200 / sets.size(); }
};

}  // namespace broad
