/* Finds the host of .NET's runtime that a command starts. See cmd_host.h. */
#include "cli/load/cmd_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/load/cmd_elf.h"

#define SHELL "/bin/sh"

static bool is_program(const char *path) {
    return cc_path_exists(path) && !cc_path_is_dir(path);
}

char *cmd_find_program(cc_arena *arena, const char *word) {
    const char *path = getenv("PATH");
    if (strchr(word, '/') != NULL) {
        return is_program(word) ? cc_arena_strdup(arena, cc_strz(word)) : NULL;
    }
    for (const char *at = path == NULL ? "" : path; *at != '\0';) {
        size_t len = strcspn(at, ":");
        char *candidate = cc_arena_printf(arena, "%.*s/%s", (int)len, at, word);
        if (len > 0 && candidate != NULL && is_program(candidate)) {
            return candidate;
        }
        at += len + (at[len] == ':');
    }
    return NULL;
}

char *cmd_find_dotnet(cc_arena *arena) {
    char *found = cmd_find_program(arena, "dotnet");
    const char *root = getenv("DOTNET_ROOT");
    if (found != NULL || root == NULL) {
        return found;
    }
    char *candidate = cc_arena_printf(arena, "%s/dotnet", root);
    return candidate != NULL && is_program(candidate) ? candidate : NULL;
}

/* An executable that the SDK made for an assembly has the assembly beside it. */
static bool has_assembly(const char *path, cc_arena *arena) {
    const char *assembly = cc_arena_printf(arena, "%s.dll", path);
    return assembly != NULL && cc_path_exists(assembly);
}

static bool has_libc(const cmd_elf *elf) {
    return strcmp(elf->libc, "none") != 0;
}

/* NULL: the word is not a host, or one without a C library. */
static const char *libc_of_host(const char *word, cc_arena *arena) {
    cmd_elf elf;
    char *path = cmd_find_program(arena, word);
    if (path == NULL || cmd_elf_read(&elf, path) != CC_OK || !has_libc(&elf)) {
        return NULL;
    }
    bool is_host = cc_str_eqz(cc_path_base(cc_strz(word)), "dotnet") || elf.has_runtime ||
                   has_assembly(path, arena);
    return is_host ? elf.libc : NULL;
}

const char *cmd_machine_libc(void) {
    cmd_elf elf;
    return cmd_elf_read(&elf, SHELL) == CC_OK && has_libc(&elf) ? elf.libc : "glibc";
}

const char *cmd_host_libc(char *const *words, size_t count, cc_arena *arena) {
    const char *libc = NULL;
    for (size_t i = 0; libc == NULL && i < count; i++) {
        libc = libc_of_host(words[i], arena);
    }
    char *dotnet = libc == NULL ? cmd_find_dotnet(arena) : NULL;
    libc = dotnet != NULL ? libc_of_host(dotnet, arena) : libc;
    return libc != NULL ? libc : cmd_machine_libc();
}
