# cmake -DCOMPILER="<compiler>;<flags>" -DSOURCE=<file> -P expect.cmake
# Passes if the file does not compile and the compiler's output matches the regex in its first line, `// expect: REGEX`.
# A second line `// flags: FLAGS` adds these flags. The REGEX of a line `// first error: REGEX` must match the first line
# of the output with `error: `. The N of a line `// lines: N` is the maximum number of lines of the output.

file(READ ${SOURCE} text)
if(NOT text MATCHES "^// expect: ([^\r\n]+)")
    message(FATAL_ERROR "${SOURCE} does not begin with '// expect: REGEX'")
endif()
set(expected "${CMAKE_MATCH_1}")
if(text MATCHES "^[^\r\n]*\r?\n// flags: ([^\r\n]+)")
    separate_arguments(flags UNIX_COMMAND "${CMAKE_MATCH_1}")
endif()

set(ENV{LC_ALL} C)
execute_process(COMMAND ${COMPILER} ${flags} ${SOURCE} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT failed)
    message(FATAL_ERROR "${SOURCE} compiles, but should not")
elseif(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${SOURCE} fails to compile, but says nothing like '${expected}':\n${output}")
endif()

if(text MATCHES "\n// first error: ([^\r\n]+)")
    set(expected "${CMAKE_MATCH_1}")
    string(REGEX MATCH "[^\n]*error: [^\n]*" first "${output}")
    if(NOT first MATCHES "${expected}")
        message(FATAL_ERROR "${SOURCE}: the first error is '${first}', and not '${expected}'")
    endif()
endif()
if(text MATCHES "\n// lines: ([0-9]+)")
    set(max_lines "${CMAKE_MATCH_1}")
    string(REPLACE ";" "," lines "${output}")
    string(REGEX MATCHALL "\n" lines "${lines}")
    list(LENGTH lines count)
    if(count GREATER max_lines)
        message(FATAL_ERROR "${SOURCE}: ${count} lines, and not at most ${max_lines}:\n${output}")
    endif()
endif()
