# cmake -DCOMPILER="<compiler>;<flags>" -DSOURCE=<file> -P expect.cmake
# Passes if the file does not compile and the compiler's output matches the regex in its first line, `// expect: REGEX`.

file(READ ${SOURCE} text)
if(NOT text MATCHES "^// expect: ([^\r\n]+)")
    message(FATAL_ERROR "${SOURCE} does not begin with '// expect: REGEX'")
endif()
set(expected "${CMAKE_MATCH_1}")

set(ENV{LC_ALL} C)
execute_process(COMMAND ${COMPILER} ${SOURCE} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT failed)
    message(FATAL_ERROR "${SOURCE} compiles, but should not")
elseif(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${SOURCE} fails to compile, but says nothing like '${expected}':\n${output}")
endif()
