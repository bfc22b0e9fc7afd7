#pragma once
/// The name of the instruction set for which a file is compiled: HITBOX_ISA, such as for_sse2 or for_avx2_fma_popcnt.
///
/// Functions are in an inline namespace of that name; types are not. Files that are compiled with different flags can
/// therefore be linked into one program. They can pass shapes and contacts to each other, and each file calls its own
/// functions. If the functions of two files had the same name, the linker would keep only one of them, perhaps with
/// instructions that the processor does not know. The name also contains everything else that changes functions: the
/// hook of assert.hpp and the options HITBOX_*.
///
/// The other macros here are parts of the name.

#if __cplusplus < 201709L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#  error "hitbox: this library needs C++20: compile by a C++ compiler, with -std=c++20"
#  include <hitbox needs C++20>  // GCC goes on after an #error, and stops at a missing file
#elif defined(HITBOX_ISA)
#  error "hitbox: include either the single header or headers of the folder hitbox, and only one copy of them"
#  include <one copy of hitbox>
#endif

#if defined(__AVX512F__)
#  define HITBOX_ISA_BASE for_avx512f
#elif defined(__AVX2__)
#  define HITBOX_ISA_BASE for_avx2
#elif defined(__AVX__)
#  define HITBOX_ISA_BASE for_avx
#elif defined(__SSE4_2__)
#  define HITBOX_ISA_BASE for_sse4_2
#elif defined(__SSE4_1__)
#  define HITBOX_ISA_BASE for_sse4_1
#elif defined(__SSSE3__)
#  define HITBOX_ISA_BASE for_ssse3
#elif defined(__SSE3__)
#  define HITBOX_ISA_BASE for_sse3
#elif defined(__SSE2__) || defined(_M_X64)
#  define HITBOX_ISA_BASE for_sse2
#elif defined(__ARM_FEATURE_SVE2)
#  define HITBOX_ISA_BASE for_sve2
#elif defined(__ARM_FEATURE_SVE)
#  define HITBOX_ISA_BASE for_sve
#elif defined(__ARM_NEON)
#  define HITBOX_ISA_BASE for_neon
#elif defined(__wasm_relaxed_simd__)
#  define HITBOX_ISA_BASE for_relaxed_simd
#elif defined(__wasm_simd128__)
#  define HITBOX_ISA_BASE for_simd128
#elif defined(__riscv_vector)
#  define HITBOX_ISA_BASE for_rvv
#else
#  define HITBOX_ISA_BASE for_any
#endif

#if defined(__AVX512VL__) && defined(__AVX512DQ__) && defined(__AVX512BW__)
#  define HITBOX_ISA_AVX512 _vl_dq_bw
#elif defined(__AVX512VL__)
#  define HITBOX_ISA_AVX512 _vl
#elif defined(__AVX512DQ__)
#  define HITBOX_ISA_AVX512 _dq
#elif defined(__AVX512BW__)
#  define HITBOX_ISA_AVX512 _bw
#else
#  define HITBOX_ISA_AVX512
#endif

#if defined(__FMA4__)
#  define HITBOX_ISA_FMA _fma4
#elif defined(__FMA__) || (defined(__ARM_FEATURE_FMA) && !defined(__aarch64__))
#  define HITBOX_ISA_FMA _fma
#else
#  define HITBOX_ISA_FMA
#endif

// A processor without lzcnt executes another instruction for the same bytes, which counts differently.
#if defined(__BMI2__)
#  define HITBOX_ISA_BITS _bmi2
#elif defined(__BMI__)
#  define HITBOX_ISA_BITS _bmi
#else
#  define HITBOX_ISA_BITS
#endif
#if defined(__LZCNT__)
#  define HITBOX_ISA_COUNTS _lzcnt
#elif defined(__POPCNT__)
#  define HITBOX_ISA_COUNTS _popcnt
#else
#  define HITBOX_ISA_COUNTS
#endif

#if defined(HITBOX_NO_SIMD)
#  define HITBOX_ISA_LANES _no_simd
#elif defined(HITBOX_NO_DISPATCH)
#  define HITBOX_ISA_LANES _no_dispatch
#else
#  define HITBOX_ISA_LANES
#endif

#if defined(HITBOX_ALLOW_FAST_MATH) && defined(HITBOX_ALLOW_X87)
#  define HITBOX_ISA_MATH _fast_x87
#elif defined(HITBOX_ALLOW_FAST_MATH)
#  define HITBOX_ISA_MATH _fast
#elif defined(HITBOX_ALLOW_X87)
#  define HITBOX_ISA_MATH _x87
#else
#  define HITBOX_ISA_MATH
#endif

// Two files that both define the hook must define the same one.
#if defined(HITBOX_ASSERT)
#  define HITBOX_ISA_OWN_ASSERT 1
#  define HITBOX_ISA_ASSERT _own_assert
#  define HITBOX_ISA_ASSERTS 1
#elif !defined(NDEBUG)
#  define HITBOX_ISA_OWN_ASSERT 0
#  define HITBOX_ISA_ASSERT _assert
#  define HITBOX_ISA_ASSERTS 1
#else
#  define HITBOX_ISA_OWN_ASSERT 0
#  define HITBOX_ISA_ASSERT
#  define HITBOX_ISA_ASSERTS 0
#endif

#define HITBOX_ISA_PASTE(a, b, c, d, e, f, g, h) a##b##c##d##e##f##g##h
#define HITBOX_ISA_NAME(...) HITBOX_ISA_PASTE(__VA_ARGS__)
#define HITBOX_ISA                                                                                          \
    HITBOX_ISA_NAME(HITBOX_ISA_BASE, HITBOX_ISA_AVX512, HITBOX_ISA_FMA, HITBOX_ISA_BITS, HITBOX_ISA_COUNTS, \
                    HITBOX_ISA_LANES, HITBOX_ISA_MATH, HITBOX_ISA_ASSERT)
