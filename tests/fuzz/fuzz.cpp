// The fuzzer: checks the laws of the library for shapes made from bytes; see docs/fuzzing.md. The first byte selects
// the query and the scalar; the others become shapes. With FUZZ_FLOAT_ONLY, the scalar is `float` in any case.

#include "laws.hpp"
#include "queries.hpp"

namespace {

template <class T>
void check(fuzz::question selected, fuzz::bytes& in) {
    using fuzz::question;
    switch (selected) {
        case question::ray:
        case question::cast:
        case question::impact: return fuzz::motions<T>(selected, in);
        case question::polygons: return fuzz::polygons<T>(in);
        case question::outlines: return fuzz::outlines(in);
        case question::solids: return fuzz::solids<T>(in);
        case question::sets: return fuzz::sets<T>(in);
        case question::movers: return fuzz::movers<T>(in);
        case question::worlds: return fuzz::worlds<T>(in);
        default: return fuzz::answers<T>(selected, in);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::bytes in{data, size};
    const std::uint8_t first = in.byte();
    const auto selected = fuzz::question_of(first);
    try {
#ifndef FUZZ_FLOAT_ONLY
        if (first & 1u) {
            check<double>(selected, in);
            return 0;
        }
#endif
        check<float>(selected, in);
    } catch (const fuzz::law_broken&) {
    }
    return 0;
}
