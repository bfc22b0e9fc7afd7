#pragma once
/// Triangulations and partitions of other libraries, where CMake found them: CGAL, the tessellator of GLU, Earcut and
/// Poly2Tri. Only the first has exact predicates. Preparation that a library needs, such as points of its own
/// type, is made before the time is taken, unless a run uses it up.

#include "decompose_contenders.hpp"

#ifdef HITBOX_BENCH_GLU
#  include <GL/glu.h>
#endif
#ifdef HITBOX_BENCH_EARCUT
#  include <mapbox/earcut.hpp>
#endif
#ifdef HITBOX_BENCH_POLY2TRI
#  include <poly2tri/poly2tri.h>
#endif

namespace decompose {

#ifdef HITBOX_BENCH_CGAL
// Defined in peers/cgal.cpp, which is compiled with other options.
std::unique_ptr<contender> cgal_delaunay(const contour&);
std::unique_ptr<contender> cgal_constrained(const contour&);
std::unique_ptr<contender> cgal_approximate_parts(const contour&);
std::unique_ptr<contender> cgal_optimal_parts(const contour&);
#endif

#ifdef HITBOX_BENCH_GLU
class glu : public contender {
public:
    explicit glu(const contour& points) : points_{points} {
        for (const point p : points) places_.push_back({static_cast<double>(p.x), static_cast<double>(p.y), 0});
        for (std::uint32_t i = 0; i < points.size(); ++i) indices_.push_back(i);
        const auto set = [this](GLenum which, auto function) {
            gluTessCallback(tess_, which, reinterpret_cast<void (*)()>(function));
        };
        set(GLU_TESS_VERTEX_DATA, &add_corner);
        set(GLU_TESS_EDGE_FLAG, &nothing);  // selects triangles instead of fans and strips
        gluTessNormal(tess_, 0, 0, 1);
    }
    ~glu() override { gluDeleteTess(tess_); }
    void run() override {
        corners_ = {};
        gluTessBeginPolygon(tess_, &corners_);
        gluTessBeginContour(tess_);
        for (std::uint32_t& i : indices_) gluTessVertex(tess_, places_[i].data(), &i);
        gluTessEndContour(tess_);
        gluTessEndPolygon(tess_);
    }
    [[nodiscard]] summary answer() const override {
        triangle_list triangles;
        for (std::size_t i = 0; i + 2 < corners_.size(); i += 3)
            triangles.push_back({corners_[i], corners_[i + 1], corners_[i + 2]});
        return summary_of(points_, triangles);
    }

private:
    static void add_corner(void* index, void* corners) {
        static_cast<std::vector<std::uint32_t>*>(corners)->push_back(*static_cast<std::uint32_t*>(index));
    }
    static void nothing(GLboolean) {}

    contour points_;
    std::vector<std::array<double, 3>> places_;
    std::vector<std::uint32_t> indices_, corners_;
    GLUtesselator* tess_ = gluNewTess();
};
#endif

#ifdef HITBOX_BENCH_EARCUT
class earcut : public contender {
public:
    explicit earcut(const contour& points) : points_{points}, rings_(1) {
        for (const point p : points) rings_[0].push_back({p.x, p.y});
    }
    void run() override { corners_ = mapbox::earcut<std::uint32_t>(rings_); }
    [[nodiscard]] summary answer() const override {
        triangle_list triangles;
        for (std::size_t i = 0; i + 2 < corners_.size(); i += 3)
            triangles.push_back({corners_[i], corners_[i + 1], corners_[i + 2]});
        return summary_of(points_, triangles);
    }

private:
    contour points_;
    std::vector<std::vector<std::array<float, 2>>> rings_;
    std::vector<std::uint32_t> corners_;
};
#endif

#ifdef HITBOX_BENCH_POLY2TRI
class poly2tri : public contender {
public:
    explicit poly2tri(const contour& points) : points_{points} {}
    /// Its points store results, so they are made for each run.
    void run() override {
        triangles_ = {};
        places_.clear();
        places_.reserve(points_.size());
        std::vector<p2t::Point*> ring;
        for (const point p : points_) {
            places_.emplace_back(static_cast<double>(p.x), static_cast<double>(p.y));
            ring.push_back(&places_.back());
        }
        p2t::CDT cdt{ring};
        cdt.Triangulate();
        for (p2t::Triangle* t : cdt.GetTriangles())
            triangles_.push_back({index(t->GetPoint(0)), index(t->GetPoint(1)), index(t->GetPoint(2))});
    }
    [[nodiscard]] summary answer() const override { return summary_of(points_, triangles_); }

private:
    [[nodiscard]] std::uint32_t index(const p2t::Point* p) const {
        return static_cast<std::uint32_t>(p - places_.data());
    }
    contour points_;
    std::vector<p2t::Point> places_;
    triangle_list triangles_;
};
#endif

// The time of some, usually for stars, grows with the square of the vertices, so more vertices would take minutes.
inline std::vector<named_contender> triangulators_of_others() {
    std::vector<named_contender> all;
#ifdef HITBOX_BENCH_CGAL
    all.push_back({"cgal_delaunay", cgal_delaunay});
    all.push_back({"cgal_constrained", cgal_constrained});
#endif
#ifdef HITBOX_BENCH_GLU
    all.push_back({"glu", made<glu>, 20000});
#endif
#ifdef HITBOX_BENCH_EARCUT
    all.push_back({"earcut", made<earcut>, 20000});
#endif
#ifdef HITBOX_BENCH_POLY2TRI
    all.push_back({"poly2tri", made<poly2tri>, 100000});
#endif
    return all;
}

inline std::vector<named_contender> partitioners_of_others() {
    std::vector<named_contender> all;
#ifdef HITBOX_BENCH_CGAL
    all.push_back({"cgal_approximate", cgal_approximate_parts, 20000});
#endif
    return all;
}

inline std::vector<named_contender> optimal_partitioners_of_others() {
    std::vector<named_contender> all;
#ifdef HITBOX_BENCH_CGAL
    all.push_back({"cgal_optimal", cgal_optimal_parts, 60});
#endif
    return all;
}

}  // namespace decompose
