// A call with several mistakes reports one of them: the first invalid argument, or else the first invalid option.

#include <string>

namespace {

int reports = 0;
std::string first_report;

void take_report(bool condition, const char* why) {
    if (!condition && reports++ == 0) first_report = why;
}

}  // namespace

#define HITBOX_ASSERT(condition, why) take_report(condition, why)
#include <catch_compat.hpp>
#include <hitbox/hitbox.hpp>

#include <limits>

using namespace hitbox;

namespace {

/// Returns the first report of a call, and how many there were.
template <class F>
std::string reports_of(F&& call) {
    reports = 0, first_report.clear();
    static_cast<void>(call());
    return std::to_string(reports) + ' ' + first_report;
}

}  // namespace

TEST_CASE("a move with an invalid shape and invalid options reports the shape, once") {
    constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
    const aabb<double> fine{{-1, -1}, {1, 1}}, inverted{{1, 1}, {-1, -1}};
    const std::vector<aabb<double>> walls{{{3, -9}, {4, 9}}}, inverted_walls{inverted};
    const slide_options<double> sound{.up = {0, 1}}, unsound{.up = {0, 2}, .step_height = no_number};
    const vec2<double> at{}, by{5, 0}, nowhere{0, no_number};
    const auto move = [&](const auto& shape, vec2<double> from, const auto& among, const auto& options) {
        return reports_of([&] { return move_and_slide(shape, from, by, among, options); });
    };
    CHECK(move(fine, at, walls, sound) == "0 ");
    CHECK(move(fine, at, walls, unsound) == "1 move_and_slide: up is neither zero nor of unit length");
    for (const auto& options : {sound, unsound}) {
        CHECK(move(inverted, at, walls, options).starts_with("1 move_and_slide: the first argument, "));
        CHECK(move(inverted, nowhere, inverted_walls, options).starts_with("1 move_and_slide: the first argument, "));
        CHECK(move(fine, nowhere, walls, options).starts_with("1 move_and_slide: the second argument, "));
        CHECK(move(fine, at, inverted_walls, options).starts_with("1 move_and_slide: the fourth argument, "));
        CHECK(move(fine, at, inverted, options).starts_with("1 move_and_slide: the fourth argument, "));
    }
    const auto ride = [&](const auto& shape, const auto& platform, const auto& options) {
        return reports_of([&] { return carry(shape, at, platform, vec2{0., -3.}, vec2{0., -2.}, walls, options); });
    };
    CHECK(ride(fine, fine, sound) == "0 ");
    CHECK(ride(fine, fine, unsound) == "1 carry: up is neither zero nor of unit length");
    for (const auto& options : {sound, unsound}) {
        CHECK(ride(inverted, fine, options).starts_with("1 carry: the first argument, "));
        CHECK(ride(fine, inverted, options).starts_with("1 carry: the third argument, "));
    }
}

TEST_CASE("a query that is made of another one reports an invalid shape once, by its own name") {
    const circle<float> fine{{0, 0}, 1}, broken{{0, 0}, -1};
    const auto report = [](const char* query, const char* which) {
        return std::string{"1 "} + query + ": the " + which +
               " argument, a circle, is not finite or has a negative radius";
    };
    CHECK(reports_of([&] { return sat::minimum_translation(broken, fine); }) == report("minimum_translation", "first"));
    CHECK(reports_of([&] { return sat::minimum_translation(fine, broken); }) ==
          report("minimum_translation", "second"));
    CHECK(reports_of([&] { return sat::explain(broken, fine); }) == report("explain", "first"));
    CHECK(reports_of([&] { return sat::explain(fine, broken); }) == report("explain", "second"));
    CHECK(reports_of([&] { return sat::explain(fine, fine); }) == "0 ");
}
