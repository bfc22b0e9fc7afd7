#define ORACLE_SCALAR double
#define ORACLE_CHECK check_double
#include "check.inl"
