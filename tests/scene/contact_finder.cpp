// A world that keeps contacts from one `detect` to the next, against a world that is restored before each `detect` and
// therefore keeps none.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace world_kept_contacts {  // files of a room are compiled as one

using namespace hitbox;

namespace {

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}
template <class T>
bool same_bits(const manifold<T>& a, const manifold<T>& b) {
    if (!same_bits(a.normal, b.normal) || a.count != b.count) return false;
    for (int i = 0; i < 2; ++i) {
        const manifold_point<T>&p = a.points[i], &q = b.points[i];
        if (!same_bits(p.point, q.point) || !same_bits(p.depth, q.depth) || p.id != q.id) return false;
    }
    return true;
}

template <class T>
class play {
public:
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            do_something();
            if (d_.engine() % 4 == 0) detect();
        }
        detect();
    }
    std::size_t contacts = 0, still = 0, ends = 0;

private:
    struct dice {
        std::mt19937 engine{59};
        int number(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
        T place() { return T(number(25)) / 4 - 3; }
        vec2<T> point() {
            const T x = place();
            return {x, place()};
        }
    };
    collider_shape<T> shape() {
        switch (d_.number(6)) {
            case 0: return circle<T>{{0, 0}, T(.75)};
            case 1: return aabb<T>{{-1, T(-.5)}, {1, T(.5)}};
            case 2: return *regular_polygon(5, T(1));
            case 3: return capsule<T>{{-1, 0}, {1, 0}, T(.25)};
            case 4: return corner_;
            default: return floor_;
        }
    }
    transform2<T> somewhere() {
        return {d_.point(), d_.number(2) ? rot2<T>{} : rot2<T>::from_degrees(T(15 * d_.number(24)))};
    }
    collider_id someone() {
        if (ids_.empty()) return {};
        return ids_[d_.engine() % ids_.size()];
    }
    void do_something() {
        const collider_id id = someone();
        if (!w_.contains(id)) return add();
        switch (d_.number(22)) {
            case 0:
            case 1: return add();
            case 2: return void(w_.remove(id));
            case 3: return void(w_.set_shape(id, d_.number(2) ? w_[id].shape : shape()));
            case 4: return void(w_.set_sensor(id, d_.number(3) == 0));
            case 5: return void(w_.set_filter(id, {.category = 1u << d_.number(3), .mask = d_.number(3) ? ~0u : 5u}));
            case 6: return void(w_.set_fixed(id, d_.number(2) == 0));
            case 7: return void(w_.set_user(id, d_.engine()));
            case 8: return void(w_.teleport(id, d_.number(2) ? w_.transform(id) : somewhere()));
            case 9: kept_ = w_.snapshot(); return;
            case 10:
                if (!kept_.empty()) REQUIRE(w_.restore(kept_));
                return;
            case 11: {
                const world<T> copy = w_;
                if (d_.number(2)) w_ = copy;
                return;
            }
            case 12: {
                std::vector<collider_id> some;
                std::vector<transform2<T>> places;
                for (const collider_id other : w_) {
                    for (int k = d_.number(3); k > 0; --k) {  // not at all, or once, or twice: the last place counts
                        some.push_back(other);
                        places.push_back(d_.number(3) ? w_.transform(other) : somewhere());
                    }
                }
                return void(w_.move(some, places));
            }
            case 13: return d_.number(30) == 0 ? w_.clear() : void();
            case 14:
            case 15: return void(w_.move(id, w_.transform(id)));
            case 16: {  // the same place, but for the sign of a zero
                transform2<T> there = w_.transform(id);
                if (there.translation.x == 0) there.translation.x = -there.translation.x;
                return void(w_.move(id, there));
            }
            default: return void(w_.move(id, somewhere()));
        }
    }
    void add() {
        if (w_.size() > 24) return;
        const collider_id id = w_.add({.shape = shape(),
                                       .transform = somewhere(),
                                       .sensor = d_.number(5) == 0,
                                       .user = ids_.size(),
                                       .fixed = d_.number(3) == 0});
        REQUIRE(id);
        ids_.push_back(id);
    }
    void detect() {
        world<T> fresh;
        REQUIRE(fresh.restore(w_.snapshot()));
        w_.detect(), fresh.detect();
        REQUIRE(std::ranges::equal(w_.contacts(), fresh.contacts(), [](const auto& c, const auto& f) {
            return c.a == f.a && c.b == f.b && c.sensor == f.sensor && same_bits(c.manifold, f.manifold);
        }));
        REQUIRE(std::ranges::equal(w_.began(), fresh.began()));
        REQUIRE(std::ranges::equal(w_.stayed(), fresh.stayed()));
        REQUIRE(std::ranges::equal(w_.ended(), fresh.ended()));
        REQUIRE(w_.state_hash() == fresh.state_hash());
        contacts += w_.contacts().size(), still += w_.stayed().size(), ends += w_.ended().size();
    }

    dice d_;
    world<T> w_;
    std::vector<collider_id> ids_;
    std::vector<std::byte> kept_;
    const compound<T> corner_{*make_polygon(std::vector<vec2<T>>{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}})};
    const chain<T> floor_ = chain<T>::open(std::vector<vec2<T>>{{2, T(.25)}, {0, 0}, {-2, T(.25)}}, chain_sides::one);
};

}  // namespace

TEMPLATE_TEST_CASE("world: kept contacts equal contacts that are computed again, bit for bit", "[scene]",
                   HITBOX_TESTS_REALS) {
    play<TestType> p;
    p.run(static_cast<int>(hitbox_tests::many_if_optimised(6000, 750)));
    CHECK(p.contacts > 2000);
    CHECK(p.still > 1000);
    CHECK(p.ends > 300);
}

TEST_CASE("world: a pair is not tested again if neither collider has moved", "[scene]") {
    // The finder does not read the solids of such a pair, so the test may exchange them.
    using detail::world_contents, detail::world_boxes, detail::contact_finder;
    world_contents<float> now;
    world_boxes<float, dynamic_tree<float>> boxes;
    contact_finder<float> finder;
    std::vector<world_contact<float>> found;
    const compound<float> far_set{std::vector<circle<float>>{{{50, 50}, 1}}};
    for (const collider_shape<float>& s :
         {collider_shape<float>{circle<float>{{0, 0}, 1}}, collider_shape<float>{aabb<float>{{0, 0}, {2, 2}}},
          collider_shape<float>{vec2<float>{-.9f, -.9f}}, collider_shape<float>{far_set}}) {
        const aabb<float> box = detail::box_at(s, transform2<float>{});
        REQUIRE(boxes.insert(now.next_index(), box, false));
        now.add({.shape = s}, box);
    }
    finder.find(found, now, boxes);
    REQUIRE(found.size() == 1);  // the disc and the box; the point is in the disc's box only
    const manifold<float> first = found[0].manifold;
    const auto disc = now.solids[0], point = now.solids[2];
    now.solids[0] = now.solids[3], now.solids[2] = disc;
    finder.find(found, now, boxes);
    REQUIRE(found.size() == 1);
    CHECK(same_bits(found[0].manifold, first));

    now.solids[0] = disc, now.solids[2] = point;
    now.move(0, {{0, -1}, {}}, {{-1, -2}, {1, 0}});
    boxes.update(0, now.boxes);
    finder.find(found, now, boxes);
    REQUIRE(found.size() == 2);
    CHECK_FALSE(same_bits(found[0].manifold, first));
    now.move(0, {}, {{-1, -1}, {1, 1}});
    boxes.update(0, now.boxes);
    finder.find(found, now, boxes);
    REQUIRE(found.size() == 1);
    CHECK(same_bits(found[0].manifold, first));
}

}  // namespace world_kept_contacts
