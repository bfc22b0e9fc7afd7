// A square that the arrow keys move, a wall, and the edges of the screen, in a window of SDL 2 or 3. Touching edges do
// not collide, so the square slides along the wall, and it stops at the exact pixel. Escape or closing the window ends
// the program, which then draws the square's path into a file.
//
//     sdl_square [picture.svg]

#define SDL_MAIN_HANDLED
#ifdef SDL_SQUARE_WITH_SDL3
#  include <SDL3/SDL.h>
#  include <SDL3/SDL_main.h>
#else
#  include <SDL.h>
#endif

#include <hitbox/debug/svg.hpp>
#include <hitbox/motion.hpp>

#include <cstdio>
#include <vector>

using namespace hitbox;

namespace {

using box = aabb<int>;

constexpr box screen = box::from_corner(0, 0, 320, 240);  // pixels; y grows downwards
constexpr box square = box::from_corner(0, 0, 32, 32);    // about its own corner
const std::vector<box> walls = {box::from_corner(150, 60, 40, 120)};
constexpr float speed = 2.75f;  // pixels per frame; a fraction of a pixel is kept for the next frame

// The differences between the two versions.
#ifdef SDL_SQUARE_WITH_SDL3
constexpr auto quit = SDL_EVENT_QUIT;
using rectangle = SDL_FRect;
using key_state = const bool*;
bool start() { return SDL_Init(SDL_INIT_VIDEO); }
SDL_Window* open_window() { return SDL_CreateWindow("square", screen.max.x, screen.max.y, 0); }
SDL_Renderer* renderer_of(SDL_Window* window) { return SDL_CreateRenderer(window, nullptr); }
#else
constexpr auto quit = SDL_QUIT;
using rectangle = SDL_Rect;
using key_state = const Uint8*;
bool start() { return SDL_Init(SDL_INIT_VIDEO) == 0; }
SDL_Window* open_window() {
    return SDL_CreateWindow("square", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, screen.max.x, screen.max.y, 0);
}
SDL_Renderer* renderer_of(SDL_Window* window) { return SDL_CreateRenderer(window, -1, 0); }
#endif

struct color {
    Uint8 red, green, blue;
};

void fill(SDL_Renderer* renderer, const box& b, color c) {
    SDL_SetRenderDrawColor(renderer, c.red, c.green, c.blue, 255);
    using T = decltype(rectangle::x);
    const rectangle r{static_cast<T>(b.min.x), static_cast<T>(b.min.y), static_cast<T>(b.max.x - b.min.x),
                      static_cast<T>(b.max.y - b.min.y)};
    SDL_RenderFillRect(renderer, &r);
}

void draw(SDL_Renderer* renderer, vec2<int> place) {
    fill(renderer, screen, {255, 255, 255});
    for (const box& wall : walls) fill(renderer, wall, {119, 119, 119});
    fill(renderer, translated(square, place), {0, 114, 178});
    SDL_RenderPresent(renderer);
}

bool is_over() {
    bool over = SDL_GetKeyboardState(nullptr)[SDL_SCANCODE_ESCAPE];
    for (SDL_Event event; SDL_PollEvent(&event);) over = over || event.type == quit;
    return over;
}

/// The position of the square, and the motion that the keys requested.
struct frame {
    pixel_position<int> place;
    vec2<float> motion;
};

pixel_position<int> after(const frame& f) {
    return move_and_slide(square, f.place, f.motion, walls, {.within = screen}).position;
}

std::vector<frame> play(SDL_Renderer* renderer) {
    std::vector<frame> played;
    pixel_position<int> place{.pixel = {20, 100}, .remainder = {}};
    while (!is_over()) {
        const key_state keys = SDL_GetKeyboardState(nullptr);
        const auto held = [keys](SDL_Scancode key) { return keys[key] ? 1.f : 0.f; };
        const vec2<float> motion{held(SDL_SCANCODE_RIGHT) - held(SDL_SCANCODE_LEFT),
                                 held(SDL_SCANCODE_DOWN) - held(SDL_SCANCODE_UP)};
        played.push_back({place, motion * speed});
        place = after(played.back());
        draw(renderer, place.pixel);
        SDL_Delay(16);
    }
    return played;
}

/// Goes back to each frame and checks that the next frame is the same again. It depends on position and keys only.
bool plays_again(const std::vector<frame>& played) {
    for (std::size_t i = played.size(); i-- > 1;)
        if (after(played[i - 1]) != played[i].place) return false;
    return true;
}

/// Draws the path of the square's centre, pale squares where it rested, and its last position. A unit is a pixel.
bool draw_path(const std::vector<frame>& played, const char* path) {
    debug::svg picture{debug::y_axis::down, double(screen.max.x)};
    picture.shape(screen, {debug::colors::grey, 0.1, 0});
    vec2<int> end{};
    bool moved = true;
    for (const frame& f : played) {
        const vec2<int> from = f.place.pixel;
        end = after(f).pixel;
        if (moved && end == from) picture.shape(translated(square, end), {debug::colors::vermilion, 0.2, 0});
        moved = end != from;
        if (moved)
            picture.shape(segment<int>{from + center(square), end + center(square)}, {debug::colors::vermilion, 0});
    }
    for (const box& wall : walls) picture.shape(wall, {debug::colors::grey, 1, 0});
    if (!played.empty()) picture.shape(translated(square, end), {debug::colors::blue, 1, 0});
    return picture.save(path);
}

}  // namespace

int main(int argc, char** argv) {
    SDL_SetMainReady();
    SDL_Window* window = nullptr;
    SDL_Renderer* renderer = nullptr;
    if (start()) window = open_window();
    if (window) renderer = renderer_of(window);
    std::vector<frame> played;
    if (renderer) played = play(renderer);
    else std::fprintf(stderr, "sdl_square: no window can be opened: %s\n", SDL_GetError());
    if (renderer) SDL_DestroyRenderer(renderer);
    if (window) SDL_DestroyWindow(window);
    SDL_Quit();
    if (!renderer) return 1;
    if (!plays_again(played)) return std::fprintf(stderr, "sdl_square: played again, the square went elsewhere\n"), 1;
    const char* const path = argc > 1 ? argv[1] : "sdl_square.svg";
    if (!draw_path(played, path)) return std::fprintf(stderr, "sdl_square: %s: cannot be written\n", path), 1;
}
