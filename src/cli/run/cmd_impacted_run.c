/* Only the tests that a change affects; see cmd_impacted_run.h. */
#include "cli/run/cmd_impacted_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/report/cmd_answers.h"
#include "cli/report/cmd_map.h"
#include "cli/run/cmd_serial.h"
#include "coverage/counters/ctr.h"
#include "coverage/session/ses.h"

enum { FILE_MODE = 0600, FOLDER_MODE = 0700 };

/* VSTest builds a project and tests it in one target, whose tasks do not see what targets set that
 * it calls. So the build comes before that target, which then has nothing to build. Runners of
 * Microsoft.Testing.Platform are started with RunArguments after the build. */
static const char targets[] =
    "<Project>\n"
    "  <Import Project=\"$(ClrcovImpactedOther)\" Condition=\"Exists('$(ClrcovImpactedOther)')\" "
    "/>\n"
    "  <PropertyGroup>\n"
    "    <ClrcovAnswer>$(ClrcovAnswers)/$(MSBuildProjectName)-$([MSBuild]::StableStringHash("
    "'$(MSBuildProjectFullPath)$(TargetFramework)'))</ClrcovAnswer>\n"
    "    <ClrcovAsk>&quot;$(ClrcovCommand)&quot; impacted --session &quot;$(ClrcovMap)&quot; "
    "--root &quot;$(ClrcovRoot)&quot; --answer &quot;$(ClrcovAnswer)&quot; --suite</ClrcovAsk>\n"
    "  </PropertyGroup>\n"
    "  <Target Name=\"ClrcovImpacted\" BeforeTargets=\"_VSTestConsole;_VSTestMSBuild\"\n"
    "          Condition=\"'$(IsTestProject)' == 'true'\">\n"
    "    <MSBuild Projects=\"$(MSBuildProjectFullPath)\" "
    "Condition=\"'$(VSTestNoBuild)' != 'true'\" />\n"
    "    <WriteLinesToFile File=\"$(ClrcovAnswer).filter\" Lines=\"$(VSTestTestCaseFilter)\" "
    "Overwrite=\"true\" Condition=\"'$(VSTestTestCaseFilter)' != ''\" />\n"
    "    <WriteLinesToFile File=\"$(ClrcovAnswer).settings\" "
    "Lines=\"$([MSBuild]::ValueOrDefault($(VSTestSetting), '$(RunSettingsFilePath)'))\" "
    "Overwrite=\"true\" />\n"
    "    <Exec Command=\"$(ClrcovAsk) &quot;$(TargetPath)&quot; --format runsettings\" "
    "ConsoleToMSBuild=\"true\" StandardOutputImportance=\"low\" IgnoreExitCode=\"true\" "
    "IgnoreStandardErrorWarningFormat=\"true\">\n"
    "      <Output TaskParameter=\"ConsoleOutput\" PropertyName=\"ClrcovWord\" />\n"
    "    </Exec>\n"
    "    <PropertyGroup Condition=\"'$(ClrcovWord)' == 'some'\">\n"
    "      <VSTestSetting>$(ClrcovAnswer).runsettings</VSTestSetting>\n"
    "      <VSTestTestCaseFilter></VSTestTestCaseFilter>\n"
    "    </PropertyGroup>\n"
    "    <PropertyGroup>\n"
    "      <VSTestNoBuild>true</VSTestNoBuild>\n"
    "      <IsTestProject Condition=\"'$(ClrcovWord)' == 'none'\">false</IsTestProject>\n"
    "    </PropertyGroup>\n"
    "  </Target>\n"
    "  <Target Name=\"ClrcovImpactedPlatform\" AfterTargets=\"ComputeRunArguments\"\n"
    "          Condition=\"'$(IsTestingPlatformApplication)' == 'true' And "
    "'$(ClrcovOwnFilter)' != 'true'\">\n"
    "    <ItemGroup>\n"
    "      <ClrcovXunit3 Include=\"@(PackageReference)\" "
    "Condition=\"$([System.String]::new('%(Identity)').StartsWith('xunit.v3'))\" />\n"
    "      <ClrcovTUnit Include=\"@(PackageReference)\" "
    "Condition=\"$([System.String]::new('%(Identity)').StartsWith('TUnit'))\" />\n"
    "      <ClrcovVSTestLike Include=\"@(PackageReference)\" Condition=\"'%(Identity)' == 'NUnit' "
    "Or "
    "'%(Identity)' == 'MSTest' Or '%(Identity)' == 'MSTest.TestFramework'\" />\n"
    "    </ItemGroup>\n"
    "    <PropertyGroup>\n"
    "      <ClrcovFormat Condition=\"'@(ClrcovVSTestLike)' != ''\">mtp</ClrcovFormat>\n"
    "      <ClrcovFormat Condition=\"'@(ClrcovTUnit)' != ''\">tunit</ClrcovFormat>\n"
    "      <ClrcovFormat Condition=\"'@(ClrcovXunit3)' != ''\">xunit-mtp</ClrcovFormat>\n"
    "    </PropertyGroup>\n"
    "    <Exec Command=\"$(ClrcovAsk) &quot;$(TargetPath)&quot; --format $(ClrcovFormat)\" "
    "Condition=\"'$(ClrcovFormat)' != ''\" ConsoleToMSBuild=\"true\" "
    "StandardOutputImportance=\"low\" IgnoreExitCode=\"true\" "
    "IgnoreStandardErrorWarningFormat=\"true\">\n"
    "      <Output TaskParameter=\"ConsoleOutput\" PropertyName=\"ClrcovWord\" />\n"
    "    </Exec>\n"
    "    <PropertyGroup Condition=\"'$(ClrcovWord)' == 'some' Or '$(ClrcovWord)' == 'none'\">\n"
    "      <RunArguments>$(RunArguments) &quot;@$(ClrcovAnswer).rsp&quot;</RunArguments>\n"
    "    </PropertyGroup>\n"
    "  </Target>\n"
    "</Project>\n";

/* --- before ----------------------------------------------------------------------------------- */

static void add(cmd_variables *to, const char *name, const char *value) {
    to->items[to->count++] = (cmd_variable){name, value, false};
}

/* The words after the command's own name choose tests: two filters contradict each other there. */
static bool has_own_filter(const cmd_run_state *run) {
    for (size_t i = 0; i < run->given_count; i++) {
        if (strncmp(run->given[i], "--filter", strlen("--filter")) == 0 ||
            strncmp(run->given[i], "--treenode-filter", strlen("--treenode-filter")) == 0) {
            return true;
        }
    }
    return false;
}

/* What the configuration says beyond the file that the command finds itself. */
static void add_settings(const cmd_run_state *run, cmd_variables *to) {
    const cfg_texts *reads = &run->subject.config.values.reads;
    if (reads->count > 0) {
        add(to, "CLRCOV_READS", cfg_join(reads, run->call.arena));
    }
    if (run->subject.config.path != NULL) {
        add(to, CMD_CONFIG_ENV, run->subject.config.path);
    }
}

/* With --per-test the file that makes tests serial comes first, and imports the user's own. */
static const char *import_after(cmd_variables *to, const char *own) {
    for (size_t i = 0; i < to->count; i++) {
        if (strcmp(to->items[i].name, "CustomAfterMicrosoftCommonTargets") == 0) {
            const char *serial = to->items[i].value;
            to->items[i] = to->items[--to->count];
            return serial;
        }
    }
    return own;
}

static cc_err add_variables(cmd_run_state *run, const char *map) {
    enum { MOST = 16 };
    cc_arena *arena = run->call.arena;
    const char *dir = run->subject.session.dir;
    const char *answers = cc_path_join(arena, dir, CMD_ANSWERS);
    const char *file = cc_path_join(arena, dir, "impacted.targets");
    const char *own = getenv("CustomAfterMicrosoftCommonTargets");
    char *program = NULL;
    CC_TRY(cc_path_real(arena, "/proc/self/exe", &program));
    CC_TRY(cc_dir_make(answers, FOLDER_MODE));
    CC_TRY(cc_file_write(file, cc_span_of(targets, strlen(targets)), FILE_MODE));
    CC_TRY(cc_file_write(cc_path_join(arena, answers, CMD_ANSWERS_MAP),
                         cc_span_of(map, strlen(map)), FILE_MODE));
    cmd_variables *to = &run->variables;
    to->items = cc_arena_widen(arena, to->items, to->count, to->count + MOST, sizeof *to->items);
    const char *other = import_after(to, own);
    add(to, "CustomAfterMicrosoftCommonTargets", file);
    if (other != NULL && *other != '\0') {
        add(to, "ClrcovImpactedOther", other);
    }
    add(to, "ClrcovCommand", program);
    add(to, "ClrcovMap", map);
    add(to, "ClrcovRoot", run->subject.config.root);
    add(to, "ClrcovAnswers", answers);
    if (has_own_filter(run)) {
        add(to, "ClrcovOwnFilter", "true");
    }
    add_settings(run, to);
    return CC_OK;
}

cc_err cmd_ask_impacted(cmd_run_state *run) {
    const char *path = NULL;
    char *map = NULL;
    if (cmd_find_map(run->options.impacted_data, &path, run->call.arena) != CC_OK) {
        cmd_say("--impacted: everything runs: %s; run `clrcov run --per-test -- dotnet test` once",
                cc_error_message());
        return CC_OK;
    }
    CC_TRY(cc_path_absolute(run->call.arena, path, &map));
    return add_variables(run, map);
}

/* --- after ------------------------------------------------------------------------------------ */

static void say(const cmd_suite_answer *a) {
    if (a->kind == CMD_ANSWER_ALL) {
        cmd_say("%.*s: all tests: %.*s", CC_STR_ARGS(a->assembly), CC_STR_ARGS(a->reason));
    } else {
        cmd_say("%.*s: %u of %u tests are affected", CC_STR_ARGS(a->assembly), a->count, a->all);
    }
}

static bool has_measured(const char *path, cc_arena *scratch) {
    ctr_file *file = NULL;
    bool is_one = false;
    if (ctr_open(&file, path, scratch) != CC_OK) {
        return true; /* the report says what is wrong with it */
    }
    for (uint32_t i = 0; i < file->module_count && !is_one; i++) {
        is_one = file->modules[i].reason == CTR_MEASURED;
    }
    ctr_close(file);
    return is_one;
}

/* A program of the command that asks for no answer may have run measured code. */
static bool has_anything(const ses_session *session) {
    cc_arena *scratch = cc_arena_new();
    char **paths = NULL;
    size_t count = 0;
    bool is_one = ses_files(session, scratch, &paths, &count) != CC_OK;
    for (size_t i = 0; i < count && !is_one; i++) {
        is_one = has_measured(paths[i], scratch);
    }
    cc_arena_free(scratch);
    return is_one;
}

bool cmd_tell_impacted(const cmd_run_state *run, int code) {
    cmd_suite_answer *answers = NULL;
    size_t count = 0;
    size_t idle = 0;
    if (!run->options.is_impacted ||
        !cmd_read_answers(run->subject.session.dir, &answers, &count, run->call.arena)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        idle += answers[i].kind == CMD_ANSWER_NONE ? 1 : 0;
        say(&answers[i]);
    }
    return code == 0 && count > 0 && idle == count && !has_anything(&run->subject.session);
}
