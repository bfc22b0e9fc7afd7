// expect: deleted[^#]*spatial_hash<T> chooses its cells: write spatial_hash<T>..
// lines: 12
#include <hitbox/hitbox.hpp>

hitbox::spatial_hash<float> boxes(32);
