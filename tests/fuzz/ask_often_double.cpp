#define FUZZ_SCALAR double
#include "ask_often.inl"
