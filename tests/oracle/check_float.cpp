#define ORACLE_SCALAR float
#define ORACLE_CHECK check_float
#include "check.inl"
