#pragma once
/// Text for shapes and answers: `std::cout << value`, `std::format("{}", value)` and `debug::to_text(value)`.
///
/// Numbers are written by std::to_chars: the shortest decimals that read back as the same number, in every locale.
/// Where <format> is missing, std::formatter is left out.

#include <hitbox/debug/printer.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#if __has_include(<format>)
#  include <format>
#endif

namespace hitbox {
namespace debug {
inline namespace HITBOX_ISA {

/// A type that `printer` can write: the shapes, answers and enumerators of the library, but not plain numbers.
template <class V>
concept printable = requires(printer& p, const V& v) { p(v); };

/// Returns the text of a value.
template <printable V>
[[nodiscard]] std::string to_text(const V& v) {
    printer p;
    p(v);
    return std::move(p.text);
}

}  // namespace HITBOX_ISA
}  // namespace debug

inline namespace HITBOX_ISA {

/// Writes the text of a value; width and fill of the stream apply to it as a whole.
template <debug::printable V>
std::ostream& operator<<(std::ostream& out, const V& v) {
    return out << debug::to_text(v);
}

}  // namespace HITBOX_ISA

namespace sat {

using hitbox::operator<<;

}  // namespace sat
}  // namespace hitbox

#ifdef __cpp_lib_format
/// Accepts the format specifications of strings, such as "{:>40}".
template <hitbox::debug::printable V>
struct std::formatter<V, char> : std::formatter<std::string_view, char> {
    auto format(const V& v, auto& context) const {
        return std::formatter<std::string_view, char>::format(hitbox::debug::to_text(v), context);
    }
};

#  ifdef __cpp_lib_format_ranges
/// Shapes that are ranges of their vertices are written as shapes.
template <std::ranges::input_range V>
    requires hitbox::debug::printable<V> && std::same_as<V, std::remove_cvref_t<V>>
inline constexpr std::range_format std::format_kind<V> = std::range_format::disabled;
#  endif
#endif
