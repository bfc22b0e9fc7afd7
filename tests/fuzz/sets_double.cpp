#define FUZZ_SCALAR double
#include "sets.inl"
