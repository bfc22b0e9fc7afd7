// A round player in a window: the arrow keys move it, and mtv() pushes it out of the walls.
//
//     start_sdl_loop [frames]    with a number, it ends after that many frames and prints where the player is

#define SDL_MAIN_HANDLED
#ifdef START_WITH_SDL3
#  include <SDL3/SDL.h>
#  include <SDL3/SDL_main.h>
#else
#  include <SDL.h>
#endif

#include <hitbox/sets.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace hitbox;

namespace {

constexpr int width = 320, height = 240;  // pixels; y grows downwards

const std::vector<any_shape<float>> walls = {
    aabb<float>::from_corner({0, 220}, {320, 20}),  // the floor
    aabb<float>::from_corner({200, 140}, {60, 80}),
    aabb<float>::from_corner({60, 160}, {50, 12}),
    at(triangle<float>{{0, 0}, {60, 0}, {60, -40}}, {{140, 225}, rot2<float>::from_degrees(10)}),
    circle<float>{{290, 205}, 18},
};

const circle<float> body{{0, 0}, 14};  // about the origin; a box, a capsule or a polygon, too

vec2<float> moved(vec2<float> player, vec2<float> motion) {
    player += motion;
    if (const auto hit = collide(at(body, player), walls)) player += hit->mtv();  // one vector, out of all walls
    return player;
}

// The differences between SDL 2 and 3.
#ifdef START_WITH_SDL3
constexpr auto quit = SDL_EVENT_QUIT;
bool open(SDL_Window*& window, SDL_Renderer*& renderer) {
    return SDL_Init(SDL_INIT_VIDEO) && SDL_CreateWindowAndRenderer("walls", width, height, 0, &window, &renderer);
}
void draw_lines(SDL_Renderer* renderer, const SDL_FPoint* points, int n) { SDL_RenderLines(renderer, points, n); }
#else
constexpr auto quit = SDL_QUIT;
bool open(SDL_Window*& window, SDL_Renderer*& renderer) {
    return SDL_Init(SDL_INIT_VIDEO) == 0 && SDL_CreateWindowAndRenderer(width, height, 0, &window, &renderer) == 0;
}
void draw_lines(SDL_Renderer* renderer, const SDL_FPoint* points, int n) { SDL_RenderDrawLinesF(renderer, points, n); }
#endif

/// Draws the outline of any shape: the farthest point in each of 32 directions.
void draw(SDL_Renderer* renderer, const any_shape<float>& shape) {
    SDL_FPoint points[33];
    for (int i = 0; i <= 32; ++i) {
        const vec2<float> direction = rot2<float>::from_degrees(float(i) * 11.25f) * vec2{1.f, 0.f};
        const vec2<float> p = support(shape, direction);
        points[i] = {p.x, p.y};
    }
    draw_lines(renderer, points, 33);
}

vec2<float> play(SDL_Renderer* renderer, int frames) {
    vec2<float> player{80, 40};
    while (frames-- != 0) {
        for (SDL_Event event; SDL_PollEvent(&event);)
            if (event.type == quit) return player;
        const auto* const keys = SDL_GetKeyboardState(nullptr);
        const float right = keys[SDL_SCANCODE_RIGHT] ? 1.f : 0.f, left = keys[SDL_SCANCODE_LEFT] ? 1.f : 0.f;
        const float up = keys[SDL_SCANCODE_UP] ? 1.f : 0.f;
        player = moved(player, {3 * (right - left), 3 - 6 * up});  // it falls, unless "up" is held
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 0, 114, 178, 255);
        for (const any_shape<float>& wall : walls) draw(renderer, wall);
        draw(renderer, at(body, player));
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    return player;
}

}  // namespace

int main(int argc, char** argv) {
    SDL_SetMainReady();
    SDL_Window* window = nullptr;
    SDL_Renderer* renderer = nullptr;
    if (!open(window, renderer)) return std::fprintf(stderr, "no window: %s\n", SDL_GetError()), 1;
    const vec2<float> player = play(renderer, argc > 1 ? std::atoi(argv[1]) : -1);
    std::printf("the player is at (%.2f, %.2f)\n", double(player.x), double(player.y));
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
}
