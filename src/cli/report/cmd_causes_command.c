/* Finds in the command why none of its processes was measured. From the most certain sign to the
 * least: programs that remove the library's variables, another profiler, a runtime that loads no
 * profilers, the command of .NET that ran, the kind of the program's file. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_out.h"
#include "cli/load/cmd_elf.h"
#include "cli/load/cmd_host.h"
#include "cli/load/cmd_loading.h"
#include "cli/report/cmd_causes.h"

enum { MAX_SCRIPT = 64 * 1024, MAX_SCRIPTS = 3 };

typedef struct looking {
    const cmd_started *started;
    cc_arena *arena;
    cc_buf text; /* the words, and the contents of scripts that they name */
    cmd_cause *out;
} looking;

static const char *base_of(const char *word) {
    return cc_path_base(cc_strz(word)).s;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* A text file that begins with "#!", or that is the argument of a shell: its text is searched like
 * the words. */
static void read_script(looking *l, const char *path) {
    cc_mapped_file file;
    if (cc_path_is_dir(path) || cc_file_map(&file, path, false) != CC_OK) {
        return;
    }
    bool is_text = file.bytes.len > 0 && file.bytes.len <= MAX_SCRIPT &&
                   memchr(file.bytes.data, '\0', file.bytes.len) == NULL;
    if (is_text) {
        cc_buf_span_put(&l->text, file.bytes);
        cc_buf_putc(&l->text, '\n');
    }
    cc_file_unmap(&file);
}

static void read_text(looking *l) {
    const cmd_started *s = l->started;
    for (size_t i = 0; i < s->count; i++) {
        cc_buf_puts(&l->text, s->words[i]);
        cc_buf_putc(&l->text, '\n');
    }
    for (size_t i = 0; i < s->count && i < MAX_SCRIPTS; i++) {
        read_script(l, s->words[i]);
    }
    cc_buf_putc(&l->text, '\0');
}

static const char *text_of(const looking *l) {
    return (const char *)l->text.data;
}

/* The value after NAME= in the text, up to the end of its word; NULL: none. */
static const char *value_in(const looking *l, const char *name) {
    const char *at = text_of(l);
    size_t len = strlen(name);
    while ((at = strstr(at, name)) != NULL) {
        if (at[len] == '=') {
            at += len + 1;
            at += *at == '"' || *at == '\'';
            return cc_arena_strdup(l->arena, (cc_str){at, strcspn(at, " \t\r\n;'\"")});
        }
        at += len;
    }
    return NULL;
}

/* --- lost variables --------------------------------------------------------------------------- */

static bool runs_elsewhere(looking *l) {
    static const char *const names[] = {"docker",  "podman", "nerdctl", "kubectl", "ssh",
                                        "flatpak", "bwrap",  "chroot",  "unshare", NULL};
    const char *name = base_of(l->started->words[0]);
    return cc_str_is_one_of(cc_strz(name), names) &&
           cmd_found(l->out, "run clrcov inside it",
                     "%s starts the program where it cannot reach the library and the session",
                     name);
}

static bool drops_variables(looking *l) {
    const cmd_started *s = l->started;
    static const char *const names[] = {"sudo",        "doas",   "su", "runuser",
                                        "systemd-run", "pkexec", NULL};
    const char *name = base_of(s->words[0]);
    if (cc_str_is_one_of(cc_strz(name), names)) {
        return cmd_found(l->out,
                         cc_arena_printf(l->arena, "put it before clrcov: %s clrcov run", name),
                         "%s gives the program an environment without clrcov's variables", name);
    }
    bool is_empty = strcmp(name, "env") == 0 && s->count > 1 &&
                    (strcmp(s->words[1], "-i") == 0 || strcmp(s->words[1], "-") == 0 ||
                     strcmp(s->words[1], "--ignore-environment") == 0);
    return is_empty && cmd_found(l->out, "put it before clrcov: env -i PATH=\"$PATH\" clrcov run",
                                 "env -i removes clrcov's variables");
}

/* --- settings that prevent loading ------------------------------------------------------------ */

static bool sets_switch(looking *l) {
    static const char *const names[] = {
        "DOTNET_EnableDiagnostics_Profiler", "COMPlus_EnableDiagnostics_Profiler",
        "DOTNET_EnableDiagnostics", "COMPlus_EnableDiagnostics", "CORECLR_ENABLE_PROFILING"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = value_in(l, names[i]);
        if (value != NULL && value[0] != '\0' && strtoul(value, NULL, 16) == 0) {
            return cmd_found(l->out, "leave it out for this run",
                             "the command sets %s=%s, which keeps .NET from loading "
                             "profilers",
                             names[i], value);
        }
    }
    return false;
}

static bool sets_profiler(looking *l) {
    static const char *const names[] = {"CORECLR_PROFILER", "DOTNET_PROFILER"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = value_in(l, names[i]);
        const char *product = value == NULL ? NULL : cmd_profiler_name(value);
        if (value != NULL) {
            return cmd_found(l->out, "leave it out for this run",
                             "the command sets another profiler (%s=%s%s%s), and .NET "
                             "takes only one",
                             names[i], value, product == NULL ? "" : ": ",
                             product == NULL ? "" : product);
        }
    }
    return false;
}

static bool requests_collector(looking *l) {
    static const struct {
        const char *words, *tool;
    } known[] = {{"XPlat Code Coverage", "coverlet's collector (XPlat Code Coverage)"},
                 {"Code Coverage", "Microsoft's collector (Code Coverage)"},
                 {"CollectCoverage=true", "coverlet.msbuild (CollectCoverage)"},
                 {"dotnet-coverage", "dotnet-coverage"},
                 {"dotnet coverage", "dotnet-coverage"},
                 {"dotnet-dotcover", "JetBrains dotCover"},
                 {"dotnet dotcover", "JetBrains dotCover"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strstr(text_of(l), known[i].words) != NULL) {
            return cmd_found(l->out, "leave it out, as clrcov needs no collector",
                             "the command switches on %s, whose profiler replaces clrcov's",
                             known[i].tool);
        }
    }
    return false;
}

/* --- what keeps the library from working ------------------------------------------------------ */

static bool limits_files(looking *l) {
    enum { LEAST = 64 * 1024 }; /* of a counters file */
    return (cc_file_exceeds_limit(LEAST) || strstr(text_of(l), "ulimit -f") != NULL) &&
           cmd_found(l->out, "raise it for this run",
                     "the limit on file sizes (ulimit -f) leaves no room for counters");
}

static bool gains_rights(looking *l) {
    const cmd_started *s = l->started;
    for (size_t i = 0; i < s->count; i++) {
        const char *file = i == 0 ? cmd_find_program(l->arena, s->words[i]) : s->words[i];
        if (file != NULL && strchr(file, '/') != NULL && cc_path_gains_rights(file)) {
            return cmd_found(l->out, "measure a copy of it without these rights",
                             "%s runs with rights other than its user's (setuid, setgid or file "
                             "capabilities), so its variables are not trusted",
                             s->words[i]);
        }
    }
    return false;
}

static bool is_nested(looking *l) {
    return strstr(text_of(l), "clrcov run ") == NULL && strstr(text_of(l), "clrcov\nrun\n") == NULL
               ? false
               : cmd_found(
                     l->out, "leave one of the two out",
                     "a clrcov run inside the command measured its programs in its own session");
}

/* --- .NET's own command ----------------------------------------------------------------------- */

static bool explain_test(looking *l) {
    int code = l->started->code;
    if (code != 0) {
        return cmd_found(l->out, "see its output for the reason, most often a failed build",
                         "dotnet test ended with %d before any test ran", code);
    }
    return cmd_found(
        l->out,
        "name a test project, or a solution that has one; if tests did run, another coverage tool "
        "replaced the profiler: look for --collect, VSTestCollect and .runsettings",
        "dotnet test ran no test");
}

static bool explain_program(looking *l, const char *path) {
    if (!cc_path_exists(path)) {
        return cmd_found(l->out, "check the path, or build it first", "%s not found", path);
    }
    if (l->started->code == 0) {
        return cmd_found(
            l->out,
            "clrcov leaves compilers, builds and the SDK's own programs out; if it is a "
            "program of yours, run clrcov doctor to check this machine",
            "%s ran, but clrcov does not measure it", path);
    }
    return cmd_found(l->out,
                     "see its output for the reason; clrcov doctor shows which runtimes fit",
                     "%s ended with %d before clrcov measured any of it", path, l->started->code);
}

static bool explain_verb(looking *l, const char *verb) {
    if (strcmp(verb, "test") == 0 || strcmp(verb, "vstest") == 0) {
        return explain_test(l);
    }
    if (strcmp(verb, "run") == 0) {
        return cmd_found(l->out, "see its output for the reason, most often a failed build",
                         "dotnet run ended with %d before the program began", l->started->code);
    }
    return cmd_found(
        l->out, "run the tests or the program: clrcov run -- dotnet test",
        "dotnet %s starts no program, and clrcov does not measure the dotnet command itself", verb);
}

/* The first `dotnet` of the words. */
static bool is_dotnet(looking *l) {
    const cmd_started *s = l->started;
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(base_of(s->words[i]), "dotnet") != 0) {
            continue;
        }
        const char *next = i + 1 < s->count ? s->words[i + 1] : "";
        if (strcmp(next, "exec") == 0 && i + 2 < s->count) {
            next = s->words[i + 2];
        }
        bool is_program = cc_str_ends(cc_strz(next), ".dll") || cc_str_ends(cc_strz(next), ".exe");
        return is_program ? explain_program(l, next) : explain_verb(l, next);
    }
    return false;
}

/* --- kinds of files --------------------------------------------------------------------------- */

/* The file of a word: itself, or the one in PATH. */
static const char *file_of(const looking *l, const char *word) {
    const char *file = cmd_find_program(l->arena, word);
    return file != NULL ? file : word;
}

static bool is_native(looking *l) {
    const cmd_started *s = l->started;
    for (size_t i = 0; i < s->count; i++) {
        cmd_elf elf;
        const char *file = i == 0 ? file_of(l, s->words[i]) : s->words[i];
        if (strchr(file, '/') != NULL && !cc_path_is_dir(file) &&
            cmd_elf_read(&elf, file) == CC_OK && elf.is_native_aot) {
            return cmd_found(
                l->out,
                "measure its code with the runtime: dotnet test, dotnet run, or publish without "
                "PublishAot",
                "%s is compiled to native code (Native AOT) and has no runtime to measure",
                s->words[i]);
        }
    }
    return false;
}

/* An executable of .NET, with its assembly beside it. */
static bool is_apphost(looking *l) {
    const char *file = file_of(l, l->started->words[0]);
    const char *assembly = cc_arena_printf(l->arena, "%s.dll", file);
    return assembly != NULL && cc_path_exists(assembly) && explain_program(l, file);
}

static bool is_other(looking *l) {
    cmd_elf elf;
    const char *word = l->started->words[0];
    const char *name = base_of(word);
    if (strcmp(name, "mono") == 0) {
        return cmd_found(l->out, "run the program with dotnet",
                         "mono is another runtime, which clrcov does not measure");
    }
    bool is_program = cmd_elf_read(&elf, file_of(l, word)) == CC_OK;
    static const char *const launchers[] = {"sh",   "bash", "dash",    "zsh",  "ksh",
                                            "env",  "make", "timeout", "nice", "python3",
                                            "node", "pwsh", NULL};
    return is_program && !cc_str_is_one_of(cc_strz(name), launchers) &&
           cmd_found(l->out, "name the program or the tests: clrcov run -- dotnet test",
                     "%s is not a .NET program, and it started none", word);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void find(looking *l) {
    bool is_found = runs_elsewhere(l) || drops_variables(l) || sets_switch(l) || sets_profiler(l) ||
                    requests_collector(l) || is_nested(l) || gains_rights(l) || limits_files(l) ||
                    is_dotnet(l) || is_native(l) || is_apphost(l) || is_other(l);
    if (!is_found) {
        (void)cmd_found(
            l->out, "run clrcov doctor to check this machine",
            "the command started no .NET program that clrcov measures (the dotnet command, "
            "builds and test runners do not count), or it could not use the session");
    }
}

void cmd_cause_of_command(cmd_cause *out, const cmd_started *started) {
    looking l = {.started = started, .arena = out->arena, .out = out};
    read_text(&l);
    find(&l);
    cc_buf_free(&l.text);
}
