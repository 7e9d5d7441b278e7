/* Decides by executable and arguments whether a process is measured. See prof_process.h.
 *
 * The dotnet host's command line: dotnet [exec] [host options] application.dll [arguments], and
 * dotnet VERB ... for the commands of the SDK. */
#include "profiler/prof_process.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"

/* Limit of the examined command line in bytes; the rest cannot change the decision. */
enum { MAX_COMMAND_LINE = 1 << 20 };

typedef struct named_role {
    const char *name; /* file name without extension; compared without case */
    prof_role role;
} named_role;

static const named_role known_names[] = {
    {"dotnet", PROF_ROLE_LAUNCHER},
    {"dotnet-watch", PROF_ROLE_LAUNCHER},
    {"vstest.console", PROF_ROLE_LAUNCHER},
    {"MSBuild", PROF_ROLE_TOOL},
    {"csc", PROF_ROLE_TOOL},
    {"vbc", PROF_ROLE_TOOL},
    {"fsc", PROF_ROLE_TOOL},
    {"fsi", PROF_ROLE_TOOL},
    {"VBCSCompiler", PROF_ROLE_TOOL},
    {"rzc", PROF_ROLE_TOOL},
    {"datacollector", PROF_ROLE_TOOL},
    {"Microsoft.CodeCoverage.Console", PROF_ROLE_TOOL},
    {"dotnet-coverage", PROF_ROLE_TOOL},
    {"NuGet", PROF_ROLE_TOOL},
    {"NuGet.CommandLine.XPlat", PROF_ROLE_TOOL},
    {"NuGet.Build.Tasks.Console", PROF_ROLE_TOOL},
    {"crossgen2", PROF_ROLE_TOOL},
    {"ilc", PROF_ROLE_TOOL},
    {"illink", PROF_ROLE_TOOL},
};

/* Options of the dotnet host; each is followed by its value. */
static const char *const host_options[] = {
    "--additionalprobingpath",
    "--additional-deps",
    "--depsfile",
    "--fx-version",
    "--roll-forward",
    "--runtimeconfig",
    "--roll-forward-on-no-candidate-fx",
};

/* Commands of the SDK that run code of the user in other processes; the others only build or show
 * information. */
static const char *const running_verbs[] = {"test", "run", "vstest", "watch", "msbuild"};

static cc_str without_extension(cc_str name) {
    if (name.len > 4) {
        cc_str end = {name.s + name.len - 4, 4};
        if (cc_str_eq_nocase(end, CC_STR(".dll")) || cc_str_eq_nocase(end, CC_STR(".exe"))) {
            return (cc_str){name.s, name.len - 4};
        }
    }
    return name;
}

static bool is_assembly(cc_str path) {
    return without_extension(path).len != path.len;
}

static prof_role role_of_name(cc_str path) {
    cc_str name = without_extension(cc_path_base(path));
    for (size_t i = 0; i < sizeof known_names / sizeof known_names[0]; i++) {
        if (cc_str_eq_nocase(name, cc_strz(known_names[i].name))) {
            return known_names[i].role;
        }
    }
    return PROF_ROLE_COVER;
}

/* Assemblies in the sdk folder beside the host are tools, except the test host there. */
static bool is_of_sdk(cc_str executable, cc_str entry) {
    cc_str root = cc_path_dir(executable);
    cc_str name = cc_path_base(entry);
    cc_str begin = {name.s, name.len < 8 ? name.len : 8};
    return root.len > 0 && entry.len > root.len + 5 && memcmp(entry.s, root.s, root.len) == 0 &&
           memcmp(entry.s + root.len, "/sdk/", 5) == 0 &&
           !cc_str_eq_nocase(begin, CC_STR("testhost"));
}

/* The path contains "/sdk/10.0.100/..." or the default folder of packages. */
static bool is_of_tools(cc_str path) {
    static const char sdk[] = "/sdk/";
    static const char packages[] = "/.nuget/packages/";
    for (size_t i = 0; i < path.len; i++) {
        cc_str rest = {path.s + i, path.len - i};
        bool is_sdk = cc_str_starts(rest, sdk) && rest.len > sizeof sdk - 1 &&
                      rest.s[sizeof sdk - 1] >= '0' && rest.s[sizeof sdk - 1] <= '9';
        if (is_sdk || cc_str_starts(rest, packages)) {
            return true;
        }
    }
    return false;
}

/* `entry` has the name of a tool but is a program that the user built. */
static bool is_users_own(cc_str entry, bool (*has_file)(const char *path), cc_arena *arena) {
    cc_str stem = without_extension(entry);
    const char *pdb = cc_arena_printf(arena, "%.*s.pdb", (int)stem.len, stem.s);
    return pdb != NULL && !is_of_tools(entry) && has_file(pdb);
}

static bool is_host_option(cc_str arg) {
    for (size_t i = 0; i < sizeof host_options / sizeof host_options[0]; i++) {
        if (cc_str_eqz(arg, host_options[i])) {
            return true;
        }
    }
    return false;
}

static prof_role role_of_verb(cc_str verb) {
    for (size_t i = 0; i < sizeof running_verbs / sizeof running_verbs[0]; i++) {
        if (cc_str_eqz(verb, running_verbs[i])) {
            return PROF_ROLE_LAUNCHER;
        }
    }
    return PROF_ROLE_TOOL;
}

static void classify_host(prof_process *out, const cc_str *args, size_t count,
                          bool (*has_file)(const char *path), cc_arena *arena) {
    size_t i = 1;
    bool is_exec = i < count && cc_str_eqz(args[i], "exec");
    i += is_exec;
    while (i < count && is_host_option(args[i])) {
        if (cc_str_eqz(args[i], "--runtimeconfig") && i + 1 < count) {
            out->runtime_config = args[i + 1];
        }
        i += 2;
    }
    if (i >= count || !(is_exec || is_assembly(args[i]))) {
        out->role = i < count ? role_of_verb(args[i]) : PROF_ROLE_TOOL;
        return;
    }
    out->entry = args[i];
    out->role = role_of_name(args[i]);
    if (is_of_sdk(out->executable, args[i])) {
        out->role = out->role == PROF_ROLE_COVER ? PROF_ROLE_TOOL : out->role;
    } else if (out->role != PROF_ROLE_COVER && is_users_own(args[i], has_file, arena)) {
        out->role = PROF_ROLE_COVER;
    }
}

void prof_process_classify(prof_process *out, cc_str executable, const cc_str *args, size_t count,
                           bool (*has_file)(const char *path), cc_arena *arena) {
    *out = (prof_process){.executable = executable};
    if (cc_str_eq_nocase(without_extension(cc_path_base(executable)), CC_STR("dotnet"))) {
        classify_host(out, args, count, has_file, arena);
        return;
    }
    out->role = role_of_name(executable);
    cc_str stem = without_extension(executable);
    char *entry = cc_arena_printf(arena, "%.*s.dll", (int)stem.len, stem.s);
    out->entry = entry != NULL ? cc_strz(entry) : executable;
    if (out->role != PROF_ROLE_COVER && is_users_own(out->entry, has_file, arena)) {
        out->role = PROF_ROLE_COVER;
    }
}

static cc_err read_all(const char *path, cc_buf *out) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return cc_fail(CC_E_IO, "%s: cannot open: %s", path, strerror(errno));
    }
    uint8_t part[4096];
    ssize_t got = 0;
    do {
        got = read(fd, part, sizeof part);
        if (got > 0) {
            cc_buf_bytes(out, part, (size_t)got);
        }
    } while ((got > 0 || (got < 0 && errno == EINTR)) && out->len < MAX_COMMAND_LINE);
    (void)close(fd);
    if (got < 0 || !cc_buf_ok(out)) {
        return cc_fail(CC_E_IO, "%s: cannot read", path);
    }
    return CC_OK;
}

static cc_err read_link(cc_str *out, cc_arena *arena) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0 || (size_t)length >= sizeof path) {
        return cc_fail(CC_E_IO, "/proc/self/exe: cannot read the link");
    }
    char *copy = cc_arena_strdup(arena, (cc_str){path, (size_t)length});
    if (copy == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    *out = cc_strz(copy);
    return CC_OK;
}

static cc_err split(prof_command *out, cc_arena *arena) {
    size_t most = 1;
    for (size_t i = 0; i < out->joined.len; i++) {
        most += out->joined.s[i] == '\0';
    }
    out->args = CC_NEW_ARRAY(arena, cc_str, most);
    if (out->args == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    cc_span rest = cc_span_of(out->joined.s, out->joined.len);
    while (out->count < most && cc_span_cstr(&rest, &out->args[out->count])) {
        out->count++;
    }
    return CC_OK;
}

cc_err prof_process_read(prof_command *out, cc_arena *arena) {
    *out = (prof_command){0};
    CC_TRY(read_link(&out->executable, arena));
    cc_buf text = {0};
    cc_err err = read_all("/proc/self/cmdline", &text);
    cc_buf_u8(&text, 0); /* the last argument may be truncated */
    if (err == CC_OK) {
        cc_span copy = cc_arena_copy(arena, cc_buf_span(&text));
        out->joined = (cc_str){(const char *)copy.data, copy.data != NULL ? copy.len : 0};
        err = copy.data != NULL ? split(out, arena) : cc_fail(CC_E_NOMEM, "out of memory");
    }
    cc_buf_free(&text);
    return err;
}
