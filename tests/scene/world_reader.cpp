// Damaged bytes are refused as a whole, or read as another valid world.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "filled_world.hpp"

using namespace hitbox;
using namespace filled_worlds;

TEST_CASE("world: damaged bytes with a correct hash are refused or give a valid world", "[scene]") {
    filled_world<> f{10};
    f.w.remove(f.ids[3]);
    const bytes good = f.w.snapshot();
    f.move_all(5);
    f.w.detect();
    const bytes before = f.w.snapshot();
    const auto written = written_by(f.w);
    const std::size_t words = good.size() / 8 - 1;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < words; ++i) {
        const std::uint64_t word = detail::load_word(good.data() + 8 * i);
        for (const std::uint64_t other :
             {std::uint64_t{0}, ~std::uint64_t{0}, word + 1, word ^ std::uint64_t{1} << 62}) {
            if (other == word) continue;
            bytes bad = good;
            detail::store_word(bad.data() + 8 * i, other);
            detail::byte_hash hash;
            hash.put(std::span{bad}.first(8 * words));
            detail::store_word(bad.data() + 8 * words, hash.value());
            if (f.w.restore(bad)) {
                f.w.detect();
                REQUIRE(f.w.validate());
                REQUIRE(f.w.restore(before));
                f.w.detect();
            } else {
                ++refused;
                REQUIRE((f.w.snapshot() == before));
            }
        }
    }
    CHECK(refused > words);
    REQUIRE(f.w.restore(before));
    f.w.detect();
    filled_world<> again{10};
    REQUIRE(again.w.restore(before));
    again.w.detect();
    CHECK((written_by(f.w) == written_by(again.w)));
    CHECK((seen_in(f.w) == seen_in(again.w)));
    CHECK(!written.empty());
}
