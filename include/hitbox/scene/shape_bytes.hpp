#pragma once
/// The bytes of numbers and shapes in a snapshot, the same on every machine: the bits of each number, little-endian.
/// world_contents.hpp lists the contents of a snapshot.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/scene/collider.hpp>

#include <bit>
#include <span>
#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Writes a word as eight bytes, the lowest first.
inline void store_word(std::byte* to, std::uint64_t word) noexcept {
    if constexpr (std::endian::native == std::endian::little) __builtin_memcpy(to, &word, 8);
    else
        for (int i = 0; i < 8; ++i) to[i] = static_cast<std::byte>(word >> (8 * i) & 255);
}
[[nodiscard]] inline std::uint64_t load_word(const std::byte* from) noexcept {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) __builtin_memcpy(&word, from, 8);
    else
        for (int i = 0; i < 8; ++i) word |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
    return word;
}

/// A hash like FNV-1a (Fowler, Noll and Vo), but of words of eight bytes, with another factor and a shift after each
/// multiplication. Words go to four lanes in turn, so that consecutive multiplications do not depend on each other.
class byte_hash {
public:
    /// Adds whole words. @pre the number of words before these is a multiple of four
    void put(list_view<const std::byte> bytes) noexcept {
        std::uint64_t a = lanes_[0], b = lanes_[1], c = lanes_[2], d = lanes_[3];  // in registers
        const std::size_t words = bytes.size() / 8;
        const std::byte *at = bytes.data(), *const end = at + words / 4 * 32;
        for (; at != end; at += 32) {
            a = mixed(a, load_word(at)), b = mixed(b, load_word(at + 8));
            c = mixed(c, load_word(at + 16)), d = mixed(d, load_word(at + 24));
        }
        lanes_[0] = a, lanes_[1] = b, lanes_[2] = c, lanes_[3] = d;
        for (std::size_t i = 0; i < words % 4; ++i) lanes_[i] = mixed(lanes_[i], load_word(at + 8 * i));
        count_ += words;
    }
    [[nodiscard]] std::uint64_t value() const noexcept {
        std::uint64_t all = seeds[0];
        for (const std::uint64_t lane : lanes_) all = (all ^ lane) * factor;
        return all ^ all >> 29 ^ count_;
    }

private:
    static constexpr std::uint64_t factor = 0x9E3779B97F4A7C15u;
    static constexpr std::uint64_t seeds[4] = {0xCBF29CE484222325u, 0x84222325CBF29CE4u, 0x2325CBF29CE48422u,
                                               0x9CE484222325CBF2u};
    [[nodiscard]] static std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) noexcept {
        lane = (lane ^ word) * factor;
        return lane ^ lane >> 29;
    }

    std::uint64_t lanes_[4] = {seeds[0], seeds[1], seeds[2], seeds[3]};
    std::size_t count_ = 0;
};

/// Writes numbers as bytes, or computes only the hash of these bytes.
class byte_writer {
public:
    /// Overwrites the former contents of `bytes`. If `bytes` is null, only the hash is computed.
    explicit byte_writer(std::vector<std::byte>* bytes) noexcept : bytes_{bytes} {
        if (bytes_) use(bytes_->data(), bytes_->size() / 8 * 8);
        else use(block_, sizeof block_);
    }
    byte_writer(const byte_writer&) = delete;
    byte_writer& operator=(const byte_writer&) = delete;

    [[gnu::always_inline]] void put(std::uint64_t word) { store_word(take(1), word); }
    void put(std::uint32_t low, std::uint32_t high) { put(low | std::uint64_t{high} << 32); }
    /// Returns room for the next words, which the caller fills. @pre words <= 32
    [[nodiscard, gnu::always_inline]] std::byte* take(std::size_t words) {
        if (static_cast<std::size_t>(end_ - at_) < 8 * words) make_room();
        return std::exchange(at_, at_ + 8 * words);
    }
    /// Appends the hash of all bytes and shrinks the list to the written size. @pre the list is not null
    void finish() {
        put(hash());
        bytes_->resize(written());
    }
    [[nodiscard]] std::uint64_t hash() const noexcept {
        byte_hash all = hash_;
        all.put({begin_, written()});
        return all.value();
    }

private:
    void use(std::byte* begin, std::size_t size) noexcept { begin_ = at_ = begin, end_ = begin + size; }
    [[nodiscard]] std::size_t written() const noexcept { return static_cast<std::size_t>(at_ - begin_); }
    [[gnu::noinline]] void make_room() {
        const std::size_t n = written();
        if (!bytes_) {
            const std::size_t whole = n / 32 * 32;  // the hash takes four words at a time
            hash_.put({begin_, whole});
            __builtin_memmove(begin_, begin_ + whole, n - whole);
            at_ = begin_ + (n - whole);
            return;
        }
        bytes_->resize(2 * n + sizeof block_);
        use(bytes_->data(), bytes_->size());
        at_ += n;
    }

    std::vector<std::byte>* bytes_;
    byte_hash hash_;  // the hash of the bytes that were removed from `block_`
    std::byte *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr;
    std::byte block_[2048];
};

/// Reads numbers from bytes. After the first error, all further numbers are 0 and `ok` returns false.
class byte_reader {
public:
    explicit byte_reader(list_view<const std::byte> bytes) noexcept : rest_{bytes} {}

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    /// Records an error if the argument is false. Returns true if there was no error.
    bool expect(bool right) noexcept {
        if (!right) ok_ = false, rest_ = {};
        return ok_;
    }
    [[nodiscard]] std::uint64_t word() noexcept {
        if (rest_.size() < 8) return expect(false), 0;
        const std::uint64_t w = load_word(rest_.data());
        rest_ = {rest_.data() + 8, rest_.size() - 8};
        return w;
    }
    void words(std::uint32_t& low, std::uint32_t& high) noexcept {
        const std::uint64_t w = word();
        low = static_cast<std::uint32_t>(w), high = static_cast<std::uint32_t>(w >> 32);
    }
    /// Reads the number of elements that follow. It is an error if the remaining bytes are too few for that many
    /// elements of `min_words` words each.
    [[nodiscard]] std::size_t count(std::size_t min_words) noexcept {
        const std::uint64_t n = word();
        return expect(n <= rest_.size() / (8 * min_words)) ? static_cast<std::size_t>(n) : 0;
    }
    /// Returns the bytes of the next words, or a null pointer if there are fewer words.
    [[nodiscard]] const std::byte* take(std::size_t words) noexcept {
        if (!expect(words <= rest_.size() / 8)) return nullptr;
        const std::byte* const at = rest_.data();
        rest_ = {rest_.data() + 8 * words, rest_.size() - 8 * words};
        return at;
    }
    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

private:
    list_view<const std::byte> rest_;
    bool ok_ = true;
};

/// The words of a point: x, then y, as in the memory of a little-endian machine.
template <exact_real T>
inline constexpr std::size_t words_of_point = sizeof(vec2<T>) / 8;
template <exact_real T>
[[gnu::always_inline]] inline void store_point(std::byte* to, vec2<T> p) noexcept {
    if constexpr (sizeof(T) == 4) {
        store_word(to, std::bit_cast<std::uint32_t>(p.x) | std::uint64_t{std::bit_cast<std::uint32_t>(p.y)} << 32);
    } else {
        store_word(to, std::bit_cast<std::uint64_t>(p.x)), store_word(to + 8, std::bit_cast<std::uint64_t>(p.y));
    }
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline vec2<T> load_point(const std::byte* from) noexcept {
    const std::uint64_t x = load_word(from);
    if constexpr (sizeof(T) == 4)
        return {std::bit_cast<T>(static_cast<std::uint32_t>(x)), std::bit_cast<T>(static_cast<std::uint32_t>(x >> 32))};
    else return {std::bit_cast<T>(x), std::bit_cast<T>(load_word(from + 8))};
}

/// A shape as a list of points and a code. The code contains the kind of the shape, the number of vertices of a
/// polygon, and a flag for a rounded shape, whose radius is in an additional last point.
template <exact_real T>
struct shape_points {
    static constexpr std::uint32_t polygon = 7, is_rounded = 1u << 16;

    std::uint32_t code = 0, count = 0;
    vec2<T> points[9];  // NOLINT: the first ones are filled

    /// @pre the shape owns its vertices
    explicit shape_points(const any_shape<T>& s) noexcept : code{code_of(s)} {
        std::visit([this](const auto& known) { this->take(known); }, s.value);
        if (code & is_rounded) put({s.rounding, 0});
    }
    [[nodiscard]] static std::uint32_t code_of(const any_shape<T>& s) noexcept {
        const auto kind = static_cast<std::uint32_t>(s.value.index());
        const auto* corners = std::get_if<convex_polygon<T, 8>>(&s.value);
        return kind | (corners ? static_cast<std::uint32_t>(corners->size()) << 8 : 0u) |
               (s.rounding == T(0) ? 0u : is_rounded);
    }
    /// Returns the number of points for a code, 0 for an invalid code.
    [[nodiscard]] static std::uint32_t count_of(std::uint32_t code) noexcept {
        constexpr std::uint32_t counts[polygon] = {1, 2, 2, 3, 2, 3, 3};
        const std::uint32_t radius = code & is_rounded ? 1u : 0u, plain = code & ~is_rounded, corners = plain >> 8;
        if (plain < polygon) return counts[plain] + radius;
        return (plain & 255) == polygon && corners >= 1 && corners <= 8 ? corners + radius : 0;
    }

private:
    void put(vec2<T> p) noexcept { points[count++] = p; }
    template <class S>
    void take(const S& s) noexcept {
        if constexpr (std::same_as<S, vec2<T>>) put(s);
        else if constexpr (std::same_as<S, circle<T>>) put(s.center), put({s.radius, 0});
        else if constexpr (std::same_as<S, aabb<T>>) put(s.min), put(s.max);
        else if constexpr (std::same_as<S, obb<T>>)
            put(s.center), put(s.half_extents), put({s.rotation.c, s.rotation.s});
        else if constexpr (std::same_as<S, segment<T>>) put(s.a), put(s.b);
        else if constexpr (std::same_as<S, capsule<T>>) put(s.a), put(s.b), put({s.radius, 0});
        else if constexpr (std::same_as<S, triangle<T>>) put(s.a), put(s.b), put(s.c);
        else if constexpr (std::same_as<S, convex_polygon<T, 8>>) {
            for (std::size_t i = 0; i < s.size(); ++i) put({s.x()[i], s.y()[i]});
        }
    }
};

/// Writes the points of a shape. The caller stores the code.
template <exact_real T>
void write_points(byte_writer& out, const shape_points<T>& s) {
    std::byte* to = out.take(s.count * words_of_point<T>);
    for (std::uint32_t i = 0; i < s.count; ++i, to += sizeof(vec2<T>)) store_point(to, s.points[i]);
}
/// Skips the next points and returns true if they are bit-identical to those of `known`. Otherwise reads nothing.
template <exact_real T>
[[nodiscard]] bool skip_points(byte_reader& in, const shape_points<T>& known) noexcept {
    byte_reader ahead = in;
    const std::byte* at = ahead.take(known.count * words_of_point<T>);
    if (!at) return false;
    std::byte own[sizeof(vec2<T>)];
    for (std::uint32_t i = 0; i < known.count; ++i, at += sizeof own) {
        store_point(own, known.points[i]);
        if (__builtin_memcmp(at, own, sizeof own) != 0) return false;
    }
    in = ahead;
    return true;
}

/// Reads the shape with this code from the next points. @post the shape is valid, or in.ok() is false
template <exact_real T>
[[nodiscard]] any_shape<T> read_shape(byte_reader& in, std::uint32_t code) {
    any_shape<T> s;
    std::uint32_t count = shape_points<T>::count_of(code);
    const std::byte* const at = in.take(count * words_of_point<T>);
    if (!at || !in.expect(count > 0)) return s;
    vec2<T> p[9];
    for (std::uint32_t i = 0; i < count; ++i) p[i] = load_point<T>(at + i * sizeof(vec2<T>));
    const auto expect_zero = [&in](T x) {
        constexpr T zero{};
        in.expect(__builtin_memcmp(&x, &zero, sizeof x) == 0);
    };
    const bool is_rounded = (code & shape_points<T>::is_rounded) != 0;
    if (is_rounded) code &= ~shape_points<T>::is_rounded, --count;
    if (code == 0) s = p[0];
    else if (code == 1) s = circle<T>{p[0], p[1].x}, expect_zero(p[1].y);
    else if (code == 2) s = aabb<T>{p[0], p[1]};
    else if (code == 3) {
        obb<T> box{p[0], p[1], {}};
        box.rotation.c = p[2].x, box.rotation.s = p[2].y, s = box;
    } else if (code == 4) s = segment<T>{p[0], p[1]};
    else if (code == 5) s = capsule<T>{p[0], p[1], p[2].x}, expect_zero(p[2].y);
    else if (code == 6) s = triangle<T>{p[0], p[1], p[2]};
    else {
        vertex_list<T, 8> corners;  // one or two are those of a baked shape without width
        for (std::uint32_t i = 0; i < count; ++i) corners.push_back(p[i]);
        const bool is_hull = count < 3 ? count == 1 || p[0] != p[1] : strictly_convex(corners);
        if (in.expect(is_hull)) s = polygon_maker::fill<8>(corners);
    }
    if (is_rounded) s.rounding = p[count].x, expect_zero(p[count].y), in.expect(s.rounding != T(0));
    in.expect(hitbox::valid(s));
    return s;
}

/// The bytes of compounds and chains.
template <exact_real T>
struct stored_sets {
    /// Returns true if two compounds have bit-identical contents. Compounds that share their pieces are recognised
    /// without a comparison.
    [[nodiscard]] static bool are_same(const compound<T>& a, const compound<T>& b) {
        return a.data_ == b.data_ || (a.data_ && b.data_ && are_same(*a.data_, *b.data_));
    }

    static void write(byte_writer& out, const compound<T>& c) {
        if (c.data_) write(out, *c.data_);
        else write(out, contents{});
    }
    /// Reads a compound. If it equals one of `known`, the result shares the pieces of that one.
    [[nodiscard]] static compound<T> read(byte_reader& in, std::span<const compound<T>> known) {
        auto data = compound<T>::owner::make();
        for (std::size_t n = in.count(2); in.ok() && data->pieces.size() < n;) {
            const std::uint64_t code = in.word();
            if (in.expect(code >> 32 == 0))
                data.own().pieces.push_back(read_shape<T>(in, static_cast<std::uint32_t>(code)));
        }
        constexpr std::size_t words = 2 * words_of_point<T>;
        for (std::size_t n = in.count(words); in.ok() && data->border.size() < n;) {
            const std::byte* const at = in.take(words);
            data.own().border.push_back({load_point<T>(at), load_point<T>(at + sizeof(vec2<T>))});
        }
        if (!in.ok()) return {};
        for (const compound<T>& c : known)
            if (c.data_ && are_same(*c.data_, *data)) return c;
        compound<T> made;
        made.finish(std::move(data));
        in.expect(made.valid());
        return made;
    }
    [[nodiscard]] static chain<T> chain_of(const compound<T>& edges, chain_sides sides) {
        chain<T> c;
        c.edges_ = edges, c.sides_ = sides;
        return c;
    }

private:
    using contents = typename compound<T>::contents;

    static void write(byte_writer& out, const contents& c) {
        out.put(std::uint64_t{c.pieces.size()});
        for (const any_shape<T>& piece : c.pieces) {
            const shape_points<T> points{piece};
            out.put(std::uint64_t{points.code});
            write_points(out, points);
        }
        out.put(std::uint64_t{c.border.size()});
        for (const segment<T>& s : c.border) write_points(out, shape_points<T>{s});
    }
    [[nodiscard]] static std::vector<std::byte> bytes_of(const contents& c) {
        std::vector<std::byte> bytes;
        byte_writer out{&bytes};
        write(out, c), out.finish();
        return bytes;
    }
    /// Compares the bits, too, because == treats -0 and +0 as equal.
    [[nodiscard]] static bool are_same(const contents& a, const contents& b) {
        return a.pieces == b.pieces && a.border == b.border && bytes_of(a) == bytes_of(b);
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
