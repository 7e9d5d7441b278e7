# Every warning that helps, as an error, for both compilers.
add_compile_options(
  -pedantic -Wall -Wextra -Werror -Wconversion -Wsign-conversion -Wshadow -Wcast-qual
  -Wstrict-prototypes -Wmissing-prototypes -Wmissing-declarations -Wold-style-definition
  -Wpointer-arith -Wwrite-strings -Wundef -Wformat=2 -Wswitch-enum -Wvla -Wdouble-promotion
  -fno-common)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wlogical-op -Wduplicated-cond -Wduplicated-branches)
  if(CLRCOV_SANITIZE STREQUAL "")
    # With a sanitizer's checks in between gcc 12 sees null where none can be.
    add_compile_options(-Wnull-dereference)
  endif()
else()
  add_compile_options(-Wcomma -Wimplicit-int-conversion -Wunreachable-code)
endif()
