// Polygons that bounce in a box, as one animated picture (SMIL). Each frame does what a game does, with its own forces
// and impulses: semi-implicit Euler, and all contacts are found before the program reacts to the first one.
//
//     bouncing [picture.svg]

#include "svg_picture.hpp"

#include <hitbox/motion.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>

using namespace hitbox;

namespace {

constexpr float step = 1 / 120.f, gravity = -9.81f;
constexpr int steps_a_frame = 6, frames = 160;  // 20 frames a second
const char* const colors[] = {"#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"};

/// A shape about its centre of mass, of density 1.
struct toy {
    any_shape<float> outline;
    rigid_body<float> moves;

    auto shape() const { return at(outline, placement(moves)); }
};

template <class S>
toy toy_of(const S& drawn, vec2<float> where, vec2<float> velocity, float spin) {
    const S outline = translated(drawn, -centroid(drawn));
    return {outline,
            {.position = where,
             .velocity = velocity,
             .angular_velocity = spin,
             .inverse_mass = 1 / area(outline),
             .inverse_inertia = 1 / second_moment(outline)}};
}

/// Six polygons, and the four walls of the box, which do not move.
std::vector<toy> toys() {
    std::vector<toy> all;
    int i = 0;
    for (const std::size_t corners : {3, 4, 5, 6, 7, 8}) {
        const auto made = regular_polygon<8>(corners, 0.9f - 0.03f * static_cast<float>(corners));
        const vec2<float> where{1.2f + 1.5f * static_cast<float>(i), i % 2 == 0 ? 4.8f : 3.2f};
        all.push_back(toy_of(*made, where, {i % 2 == 0 ? 3.f : -2.f, 1}, 1.5f - static_cast<float>(i)));
        ++i;
    }
    for (const aabb<float>& wall : {aabb<float>{{-1, -1}, {11, 0}}, aabb<float>{{-1, 6}, {11, 7}},
                                    aabb<float>{{-1, 0}, {0, 6}}, aabb<float>{{10, 0}, {11, 6}}})
        all.push_back({wall, {}});
    return all;
}

struct touch {
    std::size_t a, b;
    manifold<float> where;
};

std::vector<touch> touches(const std::vector<toy>& all) {
    std::vector<touch> found;
    for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a + 1; b < all.size(); ++b)
            if (all[a].moves.inverse_mass > 0)
                if (const auto m = contact_manifold(all[a].shape(), all[b].shape()); m.count > 0)
                    found.push_back({a, b, m});
    return found;
}

/// Applies forces, moves everything, finds all contacts, and then reacts to them. Returns the number of contacts.
int advance(std::vector<toy>& all) {
    for (toy& t : all) {
        if (t.moves.inverse_mass > 0) t.moves.velocity.y += gravity * step;
        t.moves = advanced(t.moves, step);
    }
    int hits = 0;
    std::vector<rigid_body<float>> bodies;
    std::vector<body_overlap<float>> overlaps;
    for (const toy& t : all) bodies.push_back(t.moves);
    for (const touch& t : touches(all)) {
        const auto r = bounce(bodies[t.a], bodies[t.b], t.where, {.restitution = 0.9f, .friction = 0.2f});
        hits += r.normal_impulse > 0;
        float depth = 0;
        for (const auto& p : t.where) depth = std::max(depth, p.depth);
        overlaps.push_back({t.a, t.b, t.where.normal, depth});
    }
    push_apart(bodies, overlaps, {.factor = 0.5f, .slop = 0.002f});
    for (std::size_t i = 0; i < all.size(); ++i) all[i].moves = bodies[i];
    return hits;
}

/// The energy, in units of mass * length^2 / time^2.
double energy(const std::vector<toy>& all) {
    double sum = 0;
    for (const toy& t : all) {
        if (t.moves.inverse_mass == 0) continue;
        const double speed = double(length(t.moves.velocity)), spin = double(t.moves.angular_velocity);
        sum += (speed * speed / 2 - double(gravity * t.moves.position.y)) / double(t.moves.inverse_mass);
        sum += spin * spin / 2 / double(t.moves.inverse_inertia);
    }
    return sum;
}

/// Each polygon is one element with a list of positions, through which the browser goes. Without animation, the picture
/// shows the first frame and the paths of the centres.
std::string picture(const std::vector<toy>& all, const std::vector<std::vector<rigid_body<float>>>& film) {
    svg_picture svg{{{0, 0}, {10, 6}}, 20, 20, 60};
    svg.rectangle(20, 20, 600, 360, "fill='#f4f4f4' stroke='#333' stroke-width='3'");
    const std::string time = " dur='" + std::to_string(frames / 20) + "s' repeatCount='indefinite'";
    for (std::size_t i = 0; i < film[0].size(); ++i) {
        const std::string color = colors[i % std::size(colors)];
        svg.begin("fill='none' stroke='" + color + "' stroke-opacity='0.35'");
        svg.body << "<polyline points='";
        for (const auto& frame : film) svg.body << svg.x(frame[i].position) << ',' << svg.y(frame[i].position) << ' ';
        svg.body << "'/>\n";
        svg.end();
    }
    for (std::size_t i = 0; i < film[0].size(); ++i) {
        const rigid_body<float>& first = film[0][i];
        const std::string color = colors[i % std::size(colors)];
        const auto corners = vertices(all[i].outline);
        const auto degrees = [](const rigid_body<float>& b) { return -57.29578 * double(angle(b.rotation)); };
        // The shape is turned about its centre; the group around it is moved.
        svg.body << "<g transform='translate(" << svg.x(first.position) << ' ' << svg.y(first.position) << ")'>";
        svg.body << "<animateTransform attributeName='transform' type='translate' values='";
        for (const auto& frame : film)
            svg.body << (&frame == film.data() ? "" : ";") << svg.x(frame[i].position) << ' '
                     << svg.y(frame[i].position);
        svg.body << "'" << time << "/><g transform='rotate(" << degrees(first) << ")' fill='" << color
                 << "' fill-opacity='0.5' stroke='" << color << "' stroke-width='2'>";
        svg.body << "<animateTransform attributeName='transform' type='rotate' calcMode='linear' values='";
        double turned = degrees(first);  // angles beyond a whole turn stay; otherwise it would spin back once a turn
        for (const auto& frame : film) {
            turned += std::remainder(degrees(frame[i]) - turned, 360.);
            svg.body << (&frame == film.data() ? "" : ";") << turned;
        }
        svg.body << "'" << time << "/><path d='";
        char command = 'M';
        for (const vec2<float> p : corners) {
            svg.body << command << double(p.x) * svg.scale << ' ' << -double(p.y) * svg.scale;
            command = 'L';
        }
        svg.body << "ZM0 0L" << double(corners[0].x) * svg.scale << ' ' << -double(corners[0].y) * svg.scale
                 << "'/></g></g>\n";
    }
    return svg.document(640, 400);
}

void run(const char* output) {
    std::vector<toy> all = toys();
    std::vector<std::vector<rigid_body<float>>> film;
    std::vector<std::vector<toy>> states{all};
    const double before = energy(all);
    int hits = 0, grown = 0;
    float deepest = 0;
    for (int i = 0; i < frames * steps_a_frame; ++i) {
        if (i % steps_a_frame == 0) {
            film.emplace_back();
            for (const toy& t : all)
                if (t.moves.inverse_mass > 0) film.back().push_back(t.moves);
        }
        hits += advance(all);
        states.push_back(all);
        for (const touch& t : touches(all))
            for (const auto& p : t.where) deepest = std::max(deepest, p.depth);
        grown += energy(all) > before * 1.01;
        for (const toy& t : all)
            if (t.moves.inverse_mass > 0 && !contains(aabb<float>{{0, 0}, {10, 6}}, t.moves.position))
                throw std::runtime_error{"a polygon has left the box"};
    }
    // A step depends on the toys only, so a game can go back to any earlier state.
    int equal = 0;
    for (std::size_t i = states.size(); i-- > 0;) {
        std::vector<toy> again = states[i];
        const std::size_t last = std::min(i + 12, states.size() - 1);
        for (std::size_t k = i; k < last; ++k) advance(again);
        equal += std::ranges::equal(again, states[last], {}, &toy::moves, &toy::moves);
    }
    std::printf("%zu polygons in a box, %d steps\n", film[0].size(), frames * steps_a_frame);
    std::printf("they %s, overlap by less than %.1f\n", hits > 200 ? "hit each other and the walls" : "hardly hit",
                std::ceil(double(deepest) * 10) / 10);
    std::printf("the energy is %s at the end, and %s in between\n", energy(all) < before ? "less" : "more",
                grown == 0 ? "never more" : "more");
    std::printf("wound back to each step, and 12 played again: %d of %zu end in the same bits\n", equal, states.size());
    save_whole(output, picture(all, film));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc > 1 ? argv[1] : "bouncing.svg");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "bouncing: %s\n", e.what());
        return 1;
    }
}
