#define FUZZ_SCALAR double
#include "figure_queries.inl"
