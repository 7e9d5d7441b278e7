/* clrcov init: writes a commented clrcov.xml for the solution in the working directory. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/init/cmd_init.h"
#include "clrcov/version.h"
#include "config/cfg_schema.h"

#define FILE_NAME "clrcov.xml"
#define SCHEMA_NAME "clrcov.xsd"

enum { FILE_MODE = 0644 };

typedef struct init_options {
    bool is_forced;
} init_options;

static const opt_spec specs[] = {
    {0, "force", OPT_FLAG, NULL, offsetof(init_options, is_forced), NULL,
     "overwrite an existing " FILE_NAME},
};

const opt_command cmd_init_command = {
    .name = "init",
    .arguments = "",
    .summary = "Writes a commented " FILE_NAME " for the solution or projects here.",
    .details =
        "The file has all settings; defaults and examples are in comments. " SCHEMA_NAME ",\n"
        "written beside it, is its schema: editors check and complete with it.\n"
        "\n"
        "Exit code: 64 wrong usage, or the file exists already; 70 a defect; 73 the file cannot\n"
        "be written.",
    OPT_SPECS(specs),
};

static void report_result(const cmd_solution *solution, const char *path) {
    size_t tests = 0;
    for (size_t i = 0; i < solution->project_count; i++) {
        tests += solution->projects[i].is_test;
    }
    if (solution->project_count == 0) {
        cmd_say("no project found here; %s has examples only", path);
        return;
    }
    cmd_say("%s: %zu project%s, %zu of them tests", path, solution->project_count,
            solution->project_count == 1 ? "" : "s", tests);
    for (size_t i = 0; i < solution->settings_count; i++) {
        cmd_say(solution->settings_count == 1 ? "it imports %s" : "it could import %s",
                solution->settings[i]);
    }
    if (solution->coverlet.count > 0) {
        cmd_say("it takes over the coverlet.msbuild settings of projects; each element names their "
                "files");
    }
    if (solution->settings_count > 1) {
        cmd_say(
            "several files have coverage settings, so the new file imports none; choose one there");
    }
}

static cc_err write_file(const char *directory, const char *path, cc_arena *arena) {
    cmd_solution solution;
    cc_buf text = {0};
    CC_TRY(cmd_find_projects(&solution, directory, arena));
    cmd_init_text(&solution, &text);
    cc_err err = cc_file_write(path, cc_buf_span(&text), FILE_MODE);
    cc_buf_free(&text);
    if (err == CC_OK) {
        report_result(&solution, path);
    }
    return err;
}

/* The file has these bytes, or does not exist. */
static bool may_be_written(const char *path, cc_span bytes) {
    cc_mapped_file file;
    if (!cc_path_exists(path)) {
        return true;
    }
    if (cc_file_map(&file, path, true) != CC_OK) {
        return false;
    }
    bool is_same = file.bytes.len == bytes.len &&
                   (bytes.len == 0 || memcmp(file.bytes.data, bytes.data, bytes.len) == 0);
    cc_file_unmap(&file);
    return is_same;
}

/* The schema for editors. Another file of that name stays. */
static cc_err write_schema(const char *directory, bool is_forced, cc_arena *arena) {
    const char *path = cc_path_join(arena, directory, SCHEMA_NAME);
    cc_span bytes = cc_span_of(cfg_schema, cfg_schema_size);
    if (!is_forced && !may_be_written(path, bytes)) {
        cmd_say("%s: exists already and stays; --force overwrites it", path);
        return CC_OK;
    }
    return cc_file_write(path, bytes, FILE_MODE);
}

static int init(const init_options *options, cc_arena *arena) {
    char *here;
    if (cc_path_real(arena, ".", &here) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
    char *path = cc_path_join(arena, here, FILE_NAME);
    if (cc_path_exists(path) && (!options->is_forced || cc_path_is_dir(path))) {
        cmd_say("%s: exists already%s", path,
                cc_path_is_dir(path) ? " and is a directory" : "; --force overwrites it");
        return CLRCOV_EXIT_USAGE;
    }
    cc_err err = write_file(here, path, arena);
    err = err == CC_OK ? write_schema(here, options->is_forced, arena) : err;
    if (err == CC_OK) {
        return CLRCOV_EXIT_OK;
    }
    return cmd_fail(err == CC_E_IO ? CLRCOV_EXIT_CANTWRITE : CLRCOV_EXIT_INTERNAL);
}

int cmd_init(int argc, char **argv) {
    cmd_call call = {0};
    init_options options = {0};
    if (cmd_call_open(&call, &cmd_init_command, argc, argv, &options)) {
        if (call.line.operand_count > 0) {
            cmd_say("init takes no arguments: '%s'; it writes to the working directory",
                    call.line.operands[0]);
            call.code = CLRCOV_EXIT_USAGE;
        } else {
            call.code = init(&options, call.arena);
        }
    }
    return cmd_call_close(&call);
}
