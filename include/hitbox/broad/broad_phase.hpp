#pragma once
/// The concept `broad_phase` and the parts that all structures share: proxies, statuses, statistics, visitors. Boxes
/// have no margins.
///
/// A structure takes a box for each object and returns candidates: the pairs of boxes that share a point, or the boxes
/// that share a point with a box, a point, a ray or a moving box. Touching counts. No structure makes boxes fatter. The
/// narrow phase then tests the shapes of each candidate.
///
/// All structures return the same sets. They differ in speed, in memory and in the order of results. That order depends
/// on the operations alone, not on addresses, threads or time. Any number of threads may query a const structure; no
/// thread may change it meanwhile, and neither may the visitor of a query.
///
/// If an allocation or an executor throws during a change, only `clear`, assignment and destruction may follow. `clear`
/// does not allocate. A structure that was moved from is empty.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/result.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/shapes/aabb.hpp>
#include <hitbox/shapes/ray.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitbox {

/// The identity of a box in a structure. After the removal of the box, the proxy is stale, even if its index is used
/// again (fewer than 2^31 times). A default proxy is null.
class proxy {
public:
    proxy() = default;
    [[gnu::always_inline]] constexpr proxy(std::uint32_t index, std::uint32_t generation) noexcept
        : index_{index}, generation_{generation} {}

    /// Returns the index, from 0. Indices of removed boxes are used again, so arrays of data by index stay short.
    [[nodiscard, gnu::always_inline]] constexpr std::uint32_t index() const noexcept { return index_; }
    operator std::size_t() const = delete;  // write p.index()
    /// Returns the generation, which differs between boxes that have used the same index; 0 for a default proxy.
    [[nodiscard, gnu::always_inline]] constexpr std::uint32_t generation() const noexcept { return generation_; }
    /// Returns false for a default proxy. The structure's `contains(p)` tests whether the box still exists.
    [[nodiscard, gnu::always_inline]] constexpr explicit operator bool() const noexcept { return generation_ != 0; }

    [[gnu::always_inline]] friend constexpr bool operator==(const proxy&, const proxy&) = default;
    /// Orders proxies by index, then by generation.
    [[gnu::always_inline]] friend constexpr auto operator<=>(const proxy&, const proxy&) = default;

private:
    std::uint32_t index_ = 0;
    std::uint32_t generation_ = 0;  // odd for an existing box
};

/// Two boxes that share a point, with a < b: see `sorted_pairs`.
struct proxy_pair {
    proxy a, b;  // a < b

    [[gnu::always_inline]] friend constexpr bool operator==(const proxy_pair&, const proxy_pair&) = default;
    [[gnu::always_inline]] friend constexpr auto operator<=>(const proxy_pair&, const proxy_pair&) = default;
};

/// The reason why boxes are refused. The structure is then unchanged.
enum class broad_error {
    none,
    not_finite,   // a coordinate is infinite or NaN
    inverted,     // min is beyond max
    stale_proxy,  // the box was removed, or never existed
    wrong_count,  // an update of all boxes needs one box for each index, and no free index
    too_many,     // more boxes than the structure can hold
};
/// Returns the reason in words.
[[nodiscard]] constexpr const char* to_string(broad_error e) noexcept {
    return detail::name_in({"accepted", "a coordinate of a box is infinite or NaN", "a box has its min beyond its max",
                            "a proxy names no box of this structure", "there is not one box for each index",
                            "more boxes than the structure can hold"},
                           e);
}

/// The proxies of boxes that were built together: the proxy of box i has index i. It stores two numbers.
class proxy_range {
public:
    using error_type = broad_error;

    proxy_range() = default;
    [[gnu::always_inline]] constexpr proxy_range(std::size_t size, std::uint32_t generation) noexcept
        : size_{size}, generation_{generation} {}

    [[nodiscard, gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
    /// Returns the generation that the proxies have in common.
    [[nodiscard, gnu::always_inline]] constexpr std::uint32_t generation() const noexcept { return generation_; }
    /// Returns the proxy of box i. @pre i < size()
    [[nodiscard, gnu::always_inline]] constexpr proxy operator[](std::size_t i) const noexcept {
        return {static_cast<std::uint32_t>(i), generation_};
    }

private:
    std::size_t size_ = 0;
    std::uint32_t generation_ = 0;
};

/// The result of a change: converts to true if all boxes were accepted. After an update of all boxes, `index` is the
/// index of the first refused box; for other changes and for `wrong_count` it is 0.
struct broad_status {
    broad_error error = broad_error::none;  // none: all were accepted
    std::size_t index = 0;                  // of the first refused box, from 0

    [[nodiscard, gnu::always_inline]] constexpr explicit operator bool() const noexcept {
        return error == broad_error::none;
    }
    [[gnu::always_inline]] friend constexpr bool operator==(const broad_status&, const broad_status&) = default;
};

/// The work of a query, in counts. They show, without a clock, whether a structure is still suitable for its boxes.
struct query_statistics {
    std::size_t visited = 0;  // visited cells, nodes or blocks
    std::size_t tested = 0;   // tested boxes, of objects and of nodes
    std::size_t found = 0;    // boxes or pairs that the visitor got

    constexpr query_statistics& operator+=(const query_statistics& more) noexcept {
        visited += more.visited, tested += more.tested, found += more.found;
        return *this;
    }
    friend constexpr bool operator==(const query_statistics&, const query_statistics&) = default;
};

/// A callable that runs task(0), ..., task(n - 1) in any order, on any threads, and returns when all have ended. It
/// connects a job system, a thread pool or oneTBB: `[&](std::size_t n, auto&& task) { pool.run_and_wait(n, task); }`.
template <class E>
concept executor = requires(E& e, void (&task)(std::size_t)) { e(std::size_t{}, task); };

namespace detail {
inline namespace HITBOX_ISA {

/// The default executor, which runs all tasks on the calling thread.
struct run_here {
    template <class Task>
    void operator()(std::size_t n, Task&& task) const {
        for (std::size_t i = 0; i < n; ++i) task(i);
    }
};

template <scalar T>
[[nodiscard]] constexpr broad_error error_of(const aabb<T>& box) noexcept {
    if (!is_finite(box.min) || !is_finite(box.max)) return broad_error::not_finite;
    return box.min.x <= box.max.x && box.min.y <= box.max.y ? broad_error::none : broad_error::inverted;
}
/// Returns the status of the first refused box, which is reported, or success. A loop that ignores the status of a list
/// would keep the boxes of an earlier frame.
template <scalar T>
[[nodiscard]] constexpr broad_status status_of(std::span<const aabb<T>> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const broad_error e = error_of(boxes[i]);
        constexpr const char* why = "a broad phase: a box of the list is not finite or is inside out (min > max)";
        if (!expect(e == broad_error::none, why)) return {e, i};
    }
    return {};
}

/// Calls a visitor that returns void or bool. Returns false if the visitor returned false, to end the query.
template <class Visit, class... Args>
[[gnu::always_inline]] constexpr bool goes_on(Visit& visit, const Args&... args) {
    constexpr bool takes_proxies = std::is_invocable_v<Visit&, const Args&...>;
    static_assert(takes_proxies, "hitbox: the visitor takes one proxy, that of for_each_pair takes two: "
                                 "[](proxy a, proxy b); their numbers are a.index() and b.index()");
    if constexpr (!takes_proxies) return false;
    else if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Args&...>>) return visit(args...), true;
    else return static_cast<bool>(visit(args...));
}

/// Calls the visitor of a ray or a cast. If it returns a number, such as the fraction of the nearest hit, the path is
/// cut off at this fraction. Returns true to continue.
template <class Path, class Visit>
[[gnu::always_inline]] constexpr bool goes_on_along(Path& path, Visit& visit, proxy p) {
    if constexpr (requires {
                      requires std::is_arithmetic_v<decltype(visit(p))>;
                      requires !std::same_as<decltype(visit(p)), bool>;
                  }) {
        const auto fraction = static_cast<decltype(path.largest_fraction)>(visit(p));
        if (fraction >= 0 && fraction < path.largest_fraction) path.shorten(fraction);
        return !(fraction < 0);
    } else {
        return goes_on(visit, p);
    }
}

/// The indices in use, and their proxies.
class proxy_table {
public:
    [[nodiscard]] std::size_t size() const noexcept { return generations_.size() - free_.size(); }
    /// Returns one more than the largest index that was used since the last reset.
    [[nodiscard]] std::size_t index_count() const noexcept { return generations_.size(); }
    [[nodiscard]] bool has(std::size_t index) const noexcept {
        return index < generations_.size() && (generations_[index] & 1) != 0;
    }
    [[nodiscard]] bool contains(proxy p) const noexcept {
        return has(p.index()) && generations_[p.index()] == p.generation();
    }
    /// Returns the bytes of memory in use.
    [[nodiscard]] std::size_t bytes_used() const noexcept {
        return (generations_.capacity() + free_.capacity()) * sizeof(std::uint32_t);
    }
    /// Returns the proxy of an index. @pre has(index)
    [[nodiscard]] proxy at(std::size_t index) const noexcept {
        return {static_cast<std::uint32_t>(index), generations_[index]};
    }

    /// Returns a proxy with the index that was freed last, or else with a new index.
    [[nodiscard]] proxy add() {
        if (free_.empty()) {
            if (const std::size_t n = generations_.size(); generations_.capacity() == n)
                generations_.reserve(n + n / 4 + 4);
            generations_.push_back(first_);
            return at(generations_.size() - 1);
        }
        const std::uint32_t index = free_.back();
        free_.pop_back();
        ++generations_[index];
        return at(index);
    }
    /// @pre contains(p)
    void remove(proxy p) {
        free_.push_back(p.index());
        ++generations_[p.index()];
    }
    /// Uses the indices 0 to n - 1, with new proxies.
    [[nodiscard]] proxy_range reset(std::size_t n) {
        std::uint32_t newest = first_;
        for (const std::uint32_t g : generations_) newest = g > newest ? g : newest;
        first_ = (newest | 1) + 2;
        generations_.assign(n, first_);
        free_.clear();
        return {n, first_};
    }

private:
    value_list<std::uint32_t> generations_;  // odd if the index is in use
    value_list<std::uint32_t> free_;
    std::uint32_t first_ = 1;  // the generation of an index at its first use
};

/// Detects, in builds that assert, a visitor that changes the visited structure. A copy of a structure starts
/// unvisited.
class visit_count {
public:
    visit_count() = default;
    visit_count(const visit_count&) noexcept {}
    visit_count& operator=(const visit_count&) noexcept { return *this; }

    /// Marks a visit during its lifetime.
    class scope {
    public:
        explicit scope([[maybe_unused]] const visit_count& of) noexcept : of_{of} { add(1); }
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;
        ~scope() { add(-1); }

    private:
        void add([[maybe_unused]] int n) const noexcept {
#if HITBOX_ISA_ASSERTS
            __atomic_fetch_add(&of_.running_, n, __ATOMIC_RELAXED);
#endif
        }
        const visit_count& of_;
    };

    /// Called by every function that changes the structure.
    void expect_none() const {
        static_cast<void>(expect(__atomic_load_n(&running_, __ATOMIC_RELAXED) == 0,
                                 "a structure is changed while it is visited: collect first, change afterwards"));
    }

private:
    mutable int running_ = 0;  // changed by __atomic_ builtins: including <atomic> takes 0.13 s
};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// The queries that every structure derives from those of its own, and the base class of all structures. `Structure` is
/// the derived class.
template <class Structure, scalar T>
class box_queries {
public:
    /// Internal: refuses arguments that are no lists of boxes, with a readable compile error.
    template <std::ranges::range R>
        requires(!std::convertible_to<const R&, std::span<const aabb<T>>>)
    result<proxy_range, broad_error> build(const R&) {
        static_assert(sizeof(R) == 0, "hitbox: build takes boxes in a row, such as std::vector<aabb<T>>; of shapes, "
                                      "pass bounds(shape) for each");
        return proxy_range{};
    }
    /// Updates all boxes with no executor, if the structure can change. A constraint that names `update` would depend
    /// on itself.
    template <class S = Structure>
        requires requires(S& structure) { structure.commit(); }
    [[nodiscard("refused if the number of boxes has changed: then build")]]
    broad_status update(std::span<const aabb<T>> boxes) {
        const detail::run_here here;
        return static_cast<S&>(*this).update(here, boxes);
    }
    /// Calls visit(proxy) for each box that contains a point; borders count. A visitor may return false to end the
    /// query.
    template <class Visit>
    query_statistics query(vec2<T> point, Visit&& visit) const {
        return self().query(aabb<T>{point, point}, visit);
    }
    /// Internal: refuses other arguments, with a readable compile error.
    template <class S, class Visit>
        requires(!std::convertible_to<const S&, vec2<T>> && !std::convertible_to<const S&, aabb<T>>)
    query_statistics query(const S&, Visit&&) const {
        static_assert(sizeof(S) == 0, "hitbox: query takes an aabb<T> or a vec2<T>; of a shape, pass bounds(shape)");
        return {};
    }
    /// Calls visit(proxy) for each box that the ray hits, and perhaps for some that it misses by some roundings, in the
    /// order of `box_cast`. The visitor may return false to end the query, or a number: boxes beyond this fraction of
    /// the ray are then skipped. A ray that is not finite finds nothing.
    template <class Visit>
    query_statistics ray_cast(const ray<T>& r, Visit&& visit) const {
        return self().box_cast(aabb<T>{r.origin, r.origin}, r.translation, visit);
    }

private:
    [[nodiscard]] const Structure& self() const noexcept { return static_cast<const Structure&>(*this); }
};

/// A structure that finds the boxes near a box, a point or a path, and the pairs of boxes that share a point. It passes
/// them to a visitor, which returns nothing or a bool, false to end the query (`detail::goes_on`). The visitor of
/// `ray_cast` and `box_cast` may also return a number: boxes beyond this fraction are then skipped, and a negative one
/// ends the query (`detail::goes_on_along`). Every query returns the counts of its work. A box, point or path that is
/// not valid finds nothing. Pairs are not stored.
template <class B>
concept broad_phase =
    requires(const B& structure, aabb<typename B::scalar_type> box, vec2<typename B::scalar_type> point,
             ray<typename B::scalar_type> r, void (&visit)(proxy), typename B::scalar_type (&nearest)(proxy),
             void (&visit_pair)(proxy, proxy)) {
        { structure.size() } -> std::same_as<std::size_t>;
        { structure.contains(proxy{}) } -> std::same_as<bool>;
        { structure.bounds() } -> std::same_as<aabb<typename B::scalar_type>>;
        { structure.query(box, visit) } -> std::same_as<query_statistics>;
        { structure.query(point, visit) } -> std::same_as<query_statistics>;
        { structure.ray_cast(r, nearest) } -> std::same_as<query_statistics>;
        { structure.box_cast(box, point, nearest) } -> std::same_as<query_statistics>;
        { structure.for_each_pair(visit_pair) } -> std::same_as<query_statistics>;
        { structure.validate() } -> std::same_as<bool>;
    };

/// A broad phase whose boxes can be inserted, updated and removed one by one.
template <class B>
concept dynamic_broad_phase = broad_phase<B> && requires(B& structure, const aabb<typename B::scalar_type>& box,
                                                         std::span<const aabb<typename B::scalar_type>> boxes) {
    { structure.insert(box) } -> std::same_as<proxy>;
    { structure.update(proxy{}, box) } -> std::same_as<broad_status>;
    { structure.update(boxes) } -> std::same_as<broad_status>;
    { structure.remove(proxy{}) } -> std::same_as<broad_status>;
    { structure.build(boxes) } -> std::same_as<result<proxy_range, broad_error>>;
    structure.clear();
    structure.commit();
};

/// Returns every pair of boxes that share a point, once and in ascending order; a has the smaller index. Two counting
/// sorts make the time linear in the number of pairs and of indices.
template <broad_phase B>
[[nodiscard]] std::vector<proxy_pair> sorted_pairs(const B& structure) {
    std::vector<proxy_pair> found;
    std::size_t indices = 0;
    structure.for_each_pair([&](proxy a, proxy b) {
        if (b.index() < a.index()) std::swap(a, b);
        found.push_back({a, b});
        indices = b.index() >= indices ? b.index() + std::size_t{1} : indices;
    });
    std::vector<proxy_pair> sorted(found.size());
    detail::value_list<std::size_t> starts(indices + 1);
    detail::counting_sort(found, sorted, starts, [](const proxy_pair& p) { return p.b.index(); });
    detail::counting_sort(sorted, found, starts, [](const proxy_pair& p) { return p.a.index(); });
    return found;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
