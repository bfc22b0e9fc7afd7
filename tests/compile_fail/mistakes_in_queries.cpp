// expect: a list of points is.*a result, an optional.*of another library.*pass the placed shape.*a number is
// first error: hitbox: a list of points is not a shape; make a polygon of it with make_convex_polygon or convex_hull
// lines: 96
#include <hitbox/hitbox.hpp>

#include <vector>

struct foreign {
    float x, y;
};

// One call of each query, with an argument that is not a shape. Each gives one error.
std::size_t answer(const hitbox::world<float>& w, const std::vector<hitbox::vec2<float>>& points, foreign p,
                   hitbox::collider_id id) {
    std::vector<hitbox::collider_id> found;
    w.query(points, found, {.mask = 2});
    found.push_back(w.collide(points, {.ignore = id})[0].id);
    const auto made = hitbox::make_polygon(points);
    if (w.contact_manifolds(made).empty()) return found.size();
    if (w.query_any(p)) return 1;
    return w.shape_cast(id, {1, 0}).size() + w.nearest(3, 4)->id.index;
}
