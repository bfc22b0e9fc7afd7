#pragma once
#include <cstdint>

/// Each writes `count` hashes for float and for double, each of the answers to 64 sets of casts and rays, computed with
/// the flags of its build.
void casts_of_plain(std::uint64_t* of_float, std::uint64_t* of_double, int count);
void casts_of_without_simd(std::uint64_t* of_float, std::uint64_t* of_double, int count);
void casts_of_fused(std::uint64_t* of_float, std::uint64_t* of_double, int count);
void casts_of_widest(std::uint64_t* of_float, std::uint64_t* of_double, int count);
