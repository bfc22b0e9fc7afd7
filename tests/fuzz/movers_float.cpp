#define FUZZ_SCALAR float
#include "movers.inl"
