// Sorting indices: lists of any length, with values below 2^32, 2^28, 2^19, 2^16, 2^14 or 2^12.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <random>
#include <vector>

TEST_CASE("indices are sorted for any count and any values", "[core]") {
    std::mt19937 engine{3};
    for (std::size_t n = 0; n < 1100; n += n < 80 ? 1 : 51)
        for (const unsigned shift : {0u, 4u, 13u, 16u, 18u, 20u}) {
            std::vector<std::uint32_t> list;
            while (list.size() < n) {
                while (list.size() < n) list.push_back(static_cast<std::uint32_t>(engine()) >> shift);
                std::sort(list.begin(), list.end());
                list.erase(std::unique(list.begin(), list.end()), list.end());
                if (shift == 20u && n > 900) break;  // only 4096 of these
            }
            const std::vector<std::uint32_t> sorted = list;
            std::shuffle(list.begin(), list.end(), engine);
            hitbox::detail::sort_indices(list.data(), list.size());
            CAPTURE(n, shift);
            REQUIRE(list == sorted);
        }
}
