// expect: hitbox: include either the single header or headers of the folder hitbox, and only one copy of them
// first error: hitbox: include either the single header
// lines: 22
#include "../../single_include/hitbox.hpp"
#include <hitbox/debug/svg.hpp>
