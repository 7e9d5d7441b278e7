/* Notes about command lines; see cmd_hints.h. */
#include "cli/run/cmd_hints.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/cc_file.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_formats.h"
#include "cli/core/cmd_quote.h"
#include "cli/report/cmd_command.h"
#include "cli/report/cmd_data.h"

/* --- the command -------------------------------------------------------------------------------- */

/* Names of one word are options of many programs. */
static bool is_distinct(cc_str name) {
    return memchr(name.s, '-', name.len) != NULL || cc_str_eqz(name, "hits");
}

void cmd_note_misplaced(const opt_command *command, char *const *words, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (strncmp(words[i], "--", 2) != 0) {
            continue;
        }
        cc_str name = {words[i] + 2, strcspn(words[i] + 2, "=")};
        if (name.len > 0 && is_distinct(name) && opt_has(command, name)) {
            cmd_say("--%.*s: the command gets this option, clrcov does not; to give it to clrcov, "
                    "write it before the command",
                    CC_STR_ARGS(name));
        }
    }
}

/* How to run a file that is not a command; NULL: it is of no such kind. */
static const char *starter_of(cc_str file) {
    if (cc_str_ends(file, ".dll")) {
        return "dotnet";
    }
    return cc_str_ends(file, ".cs") ? "dotnet run" : NULL;
}

cc_err cmd_explain_start(cc_err err, char *const *words, size_t count, cc_arena *arena) {
    cc_str word = cc_strz(words[0]);
    const char *quoted = cmd_shell_word(words[0], arena);
    const char *starter = cc_path_exists(words[0]) ? starter_of(word) : NULL;
    bool has_blank = count == 1 && memchr(word.s, ' ', word.len) != NULL;
    if (err == CC_E_NOTFOUND && has_blank) {
        return cc_fail(err,
                       "%s: command not found; it is one word with spaces; leave the quotes out, "
                       "or run it in a shell: sh -c %s",
                       words[0], quoted);
    }
    if ((err == CC_E_NOTFOUND || err == CC_E_UNSUPPORTED) && starter != NULL) {
        return cc_fail(err, "%s: cannot be executed; run it with %s %s", words[0], starter, quoted);
    }
    return err;
}

/* --- values ------------------------------------------------------------------------------------- */

void cmd_note_thresholds(const cfg_values *values) {
    enum { ONE_PERCENT = 10000 };
    for (cfg_key key = 0; key < CFG_KEY_COUNT; key++) {
        const cfg_spec *spec = cfg_spec_of(key);
        if (spec->type != CFG_PERCENT) {
            continue;
        }
        int32_t value;
        memcpy(&value, (const char *)values + spec->offset, sizeof value);
        if (value > 0 && value < ONE_PERCENT) {
            cmd_say("%s: the threshold is less than one percent; for 80 percent write 80",
                    values->origin[key]);
        }
    }
}

/* The kind of report that files of this extension have; NULL: there is none of its own. */
static const char *kind_of(cc_str path) {
    static const struct {
        const char *extension, *format;
    } known[] = {{".html", "html"}, {".htm", "html"},    {".info", "lcov"},
                 {".json", "json"}, {".md", "markdown"}, {".svg", "badge"},
                 {".lcov", "lcov"}, {".txt", "table"},   {".clrcov", "data"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (cc_str_ends(path, known[i].extension)) {
            return known[i].format;
        }
    }
    return NULL;
}

static void note_extension(const cmd_config *config) {
    const cfg_values *values = &config->values;
    if (values->strength[CFG_FORMAT] > 0 || values->strength[CFG_OUTPUT] == 0) {
        return;
    }
    const char *format = kind_of(cc_strz(values->output));
    if (format != NULL) {
        cmd_say("%s: %s gets a Cobertura report; for the kind that its name says add -f %s%s",
                values->origin[CFG_OUTPUT], values->output, format,
                strcmp(format, "html") == 0 ? " --single-file" : "");
    }
}

/* Pages in a folder whose name is that of a page. */
static void note_folders(const cmd_config *config) {
    for (size_t i = 0; i < config->report_count; i++) {
        cc_str path = cc_strz(config->reports[i].path);
        if (cmd_is_folder(config, &config->reports[i]) &&
            (cc_str_ends(path, ".html") || cc_str_ends(path, ".htm"))) {
            cmd_say("%s: becomes a folder of pages; for one file add --single-file", path.s);
        }
    }
}

void cmd_note_values(const cmd_config *config) {
    note_extension(config);
    note_folders(config);
}

/* --- reports of other commands ------------------------------------------------------------------ */

enum { SHOWN = 80, RECENT = 600, MOST_SESSIONS = 8 };

/* The stored words on one line, cut when they are long. */
static cc_str show_words(cc_span stored, cc_arena *arena) {
    size_t len = stored.len > SHOWN ? SHOWN : stored.len;
    char *text = cc_arena_strdup(arena, (cc_str){(const char *)stored.data, len});
    for (size_t i = 0; i < len; i++) {
        text[i] = text[i] == '\0' ? ' ' : text[i];
    }
    return cc_str_trim((cc_str){text, len});
}

static bool is_same_command(cc_span stored, const cc_buf *words) {
    return stored.len == words->len &&
           (words->len == 0 || memcmp(stored.data, words->data, words->len) == 0);
}

/* What the report in the place of ours came from: the last run that began before the file was written. False: not from this
 * one, which wrote no report. */
static bool note_other(cmd_replaced *out, const char *dir, uint64_t written, const cc_buf *words,
                       cc_arena *arena) {
    cc_mapped_file stored;
    int lock = -1;
    uint64_t now = (uint64_t)time(NULL);
    uint64_t started = cmd_session_time(dir, arena);
    if (started > now || now - started > RECENT || ses_lock(dir, &lock) != CC_OK) {
        return true;
    }
    bool is_running = lock < 0; /* its clrcov holds the lock */
    ses_unlock(lock);
    if (!is_running && started >= written) {
        return started == written; /* within one second nobody can tell */
    }
    if (cmd_read_command(&stored, dir, arena) != CC_OK) {
        return true;
    }
    if (!is_same_command(stored.bytes, words)) {
        *out = (cmd_replaced){show_words(stored.bytes, arena), now - started, is_running};
    }
    cc_file_unmap(&stored);
    return true;
}

/* True when the session's report is in this place, too. */
static bool has_output(ses_session *other, const char *dir, const char *output, cc_arena *arena) {
    return ses_open(other, dir, arena) == CC_OK && other->settings.output != NULL &&
           strcmp(other->settings.output, output) == 0;
}

void cmd_find_replaced(cmd_replaced *out, const ses_session *session, char *const *words,
                       size_t count, cc_arena *arena) {
    char **dirs;
    size_t found = 0;
    cc_buf joined = {0};
    const char *output = session->settings.output;
    *out = (cmd_replaced){{"", 0}, 0, false};
    cmd_join_words(&joined, words, count);
    int64_t written = output == NULL ? 0 : cc_file_mtime(output, NULL);
    if (written <= 0 || ses_list(arena, &dirs, &found) != CC_OK) {
        found = 0;
    }
    for (size_t i = 0; i < found && i < MOST_SESSIONS; i++) {
        ses_session other;
        if (strcmp(dirs[i], session->dir) != 0 && has_output(&other, dirs[i], output, arena) &&
            note_other(out, dirs[i], (uint64_t)written, &joined, arena)) {
            break;
        }
    }
    cc_buf_free(&joined);
}

void cmd_say_replaced(const cmd_replaced *replaced, const char *output) {
    if (replaced->command.len == 0) {
        return;
    }
    cmd_say(replaced->is_running
                ? "%s: '%.*s', begun %" PRIu64 " s ago, writes its report there, too; give both "
                  "commands --session NAME for one report"
                : "%s: replaced the report of '%.*s', begun %" PRIu64 " s ago; give both commands "
                  "--session NAME for one report",
            output, CC_STR_ARGS(replaced->command), replaced->ago);
}
