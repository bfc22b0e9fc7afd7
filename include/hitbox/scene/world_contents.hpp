#pragma once
/// The contents of a snapshot: the state of a world that decides how it continues, and its conversion to bytes
/// (`write_snapshot`).

#include <hitbox/scene/shape_bytes.hpp>
#include <hitbox/scene/touch_list.hpp>
#include <hitbox/scene/world_solid.hpp>

#include <optional>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The data of a collider without its shape. A free slot keeps its generation.
template <exact_real T>
struct world_slot {
    transform2<T> transform{};
    collider_filter filter{};
    std::uint32_t generation = 0;
    std::uint64_t user = 0;
    std::uint32_t code = 0;  // the code of the shape; see `code_of`
    bool sensor = false, is_used = false, fixed = false;
};

/// The number of words of a slot as bytes: transform, filter and generation, flags and code of the shape, user data.
template <exact_real T>
inline constexpr std::size_t words_of_slot = 2 * words_of_point<T> + 4;
enum slot_flags : std::uint32_t { slot_is_used = 1, slot_is_sensor = 2, slot_is_fixed = 4, slot_flags_of_all = 7 };
/// The codes of shapes other than `any_shape`.
enum set_codes : std::uint32_t { code_of_compound = 16, code_of_chain = 17, code_of_one_sided_chain = 18 };
[[nodiscard]] constexpr bool is_code_of_set(std::uint32_t code) noexcept {
    return code >= code_of_compound && code <= code_of_one_sided_chain;
}

/// Writes a slot as `words_of_slot` words.
template <exact_real T>
void store_slot(std::byte* to, const world_slot<T>& s) noexcept {
    const auto pair = [](std::uint32_t low, std::uint32_t high) { return low | std::uint64_t{high} << 32; };
    store_point(to, s.transform.translation);
    store_point(to + sizeof(vec2<T>), vec2<T>{s.transform.rotation.c, s.transform.rotation.s});
    to += 2 * sizeof(vec2<T>);
    store_word(to, pair(s.filter.category, s.filter.mask));
    store_word(to + 8, pair(static_cast<std::uint32_t>(s.filter.group), s.generation));
    const std::uint32_t flags =
        (s.is_used ? slot_is_used : 0u) | (s.sensor ? slot_is_sensor : 0u) | (s.fixed ? slot_is_fixed : 0u);
    store_word(to + 16, pair(flags, s.code));
    store_word(to + 24, s.user);
}
/// Reads a slot. Returns false if the bytes are not those of a slot.
template <exact_real T>
[[nodiscard]] bool load_slot(world_slot<T>& s, const std::byte* from) noexcept {
    const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
    const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
    s.transform.translation = load_point<T>(from);
    const vec2<T> r = load_point<T>(from + sizeof(vec2<T>));
    s.transform.rotation.c = r.x, s.transform.rotation.s = r.y;
    from += 2 * sizeof(vec2<T>);
    const std::uint64_t meets = load_word(from), group = load_word(from + 8), kind = load_word(from + 16);
    s.filter = {low(meets), high(meets), static_cast<std::int32_t>(low(group))};
    s.generation = high(group), s.user = load_word(from + 24), s.code = high(kind);
    s.is_used = (kind & slot_is_used) != 0, s.sensor = (kind & slot_is_sensor) != 0;
    s.fixed = (kind & slot_is_fixed) != 0;
    return low(kind) <= slot_flags_of_all && valid(s.transform);
}

/// Returns the code of a shape, which determines how its bytes are read.
template <exact_real T>
[[nodiscard]] std::uint32_t code_of(const collider_shape<T>& shape) noexcept {
    if (const auto* known = std::get_if<any_shape<T>>(&shape.value)) return shape_points<T>::code_of(*known);
    const auto* line = std::get_if<chain<T>>(&shape.value);
    return !line ? code_of_compound : line->is_one_sided() ? code_of_one_sided_chain : code_of_chain;
}

/// A hash table with open addressing from keys to numbers. Several numbers may have the same key; `find` returns one
/// that passes a test, or `none`.
template <class Key>
class number_table {
public:
    static constexpr std::size_t none = ~std::size_t{0};

    template <class Test>
    [[nodiscard]] std::size_t find(Key key, const Test& is_meant) const {
        for (std::size_t i = first_slot_of(key); !slots_.empty() && slots_[i].number != none; i = after(i))
            if (slots_[i].key == key && is_meant(slots_[i].number)) return slots_[i].number;
        return none;
    }
    [[nodiscard]] std::size_t find(Key key) const {
        return find(key, [](std::size_t) { return true; });
    }
    void add(Key key, std::size_t number) {
        if (2 * ++count_ > slots_.size()) {
            value_list<slot> old(4 * count_);
            old.swap(slots_);
            for (const slot& s : old)
                if (s.number != none) put(s);
        }
        put({key, number});
    }

private:
    struct slot {
        Key key{};
        std::size_t number = none;
    };
    [[nodiscard]] std::size_t first_slot_of(Key key) const noexcept {
        return slots_.empty() ? 0 : (key * 0x9E3779B97F4A7C15u >> 20) % slots_.size();
    }
    [[nodiscard]] std::size_t after(std::size_t i) const noexcept { return i + 1 < slots_.size() ? i + 1 : 0; }
    void put(const slot& s) {
        std::size_t i = first_slot_of(s.key);
        while (slots_[i].number != none) i = after(i);
        slots_[i] = s;
    }

    value_list<slot> slots_;
    std::size_t count_ = 0;
};

/// The compounds and chains of a world, each once, in the order of the first collider that has it.
template <exact_real T>
class known_sets {
public:
    /// @pre the code of a free slot is not that of a set
    known_sets(std::span<const world_slot<T>> slots, std::span<const collider_shape<T>> shapes) {
        for (std::size_t i = 0; i < slots.size(); ++i)
            if (is_code_of_set(slots[i].code)) add(*set_of(shapes[i]));
    }
    [[nodiscard]] const std::vector<compound<T>>& all() const noexcept { return sets_; }
    [[nodiscard]] std::size_t number_of(const compound<T>& c) const {
        return numbers_.find(reinterpret_cast<std::uintptr_t>(c.pieces().data()));
    }

    [[nodiscard]] static const compound<T>* set_of(const collider_shape<T>& shape) noexcept {
        if (const auto* line = std::get_if<chain<T>>(&shape.value)) return &line->edges();
        return std::get_if<compound<T>>(&shape.value);
    }

private:
    /// Adds a compound unless an equal one is known. Compounds that share their pieces are recognised by the address of
    /// the pieces, others by the hash of their contents.
    void add(const compound<T>& c) {
        const auto address = reinterpret_cast<std::uintptr_t>(c.pieces().data());
        if (numbers_.find(address) != numbers_.none) return;
        byte_writer contents{nullptr};
        stored_sets<T>::write(contents, c);
        const std::uint64_t hash = contents.hash();
        const std::size_t known =
            by_hash_.find(hash, [&](std::size_t i) { return stored_sets<T>::are_same(sets_[i], c); });
        numbers_.add(address, known != numbers_.none ? known : sets_.size());
        if (known != numbers_.none) return;
        by_hash_.add(hash, sets_.size());
        sets_.push_back(c);
    }

    std::vector<compound<T>> sets_;
    number_table<std::uint64_t> numbers_, by_hash_;
};

/// An iterator over the ids of slots in use, in ascending order. It borrows the slots.
template <exact_real T>
class slot_iterator {
public:
    using value_type = collider_id;
    using difference_type = std::ptrdiff_t;

    slot_iterator() = default;
    slot_iterator(const std::vector<world_slot<T>>& slots, std::size_t at) noexcept
        : slots_{&slots}, at_{at}, end_{slots.size()} {
        skip();
    }
    [[nodiscard]] collider_id operator*() const noexcept {
        return {static_cast<std::uint32_t>(at_), (*slots_)[at_].generation};
    }
    slot_iterator& operator++() noexcept { return ++at_, skip(), *this; }
    slot_iterator operator++(int) noexcept {
        const slot_iterator before = *this;
        return ++*this, before;
    }
    friend bool operator==(const slot_iterator& i, const slot_iterator& k) noexcept { return i.at_ == k.at_; }

private:
    void skip() noexcept {
        while (at_ < end_ && !(*slots_)[at_].is_used) ++at_;
    }

    const std::vector<world_slot<T>>* slots_ = nullptr;
    std::size_t at_ = 0, end_ = 0;  // `end_` is fixed at the start, so colliders added in a loop are not visited
};

/// Returns true if two transforms have the same bits. A shape placed by either then has the same bits, too.
template <exact_real T>
[[nodiscard]] bool has_same_bits(const transform2<T>& a, const transform2<T>& b) noexcept {
    static_assert(sizeof(transform2<T>) == 4 * sizeof(T));
    return __builtin_memcmp(&a, &b, sizeof a) == 0;
}

/// The state of a stored placed shape. `elsewhere`: not that of the current shape and transform. `in_place`: current.
/// `settled`: current, and not changed since the last `detect`.
enum place_state : std::uint8_t { elsewhere, in_place, settled };

/// The data of all colliders by index: slot, bounding box of the placed shape, shape, and placed shape. Free indices
/// have a default shape. A placed shape is computed when a test first needs it, so colliders that meet nothing are
/// never placed. A snapshot holds slots, shapes, `free` and `pending`; boxes and placed shapes are computed again.
template <exact_real T>
struct world_contents {
    std::vector<world_slot<T>> slots{};
    std::vector<aabb<T>> boxes{};
    std::vector<collider_shape<T>> shapes{};
    std::vector<world_solid<T>> solids{};
    value_list<std::uint8_t> placed{};  // a `place_state` for each solid
    value_list<std::uint32_t> free{};   // the free indices, with room for all; the last one is used next
    value_list<end_event> pending{};    // the ends of contacts that the next `detect` reports

    static constexpr std::uint64_t magic = 0x33646c726f77786f;  // "oxworld3"

    [[nodiscard]] std::size_t size() const noexcept { return slots.size() - free.size(); }
    [[nodiscard]] bool contains(collider_id id) const noexcept {
        return id.index < slots.size() && slots[id.index].is_used && slots[id.index].generation == id.generation;
    }
    [[nodiscard]] collider_id id_of(std::uint32_t i) const noexcept { return {i, slots[i].generation}; }
    /// @pre the index is in use
    [[nodiscard]] collider<T> collider_at(std::uint32_t i) const {
        const world_slot<T>& s = slots[i];
        return {shapes[i], s.transform, s.filter, s.sensor, s.user, s.fixed};
    }
    /// Returns the free index that is used next. If there is none, it adds one, so that `add` does not allocate.
    [[nodiscard]] std::uint32_t next_index() {
        if (const std::size_t n = slots.size(); free.empty()) {
            if (free.capacity() <= n) free.reserve(2 * n + 4);
            resize(n + 1), boxes.resize(n + 1), slots.resize(n + 1);
            free.push_back(static_cast<std::uint32_t>(n));
        }
        return free.back();
    }
    /// Adds a collider at `next_index()`.
    void add(const collider<T>& c, const aabb<T>& box);
    void remove(std::uint32_t i);
    [[nodiscard]] bool is_at(std::uint32_t i, const transform2<T>& where) const noexcept {
        return has_same_bits(slots[i].transform, where);
    }
    void move(std::uint32_t i, const transform2<T>& where, const aabb<T>& box) noexcept {
        slots[i].transform = where, boxes[i] = box, placed[i] = elsewhere;
    }
    void reshape(std::uint32_t i, const collider_shape<T>& shape, const aabb<T>& box);
    /// Resizes shapes and solids before the slots are replaced.
    void resize(std::size_t n) { shapes.resize(n), solids.resize(n), placed.resize(n); }
    void place_shape(std::size_t i) {
        if (!placed[i]) solids[i].place_shape(shapes[i], slots[i].transform), placed[i] = in_place;
    }
    /// @pre the shape is placed
    void settle(std::size_t i) noexcept { placed[i] = settled; }
    [[nodiscard]] bool is_settled(std::size_t i) const noexcept { return placed[i] == settled; }
    /// Returns the placed shape. If it is not stored, it is placed in `made`.
    [[nodiscard]] const world_solid<T>& solid_at(std::size_t i, std::optional<world_solid<T>>& made) const {
        if (placed[i]) return solids[i];
        made.emplace().place_shape(shapes[i], slots[i].transform);
        return *made;
    }

    /// Fills the hull of a placed convex shape, with the same bits as the hull of the stored placed shape. Returns
    /// false for a set of pieces.
    template <std::size_t N>
    [[nodiscard]] bool fill_hull_of(rounded_hull<T>& hull, hull_storage<T, N>& storage, std::size_t i) const {
        const auto* shape = std::get_if<any_shape<T>>(&shapes[i].value);
        if (!shape) return false;
        if (placed[i]) fill_hull(hull, storage, *solids[i].convex());
        else fill_placed(hull, storage, *shape, slots[i].transform);
        return true;
    }

    void write_snapshot(byte_writer& out, const touch_list<contact_event>& touches) const;

private:
    static void write(byte_writer& out, collider_id id) { out.put(id.index, id.generation); }
    void write_shape(byte_writer& out, std::size_t i, const known_sets<T>& sets) const {
        if (is_code_of_set(slots[i].code)) out.put(sets.number_of(*sets.set_of(shapes[i])));
        else write_points(out, shape_points<T>{*std::get_if<any_shape<T>>(&shapes[i].value)});
    }
};

template <exact_real T>
void world_contents<T>::add(const collider<T>& c, const aabb<T>& box) {
    const std::uint32_t i = next_index();
    free.pop_back();
    slots[i] = {c.transform, c.filter, slots[i].generation + 1, c.user, code_of(c.shape), c.sensor, true, c.fixed};
    boxes[i] = box, shapes[i] = c.shape, placed[i] = elsewhere;
    place_shape(i);
}
template <exact_real T>
void world_contents<T>::remove(std::uint32_t i) {
    slots[i] = {.generation = slots[i].generation};
    shapes[i] = {}, solids[i] = {}, placed[i] = elsewhere;
    free.push_back(i);
}
template <exact_real T>
void world_contents<T>::reshape(std::uint32_t i, const collider_shape<T>& shape, const aabb<T>& box) {
    shapes[i] = shape, slots[i].code = code_of(shape), boxes[i] = box, placed[i] = elsewhere;
}
template <exact_real T>
void world_contents<T>::write_snapshot(byte_writer& out, const touch_list<contact_event>& touches) const {
    out.put(magic);
    out.put(sizeof(T));
    const known_sets<T> sets{slots, shapes};
    out.put(sets.all().size());
    for (const compound<T>& c : sets.all()) stored_sets<T>::write(out, c);
    out.put(slots.size());
    for (const world_slot<T>& s : slots) store_slot(out.take(words_of_slot<T>), s);
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (slots[i].is_used) write_shape(out, i, sets);
    out.put(free.size());
    for (const std::uint32_t i : free) out.put(i);
    out.put(touches.size());
    touches.for_each([&out](const contact_event& e) { write(out, e.a), write(out, e.b); });
    out.put(pending.size());
    for (const end_event& e : pending) {
        write(out, e.a), write(out, e.b);
        out.put(e.user_a), out.put(e.user_b), out.put(static_cast<std::uint64_t>(e.reason));
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
