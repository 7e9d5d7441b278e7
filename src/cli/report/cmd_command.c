/* The stored command of a run. See cmd_command.h. Pages show the program, so its name holds no
 * argument of the command. */
#include "cli/report/cmd_command.h"

#include <string.h>

#include "cli/core/cmd.h"

#define STORED_COMMAND "command"
/* Instead of the name that the words give. Empty: the session has several programs. */
#define STORED_PROGRAM "program"

enum { STORED_MODE = 0600, MOST_PROGRAM = 1024 }; /* bytes: a session may come from elsewhere */

/* --- words ------------------------------------------------------------------------------------ */

void cmd_join_words(cc_buf *out, char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_bytes(out, words[i], strlen(words[i]) + 1);
    }
}

cc_err cmd_read_command(cc_mapped_file *out, const char *session_dir, cc_arena *arena) {
    const char *path = cc_path_join(arena, session_dir, STORED_COMMAND);
    return cc_file_map(out, path, true);
}

static cc_err write_command(const char *path, char *const *words, size_t count) {
    cc_buf text = {0};
    cmd_join_words(&text, words, count);
    cc_err err = cc_file_replace(path, cc_buf_span(&text), STORED_MODE);
    cc_buf_free(&text);
    return err;
}

/* --- the program ------------------------------------------------------------------------------ */

/* "test" of `dotnet test`: a word, and no path or option. */
static bool is_verb(cc_str word) {
    enum { MOST = 16 };
    size_t letters = 0;
    while (letters < word.len && strchr("abcdefghijklmnopqrstuvwxyz-", word.s[letters]) != NULL) {
        letters++;
    }
    return word.len > 0 && word.len <= MOST && letters == word.len && word.s[0] != '-';
}

/* The part of the name after "dotnet"; "": there is none. */
static cc_str started_by_host(cc_str word) {
    if (is_verb(word)) {
        return word;
    }
    return cc_str_ends(word, ".dll") ? cc_path_base(word) : CC_STR("");
}

static cc_str name_program(cc_str first, cc_str second, cc_arena *arena) {
    cc_str name = cc_path_base(first);
    cc_str what = cc_str_eqz(name, "dotnet") ? started_by_host(second) : CC_STR("");
    return cc_strz(cc_arena_printf(arena, "%.*s%s%.*s", CC_STR_ARGS(name), what.len > 0 ? " " : "",
                                   CC_STR_ARGS(what)));
}

cc_str cmd_program_of(char *const *words, size_t count, cc_arena *arena) {
    return name_program(count > 0 ? cc_strz(words[0]) : CC_STR(""),
                        count > 1 ? cc_strz(words[1]) : CC_STR(""), arena);
}

/* By the file of the name. False: there is none, and the words give the name. */
static bool read_name(cc_str *out, const char *session_dir, cc_arena *arena) {
    cc_str text;
    if (cc_file_read(arena, cc_path_join(arena, session_dir, STORED_PROGRAM), CMD_MOST_TEXT,
                     &text) != CC_OK) {
        return false;
    }
    *out = text.len <= MOST_PROGRAM ? cc_strz(text.s) : CC_STR("");
    return true;
}

static cc_str name_of_words(cc_span stored, cc_arena *arena) {
    cc_str first = CC_STR("");
    cc_str second = CC_STR("");
    if (cc_span_cstr(&stored, &first)) {
        (void)cc_span_cstr(&stored, &second);
    }
    bool is_long = first.len + second.len > MOST_PROGRAM;
    return is_long ? CC_STR("") : name_program(first, second, arena);
}

cc_str cmd_read_program(const char *session_dir, cc_arena *arena) {
    cc_mapped_file stored;
    cc_str name = CC_STR("");
    if (read_name(&name, session_dir, arena) ||
        cmd_read_command(&stored, session_dir, arena) != CC_OK) {
        return name;
    }
    name = name_of_words(stored.bytes, arena);
    cc_file_unmap(&stored);
    return name;
}

/* --- storing ---------------------------------------------------------------------------------- */

/* The command before this one, in the same session, may have started another program. */
static cc_err note_program(const char *session_dir, char *const *words, size_t count,
                           cc_arena *arena) {
    cc_str before = cmd_read_program(session_dir, arena);
    if (cc_str_eq(before, cmd_program_of(words, count, arena))) {
        return CC_OK;
    }
    return cc_file_replace(cc_path_join(arena, session_dir, STORED_PROGRAM), cc_span_of("", 0),
                           STORED_MODE);
}

cc_err cmd_store_command(const char *session_dir, char *const *words, size_t count,
                         cc_arena *arena) {
    const char *path = cc_path_join(arena, session_dir, STORED_COMMAND);
    if (cc_path_exists(path)) {
        CC_TRY(note_program(session_dir, words, count, arena));
    }
    return write_command(path, words, count);
}
