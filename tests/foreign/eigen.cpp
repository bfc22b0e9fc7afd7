// Conversion of Eigen's vectors, whose coordinates are functions, and of its expressions.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <Eigen/Core>

#include <vector>

using namespace hitbox;

namespace {

static_assert(vec_like<Eigen::Vector2f> && vec_like<Eigen::Vector2d> && vec_like<Eigen::Vector2i> &&
              vec_like<Eigen::Array2f>);
static_assert(!vec_like<Eigen::Vector3f> && !vec_like<Eigen::Vector4d>, "z would be lost");
static_assert(vec_like<Eigen::VectorXf>, "its size is known when the program runs");
static_assert(!vec_like<Eigen::Vector2cf>, "complex coordinates are none of ours");
static_assert(std::same_as<decltype(to_vec2(Eigen::Vector2f{})), vec2<float>> &&
              std::same_as<decltype(to_vec2(Eigen::Vector2d{})), vec2<double>> &&
              std::same_as<decltype(to_vec2(Eigen::Vector2i{})), vec2<int>>);

}  // namespace

TEST_CASE("vectors of Eigen are converted with the same coordinates") {
    CHECK(to_vec2(Eigen::Vector2f{1.5f, -2.25f}) == vec2<float>{1.5f, -2.25f});
    CHECK(to_vec2(Eigen::Vector2d{.1, .2}) == vec2<double>{.1, .2});
    CHECK(to_vec2(Eigen::Vector2i{-3, 4}) == vec2<int>{-3, 4});
}

TEST_CASE("expressions of Eigen are converted to their values") {
    const Eigen::Vector2d a{1, 2}, b{10, 20};
    Eigen::Matrix<double, 2, 3> columns;
    columns << 1, 2, 3, 4, 5, 6;
    CHECK(to_vec2(a + b) == vec2<double>{11, 22});
    CHECK(to_vec2(columns.col(1)) == vec2<double>{2, 5});
    CHECK(to_vec2(2 * a) == vec2<double>{2, 4});
    CHECK(intersects(circle<double>{to_vec2(a), 1}, to_vec2(a + Eigen::Vector2d{0, 1})));
}

TEST_CASE("an outline of Eigen's vectors makes a polygon") {
    const std::vector<Eigen::Vector2d> outline{{0, 0}, {4, 0}, {2, 1}, {4, 3}};
    const auto made = make_convex_polygon(outline);
    REQUIRE(!made);
    CHECK(made.error() == polygon_error::not_convex);
    CHECK(made.index() == 2);
    const auto hull = convex_hull(outline);
    REQUIRE(hull);
    CHECK(hull->size() == 3);
}

TEST_CASE("answers are converted to vectors of Eigen") {
    CHECK(from_vec2<Eigen::Vector2d>(vec2{.1, .2}) == Eigen::Vector2d{.1, .2});
    CHECK(from_vec2<Eigen::Vector2f>(vec2{1.5f, -2.25f}) == Eigen::Vector2f{1.5f, -2.25f});
    STATIC_REQUIRE(!fillable_from<Eigen::VectorXf, float> && !fillable_from<Eigen::Vector3f, float>);
}

TEST_CASE("vectors of Eigen take the answer back") {
    const auto hit = collide(circle<double>{to_vec2(Eigen::Vector2d{3, 4}), 1}, aabb<double>{{0, 0}, {10, 3.5}});
    REQUIRE(hit);
    const Eigen::Vector2d moved = Eigen::Vector2d{3, 4} + Eigen::Vector2d{hit->mtv().x, hit->mtv().y};
    CHECK(moved == Eigen::Vector2d{3, 4.5});
}
