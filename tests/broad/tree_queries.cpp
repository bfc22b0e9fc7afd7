// The order in which a path visits the entries of a node.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

TEST_CASE("ranks order the selected ones of eight numbers, and separate the others", "[broad]") {
    std::mt19937 engine{5};
    for (int round = 0; round < 4000; ++round) {
        float numbers[8];
        for (float& x : numbers) {
            const float whole = static_cast<float>(engine() % 41) - 20;
            const auto kind = engine() % 8;
            x = kind == 0 ? whole * 1e37f : kind == 1 ? whole * 1e-44f : kind == 2 ? 0.f * whole : whole;
            if (kind == 3) x = std::numeric_limits<float>::infinity();
        }
        const unsigned chosen = engine() % 256;
        const hitbox::detail::descending_ranks ranks{numbers, chosen};
        unsigned seen = 0;
        for (unsigned i = 0; i < 8; ++i) {
            CAPTURE(round, i, chosen);
            REQUIRE(ranks[i] < 8);
            REQUIRE((seen >> ranks[i] & 1) == 0);
            seen |= 1u << ranks[i];
            REQUIRE((ranks[i] < static_cast<unsigned>(std::popcount(chosen))) == ((chosen >> i & 1) != 0));
            for (unsigned k = 0; k < 8; ++k)
                if ((chosen >> i & chosen >> k & 1) != 0 && numbers[i] - numbers[k] > 1e-5f * std::abs(numbers[i]) &&
                    numbers[i] - numbers[k] > 1e-38f)
                    REQUIRE(ranks[i] < ranks[k]);
        }
    }
}
