# 64-bit ARM with musl: Debian's cross compiler for glibc with the specs of musl. CLRCOV_SYSROOT: the folder with musl and what
# the library needs besides it, which scripts/roots.sh makes, the specs with it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CLRCOV_SYSROOT)
# The functions for atomics in the compiler's library ask glibc which instructions the processor has.
set(CMAKE_C_FLAGS_INIT "-specs=${CLRCOV_SYSROOT}/musl-gcc.specs -isystem ${CLRCOV_SYSROOT}/include -mno-outline-atomics")
set(CMAKE_FIND_ROOT_PATH ${CLRCOV_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
find_program(CLRCOV_QEMU NAMES qemu-aarch64-static qemu-aarch64)
if(CLRCOV_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CLRCOV_QEMU} -L ${CLRCOV_SYSROOT})
endif()
