/* Tests of the command line: test_cli CLRCOV, with the path of the built command.
 * As "test_cli hold SECONDS" this program plays a measured process that outlives its parent. */
#include "test_cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/session/ses.h"
#include "test_main.h"

cc_arena *cli_arena;
char cli_dir[] = "/tmp/clrcov-test-XXXXXX";
const char *cli_tests;
const char *cli_clrcov;
const char *cli_self;

static const test_case cases[] = {
    {"opt: values of every kind", test_opt_values},
    {"opt: operands stand between options", test_opt_operands},
    {"opt: a wrapped command keeps its options", test_opt_wrapper},
    {"opt: mistakes are named, with a suggestion", test_opt_refused},
    {"opt: flags take true and false", test_opt_flags},
    {"opt: seconds with decimals", test_opt_seconds},
    {"opt: the usage text comes from the table", test_opt_usage},
    {"help: exit codes of each command", test_opt_exit_codes},
    {"options: groups, formats and the short usage", test_opt_groups},
    {"opt: settings are collected from the table", test_opt_settings},
    {"opt: mistakes with settings", test_opt_settings_refused},
    {"opt: settings in the usage text", test_opt_settings_usage},
    {"collectors of other tools are refused", test_collectors_refused},
    {"other options of dotnet test are not", test_collectors_allowed},
    {"switches of the testing platform are taken out", test_platform_switches},
    {"settings files of the command are found", test_named_settings},
    {"projects that a command applies to", test_targets},
    {"projects of tests", test_projects_of_tests},
    {"all test runs of a script", test_runs_of_scripts},
    {"assemblies of projects", test_assemblies_of_projects},
    {"coverage tools that projects switch on", test_switched_on},
    {"coverage tools that variables switch on", test_switched_on_by_variables},
    {"scripts of shells that are cut anywhere", test_scripts_cut},
    {"collectors in settings files are found", test_settings_collector},
    {"a copy of a settings file switches them off", test_settings_copy},
    {"conditions of MSBuild", test_conditions},
    {"conditions that are cut anywhere, or deep", test_conditions_cut},
    {"properties that double themselves", test_properties_doubled},
    {"coverlet.msbuild: properties become settings", test_coverlet_settings},
    {"coverlet.msbuild: is it switched on?", test_coverlet_on},
    {"coverlet.msbuild: properties of projects, with their conditions", test_coverlet_projects},
    {"coverlet.msbuild: elements of clrcov.xml", test_init_coverlet},
    {"filters: names of tests", test_filter_names},
    {"filters: names with arguments", test_filter_arguments},
    {"filters: a response file cannot hold quotes", test_filter_quotes},
    {"filters: a list names suites that run as a whole", test_filter_list_of_all},
    {"who: everything", test_who_everything},
    {"who: tests by name", test_who_tests},
    {"who: lines of a few tests", test_who_only_by},
    {"who: one line", test_who_line},
    {"who: JSON", test_who_json},
    {"who: arms of a line", test_who_arms},
    {"per test: what runners read", test_serial_plain},
    {"per test: variables of the user", test_serial_own_variables},
    {"per test: words of the user", test_serial_own_words},
    {"per test: words for runners that read no variable", test_serial_words},
    {"per test: refusals", test_per_test_refusals},
    {"progress: a line on a terminal", test_progress_line},
    {"progress: nothing elsewhere", test_progress_silent},
    {"provenance: programs by name, without arguments", test_program_names},
    {"provenance: remotes, without passwords", test_remotes},
    {"provenance: of several runs", test_origins},
    {"provenance: the program of a session", test_stored_program},
    {"provenance: the name of the program in a session", test_stored_program_name},
    {"levels: by the gates", test_levels_of_gates},
    {"gates: exact, at the limit and beside it", test_gates},
    {"gates: messages", test_gate_messages},
    {"gates: contradictions", test_contradictions},
    {"config: each place wins over the next", test_config_places},
    {"config: warnings", test_config_warnings},
    {"config: what the run was told, and what the report", test_config_of_reports},
    {"config: a folder of all reports", test_config_results},
    {"config: imports of the run and of the report", test_config_imports_of_reports},
    {"config: settings of the wrapped command", test_config_wrapped},
    {"config: roots that a file or a session may name", test_config_roots},
    {"config: values become a request", test_config_request},
    {"config: per test", test_config_per_test},
    {"another profiler is seen", test_other_profiler},
    {"switched off diagnostics are seen", test_diagnostics},
    {"the command's environment", test_child_environment},
    {"the library must fit the machine", test_library},
    {"the source root", test_root},
    {"the output's place is looked at", test_output_place},
    {"proc: exit codes, signals, missing programs", test_proc_ends},
    {"proc: output is captured", test_proc_capture},
    {"orphans of a container are reaped", test_proc_reaps_orphans},
    {"proc: signals are passed on", test_proc_signals},
    {"proc: a crash stays in its process", test_proc_isolated},
    {"proc: a signal that comes twice at once is one", test_proc_awaits_end},
    {"clrcov: texts", test_cli_texts},
    {"clrcov: usage errors exit with 64", test_cli_usage_errors},
    {"clrcov run: exit codes", test_cli_exit_codes},
    {"mistakes: the first word", test_mistakes_commands},
    {"mistakes: options after the command", test_mistakes_misplaced},
    {"mistakes: values", test_mistakes_values},
    {"mistakes: files", test_mistakes_files},
    {"mistakes: a build that failed", test_mistakes_failed_build},
    {"mistakes: two commands, one report", test_mistakes_two_runs},
    {"mistakes: the base of a change", test_mistakes_base},
    {"init: the schema for editors", test_init_schema},
    {"run: a session without a report outlives other runs", test_cli_unreported},
    {"run: words that nobody can read", test_cli_words},
    {"run: a working directory that is gone", test_cli_gone_directory},
    {"run: an output that is a link", test_cli_output_links},
    {"clrcov run: what cannot work is refused before anything starts", test_cli_refusals},
    {"clrcov run --session: commands share it by name", test_cli_named_session},
#ifdef __GLIBC__
    {"the library of the host's C library, in each layout", test_cli_layouts},
    {"clrcov env --stable, doctor: a copy that stays, a .NET tool", test_cli_stable},
#endif
    {"clrcov run: environment and settings", test_cli_environment},
    {"clrcov env: what the configuration says", test_cli_variables},
    {"clrcov run: signals go to the command", test_cli_signals},
    {"clrcov run: ^C of a terminal reaches the command once", test_cli_terminal},
    {"clrcov run: processes that stay are waited for, then named", test_cli_living},
    {"clrcov report: after everything was killed", test_cli_report},
    {"clrcov report: the nearest session", test_cli_nearest_session},
    {"run: what outlives the command without the library is waited for, and named", test_cli_left},
    {"run: a session that is removed meanwhile", test_cli_session_removed},
    {"run: limits of descriptors and files", test_cli_limits},
    {"run: what keeps a program from being measured", test_cli_true_causes},
    {"clrcov report --follow: waits for the last one", test_cli_follow},
    {"clrcov dump: counters files, and what is none", test_cli_dump},
    {"env: lines in each language", test_vars_lines},
    {"hints: words of a shell", test_shell_words},
    {"env: a shell gives the value back", test_vars_through_sh},
    {"profilers of others have names", test_profiler_names},
    {"doctor: machine and C library of a file", test_elf_own},
    {"doctor: damaged files", test_elf_damaged},
    {"doctor: other machines", test_elf_machines},
    {"folders of built assemblies", test_folders},
    {"folders: what is too much", test_folders_cut},
    {"init: what projects say", test_project_facts},
    {"init: files that are no projects", test_project_refused},
    {"init: what solutions name", test_solutions},
    {"init: the file is read, with and without its comments", test_init_text},
    {"init: what is shown is the default", test_init_defaults},
    {"init: projects and settings are found", test_init_find},
    {"explain: FILE:LINE", test_thing_lines},
    {"explain: what a thing stands for", test_thing_matches},
    {"explain: what is told", test_explain_text},
    {"explain: JSON", test_explain_json},
    {"explain: lines as JSON", test_explain_json_lines},
    {"explain: near names", test_explain_near},
    {"explain: a line of a method that was left alone", test_explain_unknown},
    {"explain: a line after the end", test_explain_beyond},
};

/* Holds a counters file of the session for so many seconds, in a process that nobody waits for. */
static int hold(unsigned seconds) {
    ctr_process process = {
        CC_STR("/usr/bin/dotnet"), CC_STR("/app/Server.dll"), {"", 0}, CTR_HITS_ONCE};
    ctr_writer *writer;
    const char *session = getenv(SES_SESSION_ENV);
    if (session == NULL || ctr_writer_open(&writer, session, &process) != CC_OK) {
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
    char *tests = NULL;
    cli_arena = cc_arena_new();
    if (cli_arena == NULL || cc_path_absolute(cli_arena, ".", &tests) != CC_OK ||
        mkdtemp(cli_dir) == NULL || chdir(cli_dir) != 0 ||
        cc_os_executable(cli_arena, &self) != CC_OK) {
        return false;
    }
    cli_tests = tests;
    cli_clrcov = argv[1];
    cli_self = self;
    static const char *const cleared[] = {"CORECLR_ENABLE_PROFILING", "CORECLR_PROFILER",
                                          "DOTNET_EnableDiagnostics", "MSBUILDDISABLENODEREUSE",
                                          "CLRCOV_SESSION",           "CLRCOV_OUTPUT",
                                          "UseSharedCompilation"};
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
