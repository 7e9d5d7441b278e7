# x64 with musl, by the compiler wrapper of Debian's musl-tools. CLRCOV_SYSROOT: the folder with what the library needs
# besides musl itself, which scripts/ports.sh makes.
set(CMAKE_C_COMPILER musl-gcc)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CLRCOV_SYSROOT)
set(CMAKE_C_FLAGS_INIT "-isystem ${CLRCOV_SYSROOT}/include")
set(CMAKE_FIND_ROOT_PATH ${CLRCOV_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
