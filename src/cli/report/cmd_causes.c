/* States why nothing was measured, in one sentence: the cause, and what to do about it. If no
 * process was measured the cause follows from the command (cmd_causes_command.c); otherwise from
 * what the processes loaded, and why none of it is in the report. */
#include <inttypes.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "cli/report/cmd_causes.h"
#include "coverage/model/cov_rival.h"
#include "select/sel_maker.h"

typedef struct telling {
    const cmd_subject *looked_at;
    const cov_model *model;
    cc_arena *arena;
    ctr_file **files; /* of the session's processes */
    size_t file_count;
    const cov_omitted *subject; /* the assembly that is the cause */
    cmd_cause cause;
} telling;

/* --- processes -------------------------------------------------------------------------------- */

/* Skips unreadable files: the report names them. */
static cc_err open_files(telling *t) {
    ses_session session;
    char **paths = NULL;
    size_t count = 0;
    CC_TRY(ses_open(&session, t->looked_at->session.dir, t->arena));
    CC_TRY(ses_files(&session, t->arena, &paths, &count));
    t->files = CC_NEW_ARRAY(t->arena, ctr_file *, count + 1);
    for (size_t i = 0; i < count; i++) {
        ctr_file *counters = NULL;
        if (ctr_open(&counters, paths[i], t->arena) == CC_OK) {
            t->files[t->file_count++] = counters;
        }
    }
    return CC_OK;
}

static void close_files(telling *t) {
    for (size_t i = 0; i < t->file_count; i++) {
        ctr_close(t->files[i]);
    }
}

/* The first record of an assembly; NULL: no process loaded it. */
static const ctr_module_record *record_of(const telling *t, cc_str name) {
    for (size_t i = 0; i < t->file_count; i++) {
        for (uint32_t k = 0; k < t->files[i]->module_count; k++) {
            if (cc_str_eq(t->files[i]->modules[k].name, name)) {
                return &t->files[i]->modules[k];
            }
        }
    }
    return NULL;
}

static bool is_entry(const telling *t, cc_str name) {
    for (size_t i = 0; i < t->file_count; i++) {
        if (cc_str_eq(cc_path_stem(t->files[i]->process.entry_assembly), name)) {
            return true;
        }
    }
    return false;
}

static bool has_pdb_beside(const telling *t, const ctr_module_record *record) {
    cc_str dir = cc_path_dir(record->path);
    const char *pdb =
        cc_arena_printf(t->arena, "%.*s/%.*s.pdb", CC_STR_ARGS(dir), CC_STR_ARGS(record->name));
    return cc_path_exists(pdb);
}

/* The assembly most likely is the user's: the program itself, one that a project made, or one with a
 * PDB beside it. */
static bool is_own(const telling *t, const cov_omitted *o) {
    const ctr_module_record *record = record_of(t, o->name);
    if (o->reason == CTR_REASON_FRAMEWORK || record == NULL) {
        return false;
    }
    return is_entry(t, o->name) || o->reason == CTR_REASON_TEST_ASSEMBLY || record->path.len == 0 ||
           has_pdb_beside(t, record) || sel_find_maker(record->path, t->arena) == SEL_MAKER_PROJECT;
}

/* --- causes ----------------------------------------------------------------------------------- */

bool cmd_found(cmd_cause *cause, const char *next, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    cause->what = cc_arena_vprintf(cause->arena, fmt, args);
    cause->next = next;
    va_end(args);
    return true;
}

static const char *subject(const telling *t) {
    return cc_arena_strdup(t->arena, t->subject->name);
}

static const char *detail(const telling *t) {
    return cc_arena_strdup(t->arena, t->subject->detail);
}

static bool has_rival(telling *t) {
    for (size_t i = 0; i < t->file_count; i++) {
        if (cov_has_rival(t->files[i])) {
            cc_str name = cc_path_base(t->files[i]->process.entry_assembly);
            return cmd_found(
                &t->cause, "leave --coverage out, as clrcov needs no collector",
                "%.*s was started with --coverage, so its tests ran with Microsoft's profiler "
                "in place of clrcov's",
                CC_STR_ARGS(name));
        }
    }
    return false;
}

static bool explain_sources(telling *t) {
    const char *text = detail(t);
    const char *name = subject(t);
    return cmd_cause_of_sources(&t->cause, name, text, t->looked_at->config.root);
}

enum { MAX_RUNTIME_CONFIG = 1 << 20 };

/* Trimmed programs have this switch, unless the user set it. */
static bool is_trimmed(const telling *t) {
    const cc_str mark = CC_STR("\"System.StartupHookProvider.IsSupported\": false");
    const ctr_module_record *record = record_of(t, t->subject->name);
    cc_str dir = record == NULL ? (cc_str){"", 0} : cc_path_dir(record->path);
    for (size_t i = 0; i < t->file_count; i++) {
        cc_str stem = cc_path_stem(t->files[i]->process.entry_assembly);
        const char *path = cc_arena_printf(t->arena, "%.*s/%.*s.runtimeconfig.json",
                                           CC_STR_ARGS(dir), CC_STR_ARGS(stem));
        if (cc_file_contains(path, MAX_RUNTIME_CONFIG, mark)) {
            return true;
        }
    }
    return false;
}

/* "A, B": the user's own assemblies that have no PDB. */
static const char *without_pdb(const telling *t, uint32_t *count) {
    enum { MOST = 3 };
    cc_buf names = {0};
    for (uint32_t i = 0; i < t->model->omitted_count; i++) {
        const cov_omitted *o = &t->model->omitted[i];
        if (o->reason != CTR_REASON_NO_PDB || !is_own(t, o)) {
            continue;
        }
        if (++*count <= MOST) {
            cc_buf_printf(&names, "%s%.*s", *count == 1 ? "" : ", ", CC_STR_ARGS(o->name));
        }
    }
    if (*count > MOST) {
        cc_buf_printf(&names, " and %" PRIu32 " more", *count - MOST);
    }
    return cc_buf_take(&names, t->arena);
}

static bool explain_no_pdb(telling *t) {
    const char *name = subject(t);
    if (t->subject->detail.len > 0) {
        return cmd_found(&t->cause, "build it with DebugType portable or embedded",
                         "%s has no readable PDB: %s", name, detail(t));
    }
    if (is_trimmed(t)) {
        return cmd_found(&t->cause,
                         "publish without PublishTrimmed, or with DebugType portable and "
                         "TrimmerRemoveSymbols=false",
                         "%s was trimmed, which removed its PDB", name);
    }
    uint32_t count = 0;
    const char *names = without_pdb(t, &count);
    return cmd_found(
        &t->cause,
        count == 1
            ? "build it with DebugType portable or embedded, and keep the .pdb beside the assembly"
            : "build them with DebugType portable or embedded, and keep each .pdb beside its "
              "assembly",
        "%s %s no PDB", names, count == 1 ? "has" : "have");
}

/* The user's own assemblies beside the program that no process loaded; "" without any. */
static const char *unloaded(const telling *t) {
    cc_buf names = {0};
    for (uint32_t i = 0; i < t->model->package_count; i++) {
        cc_str name = t->model->packages[i].name;
        cc_buf_printf(&names, "%s%.*s", names.len == 0 ? "" : ", ", CC_STR_ARGS(name));
    }
    return cc_buf_take(&names, t->arena);
}

/* VSTest ends with 0, Microsoft.Testing.Platform with 8 when no test matches a filter. */
static bool ran_no_test(const telling *t) {
    enum { NO_TESTS = 8 };
    const cmd_started *started = t->looked_at->started;
    return started != NULL && (started->code == 0 || started->code == NO_TESTS);
}

static bool explain_tests(telling *t) {
    const char *others = unloaded(t);
    if (others[0] != '\0' && ran_no_test(t)) {
        return cmd_found(
            &t->cause,
            "check whether a test matches the filter; --include-tests measures the tests "
            "themselves",
            "no test of %s ran the code under test: %s was never loaded", subject(t), others);
    }
    if (others[0] != '\0') {
        return cmd_found(
            &t->cause,
            "see their output for the reason; --include-tests measures the tests themselves",
            "the tests of %s ended before they loaded the code under test: %s was never loaded",
            subject(t), others);
    }
    return cmd_found(&t->cause, "measure them with --include-tests",
                     "only test assemblies ran, and %s is one: %s", subject(t), detail(t));
}

static bool explain_subject(telling *t) {
    const char *name = subject(t);
    const char *why = detail(t);
    switch (t->subject->reason) {
    case CTR_REASON_SOURCES_NOT_FOUND:
        return explain_sources(t);
    case CTR_REASON_NO_PDB:
        return explain_no_pdb(t);
    case CTR_REASON_TEST_ASSEMBLY:
        return explain_tests(t);
    case CTR_REASON_FILTER:
        return cmd_found(&t->cause, "run clrcov explain to see what each rule does",
                         "a rule leaves %s out: %s", name, why);
    case CTR_REASON_EXCLUDED_BY_ATTRIBUTE:
        return cmd_found(&t->cause, "remove it, or measure another assembly",
                         "an attribute leaves %s out: %s", name, why);
    case CTR_REASON_PDB_MISMATCH:
        return cmd_found(&t->cause, "build it again, or copy the PDB of this build beside it",
                         "the PDB of %s belongs to another build: %s", name, why);
    case CTR_REASON_NATIVE_IMAGE_REFUSED:
        return cmd_found(&t->cause, "set DOTNET_ReadyToRun=0, or publish without a composite image",
                         "%s runs code that was compiled ahead of time: %s", name, why);
    case CTR_REASON_IN_MEMORY_NO_SYMBOLS:
        return cmd_found(&t->cause,
                         "pass the bytes of its PDB to Assembly.Load too, or load it from its file",
                         "%s was loaded from memory without symbols", name);
    case CTR_REASON_DYNAMIC:
        return cmd_found(&t->cause, "measure the code that creates it",
                         "%s was created while the program ran and has no sources", name);
    case CTR_REASON_BAD_IMAGE:
        return cmd_found(&t->cause, "build it again", "%s cannot be read: %s", name, why);
    case CTR_REASON_NOT_STORED:
        return cmd_found(&t->cause,
                         "free some space there, or set TMPDIR to a directory that has more",
                         "%s could not be stored in the session: %s", name, why);
    case CTR_REASON_GENERATED:
        return cmd_found(&t->cause, "show it with --generated-code keep",
                         "all code of %s is generated: %s", name, why);
    case CTR_MEASURED:
    case CTR_REASON_FRAMEWORK:
    case CTR_REASON_NEVER_LOADED:
    case CTR_REASON_AUTO_PROPERTY:
    case CTR_REASON_COMPILER_MADE:
    case CTR_REASON_THIRD_PARTY:
    case CTR_REASON_COUNT:
    default:
        return false;
    }
}

/* Ordered from causes that are certainly unwanted to those that may be intended: a test assembly is
 * omitted by default, which explains little if code under test is omitted for another reason. */
static const ctr_reason order[] = {CTR_REASON_NOT_STORED,
                                   CTR_REASON_PDB_MISMATCH,
                                   CTR_REASON_BAD_IMAGE,
                                   CTR_REASON_NATIVE_IMAGE_REFUSED,
                                   CTR_REASON_SOURCES_NOT_FOUND,
                                   CTR_REASON_FILTER,
                                   CTR_REASON_EXCLUDED_BY_ATTRIBUTE,
                                   CTR_REASON_GENERATED,
                                   CTR_REASON_IN_MEMORY_NO_SYMBOLS,
                                   CTR_REASON_NO_PDB,
                                   CTR_REASON_TEST_ASSEMBLY};

static bool has_subject(telling *t) {
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        for (uint32_t i = 0; i < t->model->omitted_count; i++) {
            t->subject = &t->model->omitted[i];
            if (t->subject->reason == order[k] && is_own(t, t->subject) && explain_subject(t)) {
                return true;
            }
        }
    }
    return false;
}

static const char *first_entry(const telling *t) {
    cc_str name = t->file_count == 0 ? (cc_str){"", 0} : t->files[0]->process.entry_assembly;
    name = name.len > 0 || t->file_count == 0 ? name : t->files[0]->process.executable;
    name = cc_path_base(name);
    return cc_arena_strdup(t->arena, name);
}

static bool has_no_lines(telling *t) {
    for (uint32_t i = 0; i < t->model->package_count; i++) {
        const cov_package *package = &t->model->packages[i];
        if (!package->never_loaded) {
            return cmd_found(&t->cause, "measure an assembly with methods",
                             "%.*s ran, and none of its lines has code",
                             CC_STR_ARGS(package->name));
        }
    }
    return false;
}

/* All that ran is the SDK's own command: the words say why. */
static bool is_sdk_alone(const telling *t) {
    const cmd_started *started = t->looked_at->started;
    for (size_t i = 0; i < t->file_count; i++) {
        const ctr_process *process = &t->files[i]->process;
        cc_str entry = cc_path_base(process->entry_assembly);
        bool is_command = cc_str_eqz(cc_path_base(process->executable), "dotnet") &&
                          (entry.len == 0 || cc_str_eqz(entry, "dotnet.dll"));
        if (!is_command) {
            return false;
        }
    }
    return started != NULL && started->count > 0 && t->file_count > 0;
}

static void find(telling *t) {
    const char *others = unloaded(t);
    if (is_sdk_alone(t)) {
        cmd_cause_of_command(&t->cause, t->looked_at->started);
        return;
    }
    if (has_rival(t) || has_no_lines(t) || has_subject(t)) {
        return;
    }
    if (others[0] != '\0') {
        (void)cmd_found(&t->cause, "see its output for the reason",
                        "%s ended before it loaded any code of yours: %s was never loaded",
                        first_entry(t), others);
        return;
    }
    bool leaves_children = !t->looked_at->config.values.children;
    (void)cmd_found(&t->cause,
                    leaves_children
                        ? "remove --children=false to measure the programs that it starts"
                        : "run clrcov explain to see each of them",
                    "%s loaded only the framework and third-party assemblies", first_entry(t));
}

/* --- the message ------------------------------------------------------------------------------ */

static void say_cause(const cmd_cause *cause) {
    cmd_say("Nothing was measured: %s: %s", cause->what, cause->next);
}

static cc_err explain_processes(telling *t) {
    cc_err err = open_files(t);
    if (err == CC_OK) {
        find(t);
    }
    close_files(t);
    return err;
}

/* Data says nothing about processes. */
static void explain_data(telling *t) {
    (void)cmd_found(
        &t->cause, "run clrcov explain to see what the rules do",
        "the data has no line of an assembly that ran, or the rules leave all of them out");
}

static cc_err explain(telling *t) {
    enum { NO_ROOM = 256 * 1024 }; /* approximate space for one measured process */
    static const cmd_started unknown = {0};
    const cmd_started *started = t->looked_at->started != NULL ? t->looked_at->started : &unknown;
    if (t->looked_at->session.dir == NULL) {
        explain_data(t);
    } else if (t->model->process_count > 0) {
        CC_TRY(explain_processes(t));
    } else if (cc_path_room(t->looked_at->session.dir) < NO_ROOM) {
        const char *next =
            cc_arena_printf(t->arena, "free some space in %s", t->looked_at->session.dir);
        (void)cmd_found(&t->cause, next, "no space is left in the folder of the session");
    } else if (started->count > 0) {
        cmd_cause_of_command(&t->cause, started);
    } else {
        (void)cmd_found(&t->cause, "run it again", "no process of the run was measured");
    }
    return CC_OK;
}

void cmd_say_nothing(const cmd_subject *subject) {
    const cov_model *model = subject->model;
    telling t = {.looked_at = subject, .model = model, .arena = cc_arena_new()};
    t.cause.arena = t.arena;
    if (explain(&t) != CC_OK) {
        cmd_say("Nothing was measured: %u process%s left counters", model->process_count,
                model->process_count == 1 ? "" : "es");
    } else {
        say_cause(&t.cause);
    }
    cc_arena_free(t.arena);
}
