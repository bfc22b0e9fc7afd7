#pragma once
/// The contacts, events and hits that a world reports.

#include <hitbox/narrow/manifold.hpp>
#include <hitbox/scene/collider.hpp>

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

}  // namespace hitbox
