// Chapters 1 to 3 of docs/tutorial: a number, an interval, a box.
//
//     intervals [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

const char* word(bool yes) { return yes ? "yes" : "no"; }

bool same_number(int guess, int secret) { return guess == secret; }

bool hits(interval<int> ship, int shot) { return ship.min <= shot && shot <= ship.max; }

bool meet(interval<float> a, interval<float> b) {
    const bool a_ends_first = a.max < b.min;
    const bool b_ends_first = b.max < a.min;
    return !a_ends_first && !b_ends_first;
}

bool meet(const aabb<float>& a, const aabb<float>& b) {
    const bool across = meet(interval<float>{a.min.x, a.max.x}, interval<float>{b.min.x, b.max.x});
    const bool upward = meet(interval<float>{a.min.y, a.max.y}, interval<float>{b.min.y, b.max.y});
    return across && upward;
}

}  // namespace

int main(int argc, char** argv) {
    // Chapter 1.
    std::printf("7 is the number: %s\n", word(same_number(7, 7)));
    const interval<int> ship{4, 6};
    std::printf("a shot at 6 hits the ship: %s, the library says %s\n", word(hits(ship, 6)), word(contains(ship, 6)));

    // Chapter 2.
    const interval<float> tug{1, 4}, barge{4, 7};
    std::printf("tug and barge meet: %s\n", word(meet(tug, barge)));
    std::printf("intersects %s, penetrates %s\n", word(intersects(tug, barge)), word(penetrates(tug, barge)));
    const interval<float> ferry{3, 6};
    if (const auto move = minimum_translation(tug, ferry)) std::printf("move the tug by %g\n", double(*move));

    // Chapter 3.
    const aabb<float> house{{0, 0}, {4, 3}}, car{{3, 2}, {6, 4}}, bird{{1, 4}, {2, 5}};
    std::printf("house and car: %s, house and bird: %s\n", word(meet(house, car)), word(meet(house, bird)));
    std::printf("the library says %s and %s\n", word(intersects(house, car)), word(intersects(house, bird)));

    debug::svg picture{debug::y_axis::up, 560};
    picture.shape(house).shape(car, {debug::colors::orange}).shape(bird, {debug::colors::green});
    picture.label(vec2{1.f, 1.f}, "house").label(vec2{5.2f, 3.f}, "car").label(vec2{1.5f, 4.5f}, "bird");
    // The shadows on x are below, those on y are to the left.
    float offset = 0.4f;
    for (const auto& [box, color] :
         {std::pair{house, debug::colors::blue}, {car, debug::colors::orange}, {bird, debug::colors::green}}) {
        const float low = 0 - offset, left = 0 - offset;
        picture.shape(segment<float>{{box.min.x, low}, {box.max.x, low}}, {color, 0, 5});
        picture.shape(segment<float>{{left, box.min.y}, {left, box.max.y}}, {color, 0, 5});
        offset += 0.25f;
    }
    return picture.save(argc > 1 ? argv[1] : "tutorial_intervals.svg") ? 0 : 1;
}
