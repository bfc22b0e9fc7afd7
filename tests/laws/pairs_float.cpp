#define LAW_SCALAR float
#include "pairs.inl"
