#pragma once
/// What decides how a world goes on: its colliders, who touches whom, which ends are to be told; and the way of it to
/// bytes.

#include <hitbox/scene/snapshot.hpp>
#include <hitbox/scene/touch_list.hpp>
#include <hitbox/scene/world_solid.hpp>

#include <map>

namespace hitbox::detail::inline HITBOX_ISA {

/// What is known of a collider beside its shape; also of a place that is free, whose generation goes on.
template <exact_real T>
struct world_slot {
    transform2<T> transform{};
    collider_filter filter{};
    std::uint32_t generation = 0;
    std::uint64_t user = 0;
    bool sensor = false, is_used = false;
};

/// The sets of pieces of a world, each once, in the order of their first users.
template <exact_real T>
class known_sets {
public:
    /// Free slots have a shape that is no set.
    explicit known_sets(std::span<const collider_shape<T>> shapes) {
        for (const collider_shape<T>& s : shapes)
            if (const compound<T>* c = set_of(s)) add(*c);
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

/// Of each index: the slot, the box around the shape where it is, the shape, and the shape where it is. Free indices
/// have a default shape.
template <exact_real T>
struct world_contents {
    std::vector<world_slot<T>> slots{};
    std::vector<aabb<T>> boxes{};
    std::vector<collider_shape<T>> shapes{};
    std::vector<world_solid<T>> solids{};
    std::vector<std::uint32_t> free{};
    std::vector<end_event> pending{};

    static constexpr std::uint64_t magic = 0x32646c726f77786f;  // "oxworld2"

    [[nodiscard]] std::size_t size() const noexcept { return slots.size() - free.size(); }
    [[nodiscard]] bool contains(collider_id id) const noexcept {
        return id.index < slots.size() && slots[id.index].is_used && slots[id.index].generation == id.generation;
    }
    /// @pre the index is in use
    [[nodiscard]] collider<T> collider_at(std::uint32_t i) const {
        const world_slot<T>& s = slots[i];
        return {shapes[i], s.transform, s.filter, s.sensor, s.user};
    }
    /// For the index that the next one gets.
    void add(const collider<T>& c, const aabb<T>& box) {
        const std::uint32_t i = next_index();
        if (free.empty()) slots.emplace_back(), boxes.emplace_back(), shapes.emplace_back(), solids.emplace_back();
        else free.pop_back();
        slots[i] = {c.transform, c.filter, slots[i].generation + 1, c.user, c.sensor, true};
        boxes[i] = box, shapes[i] = c.shape;
        solids[i].forget(), solids[i].place(shapes[i], c.transform);
    }
    [[nodiscard]] std::uint32_t next_index() const noexcept {
        return free.empty() ? static_cast<std::uint32_t>(slots.size()) : free.back();
    }
    void remove(std::uint32_t i) {
        slots[i] = {.generation = slots[i].generation};
        shapes[i] = {}, solids[i] = {};
        free.push_back(i);
    }
    void move(std::uint32_t i, const transform2<T>& where, const aabb<T>& box) noexcept {
        slots[i].transform = where, boxes[i] = box;
        solids[i].forget();
    }

    void write(byte_writer& out, const touch_list& touches) const {
        out.put(magic);
        out.put(sizeof(T));
        const known_sets<T> sets{shapes};
        out.put(sets.all().size());
        for (const compound<T>& c : sets.all()) stored_sets<T>::write(out, c);
        out.put(slots.size());
        for (std::size_t i = 0; i < slots.size(); ++i) {
            out.put(slots[i].generation, slots[i].is_used ? 1 : 0);
            if (slots[i].is_used) write(out, slots[i], shapes[i], sets);
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

private:
    static void write(byte_writer& out, collider_id id) { out.put(id.index, id.generation); }
    static void write(byte_writer& out, const world_slot<T>& s, const collider_shape<T>& shape,
                      const known_sets<T>& sets) {
        out.put(s.transform.translation);
        out.put(vec2<T>{s.transform.rotation.c, s.transform.rotation.s});
        out.put(s.filter.category, s.filter.mask);
        out.put(static_cast<std::uint32_t>(s.filter.group), s.sensor ? 1 : 0);
        out.put(s.user);
        const auto* line = std::get_if<chain<T>>(&shape.value);
        out.put(static_cast<std::uint32_t>(shape.value.index()), line && line->is_one_sided() ? 1 : 0);
        if (const compound<T>* set = sets.set_of(shape)) out.put(sets.number_of(*set));
        else write_shape(out, *std::get_if<any_shape<T>>(&shape.value));
    }
};

}  // namespace hitbox::detail::inline HITBOX_ISA
