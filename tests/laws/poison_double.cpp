#include "../catch_compat.hpp"

using scalar_under_test = double;
#include "poison.inl"
