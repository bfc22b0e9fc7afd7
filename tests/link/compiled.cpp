// A program that is linked with and without hitbox::compiled at once. Both must give the same bits.
#include <cstdint>
#include <cstdio>
#include <initializer_list>

std::uint64_t answers_of_headers(bool is_double);
std::uint64_t answers_of_compiled(bool is_double);

int main() {
    bool same = true;
    for (const bool is_double : {false, true}) {
        const std::uint64_t a = answers_of_headers(is_double), b = answers_of_compiled(is_double);
        std::printf("%s: %016llx %016llx\n", is_double ? "double" : "float", static_cast<unsigned long long>(a),
                    static_cast<unsigned long long>(b));
        same = same && a == b;
    }
    return same ? 0 : 1;
}
