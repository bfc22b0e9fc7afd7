#define FUZZ_SCALAR double
#include "set_queries.inl"
