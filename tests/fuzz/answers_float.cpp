#define FUZZ_SCALAR float
#include "answers.inl"
