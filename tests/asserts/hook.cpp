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

TEST_CASE("the hook is silent in constant evaluation") { STATIC_REQUIRE(!intersects(inside_out, fine)); }
