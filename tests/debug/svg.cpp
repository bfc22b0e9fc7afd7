// debug/svg.hpp writes pictures: the text is well-formed SVG and contains everything that was drawn.

#include "../catch_compat.hpp"

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace hitbox;
using debug::svg;
using debug::y_axis;

namespace {

struct plain_ellipse {
    vec2<double> middle, radii;
};
vec2<double> center(const plain_ellipse& e) { return e.middle; }
vec2<double> support(const plain_ellipse& e, vec2<double> d) {
    const vec2<double> n = unit_or(vec2{d.x * e.radii.x, d.y * e.radii.y}, vec2{0., 1.});
    return e.middle + vec2{n.x * e.radii.x, n.y * e.radii.y};
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + what.size())) ++n;
    return n;
}

bool is_name(std::string_view word) {
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-B") == word.npos;  // B: viewBox
}

// Returns whether a text or an attribute's value has no markup, and every & begins one of the five entities.
bool is_plain(std::string_view text) {
    for (const std::string_view name : {"&amp;", "&lt;", "&gt;", "&#39;", "&quot;"})
        if (text.substr(0, name.size()) == name) return is_plain(text.substr(name.size()));
    if (text.empty()) return true;
    const char c = text.front();
    const std::size_t next = text.find('&', 1);
    const std::string_view run = text.substr(0, next);
    return c != '&' && run.find_first_of("<>") == run.npos && (next == text.npos || is_plain(text.substr(next)));
}

// Returns whether the text is a list of name='value', with a blank before each.
bool are_attributes(std::string_view text) {
    while (!text.empty()) {
        const std::size_t equals = text.find("='");
        if (text.front() != ' ' || equals == text.npos || !is_name(text.substr(1, equals - 1))) return false;
        const std::size_t end = text.find('\'', equals + 2);
        if (end == text.npos || !is_plain(text.substr(equals + 2, end - equals - 2))) return false;
        text.remove_prefix(end + 1);
    }
    return true;
}

// Returns whether every tag is closed in the right order, and there is one root.
bool well_formed(std::string_view text) {
    std::vector<std::string_view> open;
    int roots = 0;
    while (!text.empty()) {
        const std::size_t start = text.find('<'), end = text.find('>');
        if (start == text.npos) return open.empty() && roots == 1 && is_plain(text);
        if (end == text.npos || end < start || !is_plain(text.substr(0, start))) return false;
        std::string_view tag = text.substr(start + 1, end - start - 1);
        text.remove_prefix(end + 1);
        if (tag.substr(0, 1) == "/") {
            if (open.empty() || open.back() != tag.substr(1)) return false;
            open.pop_back();
            continue;
        }
        const bool alone = tag.substr(tag.empty() ? 0 : tag.size() - 1) == "/";
        if (alone) tag.remove_suffix(1);
        const std::string_view name = tag.substr(0, tag.find(' '));
        if (!is_name(name) || !are_attributes(tag.substr(name.size()))) return false;
        roots += open.empty() ? 1 : 0;
        if (!alone) open.push_back(name);
    }
    return open.empty() && roots == 1;
}

// Returns the values of an attribute, in the order of the file.
std::vector<std::string> values(std::string_view text, const std::string& attribute) {
    std::vector<std::string> found;
    const std::string key = ' ' + attribute + "='";
    for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at)) {
        at += key.size();
        found.emplace_back(text.substr(at, text.find('\'', at) - at));
    }
    return found;
}

// Returns the numbers of a path, without its letters.
std::vector<double> numbers(std::string path) {
    for (char& c : path)
        if (c >= 'A' && c <= 'Z') c = ' ';
    std::istringstream in{path};
    in.imbue(std::locale::classic());
    std::vector<double> found;
    for (double x = 0; in >> x;) found.push_back(x);
    return found;
}

bool is_picture(const std::string& text) {
    bool finite = true;
    for (const char* attribute : {"d", "x", "y", "cx", "cy", "r", "width", "height", "viewBox", "font-size"})
        for (const std::string& value : values(text, attribute))
            finite = finite && value.find("nan") == value.npos && value.find("inf") == value.npos;
    return finite && well_formed(text);
}

const auto pentagon = *regular_polygon<8>(5, 2.);
const aabb<double> plain_box{{0, 0}, {4, 2}};

}  // namespace

TEST_CASE("the checker of this test finds errors") {
    CHECK(well_formed("<a b='c'><d/>&lt;</a>\n"));
    for (const char* text : {"", "<a>", "<a></b>", "</a>", "<a b=c/>", "<a b='c/>", "<a b='<'/>", "<a>&</a>",
                             "<a/><a/>", "<a><b></a></b>", "<a>></a>"})
        CHECK_FALSE(well_formed(text));
}

TEST_CASE("an empty picture is well-formed") {
    CHECK(is_picture(svg{}.str()));
    CHECK(values(svg{}.str(), "viewBox").front() == "0 0 24 24");
}

TEST_CASE("every shape can be drawn") {
    const std::vector<vec2<double>> many = {{0, 0}, {4, 0}, {5, 2}, {2, 4}};
    const transform2<double> moved{{3, 1}, rot2<double>::from_degrees(30)};
    const auto view = make_convex_polygon_view(many);
    REQUIRE(view);

    std::string text;
    SECTION("a point") { text = svg{}.shape(vec2{1., 2.}).str(); }
    SECTION("a circle") { text = svg{}.shape(circle{vec2{1., 2.}, 3.}).str(); }
    SECTION("a box") { text = svg{}.shape(plain_box).str(); }
    SECTION("a box of integers") { text = svg{}.shape(aabb<int>{{0, 0}, {3, 4}}).str(); }
    SECTION("a flat box") { text = svg{}.shape(aabb<float>{{0, 0}, {3, 0}}).str(); }
    SECTION("a turned box") { text = svg{}.shape(obb<double>{{0, 0}, {2, 1}, moved.rotation}).str(); }
    SECTION("a segment") { text = svg{}.shape(segment{vec2{0., 0.}, vec2{1., 1.}}).str(); }
    SECTION("a capsule") { text = svg{}.shape(capsule{vec2{0., 0.}, vec2{1., 1.}, .5}).str(); }
    SECTION("a triangle") { text = svg{}.shape(triangle{vec2{0., 0.}, vec2{1., 0.}, vec2{0., 1.}}).str(); }
    SECTION("a polygon") { text = svg{}.shape(pentagon).str(); }
    SECTION("a view") { text = svg{}.shape(*view).str(); }
    SECTION("a placed polygon") { text = svg{}.shape(at(pentagon, moved)).str(); }
    SECTION("a placed view") { text = svg{}.shape(at(*view, moved)).str(); }
    SECTION("a placed circle, placed again") {
        text = svg{}.shape(at(at(circle{vec2{1., 2.}, 3.}, moved), moved)).str();
    }
    SECTION("any shape") { text = svg{}.shape(any_shape<double>{capsule{vec2{0., 0.}, vec2{1., 1.}, .5}}).str(); }
    SECTION("any shape, placed") { text = svg{}.shape(at(any_shape<double>{plain_box}, moved)).str(); }
    SECTION("a shape known by its support") { text = svg{}.shape(plain_ellipse{{1, 2}, {3, 1}}).str(); }
    SECTION("the same, placed") { text = svg{}.shape(at(plain_ellipse{{1, 2}, {3, 1}}, moved)).str(); }
    CHECK(is_picture(text));
    CHECK(count(text, "<path ") + count(text, "<circle ") == 1);
    CHECK(count(text, "left out") == 0);
}

TEST_CASE("the pieces of every set can be drawn") {
    const std::vector<vec2<double>> ell{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const auto pieces_in = [](const auto& set) {
        const std::string text = svg{}.shape(set).str();
        CHECK(is_picture(text));
        CHECK(count(text, "left out") == 0);
        return count(text, "<path ") + count(text, "<circle ");
    };
    const polygon<double> outline = *make_polygon(ell);
    const compound<double> whole{outline};
    const std::vector<any_shape<double>> list{plain_box, circle{vec2{9., 9.}, 1.}};
    CHECK(pieces_in(outline) == 6);  // its edges
    CHECK(pieces_in(whole) == whole.size());
    CHECK(pieces_in(at(whole, vec2{3., 4.})) == whole.size());
    CHECK(pieces_in(list) == 2);
    CHECK(pieces_in(chain<double>::open(ell)) == 5);
    world<double> w;
    const auto id = w.add(whole, {{1, 2}, {}}), disc = w.add(circle{vec2{9., 9.}, 1.});
    CHECK(pieces_in(w.at(id)) == whole.size());
    CHECK(pieces_in(w[disc].shape) == 1);
    CHECK(pieces_in(w.solids()) == whole.size() + 1);
    CHECK(count(svg{}.shape(compound<double>{}).str(), "left out") == 1);
}

TEST_CASE("vertices are drawn at their positions, with y upwards by default") {
    const segment<float> s{{10, 20}, {12, 23}};  // 3 high: 640 pixels
    const auto up = numbers(values(svg{}.shape(s).str(), "d").at(0));
    const auto down = numbers(values(svg{y_axis::down}.shape(s).str(), "d").at(0));
    REQUIRE(up.size() >= 4);
    REQUIRE(down.size() >= 4);
    CHECK_THAT(up[2] - up[0], Catch::Matchers::WithinAbs(2 * 640 / 3., .02));
    CHECK_THAT(up[3] - up[1], Catch::Matchers::WithinAbs(-640, .02));
    CHECK_THAT(down[2] - down[0], Catch::Matchers::WithinAbs(2 * 640 / 3., .02));
    CHECK_THAT(down[3] - down[1], Catch::Matchers::WithinAbs(640, .02));
}

TEST_CASE("rounded corners bulge outwards, in either direction of y") {
    const capsule<double> c{{0, 0}, {4, 0}, 1};
    CHECK(count(svg{}.shape(c).str(), " 0 0 0 ") == 2);              // counter-clockwise on the screen
    CHECK(count(svg{y_axis::down}.shape(c).str(), " 0 0 1 ") == 2);  // mirrored, so clockwise
    const auto sizes = values(svg{}.shape(c).str(), "viewBox");
    CHECK_THAT(numbers(sizes.at(0)).at(3), Catch::Matchers::WithinAbs(640 / 3. + 1.5 + 24, .02));
}

TEST_CASE("a picture has the same lines whatever the unit of length") {
    const auto drawn = [](double unit) {
        const circle<double> a{vec2{1., 1.} * unit, 2 * unit};
        const aabb<double> b{vec2{2., 0.} * unit, vec2{5., 3.} * unit};
        return svg{}.shape(a).shape(b).moved(a, *collide(a, b)).str();
    };
    CHECK(drawn(1) == drawn(1 << 20));
    CHECK(drawn(1) == drawn(1. / (1 << 20)));
}

TEST_CASE("the same calls give the same text, in any locale") {
    struct comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        std::string do_grouping() const override { return "\1"; }
    };
    const auto drawn = [] { return svg{}.explain(pentagon, at(plain_box, vec2{1., .25})).str(); };
    const std::string before = drawn();
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new comma));
    const std::string after = drawn();
    std::locale::global(old);
    CHECK(before == after);
}

TEST_CASE("a contact shows its points, its normal and its depth") {
    const circle<double> ball{{2, 2.5}, 1};
    const auto hit = collide(ball, plain_box);
    REQUIRE(hit);
    const std::string text = svg{}.shape(ball).shape(plain_box).contact(*hit).str();
    CHECK(is_picture(text));
    CHECK(count(text, ">depth 0.5<") == 1);
    CHECK(count(text, "<circle ") == 3);
}

TEST_CASE("a manifold shows its points, their ids and depths") {
    const aabb<double> ground{{0, 0}, {6, 1}};
    const auto m = contact_manifold(ground, aabb<double>{{2, .75}, {4, 3}});
    const std::string text = svg{}.shape(ground).manifold(m).str();
    CHECK(is_picture(text));
    CHECK(count(text, "c3/c0") == 1);
    CHECK(count(text, "c2/c1") == 1);
    CHECK(count(text, ">0.25<") == 2);
    CHECK(count(text, "<circle ") == 2);
    const auto ball = contact_manifold(ground, circle<double>{{3, 1.5}, 1}, 1);
    CHECK(count(svg{y_axis::down}.manifold(ball).str(), "e2/c0") == 1);
    CHECK(is_picture(svg{}.manifold(manifold<float>{}).str()));
}

TEST_CASE("a distance shows its points and the length between them") {
    const circle<double> ball{{2, 9}, 1};
    const aabb<double> floor{{0, 0}, {4, 3}};
    const std::string text = svg{}.shape(ball).shape(floor).separation(distance(ball, floor)).str();
    CHECK(is_picture(text));
    CHECK(count(text, ">distance 5<") == 1);
    CHECK(count(text, "stroke-dasharray") == 1);
    CHECK(count(text, "<circle ") == 3);
}

TEST_CASE("a contact of integers is drawn as well") {
    const aabb<int> a{{0, 0}, {4, 4}}, b{{3, 0}, {8, 4}};
    const std::string text = svg{}.shape(a).shape(b).contact(*collide(a, b)).moved(a, *collide(a, b)).str();
    CHECK(is_picture(text));
    CHECK(count(text, ">depth 1<") == 1);
}

TEST_CASE("the moved shape is dashed, and translated by the minimum translation") {
    const aabb<double> a{{0, 0}, {4, 4}}, b{{3, 0}, {8, 4}};  // the picture is from -1 to 8, so 640 / 9 pixels a unit
    const std::string text = svg{}.shape(a).shape(b).moved(a, *collide(a, b)).str();
    CHECK(count(text, "stroke-dasharray") == 1);
    const auto paths = values(text, "d");
    const auto before = numbers(paths.front()), after = numbers(paths.back());
    CHECK_THAT(after.at(0) - before.at(0), Catch::Matchers::WithinAbs(-640 / 9., .02));
    CHECK_THAT(after.at(1) - before.at(1), Catch::Matchers::WithinAbs(0, .02));
}

TEST_CASE("a touching pair is drawn with depth 0") {
    const aabb<double> a{{0, 0}, {4, 4}}, b{{4, 0}, {8, 4}};
    const std::string text = svg{}.contact(*collide(a, b)).moved(a, *collide(a, b)).str();
    CHECK(is_picture(text));
    CHECK(count(text, ">depth 0<") == 1);
}

TEST_CASE("a cast shows the shape's start, the area of its whole path, and its stop") {
    // The path is 16 long and the box stops after 6. The picture is 20 units wide, so a unit is 32 pixels.
    const aabb<double> wall{{10, 0}, {12, 2}};
    const auto text = svg{}.shape(wall).cast(plain_box, vec2{16., 0.}, shape_cast(plain_box, {16, 0}, wall)).str();
    CHECK(is_picture(text));
    CHECK(text.find("at 0.375") != text.npos);
    CHECK(count(text, "stroke-dasharray") == 1);
    const auto paths = values(text, "d");  // the wall, what is passed over, the start, the stop
    REQUIRE(paths.size() >= 4);
    const auto left_and_right = [&paths](std::size_t i) {
        const auto all = numbers(paths[i]);
        double left = all[0], right = all[0];
        for (std::size_t k = 0; k < all.size(); k += 2)
            left = (std::min)(left, all[k]), right = (std::max)(right, all[k]);
        return vec2{left, right};
    };
    const double left = left_and_right(2).x;
    CHECK(left_and_right(1) == vec2{left, left + 20 * 32});
    CHECK(left_and_right(2) == vec2{left, left + 4 * 32});
    CHECK(left_and_right(3) == vec2{left + 6 * 32, left + 10 * 32});

    const auto missed = svg{}.cast(plain_box, vec2{0., 9.}, shape_cast(plain_box, {0, 9}, wall)).str();
    CHECK(is_picture(missed));
    CHECK(count(missed, "<path") == 2);
    CHECK(count(missed, ">at ") == 0);
    // Points, round shapes and empty paths.
    for (const vec2<double> translation : {vec2{0., 0.}, vec2{3., 1.}}) {
        CHECK(is_picture(svg{}.cast(vec2{1., 1.}, translation, shape_cast(vec2{1., 1.}, translation, wall)).str()));
        CHECK(is_picture(svg{}.cast(circle<double>{{0, 0}, 1}, translation, cast_result<double>{}).str()));
        CHECK(is_picture(svg{}.cast(circle<double>{{0, 0}, -1}, translation, cast_result<double>{}).str()));
        CHECK(is_picture(svg{}.cast(convex_polygon<double>{}, translation, cast_result<double>{}).str()));
        CHECK(is_picture(svg{}.cast(segment<double>{{0, 0}, {6, 2}}, translation, cast_result<double>{}).str()));
    }
}

TEST_CASE("a ray is dashed beyond its hit") {
    const hitbox::ray<double> r{{-4, 1}, {8, 0}};
    const auto hit = svg{}.shape(plain_box).ray(r, ray_cast(r, plain_box)).str();
    CHECK(is_picture(hit));
    CHECK(hit.find("at 0.5") != hit.npos);
    CHECK(count(hit, "stroke-dasharray") == 1);
    const hitbox::ray<double> past{{-4, 3}, {8, 0}};
    const auto miss = svg{}.shape(plain_box).ray(past, ray_cast(past, plain_box)).str();
    CHECK(is_picture(miss));
    CHECK(count(miss, "stroke-dasharray") == 0);
}

TEST_CASE("an explanation has one ruler for parallel axes, and marks the deciding axis") {
    const aabb<double> right{{5, 1}, {7, 3}}, over{{3.5, 1}, {7, 3}};
    const std::string apart = svg{}.explain(plain_box, right).str(), together = svg{}.explain(plain_box, over).str();
    CHECK(is_picture(apart));
    CHECK(is_picture(together));
    CHECK(count(apart, "<text ") == 2);
    CHECK(count(apart, ">widest gap 1<") == 1);
    CHECK(count(apart, ">overlap 1<") == 1);
    CHECK(count(together, ">least overlap 0.5<") == 1);
    CHECK(count(together, ">overlap 1<") == 1);
}

TEST_CASE("every faceted shape can be explained") {
    const std::vector<vec2<double>> many = {{0, 0}, {4, 0}, {5, 2}, {2, 4}};
    const circle<double> ball{{2, 2.5}, 1};
    const std::array<any_shape<double>, 8> shapes = {vec2{1., 1.},
                                                     ball,
                                                     plain_box,
                                                     obb<double>{{0, 0}, {2, 1}, rot2<double>::from_degrees(20)},
                                                     segment<double>{{0, 0}, {3, 3}},
                                                     capsule<double>{{0, 0}, {3, 3}, 1},
                                                     pentagon,
                                                     *make_convex_polygon_view(many)};
    for (const auto& s : shapes) {
        CHECK(is_picture(svg{}.explain(s, ball).str()));
        CHECK(is_picture(svg{}.explain(at(ball, vec2{9., 0.}), s).str()));
        CHECK(count(svg{}.explain(ball, at(s, vec2{20., 0.})).str(), "widest gap") == 1);
    }
}

TEST_CASE("rulers are placed correctly for shapes far from the origin") {
    const aabb<double> a{{1e17, 1e17}, {1e17 + 32, 1e17 + 32}}, b{{1e17 + 16, 1e17}, {1e17 + 64, 1e17 + 32}};
    CHECK(is_picture(svg{}.explain(a, b).str()));
    const vec2<double> p{3, 4};
    CHECK(is_picture(svg{}.explain(p, p).str()));
    const auto wheel = *regular_polygon<64>(64, 1.);
    CHECK(is_picture(svg{}.explain(wheel, at(wheel, vec2{1., 0.})).str()));
}

TEST_CASE("invalid shapes are left out, and the picture reports this") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const double huge = std::numeric_limits<double>::max();
    const contact<double> bad{{0, 1}, nan, {nan, 0}, {0, 0}};
    for (const std::string& text :
         {svg{}.shape(circle{vec2{nan, 0.}, 1.}).str(), svg{}.shape(vec2{inf, 0.}).str(),
          svg{}.shape(plain_box).shape(convex_polygon<double, 4>{}).str(),
          svg{}.shape(aabb<double>{{-huge, -huge}, {huge, huge}}).str(), svg{}.contact(bad).str(),
          svg{}.separation(distance(circle{vec2{0., 0.}, -1.}, plain_box)).str(), svg{}.moved(plain_box, bad).str(),
          svg{}.explain(plain_box, circle{vec2{0., 0.}, -1.}).str(), svg{}.label(vec2{nan, 0.}, "nowhere").str()}) {
        CHECK(is_picture(text));
        CHECK(count(text, "left out") == 1);
    }
}

TEST_CASE("extreme sizes and styles give well-formed pictures") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), tiny = std::numeric_limits<double>::denorm_min();
    CHECK(is_picture(svg{}.shape(aabb<double>{{-1e299, 0}, {1e299, 1}}).str()));
    CHECK(is_picture(svg{}.shape(aabb<double>{{0, 0}, {tiny, tiny}}).str()));
    CHECK(is_picture(svg{}.shape(aabb<float>{{-3e38f, -3e38f}, {3e38f, 3e38f}}).str()));
    CHECK(is_picture(svg{y_axis::up, nan}.shape(plain_box).str()));
    CHECK(is_picture(svg{y_axis::up, -1}.shape(plain_box).str()));
    CHECK(is_picture(svg{}.shape(plain_box, {"red' onload='alert(1)", nan, nan}).str()));
    CHECK(is_picture(svg{}.label(vec2{0, 0}, "wide", nan).str()));
}

TEST_CASE("a text is shown literally") {
    const std::string text = svg{}.label(vec2{0.f, 0.f}, "<a> & 'b' \"c\"\n\1 d\xC3\xA9").str();
    CHECK(is_picture(text));
    CHECK(count(text, ">&lt;a&gt; &amp; &#39;b&#39; &quot;c&quot;   d\xC3\xA9<") == 1);
}

TEST_CASE("saving a picture writes all of it or reports failure") {
    const svg picture = svg{}.shape(plain_box);
    const std::string path = "hitbox_svg_test.svg";
    REQUIRE(picture.save(path));
    std::ostringstream read;
    read << std::ifstream{path, std::ios::binary}.rdbuf();
    CHECK(read.str() == picture.str());
    std::remove(path.c_str());
    CHECK_FALSE(picture.save("no/such/folder/picture.svg"));
}
