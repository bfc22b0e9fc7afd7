#pragma once
/// The way back: bytes are read and checked as a whole, and only then is the world that of the bytes.

#include <hitbox/scene/world_contents.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

/// What has the same bits as in the world is kept: of a world that is wound back by a few frames that is every shape,
/// and all of a collider that has not moved. Its memory is used again.
template <exact_real T>
class world_reader {
public:
    /// False if these are not the bytes of a world, or not all of one.
    [[nodiscard]] bool read(std::span<const std::byte> bytes, const world_contents<T>& now) {
        slots_.clear(), boxes_.clear(), free_.clear(), pending_.clear(), touching_.clear(), changed_.clear();
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
    /// @pre it was read with this world as it still is
    void apply(world_contents<T>& to, touch_list& touches) {
        const std::size_t known = to.slots.size();
        to.shapes.resize(slots_.size()), to.solids.resize(slots_.size());
        for (std::size_t i = 0; i < slots_.size() && i < known; ++i) {
            if (!has_same_bits(slots_[i].transform, to.slots[i].transform)) to.solids[i].forget();
            if (to.slots[i].is_used && !slots_[i].is_used) to.shapes[i] = {}, to.solids[i] = {};
        }
        for (auto& [i, shape] : changed_) to.shapes[i] = std::move(shape), to.solids[i].forget();
        to.slots.swap(slots_), to.boxes.swap(boxes_), to.free.swap(free_), to.pending.swap(pending_);
        touches.replace(touching_, to.slots.size());
    }
    /// Are the indices in use those of the world?
    [[nodiscard]] bool has_indices_of(const world_contents<T>& now) const {
        return std::ranges::equal(now.slots, slots_, {}, &world_slot<T>::is_used, &world_slot<T>::is_used);
    }

private:
    [[nodiscard]] static bool has_same_bits(const transform2<T>& a, const transform2<T>& b) noexcept {
        static_assert(sizeof(transform2<T>) == 4 * sizeof(T));
        return std::memcmp(&a, &b, sizeof a) == 0;
    }

    [[nodiscard]] static std::vector<compound<T>> read_sets(byte_reader& in, const world_contents<T>& now) {
        std::vector<compound<T>> sets;
        const std::size_t n = in.count(2);
        if (n == 0) return sets;
        const known_sets<T> known{now.shapes};
        while (in.ok() && sets.size() < n) sets.push_back(stored_sets<T>::read(in, known.all()));
        return sets;
    }
    void read_slots(byte_reader& in, const std::vector<compound<T>>& sets, const world_contents<T>& now) {
        const std::size_t n = in.count(1);
        slots_.resize(n), boxes_.resize(n);
        for (std::size_t i = 0; in.ok() && i < n; ++i) {
            std::uint32_t used = 0;
            in.words(slots_[i].generation, used);
            in.expect(used <= 1);
            slots_[i].is_used = used == 1;
            if (slots_[i].is_used) read_collider(in, i, sets, now);
            else slots_[i] = {.generation = slots_[i].generation};
        }
    }
    void read_collider(byte_reader& in, std::size_t i, const std::vector<compound<T>>& sets,
                       const world_contents<T>& now) {
        world_slot<T>& s = slots_[i];
        s.transform.translation = in.point<T>();
        const vec2<T> r = in.point<T>();
        s.transform.rotation.c = r.x, s.transform.rotation.s = r.y;
        std::uint32_t group = 0, sensor = 0;
        in.words(s.filter.category, s.filter.mask);
        in.words(group, sensor);
        s.filter.group = static_cast<std::int32_t>(group), s.sensor = sensor == 1;
        s.user = in.word();
        if (!in.expect(sensor <= 1 && valid(s.transform))) return;
        const bool was_here = i < now.slots.size() && now.slots[i].is_used;
        if (was_here && skip_known(in, sets, now.shapes[i])) {
            const bool has_moved = !has_same_bits(s.transform, now.slots[i].transform);
            boxes_[i] = has_moved ? box_at(now.shapes[i], s.transform) : now.boxes[i];
        } else {
            changed_.push_back({i, read_collider_shape(in, sets)});
            if (in.ok()) boxes_[i] = box_at(changed_.back().second, s.transform);
        }
        in.expect(valid(boxes_[i]));
    }
    /// Steps over the shape that is known, if that is what follows.
    [[nodiscard]] static bool skip_known(byte_reader& in, const std::vector<compound<T>>& sets,
                                         const collider_shape<T>& known) {
        byte_reader ahead = in;
        const kind_word kind = read_kind(ahead);
        if (!ahead.ok() || kind.index != known.value.index()) return false;
        if (kind.index == 0) {
            if (!skip_shape(ahead, *std::get_if<any_shape<T>>(&known.value))) return false;
        } else {
            const std::uint64_t n = ahead.word();
            const auto* line = std::get_if<chain<T>>(&known.value);
            if (n >= sets.size() || sets[n].pieces().data() != known_sets<T>::set_of(known)->pieces().data() ||
                (line && line->is_one_sided() != (kind.one_sided == 1)))
                return false;
        }
        in = ahead;
        return true;
    }
    [[nodiscard]] static collider_shape<T> read_collider_shape(byte_reader& in, const std::vector<compound<T>>& sets) {
        const kind_word kind = read_kind(in);
        collider_shape<T> shape;
        if (in.ok() && kind.index == 0) shape.value = read_shape<T>(in);
        if (!in.ok() || kind.index == 0) return shape;
        const std::uint64_t n = in.word();
        if (!in.expect(n < sets.size())) return shape;
        if (kind.index == 1) return sets[n];
        const auto is_segment = [](const any_shape<T>& s) { return std::holds_alternative<segment<T>>(s.value); };
        in.expect(std::ranges::all_of(sets[n].pieces(), is_segment));
        return stored_sets<T>::chain_of(sets[n], kind.one_sided ? chain_sides::one : chain_sides::two);
    }
    struct kind_word {
        std::uint32_t index = 0, one_sided = 0;
    };
    [[nodiscard]] static kind_word read_kind(byte_reader& in) noexcept {
        kind_word kind;
        in.words(kind.index, kind.one_sided);
        in.expect(kind.index <= 2 && kind.one_sided <= (kind.index == 2 ? 1u : 0u));
        return kind;
    }

    /// Each free index once.
    void read_free(byte_reader& in) {
        free_.resize(in.count(1));
        std::vector<char> is_free(free_.empty() ? 0 : slots_.size());
        for (std::uint32_t& i : free_) {
            const std::uint64_t w = in.word();
            if (!in.expect(w < slots_.size() && !slots_[w].is_used && !is_free[w])) return;
            i = static_cast<std::uint32_t>(w), is_free[i] = 1;
        }
        const auto used = std::ranges::count(slots_, true, &world_slot<T>::is_used);
        in.expect(static_cast<std::size_t>(used) + free_.size() == slots_.size());
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
        in.expect(std::ranges::is_sorted(touching_, std::ranges::less_equal{}));
    }
    void read_pending(byte_reader& in) {
        pending_.resize(in.count(5));
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
    std::vector<std::uint32_t> free_;
    std::vector<end_event> pending_;
    std::vector<contact_event> touching_;
    std::vector<std::pair<std::size_t, collider_shape<T>>> changed_;
};

}  // namespace hitbox::detail::inline HITBOX_ISA
