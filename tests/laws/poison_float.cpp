#include "../catch_compat.hpp"

using scalar_under_test = float;
#include "poison.inl"
