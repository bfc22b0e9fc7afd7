#define FUZZ_SCALAR float
#include "motions.inl"
