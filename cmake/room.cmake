# clrcov_room(NAME [POSIX] SOURCES file... [USES target...] [LIBS library...])
# A static library for one directory ("room") of the design. USES names the rooms it may include.
# POSIX rooms talk to the operating system and get _GNU_SOURCE.
function(clrcov_room name)
  cmake_parse_arguments(ROOM "POSIX" "" "SOURCES;USES;LIBS" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ROOM_USES} ${ROOM_LIBS})
  if(ROOM_POSIX)
    target_compile_definitions(${name} PRIVATE _GNU_SOURCE)
  endif()
endfunction()
