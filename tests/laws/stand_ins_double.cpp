#define LAW_SCALAR double
#include "stand_ins.inl"
