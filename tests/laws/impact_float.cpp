#define LAW_SCALAR float
#include "impact.inl"
