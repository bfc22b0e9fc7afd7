#define FUZZ_SCALAR double
#include "repeated_queries.inl"
