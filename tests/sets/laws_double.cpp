#define LAW_SCALAR double
#include "laws.inl"
