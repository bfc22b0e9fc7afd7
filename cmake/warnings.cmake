# For our own tests, examples and benches; consumers never see it.
include_guard(GLOBAL)
option(HITBOX_WARNINGS_ARE_ERRORS "Stop at a warning; CI and the presets do, as compilers to come know other warnings" OFF)
add_library(hitbox_warnings INTERFACE)
if(MSVC)
    target_compile_options(hitbox_warnings INTERFACE /W4 $<$<BOOL:${HITBOX_WARNINGS_ARE_ERRORS}>:/WX>)
else()
    target_compile_options(hitbox_warnings INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
        $<$<BOOL:${HITBOX_WARNINGS_ARE_ERRORS}>:-Werror>)
endif()
