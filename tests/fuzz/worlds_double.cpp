#define FUZZ_SCALAR double
#include "worlds.inl"
