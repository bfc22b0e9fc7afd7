#define FUZZ_SCALAR float
#include "moving_queries.inl"
