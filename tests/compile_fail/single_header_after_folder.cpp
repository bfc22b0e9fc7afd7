// expect: hitbox: include either the single header or headers of the folder hitbox, and only one copy of them
// first error: hitbox: include either the single header
// lines: 12
#include <hitbox/pairs.hpp>
using hitbox::circle;
#include "../../single_include/hitbox.hpp"
