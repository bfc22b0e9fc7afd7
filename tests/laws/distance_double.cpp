#define LAW_SCALAR double
#include "distance.inl"
