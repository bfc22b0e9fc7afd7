#pragma once
/// What decides how a world goes on: its colliders, who touches whom, which ends are to be told; and the way of it to
/// bytes and back.

#include <hitbox/scene/snapshot.hpp>
#include <hitbox/scene/touch_list.hpp>

#include <map>

namespace hitbox::detail::inline HITBOX_ISA {

/// A shape where it is: computed once for each move.
template <exact_real T>
struct world_solid {
    std::variant<any_shape<T>, placed<compound<T>>, placed<chain<T>>> value{};
    aabb<T> box{};
};

template <exact_real T>
[[nodiscard]] world_solid<T> solid_of(const collider_shape<T>& s, const transform2<T>& where) {
    world_solid<T> made;
    with_placed(s, where, [&made](const auto& solid) { made.box = hitbox::bounds(solid), made.value = solid; });
    return made;
}

template <exact_real T>
struct world_slot {
    collider<T> here{};
    std::uint32_t generation = 0;
    bool is_used = false;
};

/// The sets of pieces of a world, each once, in the order of their first users.
template <exact_real T>
class known_sets {
public:
    explicit known_sets(std::span<const world_slot<T>> slots) {
        for (const world_slot<T>& s : slots)
            if (const compound<T>* c = set_of(s.here.shape); c && s.is_used) add(*c);
    }
    [[nodiscard]] const std::vector<compound<T>>& all() const noexcept { return sets_; }
    [[nodiscard]] std::size_t number_of(const compound<T>& c) const { return numbers_.at(c.pieces().data()); }

    [[nodiscard]] static const compound<T>* set_of(const collider_shape<T>& shape) noexcept {
        if (const auto* line = std::get_if<chain<T>>(&shape.value)) return &line->edges();
        return std::get_if<compound<T>>(&shape.value);
    }

private:
    /// Those that share their pieces are told by these; others by their contents, of the same hash.
    void add(const compound<T>& c) {
        const auto [at, is_new] = numbers_.try_emplace(c.pieces().data(), sets_.size());
        if (!is_new) return;
        byte_writer contents{nullptr};
        stored_sets<T>::write(contents, c);
        const auto [first, last] = by_hash_.equal_range(contents.hash());
        for (auto i = first; i != last; ++i)
            if (stored_sets<T>::are_same(sets_[i->second], c)) return static_cast<void>(at->second = i->second);
        by_hash_.emplace(contents.hash(), sets_.size());
        sets_.push_back(c);
    }

    std::vector<compound<T>> sets_;
    std::map<const any_shape<T>*, std::size_t> numbers_;
    std::multimap<std::uint64_t, std::size_t> by_hash_;
};

template <exact_real T>
struct world_contents {
    std::vector<world_slot<T>> slots{};
    std::vector<world_solid<T>> solids{};  // of the slots
    std::vector<std::uint32_t> free{};
    std::size_t size = 0;
    std::vector<contact_event> touching{};  // only while it is read: the world keeps them in a list of its own
    std::vector<end_event> pending{};

    [[nodiscard]] bool contains(collider_id id) const noexcept {
        return id.index < slots.size() && slots[id.index].is_used && slots[id.index].generation == id.generation;
    }

    void write(byte_writer& out, const touch_list& touches) const {
        out.put(magic), out.put(sizeof(T));
        const known_sets<T> sets{slots};
        out.put(sets.all().size());
        for (const compound<T>& c : sets.all()) stored_sets<T>::write(out, c);
        out.put(slots.size());
        for (const world_slot<T>& s : slots) {
            out.put(s.generation, s.is_used ? 1 : 0);
            if (s.is_used) write(out, s.here, sets);
        }
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

    /// Sets and polygons that `known` has, too, are taken from there. @post right in itself, or not ok
    void read(byte_reader& in, const world_contents& known) {
        slots.clear(), solids.clear(), free.clear(), touching.clear(), pending.clear();
        size = 0;
        if (in.word() != magic || in.word() != sizeof(T)) in.ok = false;
        const known_sets<T> known_here{known.slots};
        std::vector<compound<T>> sets;
        for (std::size_t n = in.count(2); in.ok && sets.size() < n;)
            sets.push_back(stored_sets<T>::read(in, known_here.all()));
        read_slots(in, sets, known);
        if (in.ok) read_free(in);
        touching.resize(in.count(2));
        for (contact_event& e : touching) {
            e.a = read_id(in), e.b = read_id(in);
            in.ok = in.ok && contains(e.a) && contains(e.b) && e.a < e.b;
        }
        in.ok = in.ok && std::ranges::is_sorted(touching, std::ranges::less_equal{});
        pending.resize(in.count(5));
        for (end_event& e : pending) {
            e.a = read_id(in), e.b = read_id(in), e.user_a = in.word(), e.user_b = in.word();
            const std::uint64_t reason = in.word();
            in.ok = in.ok && reason <= static_cast<std::uint64_t>(end_reason::teleported);
            e.reason = static_cast<end_reason>(in.ok ? reason : 0);
        }
    }

private:
    static constexpr std::uint64_t magic = 0x32646c726f77786f;  // "oxworld2"

    static void write(byte_writer& out, collider_id id) { out.put(id.index, id.generation); }
    static void write(byte_writer& out, const collider<T>& c, const known_sets<T>& sets) {
        out.put(c.transform.translation);
        out.put(vec2<T>{c.transform.rotation.c, c.transform.rotation.s});
        out.put(c.filter.category, c.filter.mask);
        out.put(static_cast<std::uint32_t>(c.filter.group), c.sensor ? 1 : 0);
        out.put(c.user);
        const auto* line = std::get_if<chain<T>>(&c.shape.value);
        out.put(static_cast<std::uint32_t>(c.shape.value.index()), line && line->is_one_sided() ? 1 : 0);
        if (const compound<T>* set = sets.set_of(c.shape)) out.put(sets.number_of(*set));
        else write_shape(out, *std::get_if<any_shape<T>>(&c.shape.value));
    }

    void read_slots(byte_reader& in, const std::vector<compound<T>>& sets, const world_contents& known) {
        const std::size_t n = in.count(1);
        slots.resize(n), solids.resize(n);
        for (std::size_t i = 0; in.ok && i < n; ++i) {
            world_slot<T>& s = slots[i];
            std::uint32_t used = 0;
            in.words(s.generation, used);
            s.is_used = used == 1, size += used;
            in.ok = in.ok && used <= 1;
            if (!in.ok || !s.is_used) continue;
            read_collider(in, s.here, sets, i < known.slots.size() ? &known.slots[i].here.shape : nullptr);
            if (in.ok) solids[i] = solid_of(s.here.shape, s.here.transform);
            in.ok = in.ok && valid(solids[i].box);
        }
    }
    void read_free(byte_reader& in) {
        free.resize(in.count(1));
        std::vector<char> is_free(slots.size());
        for (std::uint32_t& i : free) {
            const std::uint64_t w = in.word();
            in.ok = in.ok && w < slots.size() && !slots[w].is_used && !is_free[w];
            if (!in.ok) return;
            i = static_cast<std::uint32_t>(w), is_free[i] = 1;
        }
        in.ok = in.ok && size + free.size() == slots.size();
    }
    [[nodiscard]] static collider_id read_id(byte_reader& in) noexcept {
        collider_id id;
        in.words(id.index, id.generation);
        return id;
    }
    static void read_collider(byte_reader& in, collider<T>& c, const std::vector<compound<T>>& sets,
                              const collider_shape<T>* known) {
        c.transform.translation = in.point<T>();
        const vec2<T> r = in.point<T>();
        c.transform.rotation.c = r.x, c.transform.rotation.s = r.y;
        std::uint32_t group = 0, sensor = 0, kind = 0, one_sided = 0;
        in.words(c.filter.category, c.filter.mask);
        in.words(group, sensor);
        c.filter.group = static_cast<std::int32_t>(group), c.sensor = sensor == 1;
        c.user = in.word();
        in.words(kind, one_sided);
        in.ok = in.ok && sensor <= 1 && kind <= 2 && one_sided <= (kind == 2 ? 1u : 0u) && valid(c.transform);
        if (!in.ok) return;
        if (kind == 0) {
            c.shape.value = read_shape<T>(in, known ? std::get_if<any_shape<T>>(&known->value) : nullptr);
            return;
        }
        const std::uint64_t n = in.word();
        in.ok = in.ok && n < sets.size();
        if (!in.ok) return;
        if (kind == 1) c.shape.value = sets[n];
        else c.shape.value = stored_sets<T>::chain_of(sets[n], one_sided ? chain_sides::one : chain_sides::two);
        const auto is_segment = [](const any_shape<T>& s) { return std::holds_alternative<segment<T>>(s.value); };
        in.ok = kind == 1 || std::ranges::all_of(sets[n].pieces(), is_segment);
    }
};

}  // namespace hitbox::detail::inline HITBOX_ISA
