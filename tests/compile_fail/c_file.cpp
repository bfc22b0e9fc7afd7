// expect: hitbox: this library needs C\+\+20: compile by a C\+\+ compiler, with -std=c\+\+20
// flags: -std=c11 -xc
// lines: 14
#include <hitbox/pairs.hpp>
