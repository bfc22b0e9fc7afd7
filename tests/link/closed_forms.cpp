// A translation unit that includes the closed forms only.
#include <hitbox/narrow/closed_forms.hpp>

#include "closed_answers.hpp"

std::uint64_t closed_answers_alone(bool in_double) {
    return in_double ? closed_answers<double>() : closed_answers<float>();
}
