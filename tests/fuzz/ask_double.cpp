#define FUZZ_SCALAR double
#include "ask.inl"
