// expect: use of deleted function|call to deleted member function 'pieces'
// first error: deleted
// lines: 16
#include <hitbox/hitbox.hpp>

#include <cstddef>

std::size_t count(const hitbox::polygon<float>& p) { return hitbox::compound<float>{p}.pieces().size(); }
