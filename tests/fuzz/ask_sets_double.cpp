#define FUZZ_SCALAR double
#include "ask_sets.inl"
