#define LAW_SCALAR double
#include "last_axis.inl"
