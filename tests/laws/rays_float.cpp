#define LAW_SCALAR float
#include "rays.inl"
