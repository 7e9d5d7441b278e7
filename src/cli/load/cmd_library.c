/* Finds the library beside this program, and copies both to a place that stays. See
 * cmd_library.h. */
#include "cli/load/cmd_library.h"

#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/load/cmd_elf.h"
#include "cli/load/cmd_host.h"

enum { PROGRAM_MODE = 0755, LIBRARY_MODE = 0644 };

static const char *const libcs[] = {"glibc", "musl"};
enum { LIBCS = sizeof libcs / sizeof *libcs };

/* --- finding ---------------------------------------------------------------------------------- */

/* The candidates for one C library, from the layout that says most to the one that says least. */
enum { PLACES = 4 };

static void list_places(cc_arena *arena, cc_str folder, const char *libc, char *out[PLACES]) {
    cc_str above = cc_path_dir(folder);
    int in = (int)folder.len;
    int up = (int)above.len;
    out[0] = cc_arena_printf(arena, "%.*s/%s/" CMD_LIBRARY_NAME, in, folder.s, libc);
    out[1] = cc_arena_printf(arena, "%.*s/lib/clrcov/%s/" CMD_LIBRARY_NAME, up, above.s, libc);
    out[2] = cc_arena_printf(arena, "%.*s/lib/" CMD_LIBRARY_NAME, up, above.s);
    out[3] = cc_arena_printf(arena, "%.*s/lib64/" CMD_LIBRARY_NAME, up, above.s);
}

/* *out is NULL when there is none. */
static void look(cc_arena *arena, cc_str folder, const char *libc, char **out) {
    char *places[PLACES];
    *out = NULL;
    list_places(arena, folder, libc, places);
    for (size_t i = 0; *out == NULL && i < PLACES; i++) {
        *out = cc_path_exists(places[i]) ? places[i] : NULL;
    }
}

static cc_err fail_missing(cc_arena *arena, cc_str folder, const char *libc) {
    char *other = NULL;
    cc_str above = cc_path_dir(folder);
    for (size_t i = 0; i < LIBCS; i++) {
        look(arena, folder, libcs[i], &other);
        if (other != NULL) {
            return cc_fail(CC_E_NOTFOUND,
                           CMD_LIBRARY_NAME
                           " for %s is missing, which the runtime here needs; %s is for %s",
                           libc, other, libcs[i]);
        }
    }
    return cc_fail(CC_E_NOTFOUND,
                   CMD_LIBRARY_NAME " is missing; clrcov searched %.*s/%s, %.*s/lib and /lib64",
                   CC_STR_ARGS(folder), libc, CC_STR_ARGS(above));
}

cc_err cmd_find_library(cc_arena *arena, const char *libc, char **out) {
    const char *given = cc_proc_variable(CMD_LIBRARY_ENV);
    if (given != NULL) {
        CC_TRY(cc_path_absolute(arena, given, out));
        return cc_os_check_library(*out);
    }
    char *self;
    CC_TRY(cc_os_executable(arena, &self));
    cc_str folder = cc_path_dir(cc_strz(self));
    look(arena, folder, libc, out);
    return *out != NULL ? cc_os_check_library(*out) : fail_missing(arena, folder, libc);
}

cc_err cmd_find_library_of(cc_arena *arena, char *const *words, size_t count, char **out) {
    return cmd_find_library(arena, cmd_host_libc(words, count, arena), out);
}

/* --- the installation ------------------------------------------------------------------------- */

static bool has_file(cc_arena *arena, cc_str folder, const char *name) {
    char *path = cc_arena_printf(arena, "%.*s/%s", CC_STR_ARGS(folder), name);
    return path != NULL && cc_path_exists(path);
}

cc_err cmd_find_origin(cc_arena *arena, cmd_origin *out, char **program) {
    char *self;
    CC_TRY(cc_os_executable(arena, &self));
    cc_str folder = cc_path_dir(cc_strz(self));
    if (program != NULL) {
        *program = self;
    }
    if (has_file(arena, folder, "DotnetToolSettings.xml")) {
        *out = CMD_OF_TOOL;
    } else if (has_file(arena, cc_path_dir(folder), "lib/clrcov")) {
        *out = CMD_OF_PACKAGE;
    } else {
        bool is_folder = has_file(arena, folder, "glibc") || has_file(arena, folder, "musl");
        *out = is_folder ? CMD_OF_FOLDER : CMD_OF_BUILD;
    }
    return CC_OK;
}

/* --- a copy that stays ------------------------------------------------------------------------ */

/* A file that is copied onto itself stays as it is. */
static cc_err copy(cc_arena *arena, const char *from, const char *to, unsigned mode) {
    cc_mapped_file file;
    char *real = NULL;
    if (cc_path_exists(to)) {
        CC_TRY(cc_path_real(arena, to, &real));
    }
    if (real != NULL && strcmp(real, from) == 0) {
        return CC_OK;
    }
    CC_TRY(cc_file_map(&file, from, false));
    cc_err err = cc_file_replace(to, file.bytes, mode);
    cc_file_unmap(&file);
    return err;
}

static cc_err copy_library(cc_arena *arena, const char *from, const char *dir, const char *libc) {
    char *folder = cc_path_join(arena, dir, libc);
    char *to = cc_path_join(arena, folder, CMD_LIBRARY_NAME);
    CC_TRY(cc_dir_make_all(folder, PROGRAM_MODE));
    return copy(arena, from, to, LIBRARY_MODE);
}

/* A build has one library, for the C library that is written in it. */
static cc_err copy_libraries(cc_arena *arena, cc_str folder, const char *dir) {
    bool is_any = false;
    for (size_t i = 0; i < LIBCS; i++) {
        char *from = NULL;
        cmd_elf elf;
        look(arena, folder, libcs[i], &from);
        if (from == NULL) {
            continue;
        }
        CC_TRY(cmd_elf_read(&elf, from));
        if (strcmp(elf.libc, libcs[i]) == 0) {
            CC_TRY(copy_library(arena, from, dir, libcs[i]));
            is_any = true;
        }
    }
    return is_any ? CC_OK : fail_missing(arena, folder, cmd_machine_libc());
}

cc_err cmd_make_stable(cc_arena *arena, const char *dir) {
    char *self;
    char *to = cc_path_join(arena, dir, "clrcov");
    CC_TRY(cc_os_executable(arena, &self));
    CC_TRY(cc_dir_make_all(dir, PROGRAM_MODE));
    CC_TRY(copy_libraries(arena, cc_path_dir(cc_strz(self)), dir));
    return copy(arena, self, to, PROGRAM_MODE);
}
