#define LAW_SCALAR double
#include "manifolds.inl"
