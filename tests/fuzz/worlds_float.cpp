#define FUZZ_SCALAR float
#include "worlds.inl"
