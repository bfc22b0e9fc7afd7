#define LAW_SCALAR double
#include "batches.inl"
