/* Reports of an earlier run, where this one writes none: they would be taken for its own. */
#include <limits.h>
#include <string.h>
#include <time.h>

#include "base/cc_file.h"
#include "base/cc_folder.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_formats.h"
#include "cli/report/cmd_sink.h"
#include "cli/report/cmd_stale.h"

/* The beginning of a file in which a report has its mark. */
enum { HEAD = 1024 };

/* The file is a report of this format, and not something of the user's that a wrong -o names. */
static bool is_report(const char *path, unsigned format) {
    return cc_file_contains(path, HEAD, cc_strz(cmd_format_of(format)->mark));
}

/* A new name in the session. */
static cc_err choose_place(const char *session_dir, cc_str extension, cc_arena *arena, char **to) {
    uint64_t random;
    CC_TRY(cc_os_random(&random, sizeof random));
    *to = cc_arena_printf(arena, "%s/" COV_EARLIER_REPORT "%016llx%.*s", session_dir,
                          (unsigned long long)random, CC_STR_ARGS(extension));
    return CC_OK;
}

static cc_err move_file(const char *path, const char *to) {
    cc_mapped_file file;
    CC_TRY(cc_file_map(&file, path, true));
    cc_err err = cc_file_replace(to, file.bytes, 0600);
    cc_file_unmap(&file);
    return err == CC_OK ? cc_file_take_away(path) : err;
}

/* ".xml" of "/a/b.xml". */
static cc_str extension_of(const char *path) {
    cc_str base = cc_path_base(cc_strz(path));
    cc_str stem = cc_path_stem(base);
    return (cc_str){base.s + stem.len, base.len - stem.len};
}

static void say_moved(const char *path, const char *to) {
    if (to != NULL) {
        cmd_say("The report of an earlier run was moved to %s", to);
    } else {
        cmd_say("%s is the report of an earlier run", path);
    }
}

/* Pages are known by their list. */
static void put_aside_folder(const char *path, const char *session_dir, cc_arena *arena) {
    char *to = NULL;
    const char *list = cc_path_join(arena, path, cmd_pages_folder.list);
    if (list == NULL || !cc_path_exists(list)) {
        return;
    }
    bool is_moved = session_dir != NULL &&
                    choose_place(session_dir, CC_STR(""), arena, &to) == CC_OK &&
                    cc_folder_move(path, to, &cmd_pages_folder) == CC_OK;
    say_moved(path, is_moved ? to : NULL);
}

/* A link stays, its target is moved. Only a regular file is moved, and none that has the text of other
 * programs as well. */
static void put_aside_file(const cmd_report_file *report, const char *session_dir,
                           cc_arena *arena) {
    char followed[PATH_MAX];
    char *to = NULL;
    const char *path = report->path;
    if (strcmp(path, "-") == 0 || !cc_path_exists(path) || cc_out_is_direct(path) ||
        cmd_is_step_summary(path) || cc_path_follow(followed, path) != CC_OK) {
        return;
    }
    if (!is_report(followed, report->format)) {
        cmd_say("%s stays: it is not a report of this kind (%s)", path,
                cmd_format_of(report->format)->title);
        return;
    }
    bool is_moved = session_dir != NULL &&
                    choose_place(session_dir, extension_of(path), arena, &to) == CC_OK &&
                    move_file(followed, to) == CC_OK;
    say_moved(path, is_moved ? to : NULL);
}

/* "/a/b.xml stays: it is the report of 2026-11-28 10:15". */
static void say_stays(const cmd_config *config, const cmd_report_file *report, cc_arena *arena) {
    char when[sizeof "2026-11-28 10:15"] = "";
    const char *path = cmd_is_folder(config, report)
                           ? cc_path_join(arena, report->path, cmd_pages_folder.list)
                           : report->path;
    int64_t seconds = path == NULL ? 0 : cc_file_mtime(path, NULL);
    time_t at = (time_t)seconds;
    struct tm tm;
    if (seconds == 0 || cc_out_is_direct(path) || localtime_r(&at, &tm) == NULL ||
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm) == 0) {
        return;
    }
    cmd_say("%s stays: it is the report of %s", report->path, when);
}

/* Build servers set CI; those that do not have a variable of their own. */
bool cmd_is_on_build_server(void) {
    static const char *const names[] = {"CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = cc_proc_variable(names[i]);
        if (value != NULL && strcmp(value, "false") != 0 && strcmp(value, "0") != 0) {
            return true;
        }
    }
    return false;
}

static void put_aside(const cmd_config *config, const cmd_report_file *report,
                      const char *session_dir, cc_arena *arena) {
    if (cmd_is_folder(config, report)) {
        put_aside_folder(report->path, session_dir, arena);
    } else {
        put_aside_file(report, session_dir, arena);
    }
}

void cmd_no_report(const cmd_config *config, const char *session_dir, cmd_earlier earlier,
                   const char *hint) {
    cmd_say("No report is written%s", hint);
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < config->report_count; i++) {
        if (earlier == CMD_EARLIER_MOVES) {
            put_aside(config, &config->reports[i], session_dir, arena);
        } else if (earlier == CMD_EARLIER_STAYS) {
            say_stays(config, &config->reports[i], arena);
        }
    }
    cc_arena_free(arena);
}
