/* Finding a process and its port. See ipc_target.h. */
#include "diagnostics/ipc_target.h"

#include <stdio.h>
#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "base/cc_os.h"
#include "diagnostics/ipc_process.h"

enum { MAX_STAT = 1 << 13, MAX_ENVIRONMENT = 1 << 21, MAX_MAPS = 1 << 25 };

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

/* Reads the text of /proc/PID/NAME, in the arena. */
static cc_err read_text(uint32_t pid, const char *name, size_t limit, cc_arena *arena,
                        cc_str *out) {
    cc_buf text = {0};
    *out = CC_STR("");
    cc_err err = cc_os_read_process(pid, name, limit, &text);
    if (err == CC_OK) {
        cc_span copy = cc_arena_copy(arena, cc_buf_span(&text));
        err = text.len > 0 && copy.data == NULL ? no_memory() : CC_OK;
        *out = err == CC_OK ? (cc_str){(const char *)copy.data, copy.len} : *out;
    }
    cc_buf_free(&text);
    return err;
}

static cc_err fail_missing(uint32_t pid) {
    return cc_fail(CC_E_NOTFOUND, "process %u: not found", pid);
}

bool ipc_target_is_gone(uint32_t pid) {
    char text[4096];
    cc_buf stat = {0};
    bool is_there = cc_os_read_process(pid, "stat", sizeof text, &stat) == CC_OK && stat.len > 0;
    cc_str all = cc_buf_str(&stat);
    size_t at = all.len;
    while (at > 0 && all.s[at - 1] != ')') {
        at--;
    }
    /* after the name: a space and the state */
    char state = is_there && at + 1 < all.len ? all.s[at + 1] : 'X';
    cc_buf_free(&stat);
    return state == 'Z' || state == 'X';
}

bool ipc_target_sees(const ipc_target *target, const char *path) {
    char theirs[4200];
    int size = snprintf(theirs, sizeof theirs, "%s%s", target->root, path);
    return size > 0 && (size_t)size < sizeof theirs && cc_path_is_same(theirs, path);
}

/* --- the port --------------------------------------------------------------------------------- */

static bool is_zero(cc_str value) {
    size_t zeros = 0;
    while (zeros < value.len && value.s[zeros] == '0') {
        zeros++;
    }
    return value.len > 0 && zeros == value.len;
}

/* Returns the variable that disables the port or profilers; NULL: none does. */
static const char *switched_off(cc_str entries) {
    static const char *const names[] = {
        "DOTNET_EnableDiagnostics",          "COMPlus_EnableDiagnostics",
        "DOTNET_EnableDiagnostics_IPC",      "COMPlus_EnableDiagnostics_IPC",
        "DOTNET_EnableDiagnostics_Profiler", "COMPlus_EnableDiagnostics_Profiler",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cc_str value = ipc_find_variable(entries, names[i]);
        if (value.s != NULL && is_zero(value)) {
            return names[i];
        }
    }
    return NULL;
}

/* Makes the message: why there is no socket, and what to do. */
static cc_err fail_without_port(const ipc_target *target, const char *dir) {
    if (ipc_find_mapped(target->maps, "libcoreclr.so").s != NULL) {
        return cc_fail(CC_E_UNSUPPORTED,
                       "process %u: no diagnostics port in %s, because its runtime is still "
                       "starting or the socket was removed; try again, or start it with clrcov run",
                       target->pid, dir);
    }
    return cc_fail(
        CC_E_UNSUPPORTED,
        "process %u: no diagnostics port, because it is not a .NET process or uses Native AOT, "
        "which clrcov cannot measure; if it only starts .NET, name the .NET process",
        target->pid);
}

/* Makes the socket's path through the file system of the process. */
static cc_err find_socket(ipc_target *out, cc_arena *arena) {
    cc_str stat;
    uint64_t start;
    const char *off = switched_off(out->entries);
    if (off != NULL) {
        return cc_fail(CC_E_UNSUPPORTED,
                       "process %u: %s=0 prevents attaching; start it without this variable",
                       out->pid, off);
    }
    if (read_text(out->pid, "stat", MAX_STAT, arena, &stat) != CC_OK ||
        !ipc_parse_start(stat, &start)) {
        return fail_missing(out->pid);
    }
    cc_str dir = ipc_find_variable(out->entries, "TMPDIR");
    dir = dir.len > 0 ? dir : CC_STR("/tmp");
    out->socket = cc_arena_printf(arena, "%s%.*s/dotnet-diagnostic-%u-%llu-socket", out->root,
                                  (int)dir.len, dir.s, out->inner_pid, (unsigned long long)start);
    char *folder = cc_arena_strdup(arena, dir);
    if (out->socket == NULL || folder == NULL) {
        return no_memory();
    }
    return cc_path_exists(out->socket) ? CC_OK : fail_without_port(out, folder);
}

/* --- the process ------------------------------------------------------------------------------ */

static cc_err check_owner(ipc_target *out, cc_str status) {
    ipc_status facts;
    if (!ipc_parse_status(status, &facts)) {
        return fail_missing(out->pid);
    }
    out->inner_pid = facts.inner_pid;
    return facts.uid == cc_os_uid() ? CC_OK
                                    : cc_fail(CC_E_MISMATCH,
                                              "process %u: belongs to the user with id %u; run "
                                              "clrcov as that user (sudo -u '#%u' clrcov ...)",
                                              out->pid, facts.uid, facts.uid);
}

/* A process may belong to this user and still be inaccessible: it gained rights, or is outside of
 * this container. */
static cc_err fail_to_look(const ipc_target *target) {
    return ipc_target_is_gone(target->pid)
               ? fail_missing(target->pid)
               : cc_fail(CC_E_MISMATCH,
                         "process %u: this user has no access to it; run clrcov in the container "
                         "and with the rights of the process",
                         target->pid);
}

cc_err ipc_target_look(ipc_target *out, uint32_t pid, cc_arena *arena) {
    cc_str status;
    *out = (ipc_target){.pid = pid, .root = cc_arena_printf(arena, "/proc/%u/root", pid)};
    if (out->root == NULL) {
        return no_memory();
    }
    if (ipc_target_is_gone(pid) || read_text(pid, "status", MAX_STAT, arena, &status) != CC_OK) {
        return fail_missing(pid);
    }
    CC_TRY(check_owner(out, status));
    if (read_text(pid, "environ", MAX_ENVIRONMENT, arena, &out->entries) != CC_OK) {
        return fail_to_look(out);
    }
    CC_TRY(read_text(pid, "cmdline", MAX_ENVIRONMENT, arena, &out->arguments));
    CC_TRY(read_text(pid, "maps", MAX_MAPS, arena, &out->maps));
    out->library = ipc_find_mapped(out->maps, "libclrcov.so");
    return CC_OK;
}

cc_err ipc_target_open(ipc_target *out, uint32_t pid, cc_arena *arena) {
    CC_TRY(ipc_target_look(out, pid, arena));
    return find_socket(out, arena);
}

/* --- by name ---------------------------------------------------------------------------------- */

static bool is_name(cc_str file, cc_str name) {
    cc_str base = cc_path_base(file);
    cc_str stem = base;
    if (cc_str_ends(base, ".dll") || cc_str_ends(base, ".exe")) {
        stem.len -= 4;
    }
    return cc_str_eq_nocase(base, name) || cc_str_eq_nocase(stem, name);
}

/* Returns the program: the first argument, or after `dotnet` and its options the first assembly.
 * Empty: there is none. */
static cc_str program_of(cc_str arguments) {
    cc_span rest = cc_span_of(arguments.s, arguments.len);
    cc_str argument;
    bool is_host = false;
    for (size_t i = 0; cc_span_cstr(&rest, &argument); i++) {
        if (i == 0) {
            is_host = cc_str_eqz(cc_path_base(argument), "dotnet");
        }
        if (i == 0 ? !is_host : cc_str_ends(argument, ".dll")) {
            return cc_path_base(argument);
        }
    }
    return (cc_str){"", 0};
}

/* Adds the process when it has such a program and a port. The function looks for the port last,
 * because that reads much of the process. `name` NULL: any program. */
static void list_process(uint32_t pid, const char *name, cc_arena *arena, ipc_listed *out,
                         size_t *count) {
    cc_str arguments;
    ipc_target target;
    if (pid == cc_os_pid() ||
        read_text(pid, "cmdline", MAX_ENVIRONMENT, arena, &arguments) != CC_OK) {
        return;
    }
    cc_str program = program_of(arguments);
    bool is_wanted = program.len > 0 && (name == NULL || is_name(program, cc_strz(name)));
    if (is_wanted && ipc_target_open(&target, pid, arena) == CC_OK) {
        out[(*count)++] = (ipc_listed){pid, program};
    }
}

cc_err ipc_target_list(const char *name, cc_arena *arena, ipc_listed **out, size_t *count) {
    uint32_t *all;
    size_t all_count;
    *count = 0;
    CC_TRY(cc_os_processes(arena, &all, &all_count));
    *out = CC_NEW_ARRAY(arena, ipc_listed, all_count + 1);
    if (*out == NULL) {
        return no_memory();
    }
    for (size_t i = 0; i < all_count; i++) {
        list_process(all[i], name, arena, *out, count);
    }
    return CC_OK;
}
