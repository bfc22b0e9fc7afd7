#define FUZZ_SCALAR double
#include "moving_queries.inl"
