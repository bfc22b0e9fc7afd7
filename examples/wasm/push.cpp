// Two discs in the browser: a WebAssembly module that imports nothing. push.mjs calls it.
//
//     tools/build_wasm push.wasm examples/wasm/push.cpp

#include <hitbox/pairs.hpp>

static hitbox::vec2<float> mtv;

// Returns the address of the translation that moves disc a out of disc b, or 0 if they are apart.
extern "C" [[clang::export_name("push")]] const void* push(float ax, float ay, float ar, float bx, float by, float br) {
    const auto hit = collide(hitbox::circle<float>{{ax, ay}, ar}, hitbox::circle<float>{{bx, by}, br});
    if (!hit) return nullptr;
    mtv = hit->mtv();
    return &mtv;
}
