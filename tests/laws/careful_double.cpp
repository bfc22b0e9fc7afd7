#define LAW_SCALAR double
#include "careful.inl"
