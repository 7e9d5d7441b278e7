/* Notes about command lines; see cmd_hints.h. */
#include "cli/cmd_hints.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/cc_file.h"

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
                    (int)name.len, name.s);
        }
    }
}

cc_err cmd_explain_start(cc_err err, char *const *words, size_t count, cc_arena *arena) {
    cc_str word = cc_strz(words[0]);
    const char *quoted = cmd_shell_word(words[0], arena);
    bool has_blank = count == 1 && memchr(word.s, ' ', word.len) != NULL;
    if (err == CC_E_NOTFOUND && has_blank) {
        return cc_fail(err,
                       "%s: command not found; it is one word with spaces; leave the quotes out, "
                       "or run it in a shell: sh -c %s",
                       words[0], quoted);
    }
    if (err == CC_E_UNSUPPORTED && cc_str_ends(word, ".dll")) {
        return cc_fail(err, "%s: cannot be executed; run it with dotnet %s", words[0], quoted);
    }
    if (err == CC_E_UNSUPPORTED && cc_str_ends(word, ".cs")) {
        return cc_fail(err, "%s: cannot be executed; run it with dotnet run %s", words[0], quoted);
    }
    return err;
}

/* --- values ------------------------------------------------------------------------------------- */

static void note_percentages(const cfg_values *values) {
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
        cmd_say("%s: %s gets a Cobertura report; for the format of its name write -f %s=PATH",
                values->origin[CFG_OUTPUT], values->output, format);
    }
}

void cmd_note_values(const cmd_config *config) {
    note_percentages(&config->values);
    note_extension(config);
}

/* --- reports of other commands ------------------------------------------------------------------ */

static const char command_name[] = "command";
enum { COMMAND_MODE = 0600, SHOWN = 80, RECENT = 3600, MOST_SESSIONS = 8 };

/* The words, each with a zero after it. */
static void join_words(cc_buf *out, char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_bytes(out, words[i], strlen(words[i]) + 1);
    }
}

cc_err cmd_store_command(const char *session_dir, char *const *words, size_t count) {
    cc_arena *arena = cc_arena_new();
    const char *path = arena == NULL ? NULL : cc_path_join(arena, session_dir, command_name);
    cc_buf text = {0};
    join_words(&text, words, count);
    cc_err err = path == NULL || !cc_buf_ok(&text)
                     ? cc_fail(CC_E_NOMEM, "out of memory")
                     : cc_file_replace(path, cc_buf_span(&text), COMMAND_MODE);
    cc_buf_free(&text);
    cc_arena_free(arena);
    return err;
}

/* The stored words on one line, cut when they are long. */
static cc_str show_words(cc_span stored, cc_arena *arena) {
    size_t len = stored.len > SHOWN ? SHOWN : stored.len;
    char *text = cc_arena_strdup(arena, (cc_str){(const char *)stored.data, len});
    for (size_t i = 0; text != NULL && i < len; i++) {
        text[i] = text[i] == '\0' ? ' ' : text[i];
    }
    return text == NULL ? CC_STR("...") : cc_str_trim((cc_str){text, len});
}

static void say_replaced(const ses_session *other, cc_span stored, uint64_t ago, cc_arena *arena) {
    cc_str words = show_words(stored, arena);
    cmd_say("%s: this run replaces the report of '%.*s', %" PRIu64
            " s ago; for one report of both give each --session NAME",
            other->settings.output, (int)words.len, words.s, ago);
}

/* True when the report of the other session is the one that this run replaces: no other has to be looked at. */
static bool note_other(const ses_session *session, const ses_session *other, const cc_buf *words,
                       cc_arena *arena) {
    const char *output = other->settings.output;
    if (output == NULL || strcmp(output, session->settings.output) != 0) {
        return false;
    }
    cc_mapped_file stored;
    const char *path = cc_path_join(arena, other->dir, command_name);
    uint64_t now = (uint64_t)time(NULL);
    uint64_t started = cmd_session_time(other->dir, arena);
    if (path == NULL || started > now || now - started > RECENT ||
        cc_file_map(&stored, path, true) != CC_OK) {
        return true;
    }
    bool is_same = stored.bytes.len == words->len &&
                   (words->len == 0 || memcmp(stored.bytes.data, words->data, words->len) == 0);
    if (!is_same) {
        say_replaced(other, stored.bytes, now - started, arena);
    }
    cc_file_unmap(&stored);
    return true;
}

void cmd_note_replaced(const ses_session *session, char *const *words, size_t count,
                       cc_arena *arena) {
    char **dirs;
    size_t found = 0;
    cc_buf joined = {0};
    join_words(&joined, words, count);
    if (session->settings.output == NULL || !cc_path_exists(session->settings.output) ||
        !cc_buf_ok(&joined) || ses_list(arena, &dirs, &found) != CC_OK) {
        found = 0;
    }
    for (size_t i = 0; i < found && i < MOST_SESSIONS; i++) {
        ses_session other;
        if (strcmp(dirs[i], session->dir) != 0 && ses_open(&other, dirs[i], arena) == CC_OK &&
            note_other(session, &other, &joined, arena)) {
            break;
        }
    }
    cc_buf_free(&joined);
}
