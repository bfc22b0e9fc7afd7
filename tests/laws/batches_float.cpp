#define LAW_SCALAR float
#include "batches.inl"
