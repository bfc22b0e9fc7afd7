#define LAW_SCALAR float
#include "laws.inl"
