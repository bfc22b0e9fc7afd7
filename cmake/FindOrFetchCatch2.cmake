# An installed Catch2 v3, else an installed v2.13, else v3 from its repository (needs a network).
# Gives the target hitbox_catch (with main).
include_guard(GLOBAL)

find_package(Catch2 3 CONFIG QUIET NO_CMAKE_FIND_ROOT_PATH)
if(NOT Catch2_FOUND)
    find_package(Catch2 2.13 CONFIG QUIET NO_CMAKE_FIND_ROOT_PATH)
endif()

if(NOT Catch2_FOUND)
    set(Catch2_VERSION 3.7.1)
    set(archive ${CMAKE_BINARY_DIR}/_deps/catch2-${Catch2_VERSION}.tar.gz)
    set(sha256 c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
    if(NOT FETCHCONTENT_SOURCE_DIR_CATCH2 AND NOT EXISTS ${archive})
        # Downloaded by hand, because FetchContent tries six times (over a minute offline) and does not report a remedy.
        set(url https://github.com/catchorg/Catch2/archive/refs/tags/v${Catch2_VERSION}.tar.gz)
        message(STATUS "hitbox: Catch2 is not installed, downloading ${url}")
        file(DOWNLOAD ${url} ${archive} STATUS status TIMEOUT 120 INACTIVITY_TIMEOUT 15)
        list(GET status 0 failed)
        if(failed)
            file(REMOVE ${archive})
            list(GET status 1 why)
            message(FATAL_ERROR "hitbox's tests need Catch2 (2.13 or 3), and downloading it failed: ${why}\n"
                                "  Debian, Ubuntu:  apt-get install catch2\n"
                                "  elsewhere:       brew install catch2, vcpkg install catch2\n"
                                "  without tests:   -DHITBOX_BUILD_TESTS=OFF")
        endif()
    endif()
    include(FetchContent)
    FetchContent_Declare(Catch2 URL ${archive} URL_HASH SHA256=${sha256})
    FetchContent_MakeAvailable(Catch2)
endif()
message(STATUS "hitbox: tests use Catch2 ${Catch2_VERSION}")

add_library(hitbox_catch INTERFACE)
if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
    target_link_libraries(hitbox_catch INTERFACE Catch2::Catch2WithMain)
else()
    # A copy, because Debian's Catch2::Catch2 has "-isystem /usr/include", which breaks cross compilers.
    get_target_property(installed Catch2::Catch2 INTERFACE_INCLUDE_DIRECTORIES)
    list(GET installed 0 installed)
    set(copied ${CMAKE_BINARY_DIR}/catch2-include)
    file(COPY ${installed}/catch2 DESTINATION ${copied})
    target_include_directories(hitbox_catch SYSTEM INTERFACE ${copied})

    # Version 2 is one big header, and its main takes six seconds to compile: some packages have it compiled. Where it is
    # not, it is compiled once, and without optimisation or sanitizers, which would double the time and make no test
    # faster.
    if(TARGET Catch2::Catch2WithMain)
        target_link_libraries(hitbox_catch INTERFACE $<TARGET_FILE:Catch2::Catch2WithMain>)
    else()
        add_library(hitbox_catch_main OBJECT ${PROJECT_SOURCE_DIR}/tests/catch_main.cpp)
        target_compile_features(hitbox_catch_main PRIVATE cxx_std_20)
        target_include_directories(hitbox_catch_main SYSTEM PRIVATE ${copied})
        if(NOT MSVC)
            target_compile_options(hitbox_catch_main PRIVATE -O0 -g0 -fno-sanitize=all)
        endif()
        target_link_libraries(hitbox_catch INTERFACE $<TARGET_OBJECTS:hitbox_catch_main>)
    endif()
endif()
