// The operations of registers of one width, for tests/core/lanes.cpp.

template <class T>
inline constexpr std::size_t count = sizeof(lane_pack<T>) / sizeof(T);

/// The lanes of a and b, from numbers all over memory.
template <class T>
void ask(const T* a, const T* b, in_lanes<T>& out) {
    const lane_pack<T> x = load(a), y = load(b);
    store(out.lower, lower(x, y)), store(out.upper, upper(x, y)), store(out.absolute, absolute<T>(x));
    store(out.all, all(*a));
    out.greater = greater(x, y), out.lanes = count<T>;
}
