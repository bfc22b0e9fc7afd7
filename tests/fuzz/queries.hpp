#pragma once
// The queries that the first byte selects. They are defined per scalar, each in a file of its own.

#include "bytes.hpp"

namespace fuzz {

enum class question : std::uint8_t {
    relation,
    contact,
    distance,
    manifold,
    common_part,
    stand_in,
    scaling,
    ray,
    cast,
    impact,
    polygons,
    outlines,
    solids,
    sets,
    movers,
    worlds,
    count
};
/// Returns the query that the first byte selects. The numbers of existing queries never change, so that the corpus
/// keeps its meaning.
constexpr question question_of(std::uint8_t first) {
    constexpr unsigned older = 14, newer = static_cast<unsigned>(question::count) - older;
    const unsigned n = first >> 1;
    return static_cast<question>(n < 8 * older ? n % older : older + n % newer);
}

/// Two shapes at rest.
template <class T>
void answers(question selected, bytes& in);
/// Moving shapes, and rays.
template <class T>
void motions(question selected, bytes& in);
/// Makers of polygons.
template <class T>
void polygons(bytes& in);
/// Polygons with holes, and their pieces.
template <class T>
void solids(bytes& in);
/// Compounds, chains, and ranges of shapes.
template <class T>
void sets(bytes& in);
/// `move_and_slide` among sets, and `slide`.
template <class T>
void movers(bytes& in);
/// A script of calls of a `world`, like those of a game.
template <class T>
void worlds(bytes& in);
/// examples/outlines.hpp
void outlines(bytes& in);

#define FUZZ_DECLARE(T)                \
    template <>                        \
    void answers<T>(question, bytes&); \
    template <>                        \
    void motions<T>(question, bytes&); \
    template <>                        \
    void polygons<T>(bytes&);          \
    template <>                        \
    void solids<T>(bytes&);            \
    template <>                        \
    void sets<T>(bytes&);              \
    template <>                        \
    void movers<T>(bytes&);            \
    template <>                        \
    void worlds<T>(bytes&);
FUZZ_DECLARE(float)
FUZZ_DECLARE(double)
#undef FUZZ_DECLARE

}  // namespace fuzz
