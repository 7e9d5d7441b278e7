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

void test_opt_values(void);
void test_opt_operands(void);
void test_opt_wrapper(void);
void test_opt_refused(void);
void test_opt_seconds(void);
void test_opt_nearest(void);
void test_opt_usage(void);

void test_collectors_refused(void);
void test_collectors_allowed(void);
void test_collectors_in_settings(void);

void test_other_profiler(void);
void test_diagnostics(void);
void test_child_environment(void);
void test_root(void);
void test_output_place(void);
void test_library(void);

void test_proc_ends(void);
void test_proc_capture(void);
void test_proc_signals(void);
void test_proc_isolated(void);

void test_cli_texts(void);
void test_cli_usage_errors(void);
void test_cli_exit_codes(void);
void test_cli_refusals(void);
void test_cli_environment(void);
void test_cli_signals(void);
void test_cli_terminal(void);
void test_cli_living(void);
void test_cli_report(void);
void test_cli_follow(void);
void test_cli_dump(void);

#endif
