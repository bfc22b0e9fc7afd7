#pragma once
/// HITBOX_ASSERT, the one hook that flags a caller's mistake (a NaN, a negative radius, a box inside out).
///
/// Define HITBOX_ASSERT(condition, why) before the first include to replace the hook: log, throw, or do nothing. The
/// library never relies on the hook: without it, a bad argument still gives false, an empty result or a status. The
/// hook is not called in constant evaluation, so a static_assert means the same in debug and release builds.

#include <hitbox/core/isa.hpp>

#include <cstddef>
#include <type_traits>

#ifndef HITBOX_ASSERT
#  ifdef NDEBUG
#    define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#  else
#    include <cstdio>
#    include <cstdlib>
#    define HITBOX_ASSERT(condition, why)   \
        ((condition) ? static_cast<void>(0) \
                     : (std::fprintf(stderr, "%s:%d: hitbox: %s\n", __FILE__, __LINE__, why), std::abort()))
#  endif
#endif

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Passes `why` to the hook if `ok` is false. Returns `ok`, so that a check is written `if (!expect(...)) return {};`.
constexpr bool expect(bool ok, [[maybe_unused]] const char* why) {
    if (!std::is_constant_evaluated()) HITBOX_ASSERT(ok, why);
    return ok;
}

/// Returns the concatenated parts. The text is valid until the next call on the same thread.
template <std::size_t N>
[[nodiscard]] const char* joined_words(const char* const (&parts)[N]) noexcept {
    static thread_local char text[256];
    std::size_t length = 0;
    for (const char* part : parts)
        for (; *part != '\0' && length + 1 < sizeof text; ++part) text[length++] = *part;
    text[length] = '\0';
    return text;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
