# For our own tests, examples and benches; consumers never see it.
include_guard(GLOBAL)
add_library(hitbox_warnings INTERFACE)
if(MSVC)
    target_compile_options(hitbox_warnings INTERFACE /W4 /WX)
else()
    target_compile_options(hitbox_warnings INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror)
endif()
