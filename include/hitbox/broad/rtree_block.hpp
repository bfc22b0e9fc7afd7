#pragma once
/// The byte layout of a packed tree of boxes.
///
/// The block consists of a header, the groups of the lowest level, the groups of each level above up to a single group,
/// and the indices of the boxes. A group has sixteen boxes in four rows: all first lanes, then all second lanes, and so
/// on. Box g of a level is exactly the box around group g of the level below. Boxes that meet nothing fill the last
/// group of a level. All positions therefore follow from the number of boxes.

#include <hitbox/broad/box_table.hpp>
#include <hitbox/broad/hilbert.hpp>

#include <bit>

namespace hitbox {

/// The reason why bytes are not a tree that can be viewed.
enum class block_error {
    none,
    too_short,           // fewer bytes than a header has
    misaligned,          // the first byte is not at a multiple of 8
    foreign_format,      // the bytes are not a tree, or are damaged
    foreign_endianness,  // written by a processor with the other order of bytes
    foreign_version,     // written by a version with another layout
    foreign_scalar,      // a tree of float where one of double is expected, or the reverse
    wrong_count,         // the number of boxes does not fit the number of bytes
    inconsistent,        // a box or an index is invalid: the bytes are damaged
};
/// Returns the reason in words.
[[nodiscard]] constexpr const char* to_string(block_error e) noexcept {
    return detail::name_in({"accepted", "fewer bytes than a header has", "the first byte is not at a multiple of 8",
                            "not a tree, or damaged", "written by a processor with the other order of bytes",
                            "written by a version with another layout", "the coordinates are of another type",
                            "the number of boxes does not fit the number of bytes",
                            "a box or an index is not what it has to be"},
                           e);
}

namespace detail {
inline namespace HITBOX_ISA {

struct rtree_header {
    char magic[8] = {'h', 'i', 't', 'b', 'o', 'x', '-', 'r'};
    std::uint32_t endianness = 0x01020304;
    std::uint32_t version = 1;
    std::uint32_t scalar_size = 0;
    std::uint32_t group_size = 16;
    std::uint64_t count = 0;
    unsigned char reserved[32] = {};
};
static_assert(sizeof(rtree_header) == 64);

/// The positions of all parts of a block with a given number of boxes.
template <exact_real T>
struct rtree_layout {
    static constexpr std::size_t group = 16;      // boxes in a group
    static constexpr std::size_t row = group;     // numbers in a row
    static constexpr std::size_t max_levels = 8;  // enough for 2^32 boxes
    static constexpr std::size_t group_bytes = 4 * row * sizeof(T);
    static constexpr std::uint64_t max_boxes = 0xffff'fff0;

    rtree_layout() = default;
    /// @pre boxes <= max_boxes
    explicit rtree_layout(std::uint64_t boxes) noexcept : count{boxes} {
        bytes = sizeof(rtree_header);
        for (std::uint64_t n = boxes; n > 1 || (levels == 0 && n > 0); ++levels) {
            n = (n + group - 1) / group;
            groups[levels] = n;
            offsets[levels] = bytes;
            bytes += n * group_bytes;
        }
        indices = bytes;
        bytes += (levels == 0 ? 0 : groups[0]) * group * sizeof(std::uint32_t);
    }
    /// Returns the number of boxes of a level, without those that fill the last group.
    [[nodiscard]] std::uint64_t boxes_of(std::size_t level) const noexcept {
        return level == 0 ? count : groups[level - 1];
    }

    // The number of boxes, the size of the block, and where the indices begin; sizes and positions are in bytes.
    std::uint64_t count = 0, bytes = sizeof(rtree_header), indices = sizeof(rtree_header);
    // By level, from the lowest: the number of groups, and where they begin.
    std::uint64_t groups[max_levels] = {}, offsets[max_levels] = {};
    std::size_t levels = 0;
};

template <exact_real T>
[[nodiscard]] packed_box<T> box_in(const T* group, std::size_t i) noexcept {
    constexpr std::size_t row = rtree_layout<T>::row;
    return {{group[i], group[row + i], group[2 * row + i], group[3 * row + i]}};
}
template <exact_real T>
[[nodiscard]] packed_box<T> box_around(const T* group) noexcept {
    packed_box<T> box;
    for (std::size_t k = 0; k < 4; ++k, group += rtree_layout<T>::row) {
        pack<T> minimum = load_pack(group);
        for (std::size_t i = pack_size<T>; i < rtree_layout<T>::row; i += pack_size<T>)
            minimum = lower(minimum, load_pack(group + i));
        box.lanes[k] = lowest<T>(minimum);
    }
    return box;
}

/// Visits the boxes of a block that a path may meet, roughly in the order in which they begin along the path.
template <exact_real T>
class rtree_path_walk {
public:
    rtree_path_walk(const std::byte* block, const rtree_layout<T>& layout, const box_path<T>& path) noexcept
        : block_{block}, layout_{layout}, path_{path}, strip_{path} {}

    /// Calls visit(position) for boxes of the lowest level until it returns false; `visit` may shorten the path.
    /// Damaged bytes never cause a read beyond the block, because a group that does not exist is skipped.
    template <class Visit>
    [[gnu::always_inline]] query_statistics operator()(const Visit& visit) {
        query_statistics seen;
        if (layout_.levels == 0) return seen;
        std::size_t level = layout_.levels - 1, g = 0;
        for (;;) {
            ++seen.visited, seen.tested += size;
            enter(level, g);
            for (;;) {
                if (count_ == 0) return seen;
                const std::uint32_t above = stops_[--count_].level, position = stops_[count_].position;
                if (path_.largest_fraction < T(1) && !is_within_limits(above, position)) continue;
                if (above == 0) {
                    ++seen.found;
                    if (!visit(position)) return seen;
                } else if (position < layout_.groups[above - 1]) {
                    level = above - 1, g = position;
                    break;
                }
            }
        }
    }

private:
    static constexpr std::size_t size = rtree_layout<T>::group, length = rtree_layout<T>::row;

    /// A box on the path, with its position along the direction of the path.
    struct stop {
        T at;
        std::uint32_t level, position;
    };

    [[nodiscard, gnu::always_inline]] const T* rows_of(std::size_t level, std::size_t g) const noexcept {
        return reinterpret_cast<const T*>(block_ + layout_.offsets[level]) + g * 4 * length;
    }
    [[nodiscard]] bool is_within_limits(std::size_t level, std::size_t position) const noexcept {
        return meets(box_in(rows_of(level, position / size), position % size), path_.limits());
    }
    /// Returns the mask without the bits of those boxes of a group that are beside the path.
    [[nodiscard, gnu::always_inline]] std::uint32_t on_path(const T* rows, std::uint32_t boxes) const noexcept {
        for (std::size_t i = 0; boxes >> i != 0; i += 4) {
            if ((boxes >> i & 15) == 0) continue;
            const auto row = [&](std::size_t k) {
                const T* const from = rows + k * length + i;
                return quad<T>::each([&](std::size_t part) { return load_pack(from + part * pack_size<T>); });
            };
            boxes &= ~(static_cast<std::uint32_t>(strip_.is_beside(row)) << i);
        }
        return boxes;
    }
    /// Adds the boxes of a group that the path may meet to the stack, with the first one along the path on top.
    [[gnu::always_inline]] void enter(std::size_t level, std::size_t g) noexcept {
        const std::size_t bottom = count_;
        const T* const rows = rows_of(level, g);
        const T *const x = rows + strip_.first_x() * length, *const y = rows + strip_.first_y() * length;
        std::uint32_t hits = on_path(rows, row_limits<T>{path_.limits()}.meets_sixteen(rows, length));
        for (; hits != 0; hits &= hits - 1) {
            const auto slot = static_cast<std::size_t>(std::countr_zero(hits));
            const stop s{product(strip_.along_x()[0], x[slot]) + product(strip_.along_y()[0], y[slot]),
                         static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(g * size + slot)};
            std::size_t i = count_++;
            for (; i > bottom && stops_[i - 1].at < s.at; --i) stops_[i] = stops_[i - 1];
            stops_[i] = s;
        }
    }

    const std::byte* block_;
    const rtree_layout<T>& layout_;
    const box_path<T>& path_;
    const path_strip<T> strip_;
    std::size_t count_ = 0;
    stop stops_[rtree_layout<T>::max_levels * size];
};

/// The boxes of a group in ascending order of their gaps from a box. Usually only the first few are needed, so the gaps
/// are not sorted; each step finds the smallest remaining one.
template <exact_real T>
struct gaps_of_group {
    static constexpr std::size_t size = rtree_layout<T>::group;

    alignas(16) T gaps[size];     // infinite for boxes that have been returned
    std::size_t count, slot = 0;  // `slot`: the current box
    T least{};                    // the gap of the current box

    gaps_of_group(const row_limits<T>& limits, const T* group, std::size_t boxes) noexcept : count{boxes} {
        limits.store_gaps(group, rtree_layout<T>::row, gaps, size);
    }
    /// Moves to the next box. Returns false if there is none.
    [[nodiscard]] bool advance() noexcept {
        least = std::numeric_limits<T>::infinity();
        for (std::size_t i = 0; i < count; ++i)
            if (gaps[i] < least) least = gaps[i], slot = i;
        gaps[slot] = std::numeric_limits<T>::infinity();
        return least <= (std::numeric_limits<T>::max)();
    }
};

/// Returns the error in the header of a block of this size, or `none`.
template <exact_real T>
[[nodiscard]] block_error error_of_header(const rtree_header& header, std::size_t bytes) noexcept {
    constexpr rtree_header expected{};
    if (__builtin_memcmp(header.magic, expected.magic, sizeof header.magic) != 0) return block_error::foreign_format;
    if (header.endianness == 0x04030201) return block_error::foreign_endianness;
    if (header.endianness != expected.endianness) return block_error::foreign_format;
    if (header.version != expected.version) return block_error::foreign_version;
    if (header.scalar_size != sizeof(T)) return block_error::foreign_scalar;
    if (header.group_size != expected.group_size) return block_error::foreign_format;
    if (__builtin_memcmp(header.reserved, expected.reserved, sizeof header.reserved) != 0)
        return block_error::foreign_format;
    if (header.count > rtree_layout<T>::max_boxes) return block_error::wrong_count;
    return rtree_layout<T>{header.count}.bytes == bytes ? block_error::none : block_error::wrong_count;
}

/// Returns true if every box of the lowest level is valid, every box above is exactly the one around its group, and
/// every index occurs once.
template <exact_real T>
[[nodiscard]] bool is_consistent(const rtree_layout<T>& layout, const std::byte* block) {
    constexpr std::size_t size = rtree_layout<T>::group;
    for (std::size_t level = 0; level < layout.levels; ++level) {
        const T* groups = reinterpret_cast<const T*>(block + layout.offsets[level]);
        const T* below = level == 0 ? nullptr : reinterpret_cast<const T*>(block + layout.offsets[level - 1]);
        for (std::size_t i = 0; i < layout.groups[level] * size; ++i) {
            const packed_box<T> box = box_in(groups + i / size * 4 * size, i % size);
            if (i >= layout.boxes_of(level)) {
                if (!same(box, no_box<T>())) return false;
            } else if (level == 0 ? error_of(unpacked(box)) != broad_error::none
                                  : !same(box, box_around(below + i * 4 * size))) {
                return false;
            }
        }
    }
    const auto* indices = reinterpret_cast<const std::uint32_t*>(block + layout.indices);
    value_list<std::uint8_t> seen(layout.count);
    for (std::size_t i = 0; i < layout.count; ++i) {
        if (indices[i] >= layout.count || seen[indices[i]]) return false;
        seen[indices[i]] = true;
    }
    for (std::size_t i = layout.count; layout.levels > 0 && i < layout.groups[0] * size; ++i)
        if (indices[i] != 0) return false;
    return true;
}

template <exact_real T, class BoxOf>
void write_group(T* group, std::size_t count, const BoxOf& box_of) {
    constexpr std::size_t row = rtree_layout<T>::row;
    for (std::size_t i = 0; i < row; ++i) {
        const packed_box<T> box = i < count ? box_of(i) : no_box<T>();
        for (std::size_t k = 0; k < 4; ++k) group[k * row + i] = box.lanes[k];
    }
}

/// Writes the block of these boxes. @pre the boxes are valid, `block` has room, and its bytes are 0
template <exact_real T, class E>
void write_block(E& run, std::span<const aabb<T>> boxes, const rtree_layout<T>& layout, std::byte* block) {
    constexpr std::size_t size = rtree_layout<T>::group, chunk = box_table<T>::chunk / size;
    rtree_header header;
    header.scalar_size = sizeof(T);
    header.count = layout.count;
    __builtin_memcpy(block, &header, sizeof header);
    if (layout.levels == 0) return;

    const value_list<std::uint32_t> order = hilbert_order(run, boxes);
    __builtin_memcpy(block + layout.indices, order.data(), order.size() * sizeof(std::uint32_t));
    for (std::size_t level = 0; level < layout.levels; ++level) {
        T* groups = reinterpret_cast<T*>(block + layout.offsets[level]);
        const T* below = level == 0 ? nullptr : reinterpret_cast<const T*>(block + layout.offsets[level - 1]);
        const std::size_t n = layout.boxes_of(level), count = layout.groups[level];
        run((count + chunk - 1) / chunk, [&](std::size_t c) {
            for (std::size_t g = c * chunk; g < (std::min)(count, (c + 1) * chunk); ++g) {
                const std::size_t first = g * size;
                write_group(groups + first * 4, (std::min)(size, n - first), [&](std::size_t i) {
                    return level == 0 ? packed(boxes[order[first + i]]) : box_around(below + (first + i) * 4 * size);
                });
            }
        });
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
