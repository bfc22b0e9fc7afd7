#define FUZZ_SCALAR double
#include "polygons.inl"
