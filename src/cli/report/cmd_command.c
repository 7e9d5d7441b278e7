/* The stored command of a run. See cmd_command.h. Pages show the program, so its name holds no
 * argument of the command. */
#include "cli/report/cmd_command.h"

#include <string.h>

#define STORED_COMMAND "command"
/* Instead of the name that the words give. Empty: the session has several programs. */
#define STORED_PROGRAM "program"

enum { STORED_MODE = 0600, MOST_PROGRAM = 1024 }; /* bytes: a session may come from elsewhere */

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

/* --- words ------------------------------------------------------------------------------------ */

void cmd_join_words(cc_buf *out, char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_bytes(out, words[i], strlen(words[i]) + 1);
    }
}

cc_err cmd_read_command(cc_mapped_file *out, const char *session_dir, cc_arena *arena) {
    const char *path = cc_path_join(arena, session_dir, STORED_COMMAND);
    return path == NULL ? no_memory() : cc_file_map(out, path, true);
}

static cc_err write_command(const char *path, char *const *words, size_t count) {
    cc_buf text = {0};
    cmd_join_words(&text, words, count);
    cc_err err =
        cc_buf_ok(&text) ? cc_file_replace(path, cc_buf_span(&text), STORED_MODE) : no_memory();
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

static cc_err name_program(cc_str *out, cc_str first, cc_str second, cc_arena *arena) {
    cc_str name = cc_path_base(first);
    cc_str what = cc_str_eqz(name, "dotnet") ? started_by_host(second) : CC_STR("");
    char *text = cc_arena_printf(arena, "%.*s%s%.*s", (int)name.len, name.s,
                                 what.len > 0 ? " " : "", (int)what.len, what.s);
    *out = cc_strz(text == NULL ? "" : text);
    return text == NULL ? no_memory() : CC_OK;
}

cc_err cmd_program_of(cc_str *out, char *const *words, size_t count, cc_arena *arena) {
    return name_program(out, count > 0 ? cc_strz(words[0]) : CC_STR(""),
                        count > 1 ? cc_strz(words[1]) : CC_STR(""), arena);
}

/* The file of the name; *is_there false: the words give the name. */
static cc_err read_name(cc_str *out, bool *is_there, const char *session_dir, cc_arena *arena) {
    cc_mapped_file file;
    const char *path = cc_path_join(arena, session_dir, STORED_PROGRAM);
    *is_there = path != NULL && cc_file_map(&file, path, false) == CC_OK;
    if (!*is_there) {
        return path == NULL ? no_memory() : CC_OK;
    }
    size_t len = file.bytes.len <= MOST_PROGRAM ? file.bytes.len : 0;
    char *copy = cc_arena_strdup(arena, (cc_str){(const char *)file.bytes.data, len});
    cc_file_unmap(&file);
    *out = cc_strz(copy == NULL ? "" : copy);
    return copy == NULL ? no_memory() : CC_OK;
}

cc_err cmd_read_program(cc_str *out, const char *session_dir, cc_arena *arena) {
    cc_mapped_file stored;
    cc_str first = CC_STR("");
    cc_str second = CC_STR("");
    bool is_there = false;
    *out = CC_STR("");
    CC_TRY(read_name(out, &is_there, session_dir, arena));
    if (is_there || cmd_read_command(&stored, session_dir, arena) != CC_OK) {
        return CC_OK;
    }
    cc_span rest = stored.bytes;
    if (cc_span_cstr(&rest, &first)) {
        (void)cc_span_cstr(&rest, &second);
    }
    cc_err err =
        first.len + second.len <= MOST_PROGRAM ? name_program(out, first, second, arena) : CC_OK;
    cc_file_unmap(&stored);
    return err;
}

/* --- storing ---------------------------------------------------------------------------------- */

/* The command before this one, in the same session, may have started another program. */
static cc_err note_program(const char *session_dir, char *const *words, size_t count,
                           cc_arena *arena) {
    cc_str before;
    cc_str now;
    const char *path = cc_path_join(arena, session_dir, STORED_PROGRAM);
    CC_TRY(path == NULL ? no_memory() : cmd_program_of(&now, words, count, arena));
    CC_TRY(cmd_read_program(&before, session_dir, arena));
    return cc_str_eq(before, now) ? CC_OK : cc_file_replace(path, cc_span_of("", 0), STORED_MODE);
}

cc_err cmd_store_command(const char *session_dir, char *const *words, size_t count,
                         cc_arena *arena) {
    const char *path = cc_path_join(arena, session_dir, STORED_COMMAND);
    if (path == NULL) {
        return no_memory();
    }
    if (cc_path_exists(path)) {
        CC_TRY(note_program(session_dir, words, count, arena));
    }
    return write_command(path, words, count);
}
