#pragma once
/// Colliders that move, who touches whom, since when, and until when; to be wound back at any time.

#include <hitbox/broad/dynamic_tree.hpp>
#include <hitbox/scene/snapshot.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

namespace hitbox {

/// Why two colliders no longer touch.
enum class end_reason : std::uint8_t { separated, removed, filtered, reshaped, teleported };

/// Two colliders that touch. a has the smaller index.
template <exact_real T>
struct world_contact {
    collider_id a, b;
    hitbox::manifold<T> manifold{};  // normal from a to b; of a sensor, empty
    bool sensor = false;             // one of them is
};

/// The end of a touch. What is removed is known by its user data.
struct end_event {
    collider_id a, b;
    std::uint64_t user_a = 0, user_b = 0;
    end_reason reason = end_reason::separated;

    friend constexpr bool operator==(const end_event&, const end_event&) = default;
};

struct contact_event {
    collider_id a, b;

    friend constexpr bool operator==(const contact_event&, const contact_event&) = default;
    friend constexpr auto operator<=>(const contact_event&, const contact_event&) = default;
};

template <exact_real T>
struct world_hit {
    collider_id id;
    ray_hit<T> hit{};
};
template <exact_real T>
struct world_cast_hit {
    collider_id id;
    cast_result<T> cast{};
};

template <class World>
class world_solids;

}  // namespace hitbox

namespace hitbox::inline HITBOX_ISA {

/// Colliders in a broad phase. A frame is: move them, `detect`, then act on `contacts`, `began`, `stayed` and `ended`,
/// which keep what they say until the next `detect` or `restore`. All orders follow the ids alone, so two worlds to
/// which the same was done answer the same, bit for bit, whatever the broad phase, the compiler or the machine; and so
/// does a world that was restored. Reading is safe from any number of threads while nobody changes it.
template <exact_real T, class BroadPhase = dynamic_tree<T>>
class world {
public:
    using scalar_type = T;

    /// A null id if the shape is invalid, borrows its corners, or would not be finite where it is.
    collider_id add(const collider<T>& c) {
        if (!detail::can_be_kept(c.shape) || !valid(c.transform)) return {};
        const aabb<T> box = box_of(c);
        if (!valid(box)) return {};
        const std::uint32_t index = free_.empty() ? static_cast<std::uint32_t>(slots_.size()) : free_.back();
        const proxy p = broad_.insert(box);
        if (!p) return {};
        if (free_.empty()) slots_.emplace_back();
        else free_.pop_back();
        slot& s = slots_[index];
        s.here = c, s.is_used = true, ++s.generation;
        bind(index, p);
        ++size_;
        return id_of(index);
    }
    /// Those whom it touched get an end, with the reason `removed`.
    bool remove(collider_id id) {
        if (!expect_here(id)) return false;
        end_all(id, end_reason::removed);
        slot& s = slots_[id.index];
        static_cast<void>(broad_.remove(s.box));
        s.here = {}, s.is_used = false;
        free_.push_back(id.index);
        --size_;
        return true;
    }
    [[nodiscard]] bool contains(collider_id id) const noexcept {
        return id.index < slots_.size() && slots_[id.index].is_used && slots_[id.index].generation == id.generation;
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// @pre contains(id); else an empty one
    [[nodiscard]] collider<T> operator[](collider_id id) const {
        return expect_here(id) ? slots_[id.index].here : collider<T>{};
    }

    /// In this frame it goes on as the same: what it touches still stays or ends by itself. False for an id that names
    /// nothing, or where it would not be finite.
    bool move(collider_id id, const transform2<T>& where) {
        if (!expect_here(id) || !valid(where)) return false;
        collider<T> moved = slots_[id.index].here;
        moved.transform = where;
        return replace(id, moved);
    }
    /// The same, but what it touched ends first; where it is now, it begins anew.
    bool teleport(collider_id id, const transform2<T>& where) {
        if (!move(id, where)) return false;
        end_all(id, end_reason::teleported);
        return true;
    }
    bool set_shape(collider_id id, const collider_shape<T>& shape) {
        if (!expect_here(id) || !detail::can_be_kept(shape)) return false;
        collider<T> changed = slots_[id.index].here;
        changed.shape = shape;
        if (!replace(id, changed)) return false;
        end_all(id, end_reason::reshaped);
        return true;
    }
    bool set_filter(collider_id id, const collider_filter& filter) {
        if (!expect_here(id)) return false;
        slots_[id.index].here.filter = filter;
        end_all(id, end_reason::filtered);
        return true;
    }

    /// Finds who touches whom.
    void detect() {
        std::vector<contact_event> before;
        before.swap(touching_pairs_);
        contacts_.clear(), began_.clear(), stayed_.clear();
        for (const auto& [i, k] : candidate_pairs()) add_contact(slots_[i], i, slots_[k], k);
        for (const world_contact<T>& c : contacts_) touching_pairs_.push_back({c.a, c.b});
        std::ranges::set_difference(touching_pairs_, before, std::back_inserter(began_));
        std::ranges::set_intersection(touching_pairs_, before, std::back_inserter(stayed_));
        std::vector<contact_event> left;
        std::ranges::set_difference(before, touching_pairs_, std::back_inserter(left));
        for (const contact_event& e : left) note_end(e, end_reason::separated);
        ended_.swap(pending_), pending_.clear();
        std::ranges::sort(ended_, [](const end_event& x, const end_event& y) {
            return x.a != y.a ? x.a < y.a : x.b != y.b ? x.b < y.b : x.reason < y.reason;
        });
        list_neighbours();
    }

    [[nodiscard]] std::span<const world_contact<T>> contacts() const noexcept { return contacts_; }
    [[nodiscard]] std::span<const contact_event> began() const noexcept { return began_; }
    [[nodiscard]] std::span<const contact_event> stayed() const noexcept { return stayed_; }
    /// Also of what was removed, teleported, or got another filter or shape since the last time.
    [[nodiscard]] std::span<const end_event> ended() const noexcept { return ended_; }
    /// Whom it touched at the last `detect`, without those with whom that has ended since; ascending. Empty for an id
    /// that names nothing.
    [[nodiscard]] std::span<const collider_id> touching(collider_id id) const noexcept {
        if (!contains(id)) return {};
        return slots_[id.index].neighbours;
    }

    // Queries see each collider where it was moved to last. `visit` takes ids in ascending order, and may return false
    // to stop.

    /// Of those that share a point with a convex shape: a box, a point, a disc.
    template <convex S, class Visit>
    void query(const S& shape, Visit&& visit, const query_filter& filter = {}) const {
        if (!detail::is_valid(shape)) return;
        for (const std::uint32_t i : found_near(bounds(shape), filter)) {
            const bool meets = with_solid(i, [&](const auto& solid) { return hitbox::intersects(shape, solid); });
            if (meets && !detail::goes_on(visit, id_of(i))) return;
        }
    }
    /// Of those that the ray hits, by the fraction, then by the id.
    [[nodiscard]] std::vector<world_hit<T>> ray_cast(const ray<T>& r, const query_filter& filter = {}) const {
        std::vector<world_hit<T>> hits;
        if (!valid(r)) return hits;
        for (const std::uint32_t i : found_on_way(aabb<T>{r.origin, r.origin}, r.translation, filter)) {
            const auto hit = with_solid(i, [&](const auto& solid) { return hitbox::ray_cast(r, solid); });
            if (hit) hits.push_back({id_of(i), *hit});
        }
        std::ranges::sort(hits, {}, [](const world_hit<T>& h) { return std::pair{h.hit.fraction, h.id}; });
        return hits;
    }
    [[nodiscard]] std::optional<world_hit<T>> ray_cast_closest(const ray<T>& r, const query_filter& filter = {}) const {
        const auto hits = ray_cast(r, filter);
        return hits.empty() ? std::nullopt : std::optional{hits.front()};
    }
    /// Of those that a shape hits on its way, by the fraction, then by the id; each as if it were alone.
    template <convex S>
    [[nodiscard]] std::vector<world_cast_hit<T>> shape_cast(const S& shape, vec2<std::type_identity_t<T>> translation,
                                                            const query_filter& filter = {}) const {
        std::vector<world_cast_hit<T>> hits;
        if (!detail::is_valid(shape) || !is_finite(translation)) return hits;
        for (const std::uint32_t i : found_on_way(bounds(shape), translation, filter)) {
            const auto cast =
                with_solid(i, [&](const auto& solid) { return hitbox::shape_cast(shape, translation, solid); });
            const bool meets = cast.status != cast_status::separated && cast.status != cast_status::failed;
            if (meets) hits.push_back({id_of(i), cast});
        }
        std::ranges::sort(hits, {}, [](const world_cast_hit<T>& h) { return std::pair{h.cast.fraction, h.id}; });
        return hits;
    }
    template <convex S>
    [[nodiscard]] std::optional<world_cast_hit<T>> shape_cast_closest(const S& shape,
                                                                      vec2<std::type_identity_t<T>> translation,
                                                                      const query_filter& filter = {}) const {
        const auto hits = shape_cast(shape, translation, filter);
        return hits.empty() ? std::nullopt : std::optional{hits.front()};
    }
    /// What is in the way of a mover: all but sensors that the filter meets, as one set of solids. The world must
    /// outlive it.
    [[nodiscard]] world_solids<world> solids(const query_filter& filter = {}) const { return {this, filter}; }

    /// All that decides how the world goes on, as plain bytes: the same on every machine. contacts and events are not
    /// among them; ends that the next `detect` will tell are.
    [[nodiscard]] std::vector<std::byte> snapshot() const {
        std::vector<std::byte> bytes;
        bytes.reserve(256 + 128 * slots_.size());
        detail::byte_writer out{&bytes};
        write(out);
        out.put(out.hash());
        return bytes;
    }
    /// Goes on from a snapshot of a world of this coordinate type. False: these bytes are none, or not all of one; then
    /// nothing has changed.
    bool restore(std::span<const std::byte> bytes) {
        detail::byte_reader in{bytes};
        world next;
        next.read(in, known_compounds());
        const std::uint64_t hash = in.hash();
        if (in.word() != hash || !in.ok || !in.at_end()) return false;
        if (!next.fill_broad_phase(broad_)) return false;
        next.list_neighbours();
        *this = std::move(next);
        return true;
    }
    /// Two worlds with the same hash go on alike, but for one chance in 2^64. Of the bytes of `snapshot`.
    [[nodiscard]] std::uint64_t state_hash() const {
        detail::byte_writer out{nullptr};
        write(out);
        return out.hash();
    }

    /// Calls f with the collider's shape where it is. @pre contains(id)
    template <class F>
    decltype(auto) with_solid(std::uint32_t index, const F& f) const {
        return detail::with_placed(slots_[index].here.shape, slots_[index].here.transform, f);
    }
    /// Indices of those whose boxes meet a box, and that the filter meets; ascending.
    [[nodiscard]] std::vector<std::uint32_t> found_near(const aabb<T>& box, const query_filter& filter) const {
        std::vector<std::uint32_t> found;
        if (!valid(box)) return found;
        broad_.query(box, [&](proxy p) { keep(found, p, filter); });
        std::ranges::sort(found);
        return found;
    }
    [[nodiscard]] collider_id id_of(std::uint32_t index) const noexcept { return {index, slots_[index].generation}; }
    [[nodiscard]] aabb<T> bounds_of_all() const noexcept {
        constexpr T far_away = std::numeric_limits<T>::infinity();
        aabb<T> all{{far_away, far_away}, {-far_away, -far_away}};
        for (const slot& s : slots_) {
            if (!s.is_used) continue;
            const aabb<T> box = box_of(s.here);
            all = {(min)(all.min, box.min), (max)(all.max, box.max)};
        }
        return all;
    }

private:
    struct slot {
        collider<T> here{};
        proxy box{};
        std::uint32_t generation = 0;
        bool is_used = false;
        std::vector<collider_id> neighbours{};
    };
    using index_pair = std::pair<std::uint32_t, std::uint32_t>;
    static constexpr std::uint64_t magic = 0x31646c726f77786f;  // "oxworld1"

    [[nodiscard]] static aabb<T> box_of(const collider<T>& c) {
        return detail::with_placed(c.shape, c.transform, [](const auto& solid) { return hitbox::bounds(solid); });
    }
    [[nodiscard]] bool expect_here(collider_id id) const {
        return detail::expect(contains(id), "an id names no collider of this world");
    }
    void bind(std::uint32_t index, proxy p) {
        slots_[index].box = p;
        if (slot_of_.size() <= p.index()) slot_of_.resize(p.index() + std::size_t{1});
        slot_of_[p.index()] = index;
    }
    bool replace(collider_id id, const collider<T>& changed) {
        const aabb<T> box = box_of(changed);
        slot& s = slots_[id.index];
        if (!valid(box) || broad_.update(s.box, box) != broad_status{}) return false;
        s.here = changed;
        return true;
    }

    void note_end(const contact_event& e, end_reason reason) {
        pending_.push_back({e.a, e.b, slots_[e.a.index].here.user, slots_[e.b.index].here.user, reason});
    }
    void end_all(collider_id id, end_reason reason) {
        for (const collider_id other : slots_[id.index].neighbours) {
            note_end(id < other ? contact_event{id, other} : contact_event{other, id}, reason);
            std::erase(slots_[other.index].neighbours, id);
        }
        slots_[id.index].neighbours.clear();
        std::erase_if(touching_pairs_, [id](const contact_event& e) { return e.a == id || e.b == id; });
    }
    void list_neighbours() {
        for (slot& s : slots_) s.neighbours.clear();
        for (const contact_event& e : touching_pairs_) slots_[e.b.index].neighbours.push_back(e.a);
        for (const contact_event& e : touching_pairs_) slots_[e.a.index].neighbours.push_back(e.b);
    }

    /// Of boxes that meet, by their indices; ascending.
    [[nodiscard]] std::vector<index_pair> candidate_pairs() {
        std::vector<index_pair> pairs;
        broad_.commit();
        broad_.for_each_pair([&](proxy p, proxy q) {
            const std::uint32_t i = slot_of_[p.index()], k = slot_of_[q.index()];
            if (slots_[i].here.filter.meets(slots_[k].here.filter))
                pairs.push_back(i < k ? index_pair{i, k} : index_pair{k, i});
        });
        std::ranges::sort(pairs);
        return pairs;
    }
    void add_contact(const slot& s, std::uint32_t i, const slot& t, std::uint32_t k) {
        const bool sensor = s.here.sensor || t.here.sensor;
        with_solid(i, [&](const auto& a) {
            with_solid(k, [&](const auto& b) {
                manifold<T> points;
                if (!sensor) points = contact_manifold(a, b);
                if (points.count > 0 || hitbox::intersects(a, b))
                    contacts_.push_back({id_of(i), id_of(k), points, sensor});
            });
        });
    }

    void keep(std::vector<std::uint32_t>& found, proxy p, const query_filter& filter) const {
        const std::uint32_t i = slot_of_[p.index()];
        const collider<T>& c = slots_[i].here;
        if (id_of(i) == filter.ignore || (c.sensor && !filter.sensors) || !filter.filter.meets(c.filter)) return;
        found.push_back(i);
    }
    [[nodiscard]] std::vector<std::uint32_t> found_on_way(const aabb<T>& box, vec2<T> way,
                                                          const query_filter& filter) const {
        return found_near(detail::swept_box(box, way), filter);
    }

    /// Each once, in order of their first users.
    [[nodiscard]] std::vector<compound<T>> known_compounds() const {
        std::vector<compound<T>> known;
        for (const slot& s : slots_) {
            const compound<T>* c = set_of(s.here.shape);
            if (s.is_used && c && number_of(known, *c) == known.size()) known.push_back(*c);
        }
        return known;
    }
    [[nodiscard]] static const compound<T>* set_of(const collider_shape<T>& shape) noexcept {
        if (const auto* line = std::get_if<chain<T>>(&shape.value)) return &line->edges();
        return std::get_if<compound<T>>(&shape.value);
    }
    [[nodiscard]] static std::size_t number_of(const std::vector<compound<T>>& known, const compound<T>& c) noexcept {
        std::size_t i = 0;
        while (i < known.size() && !detail::stored_sets<T>::are_same(known[i], c)) ++i;
        return i;
    }

    void write(detail::byte_writer& out) const {
        out.put(magic), out.put(sizeof(T));
        const std::vector<compound<T>> sets = known_compounds();
        out.put(sets.size());
        for (const compound<T>& c : sets) detail::stored_sets<T>::write(out, c);
        out.put(slots_.size());
        for (const slot& s : slots_) {
            out.put(s.generation, s.is_used ? 1 : 0);
            if (s.is_used) write(out, s.here, sets);
        }
        out.put(free_.size());
        for (const std::uint32_t i : free_) out.put(i);
        out.put(touching_pairs_.size());
        for (const contact_event& e : touching_pairs_) write(out, e.a), write(out, e.b);
        out.put(pending_.size());
        for (const end_event& e : pending_) {
            write(out, e.a), write(out, e.b);
            out.put(e.user_a), out.put(e.user_b), out.put(static_cast<std::uint64_t>(e.reason));
        }
    }
    static void write(detail::byte_writer& out, collider_id id) { out.put(id.index, id.generation); }
    static void write(detail::byte_writer& out, const collider<T>& c, const std::vector<compound<T>>& sets) {
        out.put(c.transform.translation);
        out.put(vec2<T>{c.transform.rotation.c, c.transform.rotation.s});
        out.put(c.filter.category, c.filter.mask);
        out.put(static_cast<std::uint32_t>(c.filter.group), c.sensor ? 1 : 0);
        out.put(c.user);
        const auto* line = std::get_if<chain<T>>(&c.shape.value);
        out.put(static_cast<std::uint32_t>(c.shape.value.index()), line && line->is_one_sided() ? 1 : 0);
        if (const compound<T>* set = set_of(c.shape)) out.put(number_of(sets, *set));
        else detail::write_shape(out, *std::get_if<any_shape<T>>(&c.shape.value));
    }

    void read(detail::byte_reader& in, const std::vector<compound<T>>& known) {
        if (in.word() != magic || in.word() != sizeof(T)) in.ok = false;
        std::vector<compound<T>> sets;
        for (std::size_t n = in.count(2); in.ok && sets.size() < n;)
            sets.push_back(detail::stored_sets<T>::read(in, known));
        slots_.resize(in.count(1));
        for (slot& s : slots_) {
            std::uint32_t used = 0;
            in.words(s.generation, used);
            s.is_used = used == 1, size_ += used;
            in.ok = in.ok && used <= 1;
            if (in.ok && s.is_used) s.here = read_collider(in, sets);
        }
        free_.resize(in.count(1));
        std::vector<char> is_free(slots_.size());
        for (std::uint32_t& i : free_) {
            const std::uint64_t w = in.word();
            in.ok = in.ok && w < slots_.size() && !slots_[w].is_used && !is_free[w];
            if (!in.ok) return;
            i = static_cast<std::uint32_t>(w), is_free[i] = 1;
        }
        in.ok = in.ok && size_ + free_.size() == slots_.size();
        touching_pairs_.resize(in.count(2));
        for (contact_event& e : touching_pairs_) {
            e.a = read_id(in), e.b = read_id(in);
            in.ok = in.ok && contains(e.a) && contains(e.b) && e.a < e.b;
        }
        in.ok = in.ok && std::ranges::is_sorted(touching_pairs_, std::ranges::less_equal{});
        pending_.resize(in.count(5));
        for (end_event& e : pending_) {
            e.a = read_id(in), e.b = read_id(in), e.user_a = in.word(), e.user_b = in.word();
            const std::uint64_t reason = in.word();
            in.ok = in.ok && reason <= static_cast<std::uint64_t>(end_reason::teleported);
            e.reason = static_cast<end_reason>(in.ok ? reason : 0);
        }
    }
    [[nodiscard]] static collider_id read_id(detail::byte_reader& in) noexcept {
        collider_id id;
        in.words(id.index, id.generation);
        return id;
    }
    [[nodiscard]] static collider<T> read_collider(detail::byte_reader& in, const std::vector<compound<T>>& sets) {
        collider<T> c;
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
        if (!in.ok) return c;
        if (kind == 0) {
            c.shape = detail::read_shape<T>(in);
        } else {
            const std::uint64_t n = in.word();
            if (n >= sets.size()) return in.ok = false, c;
            if (kind == 1) c.shape = sets[n];
            else c.shape = detail::stored_sets<T>::chain_of(sets[n], one_sided ? chain_sides::one : chain_sides::two);
            const auto is_segment = [](const any_shape<T>& s) { return std::holds_alternative<segment<T>>(s.value); };
            in.ok = in.ok && (kind == 1 || std::ranges::all_of(sets[n].pieces(), is_segment));
        }
        in.ok = in.ok && valid(box_of(c));
        return c;
    }
    /// With the settings of another one.
    [[nodiscard]] bool fill_broad_phase(const BroadPhase& like) {
        broad_ = like;
        std::vector<aabb<T>> boxes;
        std::vector<std::uint32_t> used;
        for (std::uint32_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].is_used) boxes.push_back(box_of(slots_[i].here)), used.push_back(i);
        const auto built = broad_.build(std::span<const aabb<T>>{boxes});
        if (!built) return false;
        for (std::size_t k = 0; k < used.size(); ++k) bind(used[k], (*built)[k]);
        return true;
    }

    std::vector<slot> slots_;
    std::vector<std::uint32_t> free_, slot_of_;
    std::size_t size_ = 0;
    BroadPhase broad_;
    std::vector<contact_event> touching_pairs_, began_, stayed_;
    std::vector<world_contact<T>> contacts_;
    std::vector<end_event> ended_, pending_;
};

}  // namespace hitbox::inline HITBOX_ISA

namespace hitbox {

/// What of a world is in the way of a mover, as one set of solids.
template <class World>
class world_solids {
public:
    using scalar_type = typename World::scalar_type;

    world_solids(const World* w, const query_filter& filter) : world_{w}, filter_{filter} { filter_.sensors = false; }

    [[nodiscard]] const World& scene() const noexcept { return *world_; }
    [[nodiscard]] const query_filter& filter() const noexcept { return filter_; }

    /// Whose is a piece that a query names?
    [[nodiscard]] collider_id collider_of(std::size_t piece) const noexcept {
        return world_->id_of(static_cast<std::uint32_t>(piece >> bits));
    }
    /// Half of the bits for the collider, half for its piece.
    static constexpr int bits = 4 * static_cast<int>(sizeof(std::size_t));

private:
    const World* world_;
    query_filter filter_;
};

}  // namespace hitbox

namespace hitbox::inline HITBOX_ISA {

template <class World, class Visit>
void for_each_piece_near(const world_solids<World>& all, const aabb<typename World::scalar_type>& box,
                         const Visit& visit) {
    bool more = true;
    for (const std::uint32_t i : all.scene().found_near(box, all.filter())) {
        all.scene().with_solid(i, [&](const auto& solid) {
            for_each_piece_near(solid, box, [&](const auto& piece, std::size_t k) {
                return more = static_cast<bool>(visit(piece, (std::size_t{i} << world_solids<World>::bits) + k));
            });
        });
        if (!more) return;
    }
}
template <class World>
[[nodiscard]] auto bounds(const world_solids<World>& all) noexcept {
    return all.scene().bounds_of_all();
}
template <class World>
[[nodiscard]] bool valid(const world_solids<World>&) noexcept {
    return true;
}

}  // namespace hitbox::inline HITBOX_ISA
