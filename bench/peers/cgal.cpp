// CGAL's algorithms that cut outlines into triangles and convex pieces. They are in a file of their own, because their
// interval arithmetic needs options of the compiler that would slow down the other libraries.

#include "../decompose_contenders.hpp"

#include <list>

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_2.h>
#include <CGAL/Constrained_triangulation_face_base_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Partition_traits_2.h>
#include <CGAL/Spatial_sort_traits_adapter_2.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>
#include <CGAL/partition_2.h>
#include <CGAL/property_map.h>
#include <CGAL/spatial_sort.h>

namespace decompose {
namespace {

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using vertex_base = CGAL::Triangulation_vertex_base_with_info_2<std::uint32_t, kernel>;
using face_base =
    CGAL::Constrained_triangulation_face_base_2<kernel, CGAL::Triangulation_face_base_with_info_2<bool, kernel>>;
using structure = CGAL::Triangulation_data_structure_2<vertex_base, face_base>;
using delaunay = CGAL::Constrained_Delaunay_triangulation_2<kernel, structure, CGAL::No_constraint_intersection_tag>;
using constrained = CGAL::Constrained_triangulation_2<kernel, structure, CGAL::No_constraint_intersection_tag>;

std::vector<kernel::Point_2> places_of(const contour& points) {
    std::vector<kernel::Point_2> places;
    for (const point p : points) places.emplace_back(static_cast<double>(p.x), static_cast<double>(p.y));
    return places;
}

/// Inserts all points in the order of a space-filling curve, then the edges. Faces that are reached from infinity
/// without crossing an edge are outside; the `info` of a face records that.
template <class Triangulation>
class triangulator : public contender {
public:
    explicit triangulator(const contour& points) : points_{points}, places_{places_of(points)} {}

    void run() override {
        triangles_ = {};
        Triangulation made;
        insert_edges(made, insert_points(made));
        mark_outside(made);
        for (auto f = made.finite_faces_begin(); f != made.finite_faces_end(); ++f)
            if (!f->info()) triangles_.push_back({f->vertex(0)->info(), f->vertex(1)->info(), f->vertex(2)->info()});
    }
    [[nodiscard]] summary answer() const override { return summary_of(points_, triangles_); }

private:
    using vertex = typename Triangulation::Vertex_handle;
    using face = typename Triangulation::Face_handle;

    std::vector<vertex> insert_points(Triangulation& made) const {
        const auto map = CGAL::make_property_map(places_);
        std::vector<std::size_t> order(places_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        CGAL::spatial_sort(order.begin(), order.end(), CGAL::Spatial_sort_traits_adapter_2<kernel, decltype(map)>(map));
        std::vector<vertex> vertices(places_.size());
        face near{};
        for (const std::size_t i : order) {
            vertices[i] = made.insert(places_[i], near);
            vertices[i]->info() = static_cast<std::uint32_t>(i);
            near = vertices[i]->face();
        }
        return vertices;
    }
    static void insert_edges(Triangulation& made, const std::vector<vertex>& vertices) {
        for (std::size_t i = 0; i < vertices.size(); ++i)
            made.insert_constraint(vertices[i], vertices[(i + 1) % vertices.size()]);
    }
    static void mark_outside(Triangulation& made) {
        for (const face f : made.all_face_handles()) f->info() = false;
        std::vector<face> todo{made.infinite_face()};
        made.infinite_face()->info() = true;
        while (!todo.empty()) {
            const face f = todo.back();
            todo.pop_back();
            for (int i = 0; i < 3; ++i) {
                const face next = f->neighbor(i);
                if (f->is_constrained(i) || next->info()) continue;
                next->info() = true;
                todo.push_back(next);
            }
        }
    }

    contour points_;
    std::vector<kernel::Point_2> places_;
    triangle_list triangles_;
};

using partition_traits = CGAL::Partition_traits_2<kernel>;
using piece = partition_traits::Polygon_2;
struct approximate {
    template <class... A>
    void operator()(A... a) const {
        CGAL::approx_convex_partition_2(a...);
    }
};
struct optimal {
    template <class... A>
    void operator()(A... a) const {
        CGAL::optimal_convex_partition_2(a...);
    }
};

template <class Cut>
class partitioner : public contender {
public:
    explicit partitioner(const contour& points) : places_{places_of(points)} {}
    void run() override {
        pieces_.clear();
        Cut{}(places_.begin(), places_.end(), std::back_inserter(pieces_), partition_traits{});
    }
    [[nodiscard]] summary answer() const override {
        summary s{pieces_.size(), 0};
        for (const piece& p : pieces_) {
            const auto origin = p.vertices_begin();
            for (auto i = origin, last = i; i != p.vertices_end(); last = i++)
                s.twice_area += (last->x() - origin->x()) * (i->y() - origin->y()) -
                                (last->y() - origin->y()) * (i->x() - origin->x());
        }
        return s;
    }

private:
    std::vector<kernel::Point_2> places_;
    std::list<piece> pieces_;
};

}  // namespace

std::unique_ptr<contender> cgal_delaunay(const contour& points) { return made<triangulator<delaunay>>(points); }
std::unique_ptr<contender> cgal_constrained(const contour& points) { return made<triangulator<constrained>>(points); }
std::unique_ptr<contender> cgal_approximate_parts(const contour& points) {
    return made<partitioner<approximate>>(points);
}
std::unique_ptr<contender> cgal_optimal_parts(const contour& points) { return made<partitioner<optimal>>(points); }

}  // namespace decompose
