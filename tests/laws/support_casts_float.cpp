#define LAW_SCALAR float
#include "support_casts.inl"
