#define LAW_SCALAR float
#include "poison.inl"
