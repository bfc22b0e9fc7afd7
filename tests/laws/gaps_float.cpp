#define LAW_SCALAR float
#include "gaps.inl"
