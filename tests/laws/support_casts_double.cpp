#define LAW_SCALAR double
#include "support_casts.inl"
