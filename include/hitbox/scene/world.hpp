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

/// The colliders of a scene with their contacts. In each frame, move the colliders, call `detect`, then react to
/// `contacts`, `began`, `stayed` and `ended`. The order of all results depends on the ids alone. Two worlds with the
/// same history of calls, and a restored world, therefore give the same answers bit for bit, whatever the broad phase,
/// the compiler or the machine. Any number of threads may read a world that does not change.
///
/// Contacts and events stay as they are until the next `detect`, `clear` or `restore`. Every other function, such as
/// `remove` and `add`, may be called in a loop over them. Such a change may shorten the lists of `touching(id)` and
/// `contacts(id)`: copy the ids first. A visitor of a query must not change the world. A world from which another was
/// moved can be assigned, cleared or destroyed. If an allocation throws during a change, only `clear`, `restore`,
/// assignment and destruction may follow. `clear` does not allocate.
template <exact_real T, class BroadPhase>  // by default dynamic_tree<T>: fwd.hpp
class world : public world_queries<world<T, BroadPhase>, T> {
    static_assert(
        requires(BroadPhase boxes, const aabb<T>& box) { boxes.insert(box); },
        "hitbox: the broad phase of a world<T> is a structure with insert and the same T: spatial_hash<T>");

public:
    using scalar_type = T;

    world() = default;
    world(const world&) = default;
    world(world&&) = default;
    world& operator=(world&&) = default;
    /// Copies a world into the memory of this one. If an allocation throws, this world is empty afterwards.
    world& operator=(const world& other) {
        struct emptier {
            world* incomplete;
            ~emptier() {
                if (incomplete) *incomplete = world{};
            }
        } scope{this};
        now_ = other.now_, touches_ = other.touches_, boxes_ = other.boxes_, finder_ = other.finder_;
        contacts_ = other.contacts_, began_ = other.began_, stayed_ = other.stayed_, ended_ = other.ended_;
        scope.incomplete = nullptr;
        return *this;
    }

    /// Adds a collider and returns its id. Returns a null id if the broad phase is full. It also returns a null id, and
    /// reports the mistake to HITBOX_ASSERT, if the transform or the shape is invalid, or if the shape has borrowed
    /// vertices or would not be finite at its transform.
    collider_id add(const collider<T>& c) {
        if (!expect_shape(c.shape, "world::add") || !expect_transform(c.transform, "world::add")) return {};
        const aabb<T> box = detail::box_at(c.shape, c.transform);
        if (!expect_finite(box, "world::add")) return {};
        const std::uint32_t index = now_.next_index();
        if (!boxes_.insert(index, box, c.fixed)) return {};
        now_.add(c, box);
        return id_of(index);
    }
    /// Adds a shape with the defaults of a collider: `w.add(disc)`, `w.add(disc, {.translation = {3, 4}})`.
    collider_id add(collider_shape<T> shape, const transform2<T>& where) {
        return add(collider<T>{std::move(shape), where});
    }
    template <std::convertible_to<collider_shape<T>> S>
    collider_id add(const S& shape) {
        return add(shape, transform2<T>{});
    }
    template <class = void>
    collider_id add(collider_shape<T>, const collider<T>&) = delete;  // write w.add({.shape = shape, .fixed = true})
    template <vec_like V>
    collider_id add(collider_shape<T>, const V&) = delete;  // write w.add(shape, {.translation = {x, y}})
    template <class Where = detail::any_value, std::convertible_to<collider_shape<T>> S>
        requires(!vec_like<S>)
    collider_id add(const Where&, const S&) = delete;  // the shape comes first: w.add(shape, {{x, y}})
    template <detail::not_kept_with<T> S>
    collider_id add(const S&) = delete;  // write circle<T>{...} with the T of the world, or compound<T>{range}
    template <std::size_t N>
    collider_id add(const detail::any_value (&)[N]) = delete;  // members: shape, transform, filter, sensor, user, fixed
    /// Removes a collider. Its contacts end with the reason `removed`. Returns false if the id names no collider.
    bool remove(collider_id id) {
        if (!expect_here(id, "world::remove")) return false;
        end_all(id, end_reason::removed);
        boxes_.remove(id.index);
        now_.remove(id.index);
        return true;
    }
    /// Removes all colliders. Contacts and events are empty until the next `detect`, which reports the ends of all
    /// contacts, as after `remove`; after a `detect` that threw, perhaps of none. No former id names a collider
    /// afterwards.
    void clear() {
        if (now_.pending.capacity() - now_.pending.size() >= touches_.size())  // false only after a failed `detect`
            touches_.for_each([this](const contact_event& e) { note_end(e, end_reason::removed); });
        pairs_.clear(), touches_.replace(pairs_, 0);
        now_.free.clear();
        for (auto i = static_cast<std::uint32_t>(now_.slots.size()); i-- > 0;) now_.remove(i);  // 0 is used first again
        boxes_.clear();
        forget_events();
    }
    /// Returns true if the id names a collider of this world.
    [[nodiscard]] bool contains(collider_id id) const noexcept { return now_.contains(id); }
    [[nodiscard]] std::size_t size() const noexcept { return now_.size(); }
    /// Iterates over the ids of all colliders, ascending: `for (collider_id id : w)`. The loop may remove the collider
    /// that it has reached.
    [[nodiscard]] detail::slot_iterator<T> begin() const noexcept { return {now_.slots, 0}; }
    [[nodiscard]] detail::slot_iterator<T> end() const noexcept { return {now_.slots, now_.slots.size()}; }

    /// Returns a copy of a collider with its shape. The copy is constant, so `w[id].transform = t` does not compile:
    /// write `w.move(id, t)`. @pre contains(id); else returns a default collider
    [[nodiscard]] const collider<T> operator[](collider_id id) const {  // NOLINT(readability-const-return-type)
        return expect_here(id, "world::operator[]") ? now_.collider_at(id.index) : collider<T>{};
    }
    /// Returns the placed shape of a collider, which every query of sets takes: `collide(disc, w.at(id))`. It is a
    /// copy: later changes of the world do not affect it. The copy is constant, so `w.at(id).transform = t` does not
    /// compile. @pre contains(id); else returns an invalid shape
    [[nodiscard]] const placed<collider_shape<T>> at(collider_id id) const {  // NOLINT(readability-const-return-type)
        if (!expect_here(id, "world::at")) return {compound<T>{}, {}};
        return {now_.shapes[id.index], now_.slots[id.index].transform};
    }
    /// Returns a member of a collider, without a copy of its shape. @pre contains(id); else returns that of a default
    /// collider
    [[nodiscard]] const transform2<T> transform(collider_id id) const {  // NOLINT(readability-const-return-type)
        return slot(id, "world::transform").transform;
    }
    [[nodiscard]] collider_filter filter(collider_id id) const { return slot(id, "world::filter").filter; }
    [[nodiscard]] std::uint64_t user(collider_id id) const { return slot(id, "world::user").user; }
    [[nodiscard]] bool is_sensor(collider_id id) const { return slot(id, "world::is_sensor").sensor; }
    [[nodiscard]] bool is_fixed(collider_id id) const { return slot(id, "world::is_fixed").fixed; }
    /// Returns the bounding box of the placed shape of a collider. It may be smaller than `bounds(w.at(id))`, which is
    /// around the turned box of the shape. @pre contains(id); else returns a box at the origin
    [[nodiscard]] aabb<T> bounds(collider_id id) const {
        return expect_here(id, "world::bounds") ? now_.boxes[id.index] : aabb<T>{};
    }
    /// Returns the smallest box around the boxes of all colliders; inverted if there are none.
    [[nodiscard]] aabb<T> bounds() const noexcept { return boxes_.bounds(); }

    /// Moves a collider; it may be a fixed one. Its contacts continue if the colliders still touch at the next
    /// `detect`. If the id names no collider, the transform is invalid or coordinates would not be finite, it returns
    /// false, and reports the mistake to HITBOX_ASSERT.
    template <class = void>  // so that `move(id, {1, 2})` takes a point
    bool move(collider_id id, const transform2<T>& where) {
        return move_to(id, where, "world::move");
    }
    bool move(collider_id, detail::angle_in_braces<T>) = delete;  // write {{x, y}, rot2<T>::from_radians(a)}
    bool move(collider_id, T, T) = delete;                        // write w.move(id, {x, y})
    template <class R>
    bool move(collider_id, vec2<T>, const R&) = delete;  // write w.move(id, {{x, y}, rot2<T>::from_radians(a)})
    template <detail::not_converted_to<vec2<T>> V>
    bool move(collider_id, const V&) = delete;  // write vec2<T>{x, y} with the T of the world, or to_vec2(v)
    /// Moves a collider, which keeps its rotation. Returns false in the same cases.
    bool move(collider_id id, vec2<T> position) {
        return expect_here(id, "world::move") && move_to(id, moved_to(id, position), "world::move");
    }
    /// Moves many colliders at once: ids[i] to where[i]. This is faster than single moves if most colliders of the
    /// world move. If an id occurs twice, its last transform counts. Returns false, and moves none, if the lists differ
    /// in length or if one of the colliders cannot be moved.
    bool move(std::span<const collider_id> ids, std::span<const transform2<T>> where) {
        if (!expect(ids.size() == where.size(), "world::move", "lists differ in length")) return false;
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (!expect_here(ids[i], "world::move") || !expect_transform(where[i], "world::move")) return false;
        list_.clear(), moved_.clear(), moved_.reserve(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::uint32_t index = ids[i].index;
            list_.push_back(now_.is_at(index, where[i]) ? now_.boxes[index]
                                                        : detail::box_at(now_.shapes[index], where[i]));
            if (!expect_finite(list_[i], "world::move")) return false;
        }
        for (std::size_t i = 0; i < ids.size(); ++i)  // the list may contain an id twice
            if (const std::uint32_t index = ids[i].index; !now_.is_at(index, where[i]))
                now_.move(index, where[i], list_[i]), moved_.push_back(index);
        boxes_.update(moved_, now_.boxes);
        return true;
    }
    template <class R>
        requires(!std::is_convertible_v<const R&, std::span<const transform2<T>>>)
    bool move(std::span<const collider_id>, const R&) = delete;  // write a list of transform2<T>
    /// Moves a collider and ends its contacts. A contact with a collider that it still touches begins again at the next
    /// `detect`. Returns false in the same cases as `move`.
    template <class = void>
    bool teleport(collider_id id, const transform2<T>& where) {
        return teleport_to(id, where);
    }
    /// Moves a collider, which keeps its rotation, and ends its contacts. Returns false in the same cases as `move`.
    bool teleport(collider_id id, vec2<T> position) {
        return expect_here(id, "world::teleport") && teleport_to(id, moved_to(id, position));
    }
    template <detail::not_converted_to<vec2<T>> V>
    bool teleport(collider_id, const V&) = delete;  // write vec2<T>{x, y} with the T of the world, or to_vec2(v)
    /// Changes the shape and ends the contacts of a collider. Returns false if the id names no collider, or if `add`
    /// would refuse the shape.
    bool set_shape(collider_id id, const collider_shape<T>& shape) {
        if (!expect_here(id, "world::set_shape") || !expect_shape(shape, "world::set_shape")) return false;
        const aabb<T> box = detail::box_at(shape, now_.slots[id.index].transform);
        if (!expect_finite(box, "world::set_shape")) return false;
        now_.reshape(id.index, shape, box);
        boxes_.update(id.index, now_.boxes);
        end_all(id, end_reason::reshaped);
        return true;
    }
    /// Changes the filter of a collider; if it changes, the contacts end. Returns false if the id names no collider.
    bool set_filter(collider_id id, const collider_filter& filter) {
        if (!expect_here(id, "world::set_filter")) return false;
        if (now_.slots[id.index].filter == filter) return true;
        now_.slots[id.index].filter = filter;
        end_all(id, end_reason::filtered);
        return true;
    }
    /// Fixes or unfixes a collider; if this changes it, its contacts end. Returns false if the id names no collider.
    bool set_fixed(collider_id id, bool fixed) {
        if (!expect_here(id, "world::set_fixed")) return false;
        if (now_.slots[id.index].fixed == fixed) return true;
        boxes_.remove(id.index);
        static_cast<void>(boxes_.insert(id.index, now_.boxes[id.index], fixed));
        now_.slots[id.index].fixed = fixed;
        end_all(id, end_reason::filtered);
        return true;
    }
    /// Makes a collider a sensor or a solid. Its contacts continue; from the next `detect` on they are without points,
    /// or with points. Returns false if the id names no collider.
    bool set_sensor(collider_id id, bool sensor) {
        if (!expect_here(id, "world::set_sensor")) return false;
        now_.slots[id.index].sensor = sensor;
        return true;
    }
    /// Changes the user data of a collider. Returns false if the id names no collider.
    bool set_user(collider_id id, std::uint64_t user) {
        if (!expect_here(id, "world::set_user")) return false;
        now_.slots[id.index].user = user;
        return true;
    }

    /// Finds the colliders that touch, and updates contacts and events. The time grows with the number of colliders
    /// that are not fixed, and with the number of pairs of boxes that meet, without pairs of fixed colliders. If
    /// neither collider of a pair has moved since the last `detect`, its contact is kept without a test.
    void detect() {
        forget_events(), pairs_.clear();
        finder_.find(contacts_, now_, boxes_);
        for (const world_contact<T>& c : contacts_) pairs_.push_back({c.a, c.b});
        ended_.reserve(pairs_.size());                // becomes `pending`, with room for the ends of all contacts
        touches_.replace(pairs_, now_.slots.size());  // swaps: pairs_ has the former pairs
        const auto note = [](detail::value_list<contact_event>& list) {
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

    /// Returns the pairs that touched at the last `detect`, ascending, with their manifolds.
    [[nodiscard]] std::span<const world_contact<T>> contacts() const noexcept { return contacts_; }
    /// Returns the pairs that began to touch at the last `detect`, ascending.
    [[nodiscard]] std::span<const contact_event> began() const noexcept { return {began_.data(), began_.size()}; }
    /// Returns the pairs whose contact continued at the last `detect`, ascending.
    [[nodiscard]] std::span<const contact_event> stayed() const noexcept { return {stayed_.data(), stayed_.size()}; }
    /// Returns the contacts that ended between the last two calls of `detect` or at the last one, ascending, with the
    /// reason.
    [[nodiscard]] std::span<const end_event> ended() const noexcept { return {ended_.data(), ended_.size()}; }
    /// Returns the colliders that `id` touched at the last `detect`, ascending, except those whose contact has ended
    /// since. Returns none if the id names no collider. Directly after `restore` it returns those of the snapshot.
    [[nodiscard]] std::span<const collider_id> touching(collider_id id) const noexcept {
        const auto ids = contains(id) ? touches_.neighbours(id.index) : detail::list_view<const collider_id>{};
        return {ids.data(), ids.size()};
    }
    /// Returns the contacts of `id` with the colliders in `touching(id)`; none directly after `restore`.
    [[nodiscard]] contacts_of<T> contacts(collider_id id) const noexcept { return {contacts_, touching(id), id}; }
    /// Returns the events of `id` alone. This searches the list of all events.
    [[nodiscard]] events_of<contact_event> began(collider_id id) const noexcept { return {began_, id}; }
    [[nodiscard]] events_of<contact_event> stayed(collider_id id) const noexcept { return {stayed_, id}; }
    [[nodiscard]] events_of<end_event> ended(collider_id id) const noexcept { return {ended_, id}; }
    /// Returns the colliders that the condition selects, except sensors, as one set of solids: for `move_and_slide` and
    /// every query of sets. The world must outlive it.
    template <query_condition F = query_filter>
    [[nodiscard]] world_solids<world, F> solids(const F& filter = {}) const {
        return {this, filter};
    }
    template <detail::is_id I>
    void solids(const I&) const = delete;  // write w.solids({.ignore = id})

    /// Returns the state of the world as plain bytes, the same on every machine. A snapshot holds all colliders, the
    /// free ids, the pairs that touch, and the ends of contacts that the next `detect` reports. It does not hold
    /// manifolds and the events of the last `detect`.
    [[nodiscard]] std::vector<std::byte> snapshot() const {
        std::vector<std::byte> bytes(256 + 128 * now_.slots.size());
        return snapshot(bytes), bytes;
    }
    /// Writes the snapshot into a list, which allocates only if its capacity is too small.
    void snapshot(std::vector<std::byte>& bytes) const {
        detail::byte_writer out{&bytes};
        now_.write_snapshot(out, touches_);
        out.finish();
    }
    /// Sets the world to the state of a snapshot, which must be of the same coordinate type. Contacts and events are
    /// empty until the next `detect`. Returns false if the bytes are not a complete snapshot; the world is then
    /// unchanged.
    bool restore(std::span<const std::byte> bytes) {
        if (!reader_.read(bytes, now_)) return false;
        const bool is_same = boxes_.begin_change() && reader_.has_same_indices();
        reader_.apply(now_, touches_);
        if (!is_same) boxes_.build(now_.slots, now_.boxes);
        else boxes_.update(reader_.moved(), now_.boxes);
        forget_events();
        return true;
    }
    /// Returns the hash that ends the bytes of `snapshot`. Two worlds with the same hash have the same state, up to a
    /// chance of 1 in 2^64.
    [[nodiscard]] std::uint64_t state_hash() const {
        detail::byte_writer out{nullptr};
        now_.write_snapshot(out, touches_);
        return out.hash();
    }
    /// Returns true if the broad phase is consistent; for tests. Takes linear time.
    [[nodiscard]] bool validate() const { return boxes_.validate(); }

    // Parts of queries; indices are those of colliders.

    /// Internal, for the queries of a world: the boxes, and the values that are stored at the index of a collider.
    /// @pre the index is that of a collider
    [[nodiscard]] const detail::world_boxes<T, BroadPhase>& boxes() const noexcept { return boxes_; }
    [[nodiscard]] collider_id id_of(std::uint32_t index) const noexcept { return now_.id_of(index); }
    [[nodiscard]] const aabb<T>& box_of(std::uint32_t index) const noexcept { return now_.boxes[index]; }
    [[nodiscard]] bool is_sensor_at(std::uint32_t index) const noexcept { return now_.slots[index].sensor; }
    [[nodiscard]] bool is_convex_at(std::uint32_t index) const noexcept {
        return !detail::is_code_of_set(now_.slots[index].code);
    }
    [[nodiscard]] bool is_one_sided_at(std::uint32_t index) const noexcept {
        return now_.slots[index].code == detail::code_of_one_sided_chain;
    }
    /// Internal. Fills the hull of the placed shape of a convex collider, which is valid until the world changes.
    /// Returns false for a set of pieces.
    template <class Storage>
    [[nodiscard]] bool fill_hull_of(detail::rounded_hull<T>& hull, Storage& storage, std::uint32_t index) const {
        return now_.fill_hull_of(hull, storage, index);
    }
    /// Internal. Calls f with the placed shape of a collider if it is convex, or with a view of a set of pieces. The
    /// other function calls f with the placed shape in its own type.
    template <class F>
    decltype(auto) with_solid(std::uint32_t index, const F& f) const {
        std::optional<detail::world_solid<T>> made;
        return now_.solid_at(index, made).with(f);
    }
    template <class F>
    decltype(auto) with_own_type(std::uint32_t index, const F& f) const {
        std::optional<detail::world_solid<T>> made;
        return now_.solid_at(index, made).with_own_type(f);
    }
    /// Internal. Returns true if a query with this condition sees the collider.
    template <query_condition F>
    [[nodiscard]] bool is_seen(std::uint32_t index, const F& filter) const {
        const detail::world_slot<T>& c = now_.slots[index];
        return detail::sees(filter, id_of(index), c.filter, c.sensor);
    }
    /// Internal. Calls visit(index) for the colliders whose boxes meet a box and that pass a test, ascending, until it
    /// returns false.
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
    // These functions report a mistake in a call to HITBOX_ASSERT, and return true if there is none.
    [[nodiscard]] static bool expect(bool ok, [[maybe_unused]] const char* call, [[maybe_unused]] const char* why) {
        HITBOX_ASSERT(ok, detail::joined_words({call, ": the ", why}));
        return ok;
    }
    [[nodiscard]] static bool expect_shape(const collider_shape<T>& shape, [[maybe_unused]] const char* call) {
        const bool ok = detail::can_be_kept(shape);
        HITBOX_ASSERT(ok, detail::joined_words({call, ": the shape, ", detail::complaint_about(shape)}));
        return ok;
    }
    [[nodiscard]] static bool expect_transform(const transform2<T>& where, const char* call) {
        return expect(valid(where), call, "transform is not finite, or its rotation is not of length 1");
    }
    [[nodiscard]] static bool expect_finite(const aabb<T>& box, const char* call) {
        return expect(valid(box), call, "placed shape is beyond the range of its numbers");
    }
    [[nodiscard]] bool expect_here(collider_id id, const char* call) const {
        return expect(contains(id), call, "id names no collider of this world");
    }
    [[nodiscard]] detail::world_slot<T> slot(collider_id id, const char* call) const {
        return expect_here(id, call) ? now_.slots[id.index] : detail::world_slot<T>{};
    }
    [[nodiscard]] bool move_to(collider_id id, const transform2<T>& where, const char* call) {
        if (!expect_here(id, call) || !expect_transform(where, call)) return false;
        if (now_.is_at(id.index, where)) return true;
        const aabb<T> box = detail::box_at(now_.shapes[id.index], where);
        if (!expect_finite(box, call)) return false;
        now_.move(id.index, where, box);
        boxes_.update(id.index, now_.boxes);
        return true;
    }
    [[nodiscard]] bool teleport_to(collider_id id, const transform2<T>& where) {
        if (!move_to(id, where, "world::teleport")) return false;
        end_all(id, end_reason::teleported);
        return true;
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
    detail::value_list<contact_event> began_, stayed_;
    detail::value_list<end_event> ended_;
    // Lists that keep their memory from one call to the next.
    detail::world_reader<T> reader_;
    std::vector<aabb<T>> list_;
    detail::value_list<std::uint32_t> moved_;
    detail::value_list<contact_event> pairs_, left_;
};

world() -> world<float>;

}  // namespace HITBOX_ISA
}  // namespace hitbox
