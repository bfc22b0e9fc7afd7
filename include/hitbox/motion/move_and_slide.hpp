#pragma once
/// Character movement: a shape moves as far as it can and slides along the solids in its path.

#include <hitbox/motion/platforms.hpp>
#include <hitbox/motion/slide_motion.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Moves a shape, given about the origin, from a position by a motion, among obstacles. It stops at the first obstacle
/// that blocks it, continues along its surface with the rest of the motion, and so on. Returns the end position, the
/// remaining velocity and the contacts. `obstacles` is any set of solids: a range of shapes, a compound, a chain, or a
/// set with platforms (`with_platforms`). One-sided chains and platforms block only shapes that enter them through
/// their front; an exact sign decides.
///
/// `motion` is a length: velocity * dt. With options.dt it is a velocity, and so is the velocity that is returned:
///
///     const auto r = move_and_slide(body, position, velocity, level, {.up = {0, 1}, .dt = dt});
///     position = r.position, velocity = r.velocity;
///
/// Safety: from a free start, the returned position never penetrates an obstacle (`penetrates` of at(shape, position)
/// is false), the shape passes through nothing at any speed, and the returned velocity leads into no contact. Progress:
/// the shape moves as far as it can; `stopped_by` names the surface that ended the motion early, which is among the
/// contacts. Seams between obstacles, and steps as high as a few roundings, do not stop a shape. A coordinate that no
/// obstacle changes ends at the sum of start and motion, rounded once. The result depends on the arguments alone.
/// Contacts are the surfaces that the shape touches at the end, within four roundings of its coordinates.
///
/// With options.up, a shape on a floor keeps its speed across `up`: it walks up and down slopes evenly, and does not
/// slide down a slope on which it stands. It stops at a wall and at the foot of a slope that is too steep. In the air
/// it slides along both, in the same way as without `up`. If the start penetrates an obstacle, the shape is moved out
/// first, by the minimum translation out of the whole. If there is no free position, the shape stays and `velocity` is
/// 0. If the shape, position or motion is invalid, or the box of the placed shape is not finite, the shape stays,
/// `velocity` is 0 and `stopped_by` is `invalid`.
/// @pre valid(shape), valid(obstacles), finite position and motion, valid options
///
/// It combines casts at the whole set, half-planes in closed form, and an exact test that positions are free. Box2D's
/// mover (Catto 2025) and Quake's SV_FlyMove iterate instead.
template <convex S, solid_set O>
    requires exact_real<scalar_t<S>> && std::same_as<scalar_t<S>, detail::solid_scalar_t<O>>
[[nodiscard]] slide_result<scalar_t<S>> move_and_slide(const S& shape, vec2<std::type_identity_t<scalar_t<S>>> position,
                                                       vec2<std::type_identity_t<scalar_t<S>>> motion,
                                                       const O& obstacles,
                                                       const slide_options<scalar_t<S>>& options = {}) {
    using T = scalar_t<S>;
    detail::check_move("move_and_slide", options, shape, position, motion, obstacles);
    if (!detail::expect_valid(shape, obstacles) || !is_finite(position) || !is_finite(motion))
        return detail::refused(position);
    detail::keep_rounded(motion);
    const detail::moving_shape_of<S> moving{shape};
    detail::mover_among<T> mover{moving, detail::solid_view<T>{obstacles}};
    return detail::slide_among<T>(mover, position, detail::widen(motion), options);
}
/// Moves the shape in the same way, with one convex shape as the obstacle.
template <convex S, convex O>
    requires same_scalar<S, O>
[[nodiscard]] auto move_and_slide(const S& shape, vec2<std::type_identity_t<scalar_t<S>>> position,
                                  vec2<std::type_identity_t<scalar_t<S>>> motion, const O& obstacle,
                                  const slide_options<scalar_t<S>>& options = {}) {
    return move_and_slide(shape, position, motion, std::span{&obstacle, 1}, options);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
