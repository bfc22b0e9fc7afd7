#define LAW_SCALAR double
#include "casts.inl"
