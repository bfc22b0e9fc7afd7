#pragma once
/// The world: colliders that move, contacts with begin, stay and end events, queries, and snapshots.

#include <hitbox/broad/dynamic_tree.hpp>
#include <hitbox/core/lists.hpp>
#include <hitbox/narrow/last_axis.hpp>
#include <hitbox/scene/world_queries.hpp>
#include <hitbox/scene/world_reader.hpp>

namespace hitbox::inline HITBOX_ISA {

/// Colliders in a broad phase. A frame is: move them, `detect`, then act on `contacts`, `began`, `stayed` and `ended`,
/// which keep what they say until the next `detect` or `restore`. All orders follow the ids alone, so two worlds to
/// which the same was done answer the same, bit for bit, whatever the broad phase, the compiler or the machine; and so
/// does a world that was restored. Reading is safe from any number of threads while nobody changes it.
template <exact_real T, class BroadPhase = dynamic_tree<T>>
class world : public world_queries<world<T, BroadPhase>, T> {
public:
    using scalar_type = T;

    /// A null id if the shape is invalid, borrows its corners, or would not be finite where it is.
    collider_id add(const collider<T>& c) {
        if (!detail::can_be_kept(c.shape) || !valid(c.transform)) return {};
        const aabb<T> box = detail::box_at(c.shape, c.transform);
        const proxy p = broad_.insert(box);  // none if the box is not finite
        if (!p) return {};
        const std::uint32_t index = now_.next_index();
        now_.add(c, box);
        bind(index, p);
        return id_of(index);
    }
    /// Those whom it touched get an end, with the reason `removed`.
    bool remove(collider_id id) {
        if (!expect_here(id)) return false;
        end_all(id, end_reason::removed);
        static_cast<void>(broad_.remove(proxies_[id.index]));
        now_.remove(id.index);
        return true;
    }
    [[nodiscard]] bool contains(collider_id id) const noexcept { return now_.contains(id); }
    [[nodiscard]] std::size_t size() const noexcept { return now_.size(); }
    /// @pre contains(id); else an empty one
    [[nodiscard]] collider<T> operator[](collider_id id) const {
        return expect_here(id) ? now_.collider_at(id.index) : collider<T>{};
    }

    /// In this frame it goes on as the same: what it touches still stays or ends by itself. False for an id that names
    /// nothing, or where it would not be finite.
    bool move(collider_id id, const transform2<T>& where) {
        if (!expect_here(id) || !valid(where)) return false;
        const aabb<T> box = detail::box_at(now_.shapes[id.index], where);
        if (!broad_.update(proxies_[id.index], box)) return false;  // it is not finite
        now_.move(id.index, where, box);
        return true;
    }
    /// The same of many at once, each to the place of the same number; sooner than one by one if these are most of all.
    /// False, and none has moved, if there is not one place for each, or if one of them could not be moved there.
    bool move(std::span<const collider_id> ids, std::span<const transform2<T>> where) {
        if (ids.size() != where.size()) return false;
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (!expect_here(ids[i]) || !valid(where[i])) return false;
        boxes_.clear();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            boxes_.push_back(detail::box_at(now_.shapes[ids[i].index], where[i]));
            if (!valid(boxes_[i])) return false;
        }
        for (std::size_t i = 0; i < ids.size(); ++i) now_.move(ids[i].index, where[i], boxes_[i]);
        if (2 * ids.size() >= size()) return update_all_boxes(), true;
        for (const collider_id id : ids) static_cast<void>(broad_.update(proxies_[id.index], now_.boxes[id.index]));
        return true;
    }
    /// As `move`, but what it touched ends first; where it is now, it begins anew.
    bool teleport(collider_id id, const transform2<T>& where) {
        if (!move(id, where)) return false;
        end_all(id, end_reason::teleported);
        return true;
    }
    /// What it touched ends. False for an id that names nothing, or a shape that `add` would refuse.
    bool set_shape(collider_id id, const collider_shape<T>& shape) {
        if (!expect_here(id) || !detail::can_be_kept(shape)) return false;
        const aabb<T> box = detail::box_at(shape, now_.slots[id.index].transform);
        if (!broad_.update(proxies_[id.index], box)) return false;  // it is not finite
        now_.reshape(id.index, shape, box);
        end_all(id, end_reason::reshaped);
        return true;
    }
    /// What it touched ends. False for an id that names nothing.
    bool set_filter(collider_id id, const collider_filter& filter) {
        if (!expect_here(id)) return false;
        now_.slots[id.index].filter = filter;
        end_all(id, end_reason::filtered);
        return true;
    }

    /// Finds who touches whom.
    void detect() {
        contacts_.clear(), began_.clear(), stayed_.clear(), pairs_.clear();
        find_candidates();
        place_candidates();
        find_contacts();
        for (const world_contact<T>& c : contacts_) pairs_.push_back({c.a, c.b});
        touches_.replace(pairs_, now_.slots.size());  // pairs_ are those before
        const auto note = [](std::vector<contact_event>& list) {
            return [&list](const contact_event& e) { list.push_back(e); };
        };
        left_.clear();
        touches_.for_each([this](const contact_event& e) { left_.push_back(e); });
        left_.swap(pairs_);
        detail::compare_pairs(
            left_, pairs_, [this](const contact_event& e) { note_end(e, end_reason::separated); }, note(stayed_),
            note(began_));
        ended_.swap(now_.pending), now_.pending.clear();
        detail::sort_list(ended_, [](const end_event& x, const end_event& y) {
            return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.reason < y.reason;
        });
    }

    [[nodiscard]] std::span<const world_contact<T>> contacts() const noexcept { return contacts_; }
    [[nodiscard]] std::span<const contact_event> began() const noexcept { return {began_.data(), began_.size()}; }
    [[nodiscard]] std::span<const contact_event> stayed() const noexcept { return {stayed_.data(), stayed_.size()}; }
    /// Also of what was removed, teleported, or got another filter or shape since the last time.
    [[nodiscard]] std::span<const end_event> ended() const noexcept { return {ended_.data(), ended_.size()}; }
    /// Whom it touched at the last `detect`, without those with whom that has ended since; ascending. Also right after
    /// a `restore`. Empty for an id that names nothing.
    [[nodiscard]] std::span<const collider_id> touching(collider_id id) const noexcept {
        if (!contains(id)) return {};
        return touches_.neighbours(id.index);
    }
    /// What is in the way of a mover: all but sensors that the filter meets, as one set of solids. The world must
    /// outlive it.
    [[nodiscard]] world_solids<world> solids(const query_filter& filter = {}) const { return {this, filter}; }

    /// All that decides how the world goes on, as plain bytes: the same on every machine. contacts and events are not
    /// among them; ends that the next `detect` will tell are.
    [[nodiscard]] std::vector<std::byte> snapshot() const {
        std::vector<std::byte> bytes(256 + 128 * now_.slots.size());
        snapshot(bytes);
        return bytes;
    }
    /// The same into a list that is there already, in its memory if that is enough.
    void snapshot(std::vector<std::byte>& bytes) const {
        detail::byte_writer out{&bytes};
        now_.write(out, touches_);
        out.finish();
    }
    /// Goes on from a snapshot of a world of this coordinate type; `contacts` and the events are empty until the next
    /// `detect`. False: these bytes are none, or not all of one; then nothing has changed.
    bool restore(std::span<const std::byte> bytes) {
        if (!reader_.read(bytes, now_)) return false;
        reader_.apply(now_, touches_);
        if (!reader_.has_same_indices()) build_boxes();
        else if (!reader_.has_same_boxes()) update_all_boxes();
        contacts_.clear(), began_.clear(), stayed_.clear(), ended_.clear();
        return true;
    }
    /// Two worlds with the same hash go on alike, but for one chance in 2^64. Of the bytes of `snapshot`.
    [[nodiscard]] std::uint64_t state_hash() const {
        detail::byte_writer out{nullptr};
        now_.write(out, touches_);
        return out.hash();
    }

    // What queries are made of.

    [[nodiscard]] const BroadPhase& broad() const noexcept { return broad_; }
    [[nodiscard]] std::uint32_t index_of(proxy p) const noexcept { return slot_of_[p.index()]; }
    [[nodiscard]] collider_id id_of(std::uint32_t index) const noexcept {
        return {index, now_.slots[index].generation};
    }
    /// Calls f with the collider's shape where it is. @pre the index is that of a collider
    template <class F>
    decltype(auto) with_solid(std::uint32_t index, const F& f) const {
        return now_.with_solid(index, f);
    }
    /// Does a query ask for it?
    [[nodiscard]] bool is_met(std::uint32_t index, const query_filter& filter) const noexcept {
        const detail::world_slot<T>& c = now_.slots[index];
        return id_of(index) != filter.ignore && (filter.sensors || !c.sensor) && filter.filter.meets(c.filter);
    }
    /// Indices of those whose boxes meet a box, and that the filter meets; ascending.
    [[nodiscard]] std::vector<std::uint32_t> found_near(const aabb<T>& box, const query_filter& filter) const {
        std::vector<std::uint32_t> found;
        if (!valid(box)) return found;
        broad_.query(box, [&](proxy p) {
            if (const std::uint32_t i = index_of(p); is_met(i, filter)) found.push_back(i);
        });
        detail::sort_list(found);
        return found;
    }
    [[nodiscard]] aabb<T> bounds_of_all() const noexcept {
        constexpr T far_away = std::numeric_limits<T>::infinity();
        aabb<T> all{{far_away, far_away}, {-far_away, -far_away}};
        for (std::size_t i = 0; i < now_.slots.size(); ++i) {
            if (!now_.slots[i].is_used) continue;
            const aabb<T>& box = now_.boxes[i];
            all = {(min)(all.min, box.min), (max)(all.max, box.max)};
        }
        return all;
    }

private:
    struct index_pair {
        std::uint32_t a, b;
        friend constexpr auto operator<=>(const index_pair&, const index_pair&) = default;
    };
    /// Where to look first, of a pair that was apart.
    struct kept_axis {
        index_pair pair{};
        sat::last_axis<T> axis{};
    };

    [[nodiscard]] bool expect_here(collider_id id) const {
        return detail::expect(contains(id), "an id names no collider of this world");
    }
    void bind(std::uint32_t index, proxy p) {
        if (proxies_.size() <= index) proxies_.resize(index + std::size_t{1});
        proxies_[index] = p;
        if (slot_of_.size() <= p.index()) slot_of_.resize(p.index() + std::size_t{1});
        slot_of_[p.index()] = index;
    }

    /// The broad phase, where the same colliders are elsewhere.
    void update_all_boxes() {
        boxes_.clear();
        if (slot_of_.size() == size())
            for (const std::uint32_t i : slot_of_) boxes_.push_back(now_.boxes[i]);
        if (boxes_.size() != size() || !broad_.update(std::span<const aabb<T>>{boxes_})) build_boxes();
    }
    /// Anew: without gaps between the indices of proxies, either. They were accepted one by one, so all of them are.
    void build_boxes() {
        boxes_.clear(), slot_of_.clear();
        proxies_.assign(now_.slots.size(), {});
        for (std::uint32_t i = 0; i < now_.slots.size(); ++i)
            if (now_.slots[i].is_used) boxes_.push_back(now_.boxes[i]), slot_of_.push_back(i);
        const auto built = broad_.build(std::span<const aabb<T>>{boxes_});
        if (!built) return;
        for (std::size_t k = 0; k < boxes_.size(); ++k) proxies_[slot_of_[k]] = (*built)[k];
    }

    void note_end(const contact_event& e, end_reason reason) {
        now_.pending.push_back({e.a, e.b, now_.slots[e.a.index].user, now_.slots[e.b.index].user, reason});
    }
    void end_all(collider_id id, end_reason reason) {
        touches_.end_all(id, [this, reason](const contact_event& e) { note_end(e, reason); });
    }

    /// Of boxes that meet, by their indices; ascending.
    void find_candidates() {
        candidates_.clear();
        broad_.commit();
        broad_.for_each_pair([this](proxy p, proxy q) {
            const std::uint32_t i = index_of(p), k = index_of(q);
            if (now_.slots[i].filter.meets(now_.slots[k].filter))
                candidates_.push_back(i < k ? index_pair{i, k} : index_pair{k, i});
        });
        sorted_.resize(candidates_.size());
        places_.resize(now_.slots.size() + 1);
        detail::counting_sort(candidates_, sorted_, places_, [](const index_pair& p) { return p.b; });
        detail::counting_sort(sorted_, candidates_, places_, [](const index_pair& p) { return p.a; });
    }
    /// In the order of indices, that is of memory, and none between two pairs: a pair's own work needs the caches.
    void place_candidates() {
        is_candidate_.assign(now_.slots.size(), 0);
        for (const index_pair& p : candidates_) is_candidate_[p.a] = is_candidate_[p.b] = 1;
        for (std::size_t i = 0; i < is_candidate_.size(); ++i)
            if (is_candidate_[i]) now_.place(i);
    }
    void find_contacts() {
        next_axes_.clear();
        auto known = axes_.begin();
        for (const index_pair& p : candidates_) {
            const any_shape<T>*a = now_.solids[p.a].convex(), *b = now_.solids[p.b].convex();
            const bool sensor = now_.slots[p.a].sensor || now_.slots[p.b].sensor;
            if (!a || !b) {
                add_contact_of_sets(p, sensor);
                continue;
            }
            while (known != axes_.end() && known->pair < p) ++known;
            kept_axis kept{p, known != axes_.end() && known->pair == p ? known->axis : sat::last_axis<T>{}};
            add_contact(kept, *a, *b, sensor);
            if (kept.axis.axis != vec2<T>{}) next_axes_.push_back(kept);
        }
        axes_.swap(next_axes_);
    }
    /// That they are apart is mostly seen along the axis that was kept.
    void add_contact(kept_axis& kept, const any_shape<T>& a, const any_shape<T>& b, bool sensor) {
        if (detail::relation_along(a, b, kept.axis.axis) == detail::relation::apart) return;
        manifold<T> points;
        if (!sensor) points = contact_manifold(a, b);
        if (points.count == 0 && detail::ask_and_remember(kept.axis, a, b) == detail::relation::apart) return;
        kept.axis = {};
        contacts_.push_back({id_of(kept.pair.a), id_of(kept.pair.b), points, sensor});
    }
    void add_contact_of_sets(const index_pair& p, bool sensor) {
        with_solid(p.a, [&](const auto& a) {
            with_solid(p.b, [&](const auto& b) {
                manifold<T> points;
                if (!sensor) points = contact_manifold(a, b);
                if (points.count > 0 || hitbox::intersects(a, b))
                    contacts_.push_back({id_of(p.a), id_of(p.b), points, sensor});
            });
        });
    }

    detail::world_contents<T> now_;
    detail::touch_list<contact_event> touches_;
    BroadPhase broad_;
    std::vector<proxy> proxies_;          // of each slot
    std::vector<std::uint32_t> slot_of_;  // of each proxy
    std::vector<world_contact<T>> contacts_;
    std::vector<contact_event> began_, stayed_;
    std::vector<end_event> ended_;
    std::vector<kept_axis> axes_, next_axes_;  // of pairs, ascending: no answer depends on them
    // Memory to be used again.
    detail::world_reader<T> reader_;
    std::vector<aabb<T>> boxes_;
    std::vector<index_pair> candidates_, sorted_;
    std::vector<std::size_t> places_;
    std::vector<char> is_candidate_;  // of each slot
    std::vector<contact_event> pairs_, left_;
};

}  // namespace hitbox::inline HITBOX_ISA
