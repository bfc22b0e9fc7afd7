#define LAW_SCALAR float
#include "manifolds.inl"
