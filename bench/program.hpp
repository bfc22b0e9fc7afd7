#pragma once
/// The main loop of all bench programs: adds the selected rows and times them only if our answers are right.

#include <cstdio>
#include <regex>
#include <string>

#include <benchmark/benchmark.h>

namespace timed {

inline bool all_right = true;

/// Reports a wrong answer. If it is one of hitbox's, nothing will be timed.
inline void note_wrong(const std::string& name, bool is_ours) {
    std::fprintf(stderr, "%s is wrong\n", name.c_str());
    if (is_ours) all_right = false;
}

/// Returns true if a row is selected. Scenes and correct answers are made for selected rows only.
inline bool wanted(const std::string& name) {
    std::string filter = benchmark::GetBenchmarkFilter();
    if (filter.empty() || filter == "all") return true;
    const bool negated = filter[0] == '-';
    if (negated) filter.erase(0, 1);
    return std::regex_search(name, std::regex{filter, std::regex::extended}) != negated;
}

/// Times the added rows. Returns the exit status of the program.
template <class Add>
int run(int argc, char** argv, Add add_all) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    add_all();
    if (!all_right) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

}  // namespace timed
