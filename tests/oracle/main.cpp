// Compares the answers for random and adversarial pairs of all shapes with exact arithmetic.
//
// oracle [pairs per class] [seed]: prints a table and all wrong answers. Returns 1 if there are any.

#include "table.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

std::size_t print(const char* scalar, const oracle::table& results) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const oracle::row& r = results[i];
        std::printf("| %s | %s | %zu | %zu | %zu | %zu | %zu | %zu (%.2f) | %zu (%.2f) | %zu (%.2f) | %zu (%.2f) | %zu "
                    "(%.2f) | %zu "
                    "(%.2f) | "
                    "%zu (%.2f) |\n",
                    scalar, oracle::classes[i], r.pairs, r.penetrating, r.touching, r.wrong_answers, r.wrong_contains,
                    r.left.wrong, r.left.worst, r.too_long.wrong, r.too_long.worst, r.depth.wrong, r.depth.worst,
                    r.shallow.wrong, r.shallow.worst, r.direction.wrong, r.direction.worst, r.points.wrong,
                    r.points.worst, r.axis.wrong, r.axis.worst);
        wrong += r.wrong();
    }
    return wrong;
}

}  // namespace

int main(int count, char** arguments) {
    const std::size_t pairs = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 640;
    const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    oracle::table floats{}, doubles{};
    oracle::check_float(floats, pairs, seed);
    oracle::check_double(doubles, pairs, seed);
    std::printf(
        "| type | class | pairs | penetrating | touching | wrong yes or no | wrong containment | does not separate | "
        "too long | depth | shallow depth | direction | deepest points | separating axis |\n"
        "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    const std::size_t wrong = print("float", floats) + print("double", doubles);
    std::printf("\n%zu wrong\n", wrong);
    return wrong > 0;
}
