#pragma once

#include <cmath>

namespace hitbox_tests {

/// Returns true if x differs from the expected number by at most the tolerance.
template <class T>
bool close(T x, double expected, double tolerance = 1e-6) {
    return std::abs(static_cast<double>(x) - expected) <= tolerance;
}

}  // namespace hitbox_tests
