# Fails if objects that were compiled with different flags define a function of the library by the same name. The linker
# would keep one of them, with the instructions of its file. Functions of the standard library are not tested.
#   cmake -DNM=nm -DOBJECTS=a.o;b.o -DOPTIMISED=ON -P one_name_one_code.cmake

cmake_policy(VERSION 3.20)
set(all)
foreach(object IN LISTS OBJECTS)
    execute_process(COMMAND "${NM}" --defined-only "${object}" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    # Weak functions and variables whose mangled names are in hitbox. The linker may keep any one definition of each.
    string(REGEX MATCHALL " [WVu] _Z[A-Z]*N[VKRO]*6hitbox[^\n]*" names "${text}")
    # Data of sanitizers about the types of functions are not code.
    list(FILTER names EXCLUDE REGEX " _ZT[IS]")
    if(NOT OPTIMISED)
        # Implicit default constructors of structs are allowed, because they cannot be marked as inlined.
        list(FILTER names EXCLUDE REGEX "C[12]Ev$")
    endif()
    list(APPEND all ${names})
endforeach()
if(NOT all)
    message(FATAL_ERROR "${OBJECTS} define nothing of the library")
endif()

list(SORT all)
set(faults)
foreach(name IN LISTS all)
    if(name STREQUAL last)
        list(APPEND faults "${name}")
    endif()
    set(last "${name}")
endforeach()
if(faults)
    list(JOIN faults "\n" faults)
    message(FATAL_ERROR "defined by the same name in several of ${OBJECTS}:\n${faults}")
endif()
