#define FUZZ_SCALAR double
#include "answers.inl"
