#define FUZZ_SCALAR float
#include "ask.inl"
