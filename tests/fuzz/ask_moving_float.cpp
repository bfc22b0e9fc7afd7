#define FUZZ_SCALAR float
#include "ask_moving.inl"
