#define LAW_SCALAR float
#include "broken.inl"
