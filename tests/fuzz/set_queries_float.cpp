#define FUZZ_SCALAR float
#include "set_queries.inl"
