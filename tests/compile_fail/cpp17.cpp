// expect: hitbox: this library needs C\+\+20: compile by a C\+\+ compiler, with -std=c\+\+20
// flags: -std=c++17
// lines: 10
#include <hitbox/hitbox.hpp>
