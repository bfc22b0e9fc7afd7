#define LAW_SCALAR double
#include "broken.inl"
