#define LAW_SCALAR double
#include "filters.inl"
