#pragma once
/// The world: colliders that move, contacts with begin, stay and end events, queries, and snapshots.

#include <hitbox/broad/dynamic_tree.hpp>
#include <hitbox/core/lists.hpp>
#include <hitbox/fwd.hpp>
#include <hitbox/scene/contact_finder.hpp>
#include <hitbox/scene/world_queries.hpp>
#include <hitbox/scene/world_reader.hpp>
#include <hitbox/scene/world_solids.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Colliders in a broad phase. A frame is: move them, `detect`, then react to `contacts`, `began`, `stayed` and
/// `ended`. All orders follow the ids alone, so two worlds to which the same was done answer the same, bit for bit,
/// whatever the broad phase, the compiler or the machine; and so does a world that was restored. Reading is safe from
/// any number of threads while the world is not changed.
///
/// Contacts and events stay as they are until the next `detect`, `clear` or `restore`. Every other function, `remove`
/// and `add` among them, may be called in a loop over them. Such a change shortens what `touching(id)` and
/// `contacts(id)` return: collect first, change afterwards. Visitors of queries change nothing.
template <exact_real T, class BroadPhase>  // by default dynamic_tree<T>: fwd.hpp
class world : public world_queries<world<T, BroadPhase>, T> {
public:
    using scalar_type = T;

    /// Returns a null id if the shape is invalid, borrows its vertices, or would not be finite where it is.
    collider_id add(const collider<T>& c) {
        if (!detail::can_be_kept(c.shape) || !valid(c.transform)) return {};
        const aabb<T> box = detail::box_at(c.shape, c.transform);
        const std::uint32_t index = now_.next_index();
        if (!boxes_.insert(index, box, c.fixed)) return {};  // it is not finite
        now_.add(c, box);
        return id_of(index);
    }
    /// Pairs that it touched end with the reason `removed`.
    bool remove(collider_id id) {
        if (!expect_here(id)) return false;
        end_all(id, end_reason::removed);
        boxes_.remove(id.index);
        now_.remove(id.index);
        return true;
    }
    /// Removes all colliders. The next `detect` reports the ends of pairs that touched, as of `remove`; contacts and
    /// events are empty until then. No former id names a collider afterwards.
    void clear() {
        touches_.for_each([this](const contact_event& e) { note_end(e, end_reason::removed); });
        pairs_.clear(), touches_.replace(pairs_, 0);
        for (auto i = static_cast<std::uint32_t>(now_.slots.size()); i-- > 0;)  // index 0 is used first again
            if (now_.slots[i].is_used) now_.remove(i);
        boxes_.clear();
        forget_events();
    }
    [[nodiscard]] bool contains(collider_id id) const noexcept { return now_.contains(id); }
    [[nodiscard]] std::size_t size() const noexcept { return now_.size(); }
    /// The ids of all colliders, ascending: `for (collider_id id : w)`. A collider may be removed when it is reached.
    [[nodiscard]] detail::slot_iterator<T> begin() const noexcept { return {now_.slots, 0}; }
    [[nodiscard]] detail::slot_iterator<T> end() const noexcept { return {now_.slots, now_.slots.size()}; }

    /// Returns a copy of a collider, its shape included. @pre contains(id); else a default one
    [[nodiscard]] collider<T> operator[](collider_id id) const {
        return expect_here(id) ? now_.collider_at(id.index) : collider<T>{};
    }
    /// Returns the shape where it is, a set of solids that every query of sets takes: `collide(disc, w.at(id))`. It is
    /// a copy, so it stays as it is. @pre contains(id); else an invalid one
    [[nodiscard]] placed<collider_shape<T>> at(collider_id id) const {
        if (!expect_here(id)) return {compound<T>{}, {}};
        return {now_.shapes[id.index], now_.slots[id.index].transform};
    }
    /// Parts of a collider that are cheap to read. @pre contains(id); else those of a default one
    [[nodiscard]] transform2<T> transform(collider_id id) const { return slot(id).transform; }
    [[nodiscard]] collider_filter filter(collider_id id) const { return slot(id).filter; }
    [[nodiscard]] std::uint64_t user(collider_id id) const { return slot(id).user; }
    [[nodiscard]] bool is_sensor(collider_id id) const { return slot(id).sensor; }
    [[nodiscard]] bool is_fixed(collider_id id) const { return slot(id).fixed; }
    /// Returns the bounding box of the shape where it is. @pre contains(id); else a box at the origin
    [[nodiscard]] aabb<T> bounds(collider_id id) const { return expect_here(id) ? now_.boxes[id.index] : aabb<T>{}; }
    /// Returns the smallest box around the boxes of all colliders; inverted if there are none.
    [[nodiscard]] aabb<T> bounds() const noexcept { return boxes_.bounds(); }

    /// Moves a collider, fixed ones too. It goes on as the same: what it touches still stays or ends by itself. Returns
    /// false for an id that names nothing, or where the collider would not be finite.
    template <class = void>  // so that `move(id, {1, 2})` takes a point
    bool move(collider_id id, const transform2<T>& where) {
        if (!expect_here(id) || !valid(where)) return false;
        if (now_.is_at(id.index, where)) return true;
        const aabb<T> box = detail::box_at(now_.shapes[id.index], where);
        if (!boxes_.update(id.index, box)) return false;  // it is not finite
        now_.move(id.index, where, box);
        return true;
    }
    /// Keeps its rotation.
    bool move(collider_id id, vec2<T> position) { return expect_here(id) && move(id, moved_to(id, position)); }
    /// Moves many at once, each to the transform of the same number; faster than one by one if these are most of all.
    /// Returns false, and none has moved, if there is not one transform for each, or if one could not be moved there.
    bool move(std::span<const collider_id> ids, std::span<const transform2<T>> where) {
        if (ids.size() != where.size()) return false;
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (!expect_here(ids[i]) || !valid(where[i])) return false;
        list_.clear(), moved_.clear();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::uint32_t index = ids[i].index;
            list_.push_back(now_.is_at(index, where[i]) ? now_.boxes[index]
                                                        : detail::box_at(now_.shapes[index], where[i]));
            if (!valid(list_[i])) return false;
        }
        for (std::size_t i = 0; i < ids.size(); ++i)  // the same one may be there again
            if (const std::uint32_t index = ids[i].index; !now_.is_at(index, where[i]))
                now_.move(index, where[i], list_[i]), moved_.push_back(index);
        boxes_.update(moved_, now_.boxes);
        return true;
    }
    /// Moves a collider; what it touched ends first, and begins again if it touches it there.
    template <class = void>
    bool teleport(collider_id id, const transform2<T>& where) {
        if (!move(id, where)) return false;
        end_all(id, end_reason::teleported);
        return true;
    }
    /// Keeps its rotation.
    bool teleport(collider_id id, vec2<T> position) { return expect_here(id) && teleport(id, moved_to(id, position)); }
    /// Contacts of the collider end. Returns false for an id that names nothing, or a shape that `add` would refuse.
    bool set_shape(collider_id id, const collider_shape<T>& shape) {
        if (!expect_here(id) || !detail::can_be_kept(shape)) return false;
        const aabb<T> box = detail::box_at(shape, now_.slots[id.index].transform);
        if (!boxes_.update(id.index, box)) return false;  // it is not finite
        now_.reshape(id.index, shape, box);
        end_all(id, end_reason::reshaped);
        return true;
    }
    /// Contacts of the collider end. Returns false for an id that names nothing.
    bool set_filter(collider_id id, const collider_filter& filter) {
        if (!expect_here(id)) return false;
        now_.slots[id.index].filter = filter;
        end_all(id, end_reason::filtered);
        return true;
    }
    /// Contacts of the collider end if this changes anything. Returns false for an id that names nothing.
    bool set_fixed(collider_id id, bool fixed) {
        if (!expect_here(id)) return false;
        if (now_.slots[id.index].fixed == fixed) return true;
        boxes_.remove(id.index);
        static_cast<void>(boxes_.insert(id.index, now_.boxes[id.index], fixed));
        now_.slots[id.index].fixed = fixed;
        end_all(id, end_reason::filtered);
        return true;
    }
    /// Contacts of the collider go on, with points or without from the next `detect` on. Returns false for an id that
    /// names nothing.
    bool set_sensor(collider_id id, bool sensor) {
        if (!expect_here(id)) return false;
        now_.slots[id.index].sensor = sensor;
        return true;
    }
    /// Returns false for an id that names nothing.
    bool set_user(collider_id id, std::uint64_t user) {
        if (!expect_here(id)) return false;
        now_.slots[id.index].user = user;
        return true;
    }

    /// Finds which colliders touch. Its cost grows with the colliders that are not fixed and with the pairs of boxes
    /// that meet, other than pairs of fixed ones. A pair of which neither has moved since the last `detect` costs next
    /// to nothing: its contact is kept.
    void detect() {
        forget_events(), pairs_.clear();
        finder_.find(contacts_, now_, boxes_);
        for (const world_contact<T>& c : contacts_) pairs_.push_back({c.a, c.b});
        touches_.replace(pairs_, now_.slots.size());  // pairs_ are the former ones now
        const auto note = [](std::vector<contact_event>& list) {
            return [&list](const contact_event& e) { list.push_back(e); };
        };
        left_.clear();
        touches_.for_each([this](const contact_event& e) { left_.push_back(e); });
        detail::compare_pairs(
            pairs_, left_, [this](const contact_event& e) { note_end(e, end_reason::separated); }, note(stayed_),
            note(began_));
        ended_.swap(now_.pending), now_.pending.clear();
        detail::sort_list(ended_, [](const end_event& x, const end_event& y) {
            return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.reason < y.reason;
        });
    }

    /// Pairs that touch, ascending, with their manifolds.
    [[nodiscard]] std::span<const world_contact<T>> contacts() const noexcept { return contacts_; }
    [[nodiscard]] std::span<const contact_event> began() const noexcept { return {began_.data(), began_.size()}; }
    [[nodiscard]] std::span<const contact_event> stayed() const noexcept { return {stayed_.data(), stayed_.size()}; }
    /// Also of colliders that were removed, teleported, or got another filter or shape since the last `detect`.
    [[nodiscard]] std::span<const end_event> ended() const noexcept { return {ended_.data(), ended_.size()}; }
    /// Returns the colliders that `id` touched at the last `detect`, ascending, except those whose contact has ended
    /// later. Also right after a `restore`. Empty for an id that names nothing.
    [[nodiscard]] std::span<const collider_id> touching(collider_id id) const noexcept {
        if (!contains(id)) return {};
        return touches_.neighbours(id.index);
    }
    /// The contacts of `id` with those in `touching(id)`; none after a `restore`.
    [[nodiscard]] contacts_of<T> contacts(collider_id id) const noexcept { return {contacts_, touching(id), id}; }
    /// The events of `id` alone. They are searched for among all events of the kind.
    [[nodiscard]] events_of<contact_event> began(collider_id id) const noexcept { return {began_, id}; }
    [[nodiscard]] events_of<contact_event> stayed(collider_id id) const noexcept { return {stayed_, id}; }
    [[nodiscard]] events_of<end_event> ended(collider_id id) const noexcept { return {ended_, id}; }
    /// All that blocks: the colliders that the condition admits, except sensors, as one set of solids. The world must
    /// outlive it.
    template <query_condition F = query_filter>
    [[nodiscard]] world_solids<world, F> solids(const F& filter = {}) const {
        return {this, filter};
    }

    /// Returns the state of the world as plain bytes, the same on every machine. It includes pending ends, and no
    /// contacts and events.
    [[nodiscard]] std::vector<std::byte> snapshot() const {
        std::vector<std::byte> bytes(256 + 128 * now_.slots.size());
        snapshot(bytes);
        return bytes;
    }
    /// Writes it into a list, in the memory of the list if that is enough.
    void snapshot(std::vector<std::byte>& bytes) const {
        detail::byte_writer out{&bytes};
        now_.write(out, touches_);
        out.finish();
    }
    /// Goes on from a snapshot of a world of this coordinate type. Contacts and events are empty until the next
    /// `detect`. Returns false if the bytes are not a complete snapshot; the world is then unchanged.
    bool restore(std::span<const std::byte> bytes) {
        if (!reader_.read(bytes, now_)) return false;
        reader_.apply(now_, touches_);
        if (!reader_.has_same_indices()) boxes_.build(now_.slots, now_.boxes);
        else boxes_.update(reader_.moved(), now_.boxes);
        forget_events();
        return true;
    }
    /// Returns the hash of the bytes of `snapshot`. Two worlds with the same hash go on alike, but for one chance in
    /// 2^64.
    [[nodiscard]] std::uint64_t state_hash() const {
        detail::byte_writer out{nullptr};
        now_.write(out, touches_);
        return out.hash();
    }
    /// Is every part of the broad phase as it should be? For tests: it looks at all of it.
    [[nodiscard]] bool validate() const { return boxes_.validate(); }

    // Parts of queries; indices are those of colliders.

    /// For the queries of this room: the boxes, and what is stored at an index of the collider.
    /// @pre the index is that of a collider
    [[nodiscard]] const detail::world_boxes<T, BroadPhase>& boxes() const noexcept { return boxes_; }
    [[nodiscard]] collider_id id_of(std::uint32_t index) const noexcept { return now_.id_of(index); }
    [[nodiscard]] const aabb<T>& box_of(std::uint32_t index) const noexcept { return now_.boxes[index]; }
    [[nodiscard]] bool is_sensor_at(std::uint32_t index) const noexcept { return now_.slots[index].sensor; }
    [[nodiscard]] bool is_convex_at(std::uint32_t index) const noexcept {
        return !detail::is_code_of_set(now_.slots[index].code);
    }
    /// Fills the hull of a convex collider where it is, which is valid until the world changes. Returns false for a set
    /// of pieces.
    template <class Storage>
    [[nodiscard]] bool fill_hull_of(detail::rounded_hull<T>& hull, Storage& storage, std::uint32_t index) const {
        return now_.fill_hull_of(hull, storage, index);
    }
    /// Calls f with the collider's shape where it is.
    template <class F>
    decltype(auto) with_solid(std::uint32_t index, const F& f) const {
        return now_.with_solid(index, f);
    }
    /// Does a query with this condition see the collider?
    template <query_condition F>
    [[nodiscard]] bool is_seen(std::uint32_t index, const F& filter) const {
        const detail::world_slot<T>& c = now_.slots[index];
        if constexpr (std::same_as<F, collider_filter>) return filter.meets(c.filter);
        else if constexpr (!std::same_as<F, query_filter>) return static_cast<bool>(filter(id_of(index)));
        else if (id_of(index) == filter.ignore || (c.sensor && !filter.sensors)) return false;
        else return !filter.filter || filter.filter->meets(c.filter);
    }
    /// Calls visit(index) for colliders whose boxes meet a box and that pass a test, ascending, until it returns false.
    template <class Test, class Visit>
    void for_each_near(const aabb<T>& box, const Test& test, const Visit& visit) const {
        if (!valid(box)) return;
        detail::small_list<std::uint32_t, 1024> found;
        boxes_.query(box, [&](std::uint32_t i) {
            if (test(i)) found.push_back(i);
            return true;
        });
        detail::sort_indices(found.data(), found.size());
        for (const std::uint32_t i : found)
            if (!visit(i)) return;
    }

private:
    [[nodiscard]] bool expect_here(collider_id id) const {
        return detail::expect(contains(id), "an id names no collider of this world");
    }
    [[nodiscard]] detail::world_slot<T> slot(collider_id id) const {
        return expect_here(id) ? now_.slots[id.index] : detail::world_slot<T>{};
    }
    [[nodiscard]] transform2<T> moved_to(collider_id id, vec2<T> position) const {
        return {position, now_.slots[id.index].transform.rotation};
    }
    void note_end(const contact_event& e, end_reason reason) {
        now_.pending.push_back({e.a, e.b, now_.slots[e.a.index].user, now_.slots[e.b.index].user, reason});
    }
    void end_all(collider_id id, end_reason reason) {
        touches_.end_all(id, [this, reason](const contact_event& e) { note_end(e, reason); });
    }
    void forget_events() { finder_.take(contacts_), began_.clear(), stayed_.clear(), ended_.clear(); }

    detail::world_contents<T> now_;
    detail::touch_list<contact_event> touches_;
    detail::world_boxes<T, BroadPhase> boxes_;
    detail::contact_finder<T> finder_;
    std::vector<world_contact<T>> contacts_;
    std::vector<contact_event> began_, stayed_;
    std::vector<end_event> ended_;
    // Memory to be used again.
    detail::world_reader<T> reader_;
    std::vector<aabb<T>> list_;
    std::vector<std::uint32_t> moved_;
    std::vector<contact_event> pairs_, left_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
