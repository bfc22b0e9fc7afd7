#define LAW_SCALAR double
#include "poison.inl"
