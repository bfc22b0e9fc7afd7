#define LAW_SCALAR double
#include "gaps.inl"
