// expect: hitbox: this library needs C\+\+20: compile with -std=c\+\+20
// flags: -std=c++17
// lines: 10
#include <hitbox/hitbox.hpp>
