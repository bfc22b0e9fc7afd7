#define LAW_SCALAR float
#include "casts.inl"
