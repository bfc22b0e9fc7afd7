// The operations of registers of one width, for tests/core/lanes.cpp.

template <class T>
inline constexpr std::size_t count = sizeof(pack<T>) / sizeof(T);

/// Fills the lanes of a and b from numbers at scattered positions.
template <class T>
void fill_lanes(const T* a, const T* b, in_lanes<T>& out) {
    const pack<T> x = load_pack(a), y = load_pack(b);
    store_pack(out.lower, lower(x, y)), store_pack(out.upper, upper(x, y)), store_pack(out.absolute, absolute<T>(x));
    store_pack(out.all, pack_of(*a));
    out.greater = greater(x, y), out.lanes = count<T>;
}
