#pragma once

#include <hitbox/shapes/polygon.hpp>

#include <cstddef>

namespace hitbox_tests {

/// Returns true if a result has no polygon, but this error at this point.
template <class Made>
bool refused(const Made& made, hitbox::polygon_error error, std::size_t index) {
    return !made && made.error() == error && made.index() == index;
}

}  // namespace hitbox_tests
