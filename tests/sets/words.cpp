// The text of every public enumerator.

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <set>
#include <string>
#include <string_view>

using namespace hitbox;

namespace {

/// Checks that the texts of all values from 0 to `last` differ from each other and from the text of other numbers.
template <class E>
bool has_words(E last) {
    const std::string none = to_string(static_cast<E>(static_cast<int>(last) + 1));
    std::set<std::string> all{none};
    for (int i = 0; i <= static_cast<int>(last); ++i) all.insert(to_string(static_cast<E>(i)));
    return (none.empty() || none.find("unknown ") == 0) &&
           all.size() == static_cast<std::size_t>(static_cast<int>(last) + 2);
}

}  // namespace

TEST_CASE("every public enum has a to_string with words for each value") {
    CHECK(has_words(polygon_error::hole_in_hole));
    CHECK(has_words(cast_status::step_limit));
    CHECK(has_words(ray_start::hollow));
    CHECK(has_words(sat::axis_source::closest_features));
    CHECK(has_words(broad_error::too_many));
    CHECK(has_words(block_error::inconsistent));
    CHECK(has_words(chain_sides::two));
    CHECK(has_words(end_reason::teleported));
    CHECK(has_words(slide_stop::invalid));
    CHECK(has_words(debug::y_axis::down));
    STATIC_REQUIRE(to_string(cast_status::hit) == std::string_view{"hit"});
}

TEST_CASE("an error with only one faulty point reports that point twice") {
    using V = vec2<float>;
    const auto made = make_convex_polygon(std::vector<V>{{0, 0}, {2, 0}, {1, 0.5f}, {0, 2}});
    REQUIRE(!made);
    CHECK(made.index() == 2);
    CHECK(made.other_index() == 2);
    const auto crossed = make_polygon(std::vector<V>{{0, 0}, {2, 2}, {2, 0}, {0, 2}});
    REQUIRE(!crossed);
    CHECK(crossed.other_index() > crossed.index());
    CHECK(crossed.other_index() < 4);
}
