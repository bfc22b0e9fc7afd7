# cmake -DPROGRAM=<hash> -DEXPECTED=<expected.txt> -P compare.cmake
# Passes if the program prints the hashes in the file, which tools/determinism --renew writes. With -DONLY=float or
# -DONLY=double, only the hashes of that scalar count.

execute_process(COMMAND ${PROGRAM} 100000 RESULT_VARIABLE failed OUTPUT_VARIABLE output)
if(failed)
    message(FATAL_ERROR "${PROGRAM} ends with ${failed}")
endif()
string(STRIP "${output}" output)
string(REGEX REPLACE "\r?\n" ";" lines "${output}")
file(STRINGS ${EXPECTED} expected)
if(ONLY)
    list(FILTER expected INCLUDE REGEX "${ONLY}")
endif()
if(NOT lines STREQUAL expected)
    list(REMOVE_ITEM lines ${expected})
    list(JOIN lines "\n" lines)
    message(FATAL_ERROR "Other answers than those in ${EXPECTED}:\n${lines}\n"
                        "If they are meant to be: tools/determinism --renew")
endif()
