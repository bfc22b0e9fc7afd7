#define FUZZ_SCALAR double
#include "ask_moving.inl"
