#pragma once
/// The conversion of the bytes of a snapshot to a world. The bytes are checked as a whole before anything changes.

#include <hitbox/core/lists.hpp>
#include <hitbox/scene/world_contents.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Reads a snapshot. Data that is bit-identical to the current world is reused. After a rollback of a few frames, this
/// is every shape and every collider that has not moved.
template <exact_real T>
class world_reader {
public:
    /// Returns false if the bytes are not a complete snapshot.
    [[nodiscard]] bool read(list_view<const std::byte> bytes, const world_contents<T>& now);
    /// Replaces the contents of a world. @pre `read` was called with this world, which has not changed since
    void apply(world_contents<T>& to, touch_list<contact_event>& touches);
    /// Returns true if the snapshot and the world passed to `read` have the same indices in use and the same fixed
    /// colliders.
    [[nodiscard]] bool has_same_indices() const noexcept { return has_same_indices_; }
    /// Returns the indices of the colliders whose transform or shape differs from the world passed to `read`.
    [[nodiscard]] list_view<const std::uint32_t> moved() const noexcept { return moved_; }

private:
    [[nodiscard]] static std::vector<compound<T>> read_sets(byte_reader& in, const world_contents<T>& now) {
        std::vector<compound<T>> sets;
        const std::size_t n = in.count(2);
        if (n == 0) return sets;
        const known_sets<T> known{now.slots, now.shapes};
        while (in.ok() && sets.size() < n) sets.push_back(stored_sets<T>::read(in, known.all()));
        return sets;
    }
    void read_slots(byte_reader& in, const std::vector<compound<T>>& sets, const world_contents<T>& now) {
        const std::size_t n = in.count(words_of_slot<T>);
        const std::byte* at = in.take(n * words_of_slot<T>);
        slots_.resize(n), boxes_.resize(n);
        has_same_indices_ = n == now.slots.size();
        for (std::size_t i = 0; in.ok() && i < n; ++i, at += 8 * words_of_slot<T>) {
            world_slot<T>& s = slots_[i];
            if (!in.expect(load_slot(s, at))) return;
            const bool was_used = i < now.slots.size() && now.slots[i].is_used;
            has_same_indices_ = has_same_indices_ && s.is_used == was_used && s.fixed == now.slots[i].fixed;
            if (s.is_used) read_shape_of(in, i, was_used, sets, now);
            else in.expect(is_free(s));
        }
    }
    [[nodiscard]] static bool is_free(const world_slot<T>& s) noexcept {
        constexpr world_slot<T> free{};
        return s.code == 0 && has_same_bits(s.transform, free.transform) && s.filter == free.filter && s.user == 0 &&
               !s.sensor && !s.fixed;
    }
    void read_shape_of(byte_reader& in, std::size_t i, bool was_used, const std::vector<compound<T>>& sets,
                       const world_contents<T>& now) {
        const transform2<T>& where = slots_[i].transform;
        const std::uint32_t code = slots_[i].code;
        if (was_used && code == now.slots[i].code && skip_known(in, code, sets, now.shapes[i])) {
            if (has_same_bits(where, now.slots[i].transform)) {
                boxes_[i] = now.boxes[i];
                return;
            }
            boxes_[i] = box_at(now.shapes[i], where);
        } else {
            changed_.push_back({i, read_collider_shape(in, code, sets)});
            if (in.ok()) boxes_[i] = box_at(changed_.back().second, where);
        }
        moved_.push_back(static_cast<std::uint32_t>(i));
        in.expect(valid(boxes_[i]));
    }
    /// Skips the next shape and returns true if it equals the known shape with this code.
    [[nodiscard]] static bool skip_known(byte_reader& in, std::uint32_t code, const std::vector<compound<T>>& sets,
                                         const collider_shape<T>& known) {
        if (!is_code_of_set(code)) return skip_points(in, shape_points<T>{*std::get_if<any_shape<T>>(&known.value)});
        byte_reader ahead = in;
        const std::uint64_t n = ahead.word();
        if (n >= sets.size() || sets[n].pieces().data() != known_sets<T>::set_of(known)->pieces().data()) return false;
        in = ahead;
        return true;
    }
    [[nodiscard]] static collider_shape<T> read_collider_shape(byte_reader& in, std::uint32_t code,
                                                               const std::vector<compound<T>>& sets) {
        collider_shape<T> shape;
        if (!is_code_of_set(code)) {
            shape.value = read_shape<T>(in, code);
            return shape;
        }
        const std::uint64_t n = in.word();
        if (!in.expect(n < sets.size())) return shape;
        if (code == code_of_compound) return sets[n];
        const auto is_segment = [](const any_shape<T>& s) {
            return std::holds_alternative<segment<T>>(s.value) && s.rounding == T(0);
        };
        in.expect(detail::all_of(sets[n].pieces(), is_segment));
        return stored_sets<T>::chain_of(sets[n], code == code_of_one_sided_chain ? chain_sides::one : chain_sides::two);
    }

    /// Reads the free indices, each of which must occur exactly once.
    void read_free(byte_reader& in) {
        free_.resize(in.count(1)), free_.reserve(slots_.size());
        value_list<std::uint8_t> is_free(free_.empty() ? 0 : slots_.size());
        for (std::uint32_t& i : free_) {
            const std::uint64_t w = in.word();
            if (!in.expect(w < slots_.size() && !slots_[w].is_used && !is_free[w])) return;
            i = static_cast<std::uint32_t>(w), is_free[i] = 1;
        }
        std::size_t used = 0;
        for (const world_slot<T>& s : slots_) used += s.is_used ? 1 : 0;
        in.expect(used + free_.size() == slots_.size());
    }
    [[nodiscard]] bool contains(collider_id id) const noexcept {
        return id.index < slots_.size() && slots_[id.index].is_used && slots_[id.index].generation == id.generation;
    }
    void read_touching(byte_reader& in) {
        touching_.resize(in.count(2));
        for (contact_event& e : touching_) {
            e.a = read_id(in), e.b = read_id(in);
            if (!in.expect(contains(e.a) && contains(e.b) && e.a < e.b)) return;
        }
        for (std::size_t i = 1; i < touching_.size(); ++i) in.expect(touching_[i - 1] < touching_[i]);
    }
    void read_pending(byte_reader& in) {
        pending_.resize(in.count(5)), pending_.reserve(pending_.size() + touching_.size());
        for (end_event& e : pending_) {
            e.a = read_id(in), e.b = read_id(in), e.user_a = in.word(), e.user_b = in.word();
            const std::uint64_t reason = in.word();
            if (!in.expect(reason <= static_cast<std::uint64_t>(end_reason::teleported))) return;
            e.reason = static_cast<end_reason>(reason);
        }
    }
    [[nodiscard]] static collider_id read_id(byte_reader& in) noexcept {
        collider_id id;
        in.words(id.index, id.generation);
        return id;
    }

    std::vector<world_slot<T>> slots_;
    std::vector<aabb<T>> boxes_;
    value_list<std::uint32_t> free_;
    value_list<end_event> pending_;
    value_list<contact_event> touching_;
    std::vector<std::pair<std::size_t, collider_shape<T>>> changed_;
    value_list<std::uint32_t> moved_;
    bool has_same_indices_ = false;
};

template <exact_real T>
bool world_reader<T>::read(list_view<const std::byte> bytes, const world_contents<T>& now) {
    changed_.clear(), moved_.clear();
    if (bytes.size() < 8 || bytes.size() % 8 != 0) return false;
    byte_hash all;
    all.put(bytes.first(bytes.size() - 8));
    if (load_word(bytes.data() + bytes.size() - 8) != all.value()) return false;
    byte_reader in{bytes.first(bytes.size() - 8)};
    in.expect(in.word() == now.magic && in.word() == sizeof(T));
    read_slots(in, read_sets(in, now), now);
    read_free(in);
    read_touching(in);
    read_pending(in);
    return in.ok() && in.at_end();
}
template <exact_real T>
void world_reader<T>::apply(world_contents<T>& to, touch_list<contact_event>& touches) {
    const std::size_t known = (std::min)(to.slots.size(), slots_.size());
    touches.make_room(touching_.size(), slots_.size());
    to.resize(slots_.size());
    if (!has_same_indices_)
        for (std::size_t i = 0; i < known; ++i)
            if (to.slots[i].is_used && !slots_[i].is_used)
                to.shapes[i] = {}, to.solids[i] = {}, to.placed[i] = elsewhere;
    for (const std::uint32_t i : moved_) to.placed[i] = elsewhere;
    for (auto& [i, shape] : changed_) to.shapes[i] = std::move(shape);
    to.slots.swap(slots_), to.boxes.swap(boxes_), to.free.swap(free_), to.pending.swap(pending_);
    touches.replace(touching_, to.slots.size());
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
