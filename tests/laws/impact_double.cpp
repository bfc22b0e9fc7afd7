#define LAW_SCALAR double
#include "impact.inl"
