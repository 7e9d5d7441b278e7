# clrcov_unit_test(NAME [THREADS] SOURCES file... [USES target...] [LIBS library...] [ARGS arg...])
# One CUnit executable; CTest label "unit". It runs in the source tree's tests directory. THREADS: what it tests has threads;
# the target "threads" builds these alone, and they have the label "threads", for ThreadSanitizer.
find_library(CUNIT_LIBRARY cunit REQUIRED)
add_custom_target(threads)
function(clrcov_unit_test name)
  cmake_parse_arguments(T "THREADS" "" "SOURCES;USES;LIBS;ARGS" ${ARGN})
  add_executable(${name} ${T_SOURCES})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/tests/unit)
  target_compile_definitions(${name} PRIVATE _GNU_SOURCE)
  # The fatal assertions of CUnit leave the test by longjmp, which the compiler cannot know.
  target_compile_options(${name} PRIVATE -Wno-null-dereference)
  target_link_libraries(${name} PRIVATE ${T_USES} ${T_LIBS} ${CUNIT_LIBRARY})
  add_test(NAME ${name} COMMAND ${name} ${T_ARGS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests)
  set_tests_properties(${name} PROPERTIES LABELS unit)
  if(T_THREADS)
    set_tests_properties(${name} PROPERTIES LABELS "unit;threads")
    add_dependencies(threads ${name})
  endif()
endfunction()

# clrcov_fuzz_target(THING [IN_PLACE] [USES target...] [LIBS library...])
# tests/fuzz/fuzz_THING.c over corpus/THING: with libFuzzer a fuzzer; otherwise a program that replays the
# corpus and its truncations, run by CTest (label "fuzz"). IN_PLACE: mutations mostly move nothing.
function(clrcov_fuzz_target thing)
  cmake_parse_arguments(T "IN_PLACE" "" "USES;LIBS" ${ARGN})
  set(name fuzz_${thing})
  add_executable(${name} fuzz_${thing}.c)
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE _GNU_SOURCE)
  target_link_libraries(${name} PRIVATE ${T_USES} ${T_LIBS})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${thing})
  if(CLRCOV_LIBFUZZER)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    add_test(NAME ${name} COMMAND ${name} -runs=0 ${corpus})
    if(T_IN_PLACE AND NOT CMAKE_C_COMPILER MATCHES "afl-")
      target_sources(${name} PRIVATE fuzz_inplace.c)
    endif()
  else()
    target_sources(${name} PRIVATE replay_main.c)
    add_test(NAME ${name} COMMAND ${name} ${corpus})
  endif()
  set_tests_properties(${name} PROPERTIES LABELS fuzz)
endfunction()
