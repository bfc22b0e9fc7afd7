#define LAW_SCALAR float
#include "distance.inl"
