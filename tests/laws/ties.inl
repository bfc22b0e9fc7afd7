// The rule for ties, for shapes on a grid, where ties are common, against a search in integers. Included once per
// scalar.

#undef LAW_SAMPLE
#define LAW_SAMPLE 14

#include "../grid.hpp"

#include <algorithm>

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

/// The number of pairs that each rule decided, because a law without test cases proves nothing.
struct {
    std::size_t alone, offset, world, data, touching_offset;
} decided{};

enum class data_order { a_first, b_first, equal };

/// Fewer vertices first, then smaller coordinates, then the smaller radius.
template <class A, class B>
data_order order_of(const A& a, const B& b) {
    const auto of_a = vertices(a);
    const auto of_b = vertices(b);
    const auto by = [](bool a_first) { return a_first ? data_order::a_first : data_order::b_first; };
    if (of_a.size() != of_b.size()) return by(of_a.size() < of_b.size());
    for (std::size_t i = 0; i < of_a.size(); ++i) {
        const vec2<T> p = of_a[i], q = of_b[i];
        if (p != q) return by(p.x != q.x ? p.x < q.x : p.y < q.y);
    }
    return radius(a) != radius(b) ? by(radius(a) < radius(b)) : data_order::equal;
}

/// Returns true if `normal` has the bits of the axis-parallel unit vector that the rules choose.
template <class A, class B>
bool chosen(vec2<T> normal, const std::vector<grid_axis>& tied, const A& a, const B& b) {
    const vec2<T> from = center(a), to = center(b);
    const vec2<double> offset{static_cast<double>(to.x) - static_cast<double>(from.x),
                              static_cast<double>(to.y) - static_cast<double>(from.y)};
    std::vector<vec2<double>> left;
    const auto keep_largest = [&left](auto&& key) {
        auto max_key = key(left[0]);
        for (const auto& n : left) max_key = (std::max)(max_key, key(n));
        std::erase_if(left, [&](const auto& n) { return key(n) != max_key; });
    };
    for (const grid_axis& axis : tied)
        if (std::find(left.begin(), left.end(), axis.unit()) == left.end()) left.push_back(axis.unit());
    if (left.size() == 1) ++decided.alone;
    else if (keep_largest([&](vec2<double> n) { return dot(n, offset); }); left.size() == 1) ++decided.offset;
    else if (keep_largest([](vec2<double> n) { return (std::max)(std::pair{n.x, n.y}, std::pair{-n.x, -n.y}); });
             left.size() == 1)
        ++decided.world;
    const vec2<double> given{static_cast<double>(normal.x), static_cast<double>(normal.y)};
    if (left.size() == 1) return given == left[0];
    const data_order order = order_of(a, b);
    if (order == data_order::equal) return given == left[0] || given == left[1];  // no rule decides
    ++decided.data;
    const bool first_is_larger = left[0].x != left[1].x ? left[0].x > left[1].x : left[0].y > left[1].y;
    return given == left[first_is_larger == (order == data_order::a_first) ? 0 : 1];
}

template <class A, class B>
void check_tie_rule(const A& a, const B& b) {
    const auto corners_a = grid_corners(a), corners_b = grid_corners(b);
    if (corners_a.empty() || corners_b.empty()) return;
    const auto tied = least_overlaps(corners_a, corners_b);
    if (tied.empty()) return;
    const auto hit = queries::collide(a, b);
    LAW(hit.has_value(), a, b);
    if (!hit) return;
    const double overlap = static_cast<double>(tied[0].overlap) / 4, radii = static_cast<double>(radius(a) + radius(b));
    const bool all_along_axes = std::all_of(tied.begin(), tied.end(), [](auto& axis) { return axis.along_an_axis(); });
    if (all_along_axes) {  // depths and dot products without rounding
        const double side = static_cast<double>((std::max)(std::abs(tied[0].n.x), std::abs(tied[0].n.y)));
        LAW(static_cast<double>(hit->depth) == overlap / side + radii, a, b);
        LAW(chosen(hit->normal, tied, a, b), a, b);
        return;
    }
    // Depths that tie exactly may differ after rounding, so any of them may be chosen. If outlines touch, however, they
    // are all 0, and then the offset of the centres chooses, within its own rounding.
    const vec2<T> from = center(a), to = center(b);
    const vec2<double> offset{static_cast<double>(to.x) - static_cast<double>(from.x),
                              static_cast<double>(to.y) - static_cast<double>(from.y)};
    const bool touching = tied[0].overlap == 0 && radii == 0;
    const double rounding = static_cast<double>(std::numeric_limits<T>::epsilon()) * 4;
    double along = 0, max_along = -std::numeric_limits<double>::infinity();
    bool found = false;
    for (const grid_axis& axis : tied) {
        const vec2<double> n = axis.unit();
        max_along = (std::max)(max_along, dot(n, offset));
        if (std::abs(n.x - static_cast<double>(hit->normal.x)) > rounding ||
            std::abs(n.y - static_cast<double>(hit->normal.y)) > rounding)
            continue;
        found = true;
        along = dot(n, offset);
    }
    LAW(found, a, b);
    if (!touching) return;
    LAW(along >= max_along - 4 * rounding * (std::abs(offset.x) + std::abs(offset.y)), a, b);
    if (tied.size() > 1) ++decided.touching_offset;
}

}  // namespace

LAW_CASE("of equally short ways out, the rules for ties choose") {
    decided = {};
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        grid_generator random{31};
        for (int i = 0; i < 1500; ++i) {
            const auto [a, b] = random.pair<A, B>();
            if constexpr (faceted<A> && faceted<B>) check_tie_rule(a, b);
            else LAW(true, a, b);
        }
    });
    CHECK(decided.alone > if_all_are_tested(std::size_t{1000}));
    CHECK(decided.offset > if_all_are_tested(std::size_t{1000}));
    CHECK(decided.world > if_all_are_tested(std::size_t{100}));
    CHECK(decided.data > if_all_are_tested(std::size_t{100}));
    CHECK(decided.touching_offset > if_all_are_tested(std::size_t{100}));
}

LAW_CASE("two equal points or discs part upwards or downwards, as their data say") {
    const vec2<T> p{1, 2};
    const circle<T> small{p, 1}, large{p, 3};
    CHECK(collide(p, p)->normal == vec2<T>{0, 1});
    CHECK(collide(small, large)->normal == vec2<T>{0, 1});
    CHECK(collide(large, small)->normal == vec2<T>{0, -1});
    CHECK(collide(p, small)->normal == vec2<T>{0, 1});
    CHECK(collide(small, p)->normal == vec2<T>{0, -1});
}
