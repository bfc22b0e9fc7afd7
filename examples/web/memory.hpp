#pragma once
// Memory for a WebAssembly module without a C library: `operator new` and `delete` with blocks of 64 bytes, 128, 256
// and so on. Freed blocks are kept for the next request of their size. If memory runs out, the module traps.
//
// A block begins with its size class, because not every delete passes the size: delete[] of numbers does not.

#include <cstddef>
#include <new>

extern "C" unsigned char __heap_base;

namespace {

struct node {
    node* next;
};
struct mark {
    unsigned size_class, offset;  // the size of the memory in its block
};
node* freed[32];
std::size_t top = 0, end = 0;

void* take_block(unsigned c) {
    if (node* p = freed[c]) return freed[c] = p->next, p;
    const std::size_t size = std::size_t(1) << c;
    if (top == 0) top = (std::size_t(&__heap_base) + 63) & ~std::size_t(63), end = __builtin_wasm_memory_size(0) << 16;
    if (size > ~top) __builtin_trap();
    if (top + size > end) {
        const std::size_t pages = (top + size - end + 65535) >> 16;
        if (__builtin_wasm_memory_grow(0, pages) == std::size_t(-1)) __builtin_trap();
        end += pages << 16;
    }
    void* p = reinterpret_cast<void*>(top);
    top += size;
    return p;
}

/// @pre alignment is 16, 32 or 64
void* take(std::size_t n, std::size_t alignment) {
    if (n > std::size_t(1) << 30) __builtin_trap();
    const std::size_t whole = n + alignment;
    const unsigned c = whole <= 64 ? 6u : 32u - unsigned(__builtin_clz(unsigned(whole - 1)));
    unsigned char* p = static_cast<unsigned char*>(take_block(c)) + alignment;
    reinterpret_cast<mark*>(p)[-1] = {c, unsigned(alignment)};
    return p;
}

void give(void* p) {
    if (!p) return;
    const mark m = static_cast<mark*>(p)[-1];
    node* block = reinterpret_cast<node*>(static_cast<unsigned char*>(p) - m.offset);
    block->next = freed[m.size_class], freed[m.size_class] = block;
}

}  // namespace

// The other forms of the standard library call these.
void* operator new(std::size_t n) { return take(n, 16); }
void* operator new(std::size_t n, std::align_val_t a) { return take(n, std::size_t(a) < 16 ? 16 : std::size_t(a)); }
void operator delete(void* p) noexcept { give(p); }
void operator delete(void* p, std::size_t) noexcept { give(p); }
void operator delete(void* p, std::align_val_t) noexcept { give(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give(p); }

extern "C" {
void abort() { __builtin_trap(); }
void __cxa_pure_virtual() { __builtin_trap(); }
}
