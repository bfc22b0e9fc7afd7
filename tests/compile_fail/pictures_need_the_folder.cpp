// expect: hitbox: pictures need the folder include/: include .hitbox/hitbox.hpp. there instead of the single header
// first error: hitbox: pictures need the folder
// lines: 12
#include "../../single_include/hitbox.hpp"

#include <hitbox/debug/svg.hpp>
