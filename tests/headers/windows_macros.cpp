// <windows.h> and the headers of X11 define these as macros. Standard headers come first: they are not what is tested
// here.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define NEAR near
#define FAR far
#define IN
#define OUT
#define OPTIONAL
#define pascal
#define cdecl
#define small char
#define hyper __int64
#define interface struct
#define ERROR 0
#define ABSOLUTE 1
#define RELATIVE 2

// <X11/X.h>
#define None 0L
#define Above 0
#define Below 1
#define Opposite 4
#define Always 2
#define Unsorted 0
#define Complex 0
#define Nonconvex 1
#define Convex 2
#define Success 0
#define CurrentTime 0L
#define KeyPress 2
#define FocusIn 9
#define Expose 12
#define CursorShape 0
// <X11/Xlib.h>
#define Bool int
#define Status int
#define True 1
#define False 0

#include <hitbox/hitbox.hpp>

int main() {
    const hitbox::aabb<int> left{{0, 0}, {4, 4}}, right{{4, 0}, {8, 4}};
    return hitbox::intersects(left, right) && !hitbox::penetrates(left, right) ? 0 : 1;
}
