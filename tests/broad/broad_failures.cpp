// Changes that end by an exception: of an allocation, or of an executor.

#include "../allocations.hpp"
#include "structures.hpp"

using namespace hitbox_tests;

namespace {

struct no_more_tasks {};
/// An executor that throws in place of task `left`.
struct stopping {
    std::size_t left;

    template <class Task>
    void operator()(std::size_t n, Task&& task) {
        for (std::size_t i = 0; i < n; ++i) {
            if (left-- == 0) throw no_more_tasks{};
            task(i);
        }
    }
};

template <class B>
struct changed_structure {
    using T = typename B::scalar_type;

    std::vector<aabb<T>> boxes, others;
    B structure, other;
    proxy_range proxies;

    explicit changed_structure(std::size_t n)
        : boxes{boxes_of<T>(scene::uniform, n, 40)}, others{boxes_of<T>(scene::clumps, n, 41)} {
        other.build(boxes);
        proxies = structure.build(boxes).value();
        if constexpr (changes<B>) {
            for (std::size_t i = 0; i < n; i += 7) structure.remove(proxies[i]);
            for (std::size_t i = 0; i < n; i += 7) structure.insert(boxes[i]);
            for (std::size_t i = 1; i < n; i += 9) structure.update(proxies[i], others[i]);
        }
    }
};
/// Returns the answers of a few calls that follow a `clear`, as numbers.
template <class B>
std::vector<double> answers_after_clear(B& s, const std::vector<aabb<typename B::scalar_type>>& boxes) {
    using T = typename B::scalar_type;
    std::vector<double> found;
    const auto one = [&](proxy p) { found.push_back(p.index()); };
    const auto two = [&](proxy p, proxy q) { one(p), one(q); };
    const auto note_all = [&] {
        found.push_back(static_cast<double>(s.size()));
        found.push_back(s.validate());
        for (const T x : {s.bounds().min.x, s.bounds().min.y, s.bounds().max.x, s.bounds().max.y})
            found.push_back(static_cast<double>(x));
        s.query(s.bounds(), one);
        std::as_const(s).for_each_pair(two);
        s.box_cast(boxes[0], vec2<T>{9, 9}, one);
    };
    note_all();
    if constexpr (changes<B>) {
        std::vector<proxy> proxies;
        for (const aabb<T>& box : boxes) one(proxies.emplace_back(s.insert(box)));
        note_all();
        for (std::size_t i = 0; i < boxes.size(); i += 3) s.remove(proxies[i]);
        for (std::size_t i = 1; i < boxes.size(); i += 3) s.update(proxies[i], boxes[0]);
        s.commit();
        note_all();
    }
    s.build(boxes);
    note_all();
    return found;
}

/// Checks that a structure in which a change failed can be cleared, assigned and destroyed.
template <class B>
void check_afterwards(changed_structure<B>& s, std::size_t which, const std::vector<double>& expected) {
    if (which == 0) {
        CHECK_FALSE(fails_at(0, [&] { s.structure.clear(); }));
        CHECK((answers_after_clear(s.structure, s.boxes) == expected));
    } else if (which < 3) {
        if (which == 1) s.structure = s.other;
        else s.structure = B{s.other};
        CHECK((s.structure.validate() && s.structure.size() == s.boxes.size()));
        CHECK(sorted_pairs(s.structure) == sorted_pairs(s.other));
    }  // else it is only destroyed
}
template <class B, class Change>
void check_failures(std::size_t boxes, const std::vector<double>& expected, const Change& change) {
    for (std::size_t n = 0; n < 1000; ++n)
        for (std::size_t which = 0; which < 4; ++which) {
            changed_structure<B> s{boxes};
            if (!fails_at(n, [&] { change(s); })) return;
            CAPTURE(boxes, n, which);
            check_afterwards(s, which, expected);
        }
    FAIL("no call succeeds");
}
template <class B, class Change>
void check_executors(std::size_t boxes, const std::vector<double>& expected, const Change& change) {
    for (std::size_t n = 0; n < 1000; n += 1 + n / 4)
        for (std::size_t which = 0; which < 4; ++which) {
            changed_structure<B> s{boxes};
            try {
                change(s, stopping{n});
                return;
            } catch (const no_more_tasks&) {
            }
            CAPTURE(boxes, n, which);
            check_afterwards(s, which, expected);
        }
    FAIL("no call succeeds");
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("after an allocation failed in a change, a structure can be cleared, assigned and destroyed",
                        "[broad]", library_structures) {
    using S = changed_structure<TestType>;
    STATIC_REQUIRE(!std::is_nothrow_copy_assignable_v<TestType>);
    STATIC_REQUIRE(std::is_nothrow_move_assignable_v<TestType>);
    for (const std::size_t boxes :
         {std::size_t{1}, std::size_t{20}, many_if_all(std::size_t{1200}, std::size_t{600})}) {
        S fresh{boxes};
        TestType empty;
        const std::vector<double> expected = answers_after_clear(empty, fresh.boxes);
        const auto check = [&](const auto& change) { check_failures<TestType>(boxes, expected, change); };
        check([](S& s) { s.structure.build(s.others); });
        check([](S& s) { s.structure = TestType{}, s.structure.build(s.others); });
        check([](S& s) { s.structure = s.other; });
        check([](S& s) { TestType{}.build(s.others), s.structure = TestType{s.other}; });
        if constexpr (changes<TestType>) {
            check([](S& s) {
                for (std::size_t i = 0; i < 40; ++i) s.structure.insert(s.others[i % s.others.size()]);
            });
            check([](S& s) {
                for (std::size_t i = 0; i < s.others.size(); ++i) s.structure.update(s.proxies[i], s.others[i]);
            });
            check([](S& s) {
                for (std::size_t i = 0; i < s.others.size(); ++i) s.structure.remove(s.proxies[i]);
            });
            check([](S& s) { static_cast<void>(s.structure.update(std::span<const aabb<typename S::T>>{s.others})); });
            check([](S& s) { s.structure.commit(); });
            check([](S& s) { s.structure.for_each_pair([](proxy, proxy) {}); });
        }
    }
}

TEMPLATE_LIST_TEST_CASE("after an executor failed in a change, a structure can be cleared, assigned and destroyed",
                        "[broad]", library_structures) {
    using S = changed_structure<TestType>;
    const std::size_t boxes = many_if_all(std::size_t{5000}, std::size_t{1200});
    S fresh{boxes};
    TestType empty;
    const std::vector<double> expected = answers_after_clear(empty, fresh.boxes);
    const auto check = [&](const auto& change) { check_executors<TestType>(boxes, expected, change); };
    check([](S& s, stopping run) { s.structure.build(run, s.others); });
    if constexpr (changes<TestType>) {
        check([](S& s, stopping run) {
            static_cast<void>(s.structure.update(run, std::span<const aabb<typename S::T>>{s.others}));
        });
        check([](S& s, stopping run) { s.structure.commit(run); });
        check([](S& s, stopping run) { s.structure.for_each_pair(run, [](proxy, proxy) {}); });
    }
}

TEMPLATE_LIST_TEST_CASE("a query in which an allocation or an executor fails changes nothing", "[broad]",
                        library_structures) {
    using T = typename TestType::scalar_type;
    for (const std::size_t boxes : {std::size_t{20}, std::size_t{600}}) {
        const changed_structure<TestType> s{boxes};
        const auto expected = sorted_pairs(s.structure);
        const auto ignore = [](proxy, proxy) {};
        const auto check = [&](const auto& query) {
            std::size_t n = 0;
            while (n < 1000 && fails_at(n, query)) ++n;
            CHECK(n < 1000);
            CHECK((s.structure.validate() && sorted_pairs(s.structure) == expected));
        };
        check([&] { s.structure.for_each_pair(ignore); });
        check([&] { s.structure.for_each_pair(detail::run_here{}, ignore); });
        check([&] { s.structure.query(aabb<T>{{-99, -99}, {99, 99}}, [](proxy) {}); });
        check([&] { s.structure.ray_cast(ray<T>{{-99, -99}, {99, 99}}, [](proxy) {}); });
        check([&] { static_cast<void>(TestType{s.structure}); });
        if constexpr (requires { s.structure.nearest(vec2<T>{}, std::size_t{3}); })
            check([&] { static_cast<void>(s.structure.nearest(vec2<T>{}, 30)); });
        for (std::size_t n = 0; n < 2; ++n) {
            try {
                s.structure.for_each_pair(stopping{n}, ignore);
            } catch (const no_more_tasks&) {
            }
            CHECK((s.structure.validate() && sorted_pairs(s.structure) == expected));
        }
    }
}
