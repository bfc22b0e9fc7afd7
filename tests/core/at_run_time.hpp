#pragma once

namespace hitbox_tests {

/// x, in such a way that the compiler does not compute in advance with it.
template <class T>
T at_run_time(T x) {
    volatile T hidden = x;
    return hidden;
}

}  // namespace hitbox_tests
