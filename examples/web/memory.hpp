#pragma once
// Memory for a WebAssembly module that links no C library: `operator new` and `delete` by size classes, which are
// powers of two. Freed memory is kept for the next request of its class. Out of memory traps.

#include <cstddef>
#include <new>

extern "C" unsigned char __heap_base;

namespace {

struct node {
    node* next;
};
node* freed[32];
std::size_t top = 0, end = 0;

unsigned size_class(std::size_t n) { return n <= 16 ? 4u : 32u - unsigned(__builtin_clz(unsigned(n - 1))); }

void* take(std::size_t n) {
    const unsigned c = size_class(n);
    if (node* p = freed[c]) return freed[c] = p->next, p;
    const std::size_t size = std::size_t(1) << c;
    if (top == 0) top = (std::size_t(&__heap_base) + 63) & ~std::size_t(63), end = __builtin_wasm_memory_size(0) << 16;
    if (top + size > end) {
        const std::size_t pages = (top + size - end + 65535) >> 16;
        if (__builtin_wasm_memory_grow(0, pages) == std::size_t(-1)) __builtin_trap();
        end += pages << 16;
    }
    void* p = reinterpret_cast<void*>(top);
    top += size;
    return p;
}

void give(void* p, std::size_t n) {
    if (!p) return;
    node* q = static_cast<node*>(p);
    q->next = freed[size_class(n)], freed[size_class(n)] = q;
}

}  // namespace

void* operator new(std::size_t n) { return take(n); }
void* operator new(std::size_t n, std::align_val_t a) { return take(n < std::size_t(a) ? std::size_t(a) : n); }
void operator delete(void* p, std::size_t n) noexcept { give(p, n); }
void operator delete(void* p, std::size_t n, std::align_val_t a) noexcept {
    give(p, n < std::size_t(a) ? std::size_t(a) : n);
}
// Every delete of a complete type says its size.
void operator delete(void*) noexcept { __builtin_trap(); }
void operator delete(void*, std::align_val_t) noexcept { __builtin_trap(); }

extern "C" {
void abort() { __builtin_trap(); }
void __cxa_pure_virtual() { __builtin_trap(); }
}
