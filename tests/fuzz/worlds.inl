// The laws of a world: a script from bytes, compared with a model that tests all pairs. Included once per scalar
// (`FUZZ_SCALAR`).

#include "made_sets.hpp"
#include "queries.hpp"

#include <map>
#include <set>

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using fuzz::code;
using place = transform2<T>;
using pair = contact_event;

std::string code(collider_id id) { return "{" + std::to_string(id.index) + ", " + std::to_string(id.generation) + "}"; }
std::string code(const collider_shape<T>& s) {
    if (const auto* known = std::get_if<any_shape<T>>(&s.value)) return hitbox_tests::code(*known);
    const auto* c = std::get_if<compound<T>>(&s.value);
    return c ? code(some_set<T>{*c}) : code(some_set<T>{std::get<chain<T>>(s.value)});
}
std::string code(const collider_filter& f) {
    return "{" + std::to_string(f.category) + ", " + std::to_string(f.mask) + ", " + std::to_string(f.group) + "}";
}

/// One line of a script.
struct line {
    std::string what{};
    std::vector<collider_id> ids{};
    std::vector<place> places{};
    collider<T> with{};
};
std::string code(const std::vector<line>& script) {
    std::string text;
    for (const line& l : script) {
        text += "w." + l.what + "(";
        for (const collider_id id : l.ids) text += code(id) + ", ";
        for (const place& p : l.places) text += code(p) + ", ";
        if (l.what == "add")
            text += "{" + code(l.with.shape) + ", " + code(l.with.transform) + ", " + code(l.with.filter) + ", " +
                    (l.with.sensor ? "true, " : "false, ") + std::to_string(l.with.user) +
                    (l.with.fixed ? ", true}" : ", false}");
        if (l.what == "set_fixed") text += l.with.fixed ? "true" : "false";
        if (l.what == "set_shape") text += code(l.with.shape);
        if (l.what == "set_filter") text += code(l.with.filter);
        text += ");\n  ";
    }
    return text;
}

/// A placed shape, and whether two of them meet.
using solid = std::variant<any_shape<T>, some_set<T>>;
solid solid_of(const collider_shape<T>& s, const place& where) {
    if (const auto* known = std::get_if<any_shape<T>>(&s.value)) return any_shape<T>{baked(at(*known, where))};
    const auto* c = std::get_if<compound<T>>(&s.value);
    if (c) return some_set<T>{at(*c, where)};
    return some_set<T>{at(std::get<chain<T>>(s.value), where)};
}
bool meet(const any_shape<T>& a, const any_shape<T>& b) { return intersects(figure<T>{a}, figure<T>{b}); }
template <class A, class B>
bool meet(const A& a, const B& b) {
    return set_queries::intersects(a, b);
}
bool meet(const collider<T>& a, const collider<T>& b) {
    if (a.fixed && b.fixed) return false;
    const collider_filter f = a.filter, g = b.filter;
    const bool by_group = f.group != 0 && f.group == g.group;
    if (by_group ? f.group < 0 : (f.mask & g.category) == 0 || (g.mask & f.category) == 0) return false;
    return std::visit([](const auto& p, const auto& q) { return meet(p, q); }, solid_of(a.shape, a.transform),
                      solid_of(b.shape, b.transform));
}
/// Near the end of the range, a shape may be invalid although it is finite at its position.
bool is_far_off(T size) { return size > std::numeric_limits<T>::max() / 64; }
/// What `add` accepts: shapes that are valid, own their vertices, and are finite. Near the end of the range, either
/// answer is allowed.
std::optional<bool> can_be(const collider_shape<T>& s, const place& where) {
    const auto is_kept = [](const any_shape<T>& known) {
        return hitbox::valid(known) && known.value.index() != 8 && known.value.index() != 9;
    };
    T size = std::max(std::abs(where.translation.x), std::abs(where.translation.y));
    if (const auto* known = std::get_if<any_shape<T>>(&s.value)) {
        if (!is_kept(*known)) return false;
        size = std::max(size, size_of(*known));
    } else {
        const auto* c = std::get_if<compound<T>>(&s.value);
        const compound<T>& pieces = c ? *c : std::get<chain<T>>(s.value).edges();
        if (!pieces.valid() || !std::ranges::all_of(pieces.pieces(), is_kept)) return false;
        size = std::max(size, size_of(pieces));
    }
    if (!hitbox::valid(where)) return false;
    if (is_far_off(size)) return {};
    return true;
}

/// Computes the correct answers of a world from its colliders alone.
struct model {
    std::map<collider_id, collider<T>> here{};
    std::set<pair> touching{};
    std::vector<end_event> ended{};

    void end(const pair& p, end_reason reason) {
        ended.push_back({p.a, p.b, here.at(p.a).user, here.at(p.b).user, reason});
        touching.erase(p);
    }
    void end_all(collider_id id, end_reason reason) {
        for (const pair& p : std::set<pair>{touching})
            if (p.a == id || p.b == id) end(p, reason);
    }
    [[nodiscard]] bool is_any_far_off() const {
        return std::ranges::any_of(
            here, [](const auto& c) { return can_be(c.second.shape, c.second.transform) == std::nullopt; });
    }
    [[nodiscard]] std::set<pair> pairs() const {
        std::set<pair> all;
        for (auto a = here.begin(); a != here.end(); ++a)
            for (auto b = std::next(a); b != here.end(); ++b)
                if (meet(a->second, b->second)) all.insert({a->first, b->first});
        return all;
    }
    [[nodiscard]] std::vector<collider_id> touched_by(collider_id id) const {
        std::vector<collider_id> others;
        for (const pair& p : touching)
            if (p.a == id || p.b == id) others.push_back(p.a == id ? p.b : p.a);
        std::ranges::sort(others);
        return others;
    }
};

class story {
public:
    explicit story(bytes& in) : in_{in}, make_{in} {}

    void run() {
        for (int i = 0; i < 48 && !in_.empty(); ++i) {
            go_on();
            check_state();
        }
        detect();
        check_state();
    }

private:
    bytes& in_;
    maker<T> make_;
    world<T> world_, other_;  // the other world was restored at some time, and has continued since
    bool has_other_ = false;
    model model_, kept_model_;
    std::vector<std::byte> kept_;
    std::vector<collider_id> known_;  // also ids of removed colliders
    std::vector<line> script_;

    void go_on() {
        const std::uint8_t what = in_.byte();
        const std::uint8_t kind = what % 16;
        if (kind < 4 || known_.empty()) return add();
        const collider_id id = known_[what / 16 % known_.size()];
        switch (kind) {
            case 4: return change(id, {"remove", {id}, {}, {}}, end_reason::removed, true);
            case 5: {
                line l{"set_filter", {id}, {}, {}};
                l.with.filter = made_filter();
                if (model_.here.count(id) && model_.here.at(id).filter == l.with.filter) return detect();
                return change(id, l, end_reason::filtered, true);
            }
            case 6: {
                line l{"set_shape", {id}, {}, {}};
                l.with.shape = made_shape();
                return change(id, l, end_reason::reshaped, can_be(l.with.shape, place_of(id)));
            }
            case 7: {
                const place to = make_.transform();
                return change(id, {"teleport", {id}, {to}, {}}, end_reason::teleported, can_go(id, to));
            }
            case 8: return move_many();
            case 9: return restore_elsewhere();
            case 10: return wind_back();
            case 11: return restore_broken();
            case 12: return detect();
            case 13: {
                line l{"set_fixed", {id}, {}, {}};
                l.with.fixed = in_.index(2) == 1;
                if (model_.here.count(id) && model_.here.at(id).fixed == l.with.fixed) return detect();
                return change(id, l, end_reason::filtered, true);
            }
            default: {
                const place to = make_.transform();
                return change(id, {"move", {id}, {to}, {}}, end_reason::separated, can_go(id, to));
            }
        }
    }

    [[nodiscard]] place place_of(collider_id id) const {
        return model_.here.count(id) ? model_.here.at(id).transform : place{};
    }
    [[nodiscard]] std::optional<bool> can_go(collider_id id, const place& to) const {
        return model_.here.count(id) ? can_be(model_.here.at(id).shape, to) : false;
    }
    collider_filter made_filter() {
        const std::uint8_t how = in_.byte();
        return {1u << (how & 3u), how & 4u ? ~0u : 5u, how & 8u ? static_cast<int>(how >> 4) % 5 - 2 : 0};
    }
    collider_shape<T> made_shape() {
        const std::uint8_t how = in_.byte();
        if (how % 8 < 5) return make_.known();
        const some_set<T> made = made_set(make_, in_);
        if (const auto* c = std::get_if<compound<T>>(&made.value)) return *c;
        if (const auto* c = std::get_if<chain<T>>(&made.value)) return *c;
        if (const auto* c = std::get_if<placed<compound<T>>>(&made.value)) return c->shape;
        if (const auto* c = std::get_if<placed<chain<T>>>(&made.value)) return c->shape;
        return compound<T>{std::vector<any_shape<T>>{make_.known()}};
    }

    /// Applies a line of the script to one world.
    bool play(world<T>& w, const line& l) const {
        const collider_id id = l.ids.empty() ? collider_id{} : l.ids[0];
        if (l.what == "remove") return w.remove(id);
        if (l.what == "set_filter") return w.set_filter(id, l.with.filter);
        if (l.what == "set_fixed") return w.set_fixed(id, l.with.fixed);
        if (l.what == "set_shape") return w.set_shape(id, l.with.shape);
        if (l.what == "teleport") return w.teleport(id, l.places[0]);
        if (l.what == "moves") return w.move(l.ids, l.places);
        return w.move(id, l.places[0]);
    }
    /// Applies it to both worlds and checks the answer. A refused call changes nothing.
    bool play(const line& l, std::optional<bool> expected) {
        script_.push_back(l);
        const std::uint64_t before = world_.state_hash();
        const bool done = play(world_, l);
        HOLDS(!expected || done == *expected, script_);
        HOLDS(done || world_.state_hash() == before, script_);
        if (has_other_) HOLDS(play(other_, l) == done, script_);
        return done;
    }
    void add() {
        collider<T> c;
        c.shape = made_shape();
        c.transform = make_.transform();
        c.filter = made_filter();
        const std::size_t role = in_.index(8);
        c.sensor = role == 0, c.fixed = role % 3 == 1;
        c.user = script_.size();
        script_.push_back({"add", {}, {}, c});
        const std::uint64_t before = world_.state_hash();
        const collider_id id = world_.add(c);
        if (has_other_) HOLDS(other_.add(c) == id, script_);
        HOLDS(can_be(c.shape, c.transform).value_or(static_cast<bool>(id)) == static_cast<bool>(id), script_);
        if (!id) HOLDS(world_.state_hash() == before, script_);
        if (!id) return;
        HOLDS(std::ranges::count(known_, id) == 0, script_);
        known_.push_back(id), model_.here.emplace(id, c);
    }
    void change(collider_id id, const line& l, end_reason reason, std::optional<bool> expected) {
        if (!play(l, model_.here.count(id) ? expected : false)) return;
        if (reason != end_reason::separated) model_.end_all(id, reason);
        collider<T>& c = model_.here.at(id);
        if (l.what == "set_fixed") c.fixed = l.with.fixed;
        else if (reason == end_reason::filtered) c.filter = l.with.filter;
        else if (reason == end_reason::reshaped) c.shape = l.with.shape;
        else if (reason == end_reason::removed) model_.here.erase(id);
        else c.transform = l.places[0];
    }
    void move_many() {
        line l{"moves", {}, {}, {}};
        std::optional<bool> expected = true;
        for (std::size_t n = in_.index(6); l.ids.size() < n;) {
            l.ids.push_back(known_[in_.index(known_.size())]), l.places.push_back(make_.transform());
            const std::optional<bool> one = can_go(l.ids.back(), l.places.back());
            if (one != true && expected != false) expected = one;
        }
        if (!play(l, expected)) return;
        for (std::size_t i = 0; i < l.ids.size(); ++i) model_.here.at(l.ids[i]).transform = l.places[i];
    }

    void restore_elsewhere() {
        script_.push_back({"snapshot", {}, {}, {}});
        kept_ = world_.snapshot(), kept_model_ = model_, has_other_ = true;
        HOLDS(other_.restore(kept_) && other_.state_hash() == world_.state_hash() && other_.snapshot() == kept_,
              script_);
        HOLDS(other_.contacts().empty() && other_.began().empty() && other_.stayed().empty() && other_.ended().empty(),
              script_);
    }
    void wind_back() {
        if (kept_.empty()) return restore_elsewhere();
        script_.push_back({"restore", {}, {}, {}});
        model_ = kept_model_;
        std::erase_if(known_, [this](collider_id id) { return !model_.here.count(id); });
        HOLDS(world_.restore(kept_) && other_.restore(kept_) && world_.snapshot() == kept_, script_);
    }
    /// Bytes that are not a snapshot are refused, and nothing changes. With a correct hash they may be a snapshot.
    void restore_broken() {
        const std::vector<std::byte> good = world_.snapshot();
        std::vector<std::byte> bad = good;
        const std::uint8_t how = in_.byte();
        const std::size_t where = in_.template raw<std::uint16_t>() % bad.size();
        const auto value = static_cast<std::byte>(in_.byte());
        if (how & 1u) bad[where] = value;
        else if (how & 2u) bad[where] ^= static_cast<std::byte>(1u << (how >> 5));
        else if (how & 4u) bad.resize(where);
        else bad.insert(bad.begin() + static_cast<std::ptrdiff_t>(where), value);
        if ((how & 8u) && bad.size() >= 8) {
            bad.resize(bad.size() / 8 * 8);
            hitbox::detail::byte_hash hash;
            hash.put(std::span{bad}.first(bad.size() - 8));
            hitbox::detail::store_word(bad.data() + bad.size() - 8, hash.value());
        }
        script_.push_back({"restore of bytes that are broken", {}, {}, {}});
        if (world_.restore(bad)) {
            HOLDS((how & 8u) || bad == good, script_);
            const std::vector<std::byte> now = world_.snapshot();
            HOLDS(world_.restore(now) && world_.snapshot() == now, script_);
            world_.detect();
            for (const collider_id id : known_)
                if (world_.contains(id)) HOLDS(world_.remove(id), script_);
            world_.detect();
            HOLDS(world_.validate() && world_.restore(good), script_);
        }
        HOLDS(world_.snapshot() == good, script_);
    }

    void detect() {
        script_.push_back({"detect", {}, {}, {}});
        mistakes = 0;
        world_.detect();
        HOLDS(mistakes == 0 || model_.is_any_far_off(), script_);
        const std::set<pair> now = model_.pairs();
        std::vector<pair> contacts, began, stayed;
        for (const auto& c : world_.contacts()) {
            contacts.push_back({c.a, c.b});
            HOLDS(c.sensor == (model_.here.at(c.a).sensor || model_.here.at(c.b).sensor), script_);
            HOLDS(c.sensor ? c.manifold.count == 0 : c.manifold.count > 0 && unit_length(c.manifold.normal), script_);
        }
        for (const pair& p : now) (model_.touching.count(p) ? stayed : began).push_back(p);
        HOLDS(std::ranges::equal(contacts, now), script_);
        HOLDS(std::ranges::equal(world_.began(), began) && std::ranges::equal(world_.stayed(), stayed), script_);
        for (const pair& p : std::set<pair>{model_.touching})
            if (!now.count(p)) model_.end(p, end_reason::separated);
        std::ranges::sort(model_.ended,
                          [](const end_event& x, const end_event& y) { return pair{x.a, x.b} < pair{y.a, y.b}; });
        HOLDS(std::ranges::equal(world_.ended(), model_.ended), script_);
        model_.touching = now, model_.ended.clear();
        if (!has_other_) return;
        other_.detect();
        const auto same = [](const world_contact<T>& c, const world_contact<T>& d) {
            return c.a == d.a && c.b == d.b && c.manifold == d.manifold && c.sensor == d.sensor;
        };
        HOLDS(std::ranges::equal(world_.contacts(), other_.contacts(), same), script_);
        HOLDS(std::ranges::equal(world_.began(), other_.began()), script_);
        HOLDS(std::ranges::equal(world_.stayed(), other_.stayed()), script_);
        HOLDS(std::ranges::equal(world_.ended(), other_.ended()), script_);
    }
    void check_state() {
        HOLDS(world_.size() == model_.here.size(), script_);
        for (const collider_id id : known_) {
            HOLDS(world_.contains(id) == (model_.here.count(id) == 1), script_);
            HOLDS(std::ranges::equal(world_.touching(id), model_.touched_by(id)), script_);
        }
        if (has_other_) HOLDS(world_.state_hash() == other_.state_hash(), script_);
    }
};

}  // namespace

template <>
void worlds<T>(bytes& in) {
    hitbox_tests::borrowed_points<T>().clear();
    story{in}.run();
}

}  // namespace fuzz
