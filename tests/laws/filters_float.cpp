#define LAW_SCALAR float
#include "filters.inl"
