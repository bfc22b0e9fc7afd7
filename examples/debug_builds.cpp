// How bad input is reported.

#include <cstdio>
#include <limits>
#include <string>

// The hook is defined before the first include, and must be the same in every file of the program. Pass it on the
// command line, or include hitbox through one header of your own that begins like this.
inline std::string last_complaint;
inline void complain(const char* why) { last_complaint = why; }  // copy the text: the next mistake overwrites it
#define HITBOX_ASSERT(condition, why) ((condition) ? void() : complain(why))
#include <hitbox/pairs.hpp>
using namespace hitbox;

int main() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const circle<float> lost{{nan, 0}, 1}, sound{{0, 0}, 1};
    const auto hit = collide(sound, lost);
    std::printf("%s; reported: %s\n", hit ? "a contact" : "no contact", last_complaint.c_str());

    last_complaint.clear();
    const aabb<float> inside_out{{4, 4}, {0, 0}};
    bool met = false;  // volatile: GCC would evaluate constants at compile time, where mistakes are not flagged
    met = intersects(inside_out, sound);
    std::printf("%s; reported: %s\n", met ? "they meet" : "they do not meet", last_complaint.c_str());

    last_complaint.clear();
    const bool usable[] = {valid(sound), valid(lost), valid(inside_out)};
    std::printf("valid: %d, %d, %d; reported: %s\n", usable[0], usable[1], usable[2],
                last_complaint.empty() ? "nothing" : last_complaint.c_str());
}
