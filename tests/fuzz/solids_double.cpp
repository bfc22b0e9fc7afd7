#define FUZZ_SCALAR double
#include "solids.inl"
