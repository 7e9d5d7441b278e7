/* Words that make a runner serial which reads no variable; see cmd_serial.h.
 *
 *   dotnet test X.dll, dotnet vstest   items of run settings after `--`
 *   dotnet test -- A.B=c               the same: these replace the items of the variable
 *   a program of xunit.v3              an option; single dashes are right in all its modes
 *   another test program of            a file of run settings
 *   Microsoft.Testing.Platform */
#include <string.h>

#include "base/cc_file.h"
#include "cli/load/cmd_host.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/run/cmd_serial.h"
#include "coverage/module/mod_runner.h"

#define ITEM "RunConfiguration.DisableParallelization"

typedef struct asking {
    char *const *words;
    size_t count;
    size_t own; /* index of `--`; count: there is none */
    const char *session_dir;
    cc_arena *arena;
} asking;

static void add(cmd_serial_words *to, const char *word) {
    to->items[to->count++] = word;
}

static bool is_assembly(const char *word) {
    cc_str text = cc_strz(word);
    return word[0] != '-' && (cc_str_ends_nocase(text, ".dll") || cc_str_ends_nocase(text, ".exe"));
}

/* Index of the first assembly from `from` on; `end`: there is none. */
static size_t find_assembly(const asking *a, size_t from, size_t end) {
    while (from < end && !is_assembly(a->words[from])) {
        from++;
    }
    return from;
}

/* --- VSTest ------------------------------------------------------------------------------------- */

static void ask_vstest(const asking *a, cmd_serial_words *out) {
    if (cmd_has_word(a->words + a->own, a->count - a->own, ITEM)) {
        return;
    }
    if (a->own == a->count) {
        add(out, "--");
    }
    add(out, ITEM "=true");
    out->text = "the command reads no variable for its run settings; clrcov adds `" ITEM
                "=true` after `--`, so that tests run one by one";
}

/* What comes after `--` is items of run settings, which replace those of the variable. Programs of
 * Microsoft.Testing.Platform would get options there. */
static bool has_own_items(const asking *a) {
    for (size_t i = a->own + 1; i < a->count; i++) {
        if (a->words[i][0] == '-' || strchr(a->words[i], '=') == NULL) {
            return false;
        }
    }
    return a->own + 1 < a->count;
}

static void refuse_modules(cmd_serial_words *out) {
    out->text = "--test-modules: the tests may run in parallel, and each then has what all of them "
                "hit; name the project, or add the option of the framework: `--parallel none` for "
                "xunit";
}

/* --- test programs ------------------------------------------------------------------------------ */

/* The assembly of the program that the command starts; NULL: it starts another one. */
static const char *find_program(const asking *a) {
    cc_str name = cc_path_base(cc_strz(a->words[0]));
    if (cc_str_eqz(name, "dotnet")) {
        bool is_exec = a->count > 1 && strcmp(a->words[1], "exec") == 0;
        size_t at = is_exec ? find_assembly(a, 2, a->count) : 1;
        return at < a->count && is_assembly(a->words[at]) ? a->words[at] : NULL;
    }
    const char *file = cmd_find_program(a->arena, a->words[0]);
    const char *assembly = cc_arena_printf(a->arena, "%s.dll", file == NULL ? a->words[0] : file);
    return cc_path_exists(assembly) ? assembly : NULL;
}

static void ask_xunit(const asking *a, cmd_serial_words *out) {
    if (cmd_has_word(a->words, a->count, "-parallel") ||
        cmd_has_word(a->words, a->count, "--parallel")) {
        return;
    }
    add(out, "-parallel");
    add(out, "none");
    out->text = "the test program reads no variable; clrcov adds `-parallel none`, so that its "
                "tests run one "
                "by one";
}

static void ask_platform(const asking *a, cmd_serial_words *out) {
    if (cmd_has_word(a->words, a->count, "--settings")) {
        return;
    }
    add(out, "--settings");
    add(out, cc_arena_printf(a->arena, "%s/serial.runsettings", a->session_dir));
    out->text = "the test program reads no variable; clrcov adds `--settings` with a file, so that "
                "its tests "
                "run one by one";
}

static void ask_program(const asking *a, cmd_serial_words *out) {
    const char *path = find_program(a);
    switch (path == NULL ? MOD_RUNNER_NONE : mod_find_runner(path, a->arena)) {
    case MOD_RUNNER_XUNIT:
        ask_xunit(a, out);
        break;
    case MOD_RUNNER_PLATFORM:
        ask_platform(a, out);
        break;
    case MOD_RUNNER_OTHER:
        out->text = cc_arena_printf(a->arena,
                                    "%s: its tests may run in parallel, and each then has what all "
                                    "of them hit; run `dotnet test` with the project",
                                    path);
        break;
    case MOD_RUNNER_NONE:
    case MOD_RUNNER_TUNIT: /* reads a variable */
        break;
    }
}

void cmd_find_serial_words(cmd_serial_words *out, const char *session_dir, char *const *command,
                           size_t count, cc_arena *arena) {
    asking a = {command, count, 0, session_dir, arena};
    *out = (cmd_serial_words){.count = 0};
    while (a.own < count && strcmp(command[a.own], "--") != 0) {
        a.own++;
    }
    if (cmd_is_dotnet(command, count, 0, "vstest")) {
        ask_vstest(&a, out);
    } else if (!cmd_is_dotnet(command, count, 0, "test")) {
        ask_program(&a, out);
    } else if (cmd_has_word(command, a.own, "--test-modules")) {
        refuse_modules(out);
    } else if (find_assembly(&a, 2, a.own) < a.own || has_own_items(&a)) {
        ask_vstest(&a, out);
    }
}
