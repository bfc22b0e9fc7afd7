#define FUZZ_SCALAR float
#include "repeated_queries.inl"
