#pragma once
/// Numbers and shapes as plain bytes, the same on every machine: little-endian, each number by its bits.

#include <hitbox/scene/collider.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

namespace hitbox::detail::inline HITBOX_ISA {

/// A word as eight bytes, the lowest first.
inline void store_word(std::byte* to, std::uint64_t word) noexcept {
    if constexpr (std::endian::native == std::endian::little) std::memcpy(to, &word, 8);
    else
        for (int i = 0; i < 8; ++i) to[i] = static_cast<std::byte>(word >> (8 * i) & 255);
}
[[nodiscard]] inline std::uint64_t load_word(const std::byte* from) noexcept {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) std::memcpy(&word, from, 8);
    else
        for (int i = 0; i < 8; ++i) word |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
    return word;
}

/// FNV-1a, eight bytes at a time (Fowler, Noll and Vo), with a mix at the end; in four lanes in turn, so that one
/// product need not wait for the other.
class byte_hash {
public:
    /// Of whole words. @pre a multiple of four words came before
    void put(std::span<const std::byte> bytes) noexcept {
        std::uint64_t lanes[4] = {lanes_[0], lanes_[1], lanes_[2], lanes_[3]};  // in registers
        const std::size_t words = bytes.size() / 8, whole = words / 4 * 4;
        for (std::size_t i = 0; i < whole; i += 4)
            for (std::size_t k = 0; k < 4; ++k) lanes[k] = mixed(lanes[k], load_word(bytes.data() + 8 * (i + k)));
        for (std::size_t i = whole; i < words; ++i)
            lanes[i - whole] = mixed(lanes[i - whole], load_word(bytes.data() + 8 * i));
        std::ranges::copy(lanes, lanes_);
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

/// Takes numbers to bytes, or only to their hash: both see the same.
class byte_writer {
public:
    /// A null pointer: to the hash only.
    explicit byte_writer(std::vector<std::byte>* bytes) noexcept : bytes_{bytes} {
        if (bytes_) use(bytes_->data(), bytes_->size() / 8 * 8);
        else use(block_, sizeof block_);
    }
    byte_writer(const byte_writer&) = delete;
    byte_writer& operator=(const byte_writer&) = delete;

    [[gnu::always_inline]] void put(std::uint64_t word) {
        if (at_ == end_) make_room();
        store_word(at_, word);
        at_ += 8;
    }
    void put(std::uint32_t high, std::uint32_t low) { put(std::uint64_t{high} << 32 | low); }
    template <exact_real T>
    void put(vec2<T> p) {
        if constexpr (sizeof(T) == 4) {
            put(std::bit_cast<std::uint32_t>(p.x), std::bit_cast<std::uint32_t>(p.y));
        } else {
            put(std::bit_cast<std::uint64_t>(p.x));
            put(std::bit_cast<std::uint64_t>(p.y));
        }
    }
    /// All that was written to the hash only, if it was less than 2048 bytes.
    [[nodiscard]] std::span<const std::byte> few() const noexcept { return {begin_, written()}; }
    /// With the hash of all at the end. @pre there are bytes
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
        if (!bytes_) {
            hash_.put({begin_, written()});
            at_ = begin_;
            return;
        }
        const std::size_t n = written();
        bytes_->resize(2 * n + 64);
        use(bytes_->data(), 2 * n + 64);
        at_ += n;
    }

    std::vector<std::byte>* bytes_;
    byte_hash hash_;  // of what is not in the block any more
    std::byte *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr;
    std::byte block_[2048];  // a multiple of four words
};

/// The way back. Once something is not as it should be, all that follows is 0 and `ok` is false.
class byte_reader {
public:
    explicit byte_reader(std::span<const std::byte> bytes) noexcept : rest_{bytes} {}

    [[nodiscard]] bool ok() const noexcept { return ok_; }
    /// Gives whether all is as it should be.
    bool expect(bool right) noexcept {
        if (!right) ok_ = false, rest_ = {};
        return ok_;
    }
    [[nodiscard]] std::uint64_t word() noexcept {
        if (rest_.size() < 8) return expect(false), 0;
        const std::uint64_t w = load_word(rest_.data());
        rest_ = rest_.subspan(8);
        return w;
    }
    void words(std::uint32_t& high, std::uint32_t& low) noexcept {
        const std::uint64_t w = word();
        high = static_cast<std::uint32_t>(w >> 32), low = static_cast<std::uint32_t>(w);
    }
    /// How many things follow, of `least` words each: no more than there are bytes for.
    [[nodiscard]] std::size_t count(std::size_t least) noexcept {
        const std::uint64_t n = word();
        return expect(n <= rest_.size() / (8 * least)) ? static_cast<std::size_t>(n) : 0;
    }
    template <exact_real T>
    [[nodiscard]] vec2<T> point() noexcept {
        if constexpr (sizeof(T) == 4) {
            std::uint32_t x = 0, y = 0;
            words(x, y);
            return {std::bit_cast<float>(x), std::bit_cast<float>(y)};
        } else {
            const std::uint64_t x = word(), y = word();
            return {std::bit_cast<double>(x), std::bit_cast<double>(y)};
        }
    }
    /// Steps over bytes if they are what follows.
    [[nodiscard]] bool skip(std::span<const std::byte> bytes) noexcept {
        if (rest_.size() < bytes.size() || std::memcmp(rest_.data(), bytes.data(), bytes.size()) != 0) return false;
        rest_ = rest_.subspan(bytes.size());
        return true;
    }
    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

private:
    std::span<const std::byte> rest_;
    bool ok_ = true;
};

/// By its kind and its numbers. @pre it owns its corners
template <exact_real T>
void write_shape(byte_writer& out, const any_shape<T>& s) {
    out.put(s.value.index());
    std::visit(
        [&](const auto& known) {
            using S = std::remove_cvref_t<decltype(known)>;
            if constexpr (std::same_as<S, vec2<T>>) out.put(known);
            else if constexpr (std::same_as<S, circle<T>>) out.put(known.center), out.put(vec2<T>{known.radius, 0});
            else if constexpr (std::same_as<S, aabb<T>>) out.put(known.min), out.put(known.max);
            else if constexpr (std::same_as<S, obb<T>>)
                out.put(known.center), out.put(known.half_extents),
                    out.put(vec2<T>{known.rotation.c, known.rotation.s});
            else if constexpr (std::same_as<S, segment<T>>) out.put(known.a), out.put(known.b);
            else if constexpr (std::same_as<S, capsule<T>>)
                out.put(known.a), out.put(known.b), out.put(vec2<T>{known.radius, 0});
            else if constexpr (std::same_as<S, triangle<T>>) out.put(known.a), out.put(known.b), out.put(known.c);
            else if constexpr (std::same_as<S, convex_polygon<T, 8>>) {
                out.put(std::uint64_t{known.size()});
                for (const vec2<T> p : known.vertices()) out.put(p);
            }
        },
        s.value);
}

/// Steps over the numbers of a shape that is known, if they are what follows. @pre it owns its corners
template <exact_real T>
[[nodiscard]] bool skip_shape(byte_reader& in, const any_shape<T>& known) {
    byte_writer own{nullptr};
    write_shape(own, known);
    return in.skip(own.few());
}

/// @post valid, or not ok
template <exact_real T>
[[nodiscard]] any_shape<T> read_shape(byte_reader& in) {
    any_shape<T> s;
    const std::uint64_t kind = in.word();
    const auto point = [&in] { return in.point<T>(); };
    // Arguments are read from left to right in braces.
    if (kind == 0) s = point();
    else if (kind == 1)
        s = [&] {
            const vec2<T> c = point();
            return circle<T>{c, point().x};
        }();
    else if (kind == 2) s = aabb<T>{point(), point()};
    else if (kind == 3) {
        obb<T> box{point(), point(), {}};
        const vec2<T> r = point();
        box.rotation.c = r.x, box.rotation.s = r.y;
        s = box;
    } else if (kind == 4) s = segment<T>{point(), point()};
    else if (kind == 5) {
        capsule<T> c{point(), point(), T(0)};
        c.radius = point().x;
        s = c;
    } else if (kind == 6) s = triangle<T>{point(), point(), point()};
    else if (kind == 7) {
        vertex_list<T, 8> corners;
        const std::size_t n = in.count(1);
        if (!in.expect(n <= 8)) return s;
        for (std::size_t i = 0; i < n; ++i) corners.push_back(point());
        const auto made = make_convex_polygon(std::span{corners.begin(), corners.size()});
        if (in.expect(made && std::ranges::equal(made->vertices(), corners))) s = *made;
    } else in.expect(false);
    in.expect(hitbox::valid(s));
    return s;
}

template <exact_real T>
struct stored_sets {
    /// Of the same pieces and border; those that share them are, at a glance.
    [[nodiscard]] static bool are_same(const compound<T>& a, const compound<T>& b) noexcept {
        return a.data_ == b.data_ ||
               (std::ranges::equal(a.pieces(), b.pieces()) && std::ranges::equal(a.border(), b.border()));
    }

    static void write(byte_writer& out, const compound<T>& c) {
        out.put(std::uint64_t{c.size()});
        for (const any_shape<T>& piece : c.pieces()) write_shape(out, piece);
        out.put(std::uint64_t{c.border().size()});
        for (const segment<T>& s : c.border()) out.put(s.a), out.put(s.b);
    }
    /// One that is known and the same shares its pieces.
    [[nodiscard]] static compound<T> read(byte_reader& in, std::span<const compound<T>> known) {
        auto data = std::make_shared<typename compound<T>::contents>();
        for (std::size_t n = in.count(2); in.ok() && data->pieces.size() < n;)
            data->pieces.push_back(read_shape<T>(in));
        for (std::size_t n = in.count(2); in.ok() && data->border.size() < n;)
            data->border.push_back({in.point<T>(), in.point<T>()});
        if (!in.ok()) return {};
        for (const compound<T>& c : known)
            if (std::ranges::equal(c.pieces(), data->pieces) && std::ranges::equal(c.border(), data->border)) return c;
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
};

}  // namespace hitbox::detail::inline HITBOX_ISA
