#define FUZZ_SCALAR double
#include "movers.inl"
