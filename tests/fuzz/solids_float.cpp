#define FUZZ_SCALAR float
#include "solids.inl"
