#pragma once

#include <hitbox/motion/move_and_slide.hpp>

namespace hitbox_tests {

/// A body among obstacles, as `move_and_slide` has it during a move.
template <class S, class O>
struct body_among {
    using scalar_type = hitbox::scalar_t<S>;

    hitbox::slide_options<scalar_type> options;
    hitbox::detail::moving_shape_of<S> shape;
    hitbox::detail::mover_among<scalar_type> mover;
    hitbox::detail::moving_body<scalar_type> body;

    body_among(const S& moving, hitbox::vec2<scalar_type> position, const O& obstacles,
               const hitbox::slide_options<scalar_type>& how = {})
        : options{how}, shape{moving}, mover{shape, hitbox::detail::solid_view<scalar_type>{obstacles}},
          body{mover, position, options} {}
};

}  // namespace hitbox_tests
