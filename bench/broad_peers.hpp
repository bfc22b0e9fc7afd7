#pragma once
/// The broad phases of other libraries, where CMake found them: Box2D 3, or else 2.4, Chipmunk 7 and Boost.Geometry.
///
/// Boxes are not enlarged. Box2D 2.4 always enlarges them, and Chipmunk's hash compares cells only; for these two, the
/// boxes found are compared with each other afterwards, as users of these libraries do.

#include "broad_contenders.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#ifdef HITBOX_BENCH_BOX2D_3
#  include <box2d/collision.h>
#elif defined HITBOX_BENCH_BOX2D_2
#  include <box2d/b2_dynamic_tree.h>
#endif
#ifdef HITBOX_BENCH_CHIPMUNK
#  include <chipmunk/chipmunk.h>
#endif
#ifdef HITBOX_BENCH_BOOST
#  include <boost/geometry.hpp>
#  include <boost/geometry/index/rtree.hpp>
#  include <boost/iterator/function_output_iterator.hpp>
#endif

namespace broad {

#ifdef HITBOX_BENCH_BOX2D_3

inline b2AABB to_box2d(const box& b) { return {{b.min.x, b.min.y}, {b.max.x, b.max.y}}; }

class box2d {
public:
    box2d() = default;
    box2d(const box2d&) = delete;
    box2d& operator=(const box2d&) = delete;
    ~box2d() { b2DynamicTree_Destroy(&tree_); }

    /// Rebuilds the whole tree, as its world does between steps. Boxes that are already in the tree are not passed
    /// again, because a tree takes boxes one at a time only.
    void build(box_span boxes) {
        if (ids_.size() != boxes.size()) {
            clear();
            for (std::uint32_t i = 0; i < boxes.size(); ++i) insert(i, boxes[i]);
        }
        b2DynamicTree_Rebuild(&tree_, true);
    }
    void clear() {
        b2DynamicTree_Destroy(&tree_);
        tree_ = created();
        ids_.clear();
    }
    void insert(std::uint32_t i, const box& b) {
        ids_.push_back(b2DynamicTree_CreateProxy(&tree_, to_box2d(b), all_bits, i));
    }
    void remove(std::uint32_t i) { b2DynamicTree_DestroyProxy(&tree_, ids_[i]); }
    void move(index_span which, box_span boxes) {
        for (const std::uint32_t i : which) b2DynamicTree_MoveProxy(&tree_, ids_[i], to_box2d(boxes[i]));
    }
    /// Moves boxes like its broad phase: the boxes of their ancestors grow, and the enlarged parts are then rebuilt.
    void enlarge(index_span which, box_span boxes) {
        for (const std::uint32_t i : which) b2DynamicTree_EnlargeProxy(&tree_, ids_[i], to_box2d(boxes[i]));
        b2DynamicTree_Rebuild(&tree_, false);
    }

    template <class F>
    void for_each_pair(box_span boxes, F f) const {
        query_each(*this, boxes, f);
    }
    template <class F>
    void query(const box& b, F f) const {
        const auto visit = [](int, std::uint64_t i, void* found) {
            (*static_cast<F*>(found))(static_cast<std::uint32_t>(i));
            return true;
        };
        b2DynamicTree_Query(&tree_, to_box2d(b), all_bits, visit, &f);
    }
    float closest(const ray& r, box_span boxes) const {
        ray_search search{r, boxes};
        const auto visit = [](const b2RayCastInput*, int, std::uint64_t i, void* context) {
            return static_cast<ray_search*>(context)->offer(i);
        };
        b2RayCastInput input{};
        input.origin = {r.origin.x, r.origin.y}, input.translation = {r.translation.x, r.translation.y};
        input.maxFraction = 1;
        b2DynamicTree_RayCast(&tree_, &input, all_bits, visit, &search);
        return search.first;
    }
    std::size_t size() const { return static_cast<std::size_t>(b2DynamicTree_GetProxyCount(&tree_)); }
    std::size_t bytes() const { return static_cast<std::size_t>(b2DynamicTree_GetByteCount(&tree_)); }

private:
    /// Version 3.1 has no parameter for the capacity.
    static b2DynamicTree created() {
        const auto create = [](auto make) {
            if constexpr (requires { make(16); }) return make(16);
            else return make();
        };
        return create(b2DynamicTree_Create);
    }

    static constexpr std::uint64_t all_bits = ~std::uint64_t{};
    b2DynamicTree tree_ = created();
    std::vector<int> ids_;
};

struct box2d_enlarge : box2d {
    void move(index_span which, box_span boxes) { enlarge(which, boxes); }
};

#elif defined HITBOX_BENCH_BOX2D_2

inline b2AABB to_box2d(const box& b) {
    b2AABB made;
    made.lowerBound = {b.min.x, b.min.y}, made.upperBound = {b.max.x, b.max.y};
    return made;
}

/// This tree enlarges boxes by .1, so the original boxes are compared afterwards.
class box2d {
public:
    void build(box_span boxes) {
        clear();
        for (std::uint32_t i = 0; i < boxes.size(); ++i) insert(i, boxes[i]);
    }
    void clear() { tree_ = std::make_unique<b2DynamicTree>(), ids_.clear(), boxes_.clear(); }
    void insert(std::uint32_t i, const box& b) {
        boxes_.push_back(b);
        ids_.push_back(tree_->CreateProxy(to_box2d(b), reinterpret_cast<void*>(std::uintptr_t{i})));
    }
    void remove(std::uint32_t i) {
        tree_->DestroyProxy(ids_[i]);
        ids_[i] = b2_nullNode;
    }
    void move(index_span which, box_span boxes) {
        for (const std::uint32_t i : which) {
            boxes_[i] = boxes[i];
            tree_->MoveProxy(ids_[i], to_box2d(boxes[i]), {0, 0});
        }
    }

    template <class F>
    void for_each_pair(box_span boxes, F f) const {
        query_each(*this, boxes, f);
    }
    template <class F>
    void query(const box& b, F f) const {
        struct visitor {
            const box2d& of;
            const box& b;
            F& f;
            bool QueryCallback(int id) const {
                const std::uint32_t i = of.index_of(id);
                if (hitbox_tests::boxes_meet(of.boxes_[i], b)) f(i);
                return true;
            }
        } visit{*this, b, f};
        tree_->Query(&visit, to_box2d(b));
    }
    float closest(const ray& r, box_span boxes) const {
        struct visitor {
            const box2d& of;
            ray_search search;
            float RayCastCallback(const b2RayCastInput&, int id) { return search.offer(of.index_of(id)); }
        } visit{*this, {r, boxes}};
        const point to = r.origin + r.translation;
        tree_->RayCast(&visit, {{r.origin.x, r.origin.y}, {to.x, to.y}, 1});
        return visit.search.first;
    }
    std::size_t size() const {
        return ids_.size() - static_cast<std::size_t>(std::count(ids_.begin(), ids_.end(), -1));
    }

private:
    std::uint32_t index_of(int id) const {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(tree_->GetUserData(id)));
    }

    std::unique_ptr<b2DynamicTree> tree_ = std::make_unique<b2DynamicTree>();
    std::vector<int> ids_;
    std::vector<box> boxes_;
};

#endif

#ifdef HITBOX_BENCH_CHIPMUNK

/// Its coordinates are double.
class chipmunk {
public:
    chipmunk(const chipmunk&) = delete;
    chipmunk& operator=(const chipmunk&) = delete;
    ~chipmunk() { release(); }

    void clear() { release(), objects_.clear(), index_ = nullptr; }
    void move(index_span which, box_span boxes) {
        for (const std::uint32_t i : which) objects_[i].bounds = to_chipmunk(boxes[i]);
    }

    /// Also reindexes everything.
    template <class F>
    void for_each_pair(box_span, F f) const {
        const auto visit = [](void* a, void* b, cpCollisionID, void* found) -> cpCollisionID {
            const object &first = *static_cast<object*>(a), &second = *static_cast<object*>(b);
            if (cpBBIntersects(first.bounds, second.bounds)) (*static_cast<F*>(found))(first.index, second.index);
            return 0;
        };
        cpSpatialIndexReindexQuery(index_, visit, &f);
    }
    template <class F>
    void query(const box& b, F f) const {
        object query_object{to_chipmunk(b), 0};
        const auto visit = [](void* a, void* o, cpCollisionID, void* found) -> cpCollisionID {
            const object &ours = *static_cast<object*>(a), &other = *static_cast<object*>(o);
            if (cpBBIntersects(ours.bounds, other.bounds)) (*static_cast<F*>(found))(other.index);
            return 0;
        };
        cpSpatialIndexQuery(index_, &query_object, query_object.bounds, visit, &f);
    }
    float closest(const ray& r, box_span boxes) const {
        ray_search search{r, boxes};
        const auto visit = [](void* context, void* o, void*) -> cpFloat {
            return wide(static_cast<ray_search*>(context)->offer(static_cast<object*>(o)->index));
        };
        const auto vect = [](point p) { return cpv(wide(p.x), wide(p.y)); };
        cpSpatialIndexSegmentQuery(index_, &search, vect(r.origin), vect(r.origin + r.translation), 1, visit, nullptr);
        return search.first;
    }
    std::size_t size() const { return index_ == nullptr ? 0 : static_cast<std::size_t>(cpSpatialIndexCount(index_)); }

protected:
    chipmunk() = default;

    static cpBB to_chipmunk(const box& b) {
        return cpBBNew(wide(b.min.x), wide(b.min.y), wide(b.max.x), wide(b.max.y));
    }
    struct object {
        cpBB bounds;
        std::uint32_t index;
    };
    static cpBB bounds_of(void* o) { return static_cast<object*>(o)->bounds; }

    void insert_all(cpSpatialIndex* index, box_span boxes) {
        clear();
        index_ = index;
        for (std::uint32_t i = 0; i < boxes.size(); ++i) objects_.push_back({to_chipmunk(boxes[i]), i});
        for (object& o : objects_) cpSpatialIndexInsert(index_, &o, o.index);
    }

private:
    void release() {
        if (index_ != nullptr) cpSpatialIndexFree(index_);
    }

    cpSpatialIndex* index_ = nullptr;
    std::vector<object> objects_;
};

/// Cells have the mean size of the boxes, and there are ten of them for each object, as its header advises. An existing
/// table is only reindexed, which finding pairs does.
struct chipmunk_hash : chipmunk {
    void build(box_span boxes) {
        if (size() == boxes.size()) return;
        double sizes = 0;
        for (const box& b : boxes) sizes += wide(b.max.x - b.min.x + b.max.y - b.min.y);
        const double cell = sizes / 2 / static_cast<double>(boxes.size());
        insert_all(cpSpaceHashNew(cell, static_cast<int>(10 * boxes.size()), bounds_of, nullptr), boxes);
    }
};
struct chipmunk_tree : chipmunk {
    void build(box_span boxes) { insert_all(cpBBTreeNew(bounds_of, nullptr), boxes); }
};

#endif

#ifdef HITBOX_BENCH_BOOST

/// Returns the memory of all its trees.
inline std::size_t boost_bytes = 0;
template <class T>
struct counting_allocator {
    using value_type = T;
    counting_allocator() = default;
    template <class U>
    counting_allocator(const counting_allocator<U>&) {}
    T* allocate(std::size_t n) {
        boost_bytes += n * sizeof(T);
        return std::allocator<T>{}.allocate(n);
    }
    void deallocate(T* p, std::size_t n) {
        boost_bytes -= n * sizeof(T);
        std::allocator<T>{}.deallocate(p, n);
    }
    bool operator==(const counting_allocator&) const = default;
};

class boost_rtree {
public:
    void build(box_span boxes) {
        values_.clear();
        for (std::uint32_t i = 0; i < boxes.size(); ++i) values_.push_back({to_boost(boxes[i]), i});
        count_bytes([&] { tree_ = tree{values_}; });  // packed
    }
    void clear() {
        count_bytes([&] { tree_.clear(); });
        values_.clear();
    }
    void insert(std::uint32_t i, const box& b) {
        values_.push_back({to_boost(b), i});
        count_bytes([&] { tree_.insert(values_.back()); });
    }
    void remove(std::uint32_t i) {
        count_bytes([&] { tree_.remove(values_[i]); });
    }

    template <class F>
    void for_each_pair(box_span boxes, F f) const {
        query_each(*this, boxes, f);
    }
    template <class F>
    void query(const box& b, F f) const {
        const auto out = boost::make_function_output_iterator([&](const value& v) { f(v.second); });
        tree_.query(boost::geometry::index::intersects(to_boost(b)), out);
    }
    template <class F>
    void nearest(point p, F f) const {
        const auto out = boost::make_function_output_iterator([&](const value& v) { f(v.second); });
        tree_.query(boost::geometry::index::nearest(boost_point{p.x, p.y}, neighbours), out);
    }
    std::size_t size() const { return tree_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    using boost_point = boost::geometry::model::point<float, 2, boost::geometry::cs::cartesian>;
    using boost_box = boost::geometry::model::box<boost_point>;
    using value = std::pair<boost_box, std::uint32_t>;
    using tree = boost::geometry::index::rtree<value, boost::geometry::index::quadratic<16>,
                                               boost::geometry::index::indexable<value>,
                                               boost::geometry::index::equal_to<value>, counting_allocator<value>>;

    template <class Change>
    void count_bytes(Change change) {
        const std::size_t others = boost_bytes - bytes_;
        change();
        bytes_ = boost_bytes - others;
    }
    static boost_box to_boost(const box& b) { return {{b.min.x, b.min.y}, {b.max.x, b.max.y}}; }

    tree tree_;
    std::size_t bytes_ = 0;
    std::vector<value> values_;
};

#endif

}  // namespace broad
