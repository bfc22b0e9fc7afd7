#define FUZZ_SCALAR float
#include "ask_often.inl"
