// The laws of `move_and_slide`, and of `slide`. Included once per scalar (`FUZZ_SCALAR`).

#include "made_sets.hpp"
#include "queries.hpp"

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using limits = std::numeric_limits<T>;
using shape = any_shape<T>;
using set = some_set<T>;
using fuzz::code;
using obstacles = solids_and_platforms<set, set>;

struct result : slide_result<T> {};

/// One step of a moving shape among solids and one-way platforms, which are solids if `up` is zero.
struct step {
    shape mover{};
    vec2<T> position{}, motion{};
    set solids{}, platforms{};
    vec2<T> front{};
    slide_options<T> options{};

    [[nodiscard]] obstacles all() const { return with_platforms(solids, platforms, front); }
    [[nodiscard]] result answer() const { return {move_and_slide(mover, position, motion, all(), options)}; }
    /// Returns true if there is nothing one-sided.
    [[nodiscard]] bool is_two_sided() const {
        return front == vec2<T>{} && !solids.is_one_sided() && !platforms.is_one_sided();
    }
    [[nodiscard]] shape at_position(vec2<T> p) const { return baked(at(mover, p)); }
};
std::string code(const step& s) {
    const slide_options<T>& o = s.options;
    return "move_and_slide(" + hitbox_tests::code(s.mover) + ", " + code(s.position) + ", " + code(s.motion) +
           ", with_platforms(" + code(s.solids) + ", " + code(s.platforms) + ", " + code(s.front) + "), {" +
           code(o.up) + ", " + code(o.floor_up) + ", " + code(o.step_height) + ", " + code(o.snap_distance) + "})";
}
std::string code(const result& r) {
    std::string text = "at " + code(r.position) + " by " + code(r.velocity) + " after " + std::to_string(r.rounds);
    text += r.started_free ? "" : ", did not start free";
    text += r.is_free ? "" : ", is not free";
    for (const slide_contact<T>& c : r.contacts)
        text += ", touches " + std::to_string(c.piece) + (c.is_floor ? " as a floor: " : ": ") + code(c.normal);
    return text;
}

bool same_bits(vec2<T> p, vec2<T> q) {
    return std::memcmp(&p.x, &q.x, sizeof p.x) == 0 && std::memcmp(&p.y, &q.y, sizeof p.y) == 0;
}
bool same(const result& r, const result& s) {
    const auto same_contact = [](const slide_contact<T>& c, const slide_contact<T>& d) {
        return same_bits(c.normal, d.normal) && c.piece == d.piece && c.is_floor == d.is_floor;
    };
    return same_bits(r.position, s.position) && same_bits(r.velocity, s.velocity) && r.on_floor == s.on_floor &&
           r.started_free == s.started_free && r.is_free == s.is_free && r.rounds == s.rounds &&
           std::equal(r.contacts.begin(), r.contacts.end(), s.contacts.begin(), s.contacts.end(), same_contact);
}
/// Returns the largest magnitude of all numbers of a step.
T size_of_step(const step& s) {
    const aabb<T> around = hitbox::detail::within_range(bounds(s.all()));
    return std::max({size_of(s.at_position(s.position)),
                     size_of(aabb<T>{(min)(around.min, vec2<T>{}), (max)(around.max, vec2<T>{})}), std::abs(s.motion.x),
                     std::abs(s.motion.y), s.options.step_height, s.options.snap_distance});
}
/// Exact.
bool goes_into(vec2<T> v, vec2<T> normal) { return exact::along(vec2<T>{}, normal, v) < 0; }

void check_contacts(const step& s, const result& r, T size) {
    bool on_floor = false;
    HOLDS(r.contacts.size() <= std::size(r.contacts.list), s, r);
    const shape end = s.at_position(r.position);
    for (const slide_contact<T>& c : r.contacts) {
        HOLDS(unit_length(c.normal) && positive_zeros(c.normal) && !goes_into(r.velocity, c.normal), s, r);
        // A floor may be steeper than the limit by 2^-10 radians.
        const T across = std::sqrt(std::max(T(0), 1 - s.options.floor_up * s.options.floor_up)), slack = T(0x1p-18),
                height = dot(c.normal, s.options.up) - s.options.floor_up + T(0x1p-10) * across;
        const bool is_floor = s.options.up != vec2<T>{} && height >= (c.is_floor ? -slack : slack);
        HOLDS(c.is_floor == is_floor, s, r);
        on_floor = on_floor || c.is_floor;
        // To four roundings of its coordinates on each axis, and what those of the obstacle are off by.
        T gap = limits::infinity();
        for_each_piece_near(s.all(), hitbox::detail::within_range(bounds(s.all())), [&](const auto& p, std::size_t i) {
            if (i == c.piece) gap = fuzz::distance(figure<T>{end}, figure<T>{p}).distance;
            return i != c.piece;
        });
        HOLDS(gap <= 16 * ulp(size), s, r, gap);
    }
    HOLDS(r.on_floor == on_floor, s, r);
}

/// A position that is reported as free penetrates no obstacle that blocks from all sides.
void check_free(const step& s, const result& r) {
    const shape start = s.at_position(s.position), end = s.at_position(r.position);
    HOLDS(r.is_free || !r.started_free, s, r);
    HOLDS(r.is_free || (r.position == s.position && r.velocity == vec2<T>{}), s, r);
    if (s.is_two_sided()) {
        HOLDS(r.started_free != hitbox::penetrates(start, s.all()), s, r);
        HOLDS(r.is_free != hitbox::penetrates(end, s.all()), s, r);
    }
    if (!s.solids.is_one_sided()) {
        HOLDS(!r.started_free || !set_queries::penetrates(start, s.solids), s, r);
        HOLDS(!r.is_free || !set_queries::penetrates(end, s.solids), s, r);
    }
}

/// Without `up`, the result is not faster and not farther; if a cast meets nothing, the motion is complete.
void check_motion(const step& s, const result& r, T size) {
    const T wish = length(s.motion), off = 64 * ulp(size);
    if (!ordinary(wish) || !r.started_free) return;
    if (s.options.up == vec2<T>{}) {
        HOLDS(length(r.velocity) <= wish * (1 + 8 * limits::epsilon()), s, r);
        HOLDS(length(r.position - s.position) <= wish + off, s, r);
    }
    if (s.options.snap_distance > 0 || !s.is_two_sided()) return;
    if (hitbox::shape_cast(s.at_position(s.position), s.motion, s.all()).status != cast_status::separated) return;
    HOLDS(length(r.position - (s.position + s.motion)) <= off, s, r);
    HOLDS(!r.contacts.empty() || r.velocity == s.motion, s, r);
}

result check_step(const step& s) {
    mistakes = 0;
    const result r = s.answer();
    const std::size_t complaints = mistakes;
    const bool is_sound =
        hitbox::valid(s.mover) && hitbox::valid(s.all()) && is_finite(s.position) && is_finite(s.motion);
    HOLDS(is_sound || complaints == 1, s);
    if (!is_sound) {
        result refused;
        refused.position = s.position, refused.started_free = refused.is_free = false;
        HOLDS(same(r, refused), s, r);
        return r;
    }
    HOLDS(same(r, s.answer()), s, r, s.answer());
    HOLDS(is_finite(r.position) && is_finite(r.velocity) && r.rounds >= 0 && r.rounds <= 8, s, r);
    const T size = size_of_step(s);
    if (!ordinary(size) || !ordinary(size + size_of(s.at_position(r.position)))) return r;
    HOLDS(complaints == 0, s, r);
    check_contacts(s, r, size);
    check_free(s, r);
    check_motion(s, r, size);
    return r;
}

slide_options<T> made_options(maker<T>& make, bytes& in) {
    slide_options<T> options;
    const std::uint8_t how = in.byte();
    if (how & 1u) options.up = {0, how & 2u ? T(-1) : T(1)};
    else if (how & 2u) {
        const auto r = make.rotation();
        if (hitbox::valid(r)) options.up = {r.c, r.s};
    }
    const auto finite = [](T x) { return hitbox::detail::is_finite(x) ? std::abs(x) : T(0); };
    if (how & 4u) options.floor_up = std::clamp(finite(make.length()), T(0.0625), T(1));
    if (how & 8u) options.step_height = finite(make.length());
    if (how & 16u) options.snap_distance = finite(make.length());
    return options;
}

/// The result leads into none of the surfaces, in any order of these, and is not longer.
void check_slide(vec2<T> v, std::vector<vec2<T>> normals) {
    const vec2<T> left = slide(v, normals);
    std::vector<vec2<T>> others(normals.rbegin(), normals.rend());
    others.insert(others.end(), normals.begin(), normals.end());
    HOLDS(same_bits(left, slide(v, others)), v, hitbox_tests::code_points(normals), left, slide(v, others));
    if (!is_finite(v) || !std::all_of(normals.begin(), normals.end(), [](vec2<T> n) { return is_finite(n); })) {
        HOLDS(same_bits(left, {}), v, hitbox_tests::code_points(normals), left);
        return;
    }
    bool is_free = true;
    for (const vec2<T> n : normals) {
        HOLDS(is_finite(left) && !goes_into(left, n), v, hitbox_tests::code_points(normals), left);
        is_free = is_free && !goes_into(v, n);
    }
    HOLDS(!is_free || left == v, v, hitbox_tests::code_points(normals), left);
    const T size = std::max(std::abs(v.x), std::abs(v.y));
    HOLDS(!ordinary(size) || length(left) <= length(v) * (1 + 8 * limits::epsilon()), v,
          hitbox_tests::code_points(normals), left);
}

}  // namespace

template <>
void movers<T>(bytes& in) {
    hitbox_tests::borrowed_points<T>().clear();
    maker<T> make{in};
    const std::uint8_t how = in.byte();
    if (how % 8 == 0) {
        const vec2<T> v = make.point();
        return check_slide(v, make.some_points(8));
    }
    step s;
    s.mover = make.known();
    s.solids = made_set(make, in);
    if (how & 16u) s.platforms = made_set(make, in);
    s.options = made_options(make, in);
    if (how & 32u) s.front = s.options.up;
    s.position = make.point();
    // Many things are touched at the end of a step.
    for (int i = 0; i < 4 && !(i > 0 && in.empty()); ++i) {
        s.motion = make.point();
        s.position = check_step(s).position;
    }
}

}  // namespace fuzz
