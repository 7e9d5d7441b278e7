/* Lines of `clrcov env`: the value comes back exactly, in each language. sh is asked itself; of the
 * others the text is compared with what their rules of quoting say. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "cli/core/cmd_quote.h"
#include "cli/load/cmd_loading.h"
#include "cli/run/cmd_vars.h"
#include "clrcov/version.h"

static const char *line_of(cmd_shell shell, const char *value) {
    cc_buf out = {0};
    const char *line = "failed";
    if (cmd_put_variable(&out, shell, "NAME", value) == CC_OK) {
        line = cc_arena_strdup(cli_arena, cc_buf_str(&out));
    }
    cc_buf_free(&out);
    return line;
}

void test_vars_lines(void) {
    static const struct {
        cmd_shell shell;
        const char *value, *line;
    } rows[] = {
        {CMD_SHELL_SH, "/a b/c", "export NAME='/a b/c'\n"},
        {CMD_SHELL_SH, "it's $HOME `x` \"y\" \\", "export NAME='it'\\''s $HOME `x` \"y\" \\'\n"},
        {CMD_SHELL_PWSH, "/a b/$c", "$env:NAME = '/a b/$c'\n"},
        {CMD_SHELL_PWSH, "it's \xE2\x80\x99 \xC3\xA9",
         "$env:NAME = 'it''s \xE2\x80\x99\xE2\x80\x99 \xC3\xA9'\n"},
        {CMD_SHELL_CMD, "C:\\a b & c\\100%", "set \"NAME=C:\\a b & c\\100%%\"\n"},
        {CMD_SHELL_GITHUB, "/a b/$c \"'%", "NAME=/a b/$c \"'%\n"},
        {CMD_SHELL_AZURE, "/a b;c]100%0A",
         "##vso[task.setvariable variable=NAME]/a b;c]100%AZP250A\n"},
        {CMD_SHELL_DOCKER, "/a b/$c \"\\", "ENV NAME=\"/a b/\\$c \\\"\\\\\"\n"},
        {CMD_SHELL_RUNSETTINGS, "/a b/<c>&d\"'", "      <NAME>/a b/&lt;c&gt;&amp;d\"'</NAME>\n"},
        {CMD_SHELL_RUNSETTINGS, "a\nb", "failed"},
        {CMD_SHELL_SH, "", "export NAME=''\n"},
        {CMD_SHELL_SH, "a\nb", "export NAME='a\nb'\n"},
        {CMD_SHELL_GITHUB, "a\nb", "failed"},
        {CMD_SHELL_AZURE, "a\rb", "failed"},
        {CMD_SHELL_DOCKER, "a\nb", "failed"},
        {CMD_SHELL_CMD, "a\nb", "failed"},
        {CMD_SHELL_CMD, "a\"b", "failed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *line = line_of(rows[i].shell, rows[i].value);
        CU_ASSERT_STRING_EQUAL(line, rows[i].line);
    }
}

/* What a shell makes of the line is the value again. */
void test_vars_through_sh(void) {
    static const char *const values[] = {"/plain",       "/a b/c", "it's", "$HOME/`id`",
                                         "a\"b\\c!*?~#", "'''",    " x ",  "%s%n"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char back[64] = "";
        const char *line = line_of(CMD_SHELL_SH, values[i]);
        CU_ASSERT_EQUAL(cc_file_write("vars.sh", cc_span_of(line, strlen(line)), 0600), CC_OK);
        FILE *pipe = popen(". ./vars.sh; printf '%s.' \"$NAME\"", "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
        size_t n = fread(back, 1, sizeof back - 1, pipe);
        CU_ASSERT_EQUAL(pclose(pipe), 0);
        CU_ASSERT_TRUE(n == strlen(values[i]) + 1 && back[n - 1] == '.' &&
                       strncmp(back, values[i], n - 1) == 0);
    }
    cc_file_remove("vars.sh");
}

/* Each row of the table is found in any case, and stands there once. */
void test_profiler_names(void) {
    static const char *const identifiers[] = {
#define CMD_PROFILER(IDENTIFIER, NAME) IDENTIFIER,
#include "cli/load/cmd_profilers.def"
#undef CMD_PROFILER
    };
    size_t count = sizeof identifiers / sizeof *identifiers;
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL(strlen(identifiers[i]), strlen(CLRCOV_PROFILER_CLSID));
        CU_ASSERT_PTR_NOT_NULL(cmd_profiler_name(identifiers[i]));
        for (size_t k = 0; k < i; k++) {
            CU_ASSERT_FALSE(cc_str_eq_nocase(cc_strz(identifiers[i]), cc_strz(identifiers[k])));
        }
    }
    CU_ASSERT_STRING_EQUAL(cmd_profiler_name("{846f5f1c-f9ae-4b07-969e-05c26bc060d8}"), "Datadog");
    CU_ASSERT_PTR_NULL(cmd_profiler_name(CLRCOV_PROFILER_CLSID));
    CU_ASSERT_PTR_NULL(cmd_profiler_name(""));
    setenv("CORECLR_ENABLE_PROFILING", "1", 1);
    setenv("CORECLR_PROFILER", "{918728DD-259F-4A6A-AC2B-B85E1B658318}", 1);
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_E_MISMATCH);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "OpenTelemetry"));
    unsetenv("CORECLR_PROFILER");
    unsetenv("CORECLR_ENABLE_PROFILING");
}

void test_shell_words(void) {
    static const char *const rows[][2] = {
        {"main", "main"},
        {"+refs/heads/a:refs/b", "+refs/heads/a:refs/b"},
        {"", "''"},
        {"$(id);x", "'$(id);x'"},
        {"it's", "'it'\\''s'"},
        {"a b", "'a b'"},
        {"`id`", "'`id`'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_STRING_EQUAL(cmd_shell_word(rows[i][0], cli_arena), rows[i][1]);
    }
}
