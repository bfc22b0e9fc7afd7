#define FUZZ_SCALAR double
#include "motions.inl"
