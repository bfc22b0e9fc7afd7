#define LAW_SCALAR float
#include "ties.inl"
