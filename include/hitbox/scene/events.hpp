#pragma once
/// The contacts, events and hits that a world reports.

#include <hitbox/core/lists.hpp>
#include <hitbox/narrow/manifold.hpp>
#include <hitbox/scene/collider.hpp>

#include <cstddef>
#include <span>

namespace hitbox {

/// The reason why two colliders no longer touch: they are apart, or one of them was removed, got another filter (or was
/// fixed or unfixed), got another shape, or was teleported.
enum class end_reason : std::uint8_t { separated, removed, filtered, reshaped, teleported };
/// Returns the reason in words.
[[nodiscard]] constexpr const char* to_string(end_reason r) noexcept {
    return detail::name_in({"they are apart", "one was removed", "one has another filter, or was fixed or unfixed",
                            "one has another shape", "one was teleported"},
                           r);
}

namespace detail {

/// Returns the id of a pair that is not the given one; a null id if the pair has no such id.
[[nodiscard]] constexpr collider_id other_of(collider_id a, collider_id b, collider_id id) noexcept {
    return id == a ? b : id == b ? a : collider_id{};
}

}  // namespace detail

/// Two colliders that touch.
template <exact_real T>
struct world_contact {
    collider_id a, b;                // a has the smaller index
    hitbox::manifold<T> manifold{};  // normal from a to b; empty if one is a sensor
    bool sensor = false;             // one of the two is a sensor

    /// Returns the other collider of the pair; a null id if `id` is neither.
    [[nodiscard]] constexpr collider_id other(collider_id id) const noexcept { return detail::other_of(a, b, id); }
};

/// The end of a contact. The user data identify a collider that was removed.
struct end_event {
    collider_id a, b;                           // a has the smaller index
    std::uint64_t user_a = 0, user_b = 0;       // the user data of both
    end_reason reason = end_reason::separated;  // why they no longer touch

    /// Returns the other collider of the pair; a null id if `id` is neither.
    [[nodiscard]] constexpr collider_id other(collider_id id) const noexcept { return detail::other_of(a, b, id); }
    friend constexpr bool operator==(const end_event&, const end_event&) = default;
};

/// Two colliders that began to touch, or still touch.
struct contact_event {
    collider_id a, b;  // a has the smaller index

    /// Returns the other collider of the pair; a null id if `id` is neither.
    [[nodiscard]] constexpr collider_id other(collider_id id) const noexcept { return detail::other_of(a, b, id); }
    friend constexpr bool operator==(const contact_event&, const contact_event&) = default;
    friend constexpr auto operator<=>(const contact_event&, const contact_event&) = default;
};

/// A collider that a ray hits.
template <exact_real T>
struct world_hit {
    collider_id id;       // the collider
    ray_hit<T> hit{};     // normal out of the collider
    bool sensor = false;  // the collider is a sensor
    std::size_t piece{};  // of a compound or a chain: the index of the piece that is hit
};
/// A collider that a moving shape hits.
template <exact_real T>
struct world_cast_hit {
    collider_id id;         // the collider
    cast_result<T> cast{};  // normal out of the collider
    bool sensor = false;    // the collider is a sensor
    std::size_t piece{};    // of a compound or a chain: the index of the piece that is hit
};
/// A collider that shares a point with a shape.
template <exact_real T>
struct world_overlap {
    collider_id id;                // the collider
    hitbox::contact<T> contact{};  // normal from the shape to the collider
    bool sensor = false;           // the collider is a sensor
};
/// The contact points of a shape and a collider.
template <exact_real T>
struct world_manifold {
    collider_id id;                  // the collider
    hitbox::manifold<T> manifold{};  // normal from the shape to the collider
    bool sensor = false;             // the collider is a sensor
};
/// A collider and its distance from a shape.
template <exact_real T>
struct world_distance {
    collider_id id;       // the collider
    separation<T> gap{};  // normal from the shape to the collider
    bool sensor = false;  // the collider is a sensor
};

inline namespace HITBOX_ISA {

/// The events of one collider, in the order of the list of all events. It borrows that list.
template <class Event>
class events_of {
public:
    class iterator {
    public:
        using value_type = Event;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        iterator(const Event* at, const Event* end, collider_id id) noexcept : at_{at}, end_{end}, id_{id} { skip(); }
        [[nodiscard]] const Event& operator*() const noexcept { return *at_; }
        [[nodiscard]] const Event* operator->() const noexcept { return at_; }
        iterator& operator++() noexcept { return ++at_, skip(), *this; }
        iterator operator++(int) noexcept {
            const iterator before = *this;
            return ++*this, before;
        }
        friend bool operator==(const iterator& i, const iterator& k) noexcept { return i.at_ == k.at_; }

    private:
        void skip() noexcept {
            while (at_ != end_ && at_->a != id_ && at_->b != id_) ++at_;
        }

        const Event *at_ = nullptr, *end_ = nullptr;
        collider_id id_;
    };

    events_of(detail::list_view<const Event> all, collider_id id) noexcept : all_{all}, id_{id} {}
    [[nodiscard]] iterator begin() const noexcept { return {all_.data(), all_.data() + all_.size(), id_}; }
    [[nodiscard]] iterator end() const noexcept { return {all_.data() + all_.size(), all_.data() + all_.size(), id_}; }
    [[nodiscard]] bool empty() const noexcept { return begin() == end(); }
    /// Returns the number of events of the collider. This searches the list of all events.
    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t count = 0;
        for (iterator i = begin(); i != end(); ++i) ++count;
        return count;
    }

private:
    detail::list_view<const Event> all_;
    collider_id id_;
};

/// The contacts of one collider: one for each collider that it touches, in ascending order of that collider. It borrows
/// both lists.
template <exact_real T>
class contacts_of {
    struct lists {
        detail::list_view<const world_contact<T>> all;
        detail::list_view<const collider_id> touched;
        collider_id id;  // the collider
    };

public:
    class iterator {
    public:
        using value_type = world_contact<T>;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        iterator(const lists& of, std::size_t i) noexcept : of_{of}, i_{i} {}
        [[nodiscard]] const world_contact<T>& operator*() const noexcept {
            const collider_id other = of_.touched[i_];
            const contact_event pair = of_.id < other ? contact_event{of_.id, other} : contact_event{other, of_.id};
            const auto comes_before = [](const world_contact<T>& c, const contact_event& e) {
                return contact_event{c.a, c.b} < e;
            };
            return of_.all[detail::lower_bound(of_.all.data(), of_.all.size(), pair, comes_before)];
        }
        [[nodiscard]] const world_contact<T>* operator->() const noexcept { return &**this; }
        iterator& operator++() noexcept { return ++i_, *this; }
        iterator operator++(int) noexcept { return {of_, i_++}; }
        friend bool operator==(const iterator& i, const iterator& k) noexcept { return i.i_ == k.i_; }

    private:
        lists of_{};
        std::size_t i_ = 0;
    };

    /// @pre `all` has a contact of `id` with each collider in `touched`, or is empty; both lists ascend
    contacts_of(detail::list_view<const world_contact<T>> all, detail::list_view<const collider_id> touched,
                collider_id id) noexcept
        : of_{all, all.empty() ? detail::list_view<const collider_id>{} : touched, id} {}
    [[nodiscard]] std::size_t size() const noexcept { return of_.touched.size(); }
    [[nodiscard]] bool empty() const noexcept { return of_.touched.empty(); }
    [[nodiscard]] iterator begin() const noexcept { return {of_, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {of_, size()}; }

private:
    lists of_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
