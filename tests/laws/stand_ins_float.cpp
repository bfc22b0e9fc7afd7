#define LAW_SCALAR float
#include "stand_ins.inl"
