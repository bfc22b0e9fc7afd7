#define LAW_SCALAR float
#include "last_axis.inl"
