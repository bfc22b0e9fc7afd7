// The reader of outline files of the examples: it refuses a file with a place and a printable reason, or returns
// outlines as the format defines them.

#include "../../examples/outlines.hpp"
#include "laws.hpp"
#include "queries.hpp"

namespace fuzz {

void outlines(bytes& in) {
    const auto rest = in.rest();
    const std::uint8_t how = in.byte();
    std::string text(rest.begin(), rest.end());
    if (how < 128) text = "hitbox-outlines 2\n" + text.substr(text.empty() ? 0 : 1);
    std::istringstream file{text};
    try {
        const auto outlines = read_outlines("file", file);
        HOLDS(!outlines.empty(), text);
        for (const outline& o : outlines) {
            HOLDS(o.points.size() >= 3 && !o.name.empty() && outlines_detail::printable(o.name), text);
            HOLDS(o.line > 1, text);
            for (const vec2<float> p : o.points) HOLDS(is_finite(p), text);
            HOLDS(o.holes.size() == o.hole_lines.size(), text);
            for (const auto& hole : o.holes) {
                HOLDS(hole.size() >= 3, text);
                for (const vec2<float> p : hole) HOLDS(is_finite(p), text);
            }
        }
    } catch (const input_error& error) {
        HOLDS(std::string(error.what()).starts_with("file:"), text, std::string(error.what()));
        HOLDS(outlines_detail::printable(error.what()), text, std::string(error.what()));
    }
}

}  // namespace fuzz
