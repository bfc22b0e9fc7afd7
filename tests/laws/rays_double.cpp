#define LAW_SCALAR double
#include "rays.inl"
