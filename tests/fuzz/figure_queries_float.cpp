#define FUZZ_SCALAR float
#include "figure_queries.inl"
