#define FUZZ_SCALAR float
#include "ask_sets.inl"
