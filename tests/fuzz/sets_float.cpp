#define FUZZ_SCALAR float
#include "sets.inl"
