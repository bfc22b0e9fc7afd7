#include "structures.hpp"

using namespace hitbox_tests;

namespace {

/// Makes every kind of call that a program may make, in random order.
template <class B>
class player {
public:
    using T = typename B::scalar_type;

    explicit player(std::uint64_t seed) : random_{seed} { begin_chapter(); }

    /// Makes one random call. Returns whether the structure and the model gave the same answer.
    bool play() {
        if (random_.chance(.0005)) begin_chapter();
        const std::size_t n = both_.model.size(), which = random_.index(1000);
        if (which < inserts_) return n == max_boxes_ || both_.insert(some_box());
        if (which < 500) return n == 0 || remove();
        if (which < 900) return n == 0 || both_.update(both_.any_index(random_), moved_box());
        if (which < 930) return both_.same_query(some_box()) && both_.same_query(some_box().min);
        if (which < 950) return misses_nothing(some_box(), some_box().min - some_box().min);
        if (which < 970) return refuses_stale();
        if (which < 980) return refuses_broken();
        if (which < 990) return both_.update(boxes_for(both_.model.index_count()));
        if (which < 992) return both_.commit(), true;
        if (which < 993) return random_.chance(.3) ? (clear(), true) : build();
        return both_.update(boxes_for(both_.model.index_count() + 1));
    }
    bool same_boxes() const { return both_.same_boxes(); }
    bool same_pairs() { return both_.same_pairs(); }

private:
    /// Changes the scene that boxes are taken from, the maximum number of boxes, and the ratio of insertions to
    /// removals.
    void begin_chapter() {
        const scene kind = every_scene[random_.index(every_scene.size() - 2)];
        constexpr std::array limits = {4, 20, 70, 300, 2000};
        max_boxes_ = static_cast<std::size_t>(limits[random_.index(limits.size())]);
        if (kind == scene::one_point || kind == scene::any_size) max_boxes_ = (std::min)(max_boxes_, std::size_t{70});
        while (both_.model.size() > max_boxes_) remove();
        supply_ = boxes_of<T>(kind, (std::max)(max_boxes_, std::size_t{20}), random_());
        inserts_ = 200 + random_.index(250);
    }
    aabb<T> some_box() { return supply_[random_.index(supply_.size())]; }
    /// Returns a box at another position, or one moved by less than its size.
    aabb<T> moved_box() {
        if (random_.chance(.3) || both_.model.size() == 0) return some_box();
        const aabb<T> box = both_.model.box(both_.model.at(both_.any_index(random_)));
        const vec2<T> by = (box.max - box.min) * static_cast<T>(random_.real(-.5, .5));
        return {box.min + by, box.max + by};
    }
    std::vector<aabb<T>> boxes_for(std::size_t n) {
        std::vector<aabb<T>> boxes;
        for (std::size_t i = 0; i < n; ++i) boxes.push_back(some_box());
        if (n != 0 && random_.chance(.2)) boxes[random_.index(n)].max.x = std::numeric_limits<T>::infinity();
        return boxes;
    }
    void forget(proxy p) {
        if (stale_.size() < 100) stale_.push_back(p);
        else stale_[random_.index(100)] = p;
    }
    bool remove() {
        const std::size_t i = both_.any_index(random_);
        forget(both_.proxies[i]);
        return both_.remove(i);
    }
    void clear() {
        for (const proxy p : both_.proxies)
            if (p) forget(p);
        both_.clear();
    }
    bool build() {
        const std::vector<proxy> before = both_.proxies;
        const bool same = both_.build(boxes_for(random_.index(max_boxes_ + 1)));
        for (const proxy p : before)
            if (p && !std::count(both_.proxies.begin(), both_.proxies.end(), p)) forget(p);
        return same;
    }
    bool refuses_stale() {
        if (stale_.empty()) return true;
        const proxy p = stale_[random_.index(stale_.size())];
        return !both_.structure.contains(p) && both_.structure.remove(p).error == broad_error::stale_proxy &&
               both_.structure.update(p, some_box()).error == broad_error::stale_proxy;
    }
    bool refuses_broken() {
        aabb<T> box = some_box();
        box.min.y = std::numeric_limits<T>::quiet_NaN();
        return both_.insert(box) && (both_.model.size() == 0 || both_.update(both_.any_index(random_), box));
    }
    bool misses_nothing(const aabb<T>& from, vec2<T> translation) const {
        std::vector<proxy> offered;
        both_.structure.box_cast(from, translation, [&](proxy p) { offered.push_back(p); });
        std::sort(offered.begin(), offered.end());
        bool all = std::adjacent_find(offered.begin(), offered.end()) == offered.end();
        both_.model.box_cast(from, translation, [&](proxy p) {
            all = all && std::binary_search(offered.begin(), offered.end(), both_.proxies[p.index()]);
        });
        return all;
    }

    random_numbers random_;
    twins<B> both_;
    std::vector<aabb<T>> supply_;
    std::vector<proxy> stale_;
    std::size_t max_boxes_ = 0, inserts_ = 0;  // of a thousand operations
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("after any operations in any order a structure has the boxes of the model", "[broad]",
                        dynamic_structures) {
    const std::size_t operations = all_are_tested ? 1'000'000 : 12'000;
    player<TestType> game{5};
    for (std::size_t i = 1; i <= operations; ++i) {
        INFO("operation " << i);
        if (!game.play()) FAIL("the structure and the model disagree");
        if (i % 1000 == 0) REQUIRE(game.same_boxes());
        if (i % 1000 == 500) REQUIRE(game.same_pairs());
    }
}
