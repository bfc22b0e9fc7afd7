#pragma once

#include <cstddef>

namespace hitbox_tests {

/// How often the program has taken memory from the heap so far; always 0 under the address sanitizer, which has
/// operators of its own.
std::size_t allocation_count() noexcept;

}  // namespace hitbox_tests
