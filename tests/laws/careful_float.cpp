#define LAW_SCALAR float
#include "careful.inl"
