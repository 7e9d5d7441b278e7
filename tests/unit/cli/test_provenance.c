/* Where figures come from: what is shown of commands and remotes, and what never is. */
#include <CUnit/CUnit.h>
#include <stdio.h>

#include "base/cc_file.h"
#include "cli/report/cmd_command.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_provenance.h"
#include "test_cli.h"

void test_program_names(void) {
    static const struct {
        const char *words[4];
        size_t count;
        const char *name;
    } rows[] = {
        {{"dotnet", "test", "Shop.slnx", "--token=secret"}, 4, "dotnet test"},
        {{"/usr/bin/dotnet", "--roll-forward", "Major", "a.dll"}, 4, "dotnet"},
        {{"dotnet", "/home/me/bin/App.dll", "secret"}, 3, "dotnet App.dll"},
        {{"dotnet", "SECRET"}, 2, "dotnet"},
        {{"dotnet", "a-word-that-is-too-long-for-a-verb"}, 2, "dotnet"},
        {{"./bin/app", "--password", "secret"}, 3, "app"},
        {{"sh", "-c", "PASSWORD=secret dotnet test"}, 3, "sh"},
        {{NULL}, 0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *words[4];
        for (size_t k = 0; k < rows[i].count; k++) {
            words[k] = cc_arena_strdup(cli_arena, cc_strz(rows[i].words[k]));
        }
        CU_ASSERT(cc_str_eqz(cmd_program_of(words, rows[i].count, cli_arena), rows[i].name));
    }
}

void test_remotes(void) {
    static const struct {
        const char *url;
        rep_host host;
        const char *repository;
    } rows[] = {
        {"https://github.com/o/r.git", REP_HOST_GITHUB, "https://github.com/o/r"},
        {"https://me:s3cret@github.com/o/r", REP_HOST_GITHUB, "https://github.com/o/r"},
        {"https://me:s3@cret@github.com/o/r/", REP_HOST_GITHUB, "https://github.com/o/r"},
        {"git@github.com:o/r.git", REP_HOST_GITHUB, "https://github.com/o/r"},
        {"ssh://git@github.com:22/o/r.git", REP_HOST_GITHUB, "https://github.com/o/r"},
        {"https://oauth2:t0ken@gitlab.example.com:8443/a/b/c.git", REP_HOST_GITLAB,
         "https://gitlab.example.com:8443/a/b/c"},
        {"ssh://git@my-gitlab.example.com:2222/a/b", REP_HOST_GITLAB,
         "https://my-gitlab.example.com/a/b"},
        {"https://me@dev.azure.com/o/My%20Project/_git/r", REP_HOST_AZURE,
         "https://dev.azure.com/o/My%20Project/_git/r"},
        {"git@ssh.dev.azure.com:v3/o/p/r", REP_HOST_AZURE, "https://dev.azure.com/o/p/_git/r"},
        {"https://dev.azure.com/o/p/r", REP_HOST_NONE, ""},
        {"https://github.com/o", REP_HOST_NONE, ""},
        {"https://github.com/o/r/more", REP_HOST_NONE, ""},
        {"https://github.com/o/..", REP_HOST_NONE, ""},
        {"https://github.com/o//r", REP_HOST_NONE, ""},
        {"https://github.com/o/r\"onclick", REP_HOST_NONE, ""},
        {"https://github.com/o/r?x=1", REP_HOST_NONE, ""},
        {"https://github.com/me:s3cret@x/r", REP_HOST_NONE, ""},
        {"https://github.com:pass/o/r", REP_HOST_NONE, ""},
        {"https://example.com/o/r", REP_HOST_NONE, ""},
        {"https://github.com.evil.org/o/r", REP_HOST_NONE, ""},
        {"http://github.com/o/r", REP_HOST_NONE, ""},
        {"javascript://github.com/o/r", REP_HOST_NONE, ""},
        {"/srv/git/gitlab/r.git", REP_HOST_NONE, ""},
        {"../gitlab:x", REP_HOST_NONE, ""},
        {"", REP_HOST_NONE, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cc_str repository;
        rep_host host = cmd_repository_of(&repository, cc_strz(rows[i].url), cli_arena);
        if (host != rows[i].host || !cc_str_eqz(repository, rows[i].repository)) {
            printf("\n%s: %d %.*s\n", rows[i].url, (int)host, (int)repository.len, repository.s);
            CU_FAIL("remote");
        }
    }
}

/* What differs between runs is left out; a link needs one commit. */
void test_origins(void) {
    static const char commit[] = "0123456789abcdef0123456789abcdef01234567";
    cov_raw_run runs[] = {{.project = CC_STR("Shop"),
                           .program = CC_STR("dotnet test"),
                           .commit = cc_strz(commit),
                           .branch = CC_STR("main"),
                           .repository = CC_STR("https://github.com/o/r")},
                          {.project = CC_STR("Shop"),
                           .program = CC_STR("app"),
                           .commit = cc_strz(commit),
                           .branch = CC_STR("main"),
                           .repository = CC_STR("https://github.com/o/r")}};
    rep_input in = {.model = NULL};
    cmd_give_origin(&in, runs, 2, cli_arena);
    CU_ASSERT(cc_str_eqz(in.origin->project, "Shop") && cc_str_eqz(in.origin->branch, "main"));
    CU_ASSERT(in.origin->program.len == 0 && in.origin->host == REP_HOST_GITHUB);
    runs[1].folder = CC_STR("src");
    cmd_give_origin(&in, runs, 2, cli_arena);
    CU_ASSERT_EQUAL(in.origin->host, REP_HOST_NONE);
    runs[1].folder = CC_STR("");
    runs[1].commit = CC_STR("fedcba9876543210fedcba9876543210fedcba98");
    cmd_give_origin(&in, runs, 2, cli_arena);
    CU_ASSERT(in.origin->commit.len == 0 && in.origin->host == REP_HOST_NONE);
    runs[0].repository = CC_STR("https://me:s3cret@github.com/o/r"); /* data of another tool */
    cmd_give_origin(&in, runs, 1, cli_arena);
    CU_ASSERT(cc_str_eqz(in.origin->repository, "https://github.com/o/r"));
    runs[0].commit = CC_STR("../../x");
    cmd_give_origin(&in, runs, 1, cli_arena);
    CU_ASSERT_EQUAL(in.origin->host, REP_HOST_NONE);
}

/* Several programs in one session: none is named. */
void test_stored_program(void) {
    char dotnet[] = "dotnet", test[] = "test", app[] = "app";
    char *first[] = {dotnet, test};
    char *second[] = {app};
    cov_raw_run run = {.processes = 0};
    const char *dir = cc_path_join(cli_arena, cli_dir, "stored");
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(dir, 0777), CC_OK);
    cmd_find_provenance(&run, dir, dir, cli_arena);
    CU_ASSERT_EQUAL(run.program.len, 0);
    CU_ASSERT(cc_str_eqz(run.project, "stored") && run.commit.len == 0);
    CU_ASSERT_EQUAL(cmd_store_command(dir, first, 2, cli_arena), CC_OK);
    CU_ASSERT_EQUAL(cmd_store_command(dir, first, 2, cli_arena), CC_OK);
    cmd_find_provenance(&run, dir, dir, cli_arena);
    CU_ASSERT(cc_str_eqz(run.program, "dotnet test"));
    CU_ASSERT_EQUAL(cmd_store_command(dir, second, 1, cli_arena), CC_OK);
    cmd_find_provenance(&run, dir, dir, cli_arena);
    CU_ASSERT_EQUAL(run.program.len, 0);
    CU_ASSERT_EQUAL(cmd_store_command(dir, second, 1, cli_arena), CC_OK);
    cmd_find_provenance(&run, dir, dir, cli_arena);
    CU_ASSERT_EQUAL(run.program.len, 0);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}

/* Sessions of an earlier clrcov have the name in a file of its own. */
void test_stored_program_name(void) {
    char app[] = "/bin/app";
    char *words[] = {app};
    cov_raw_run run = {.processes = 0};
    const char *dir = cc_path_join(cli_arena, cli_dir, "named");
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(dir, 0777), CC_OK);
    CU_ASSERT_EQUAL(cmd_store_command(dir, words, 1, cli_arena), CC_OK);
    cmd_find_provenance(&run, dir, dir, cli_arena);
    CU_ASSERT(cc_str_eqz(run.program, "app"));
    const char *path = cc_path_join(cli_arena, dir, "program");
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("dotnet test", 11), 0600), CC_OK);
    cmd_find_provenance(&run, dir, dir, cli_arena);
    CU_ASSERT(cc_str_eqz(run.program, "dotnet test"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}

void test_levels_of_gates(void) {
    const cfg_values values = {.fail_under_line = 805000, .fail_under_line_file = 50000};
    rep_levels levels = cmd_levels(&values);
    CU_ASSERT(levels.all[REP_LINES].good == 805000 && levels.all[REP_LINES].fair == 705000);
    CU_ASSERT(levels.all[REP_LINES].is_gate && !levels.all[REP_BRANCHES].is_gate);
    CU_ASSERT(levels.file[REP_LINES].good == 50000 && levels.file[REP_LINES].fair == 0);
    CU_ASSERT(levels.file[REP_METHODS].good == 900000);
}
