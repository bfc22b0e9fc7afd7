// expect: x87 arithmetic breaks exact answers.*HITBOX_ALLOW_X87
// flags: -m32 -mno-sse
#include <hitbox/core/scalar.hpp>
