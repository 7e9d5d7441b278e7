/* Tests of the command line that stand in other files, and what they share. */
#ifndef TEST_CLI_H
#define TEST_CLI_H

#include "base/cc_arena.h"

/* For all tests, freed at the end. */
extern cc_arena *cli_arena;
/* A directory of its own, also TMPDIR and the working directory. */
extern char cli_dir[];
/* Paths of the built clrcov and of this test program. */
extern const char *cli_clrcov, *cli_self;
extern const char *cli_tests; /* the folder of the tests */

/* Standard error goes to a file; cli_caught() ends that and gives its text. */
void cli_catch(void);
const char *cli_caught(void);

void test_opt_values(void);
void test_opt_operands(void);
void test_opt_wrapper(void);
void test_opt_refused(void);
void test_opt_flags(void);
void test_opt_seconds(void);
void test_opt_usage(void);
void test_opt_exit_codes(void);
void test_opt_groups(void);
void test_opt_settings(void);
void test_opt_settings_refused(void);
void test_opt_settings_usage(void);

void test_collectors_refused(void);
void test_collectors_allowed(void);
void test_platform_switches(void);
void test_named_settings(void);
void test_targets(void);
void test_assemblies_of_projects(void);
void test_projects_of_tests(void);
void test_runs_of_scripts(void);
void test_switched_on(void);
void test_switched_on_by_variables(void);
void test_scripts_cut(void);
void test_settings_collector(void);
void test_settings_copy(void);

void test_filter_names(void);
void test_filter_arguments(void);
void test_filter_quotes(void);
void test_filter_list_of_all(void);
void test_who_everything(void);
void test_who_tests(void);
void test_who_only_by(void);
void test_who_line(void);
void test_who_json(void);
void test_who_arms(void);
void test_serial_plain(void);
void test_serial_own_variables(void);
void test_serial_own_words(void);
void test_serial_words(void);
void test_per_test_refusals(void);

void test_progress_line(void);
void test_progress_silent(void);

void test_program_names(void);
void test_remotes(void);
void test_origins(void);
void test_stored_program(void);
void test_stored_program_name(void);
void test_levels_of_gates(void);

void test_gates(void);
void test_gate_messages(void);
void test_contradictions(void);

void test_config_places(void);
void test_config_warnings(void);
void test_config_of_reports(void);
void test_config_results(void);
void test_config_imports_of_reports(void);
void test_config_wrapped(void);
void test_config_roots(void);
void test_config_request(void);
void test_config_per_test(void);

void test_other_profiler(void);
void test_diagnostics(void);
void test_child_environment(void);
void test_root(void);
void test_output_place(void);
void test_library(void);

void test_mistakes_commands(void);
void test_mistakes_misplaced(void);
void test_mistakes_values(void);
void test_mistakes_files(void);
void test_mistakes_failed_build(void);
void test_mistakes_two_runs(void);
void test_mistakes_base(void);
void test_init_schema(void);

void test_proc_ends(void);
void test_proc_capture(void);
void test_proc_reaps_orphans(void);
void test_proc_signals(void);
void test_proc_isolated(void);
void test_proc_awaits_end(void);

void test_cli_texts(void);
void test_cli_usage_errors(void);
void test_cli_exit_codes(void);
void test_cli_unreported(void);
void test_cli_words(void);
void test_cli_gone_directory(void);
void test_cli_output_links(void);
void test_cli_refusals(void);
void test_cli_layouts(void);
void test_cli_stable(void);
void test_cli_named_session(void);
void test_cli_environment(void);
void test_cli_variables(void);
void test_cli_signals(void);
void test_cli_terminal(void);
void test_cli_living(void);
void test_cli_report(void);
void test_cli_nearest_session(void);
void test_cli_follow(void);
void test_cli_left(void);
void test_cli_true_causes(void);
void test_cli_limits(void);
void test_cli_session_removed(void);
void test_cli_dump(void);

void test_vars_lines(void);
void test_shell_words(void);
void test_vars_through_sh(void);
void test_profiler_names(void);

void test_elf_own(void);
void test_elf_damaged(void);
void test_elf_machines(void);
void test_folders(void);
void test_folders_cut(void);

void test_project_facts(void);
void test_project_refused(void);
void test_solutions(void);
void test_init_text(void);
void test_init_defaults(void);
void test_init_find(void);

void test_conditions(void);
void test_conditions_cut(void);
void test_properties_doubled(void);
void test_coverlet_settings(void);
void test_coverlet_on(void);
void test_coverlet_projects(void);
void test_init_coverlet(void);

void test_thing_lines(void);
void test_thing_matches(void);
void test_explain_text(void);
void test_explain_json(void);
void test_explain_json_lines(void);
void test_explain_near(void);
void test_explain_beyond(void);
void test_explain_unknown(void);

/* A line of shell, with $C the command and $T this program, and what comes of it. */
typedef struct cli_row {
    const char *line;
    int code;
    const char *text; /* somewhere in the output; NULL: none at all */
} cli_row;
void cli_check_rows(const cli_row *rows, size_t count);
#define CHECK_ROWS(rows) cli_check_rows(rows, sizeof(rows) / sizeof *(rows))

#endif
