#include <stdexcept>

#define HITBOX_ASSERT(condition, why) ((condition) ? static_cast<void>(0) : throw std::logic_error(why))
#include <catch_compat.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

constexpr circle<float> inside_out{{0, 0}, -1}, fine{{0, 0}, 1};

TEST_CASE("a caller's mistake reaches the hook that the caller defined") {
    CHECK_THROWS_AS(intersects(inside_out, fine), std::logic_error);
    CHECK_THROWS_AS(intersects(fine, inside_out), std::logic_error);
    CHECK_NOTHROW(intersects(fine, fine));
    sat::last_axis<float> last{{1, 0}};
    CHECK_THROWS_AS(intersects(inside_out, vec2{5.f, 0.f}, last), std::logic_error);
    CHECK_THROWS_AS(collide(inside_out, vec2{5.f, 0.f}, last), std::logic_error);
    CHECK_NOTHROW(intersects(fine, vec2{5.f, 0.f}, last));
}

TEST_CASE("mistakes with batches reach the hook") {
    circle_batch<float> many;
    many.push_back(fine);
    std::vector<std::uint32_t> indices(2);
    std::vector<std::uint64_t> bits(1);
    CHECK_NOTHROW(intersects_many(fine, many, indices));
    CHECK_THROWS_AS(many[1], std::logic_error);
    CHECK_THROWS_AS(many.set(1, fine), std::logic_error);
    CHECK_THROWS_AS(intersects_many(fine, many, std::span<std::uint64_t>{}), std::logic_error);
    CHECK_THROWS_AS(intersects_many(fine, many, std::span<std::uint32_t>{}), std::logic_error);
    CHECK_THROWS_AS(intersects_many(inside_out, many, bits), std::logic_error);
    many.push_back(inside_out);
    CHECK_THROWS_AS(intersects_many(vec2{9.f, 9.f}, many, bits), std::logic_error);
    many.set(1, fine);
    CHECK_NOTHROW(intersects_many(vec2{9.f, 9.f}, many, bits));

    const std::vector<circle<float>> one = {fine};
    std::vector<std::optional<contact<float>>> contacts(1);
    const std::vector<index_pair> in_range = {{0, 0}}, beyond_a = {{1, 0}}, beyond_b = {{0, 1}};
    CHECK_NOTHROW(collide_pairs(one, one, in_range, contacts));
    CHECK_THROWS_AS(collide_pairs(one, one, beyond_a, contacts), std::logic_error);
    CHECK_THROWS_AS(intersects_pairs(one, one, beyond_b, bits), std::logic_error);
    CHECK_THROWS_AS(collide_all(circle_batch<float>{one}, many, contacts), std::logic_error);
    const std::vector<circle<float>> far{{{99, 99}, -1}};
    CHECK_THROWS_AS(collide_all(circle_batch<float>{one}, circle_batch<float>{far}, contacts), std::logic_error);
}

TEST_CASE("the hook is silent in constant evaluation") { STATIC_REQUIRE(!intersects(inside_out, fine)); }
