#define FUZZ_SCALAR float
#include "polygons.inl"
