#define LAW_SCALAR double
#include "ties.inl"
