# hitbox::compiled and hitbox::precompiled, for hitbox's own CMakeLists.txt and for the installed package. Both are built
# with the flags of the project that links them. Both are imported, so that a static library that links them can be
# exported: its export names them, and its users find hitbox in their turn. hitbox_compiled_dir: the folder of the sources.

# The heavy parts compiled once, in files that compile side by side. Targets that link this have the same answers, smaller
# objects and shorter builds.
set(hitbox_compiled_sources pairs)
foreach(room IN ITEMS polygons sets movers worlds)
    list(APPEND hitbox_compiled_sources ${room}_float ${room}_double)
endforeach()
list(TRANSFORM hitbox_compiled_sources PREPEND "${hitbox_compiled_dir}/")
list(TRANSFORM hitbox_compiled_sources APPEND ".cpp")
add_library(hitbox_compiled STATIC EXCLUDE_FROM_ALL ${hitbox_compiled_sources})
add_library(hitbox::compiled INTERFACE IMPORTED GLOBAL)
target_link_libraries(hitbox::compiled INTERFACE hitbox_compiled)
target_link_libraries(hitbox_compiled PUBLIC hitbox::hitbox)
target_compile_definitions(hitbox_compiled PUBLIC HITBOX_COMPILED=extern)
# One file of all of them would instantiate some templates twice.
set_target_properties(hitbox_compiled PROPERTIES UNITY_BUILD OFF)
if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE) # so that a shared library can link it
    set_target_properties(hitbox_compiled PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()

# Everything as a precompiled header of the C++ files of each target that links this.
add_library(hitbox::precompiled INTERFACE IMPORTED GLOBAL)
target_link_libraries(hitbox::precompiled INTERFACE hitbox::hitbox)
target_precompile_headers(hitbox::precompiled INTERFACE $<$<COMPILE_LANGUAGE:CXX>:<hitbox/hitbox.hpp$<ANGLE-R>>)
