/* Tests of the command line: test_cli CLRCOV, with the path of the built command.
 * As "test_cli hold SECONDS" this program plays a measured process that outlives its parent. */
#include "test_cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/cov_session.h"
#include "test_main.h"

cc_arena *cli_arena;
char cli_dir[] = "/tmp/clrcov-test-XXXXXX";
const char *cli_clrcov;
const char *cli_self;

static const test_case cases[] = {
    {"opt: values of every kind", test_opt_values},
    {"opt: operands stand between options", test_opt_operands},
    {"opt: a wrapped command keeps its options", test_opt_wrapper},
    {"opt: mistakes are named, with a suggestion", test_opt_refused},
    {"opt: seconds with decimals", test_opt_seconds},
    {"opt: the nearest name", test_opt_nearest},
    {"opt: the usage text comes from the table", test_opt_usage},
    {"collectors of other tools are refused", test_collectors_refused},
    {"other options of dotnet test are not", test_collectors_allowed},
    {"collectors in a .runsettings file are refused", test_collectors_in_settings},
    {"another profiler is seen", test_other_profiler},
    {"switched off diagnostics are seen", test_diagnostics},
    {"the command's environment", test_child_environment},
    {"the library must fit the machine", test_library},
    {"the source root", test_root},
    {"the output's place is looked at", test_output_place},
    {"proc: exit codes, signals, missing programs", test_proc_ends},
    {"proc: output is captured", test_proc_capture},
    {"proc: signals are passed on", test_proc_signals},
    {"proc: a crash stays in its process", test_proc_isolated},
    {"clrcov: texts", test_cli_texts},
    {"clrcov: usage errors exit with 64", test_cli_usage_errors},
    {"clrcov run: exit codes", test_cli_exit_codes},
    {"clrcov run: what cannot work is refused before anything starts", test_cli_refusals},
    {"clrcov run: environment and settings", test_cli_environment},
    {"clrcov run: signals go to the command", test_cli_signals},
    {"clrcov run: ^C of a terminal reaches the command once", test_cli_terminal},
    {"clrcov run: processes that stay are waited for, then named", test_cli_living},
    {"clrcov report: after everything was killed", test_cli_report},
    {"clrcov report --follow: waits for the last one", test_cli_follow},
    {"clrcov dump: counters files, and what is none", test_cli_dump},
};

/* Holds a counters file of the session for so many seconds, in a process that nobody waits for. */
static int hold(unsigned seconds) {
    cov_process process = {
        CC_STR("/usr/bin/dotnet"), CC_STR("/app/Server.dll"), {"", 0}, COV_HITS_ONCE};
    cov_writer *writer;
    const char *session = getenv(COV_SESSION_ENV);
    if (session == NULL || cov_writer_open(&writer, session, &process) != CC_OK) {
        return 1;
    }
    if (fork() == 0) {
        /* The test reads our outputs to their end. */
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        cc_os_sleep_ms(seconds * 1000);
        _exit(0);
    }
    _exit(0);
}

static bool prepare(char **argv) {
    char *self;
    cli_arena = cc_arena_new();
    if (cli_arena == NULL || mkdtemp(cli_dir) == NULL || chdir(cli_dir) != 0 ||
        cc_os_executable(cli_arena, &self) != CC_OK) {
        return false;
    }
    cli_clrcov = argv[1];
    cli_self = self;
    static const char *const cleared[] = {"CORECLR_ENABLE_PROFILING", "CORECLR_PROFILER",
                                          "DOTNET_EnableDiagnostics", "MSBUILDDISABLENODEREUSE",
                                          "CLRCOV_SESSION",           "CLRCOV_OUTPUT"};
    for (size_t i = 0; i < sizeof cleared / sizeof *cleared; i++) {
        unsetenv(cleared[i]);
    }
    /* The lines of shell name both without quotes: links, whatever the path of the build. */
    char *command = cc_path_join(cli_arena, cli_dir, "command");
    char *test = cc_path_join(cli_arena, cli_dir, "test");
    return command != NULL && test != NULL && symlink(cli_clrcov, command) == 0 &&
           symlink(cli_self, test) == 0 && setenv("TMPDIR", cli_dir, 1) == 0 &&
           setenv("C", command, 1) == 0 && setenv("T", test, 1) == 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "hold") == 0) {
        return hold((unsigned)atoi(argv[2]));
    }
    if (argc != 2 || !prepare(argv)) {
        return 2;
    }
    int result = test_run("cli", cases, sizeof cases / sizeof *cases);
    cc_err removed = chdir("/") == 0 ? cc_dir_remove(cli_dir) : CC_E_IO;
    cc_arena_free(cli_arena);
    return removed == CC_OK ? result : 2;
}
