#pragma once

namespace hitbox_tests {

/// Returns x, hidden from the compiler so that it cannot compute with it in advance.
template <class T>
T at_run_time(T x) {
    volatile T hidden = x;
    return hidden;
}

}  // namespace hitbox_tests
