#define LAW_SCALAR double
#include "pairs.inl"
