/* Matches the THING of `clrcov explain THING` with facts, by texts only: names as people write them
 * with names in the model. */
#include <string.h>

#include "base/cc_file.h"
#include "cli/explain/cmd_explain.h"

/* --- FILE:LINE -------------------------------------------------------------------------------- */

enum { MAX_LINE = 16777215 }; /* 0xFFFFFF: the limit of the PDB format */

void cmd_thing_parse(cmd_thing *out, cc_str text) {
    *out = (cmd_thing){.text = text, .file = text};
    size_t at = text.len;
    uint32_t line = 0;
    uint32_t scale = 1;
    while (at > 0 && text.s[at - 1] >= '0' && text.s[at - 1] <= '9' && text.len - at < 8) {
        line += (uint32_t)(text.s[at - 1] - '0') * scale;
        scale *= 10;
        at--;
    }
    bool has_line = at > 1 && at < text.len && text.s[at - 1] == ':' && text.s[at - 2] != ':';
    if (has_line && line > 0 && line <= MAX_LINE) {
        out->file.len = at - 1;
        out->line = line;
    }
}

cc_err cmd_thing_take(cmd_thing *out, const cmd_call *call, const cmd_thing_kinds *kinds) {
    const char *given;
    char *path;
    char *real;
    CC_TRY(cmd_call_operand(call, kinds->what, "", &given));
    if (given == NULL) {
        return CC_OK;
    }
    cmd_thing_parse(out, cc_strz(given));
    if (out->text.len == 0) {
        return cc_fail(CC_E_USAGE, "the name is empty; give %s", kinds->forms);
    }
    CC_TRY(cc_path_absolute(call->arena, cc_arena_strdup(call->arena, out->file), &path));
    out->path = cc_path_real(call->arena, path, &real) == CC_OK ? real : path;
    return CC_OK;
}

/* --- names of types and members --------------------------------------------------------------- */

/* Removes the next letter of a name; '+' counts as '/', "::" as '.', an arity is skipped if
 * `drops_arity`. False at the end. */
static bool next_letter(cc_str *s, bool drops_arity, char *out) {
    while (drops_arity && s->len > 0 && s->s[0] == '`') {
        *s = (cc_str){s->s + 1, s->len - 1};
        while (s->len > 0 && s->s[0] >= '0' && s->s[0] <= '9') {
            *s = (cc_str){s->s + 1, s->len - 1};
        }
    }
    if (s->len == 0) {
        return false;
    }
    size_t used = s->len > 1 && s->s[0] == ':' && s->s[1] == ':' ? 2 : 1;
    *out = s->s[0] == '+' ? '/' : s->s[0];
    *out = used == 2 ? '.' : *out;
    *s = (cc_str){s->s + used, s->len - used};
    return true;
}

static bool has_arity(cc_str s) {
    return s.len > 0 && memchr(s.s, '`', s.len) != NULL;
}

static bool same_name(cc_str word, cc_str name, bool ignore_case) {
    bool drops_arity = !has_arity(word);
    char a = 0;
    char b = 0;
    for (;;) {
        bool has_a = next_letter(&word, drops_arity, &a);
        bool has_b = next_letter(&name, drops_arity, &b);
        if (!has_a || !has_b) {
            return has_a == has_b;
        }
        if (ignore_case ? cc_lower(a) != cc_lower(b) : a != b) {
            return false;
        }
    }
}

/* EXACT: the whole name; LOOSE: its end, from a '.', '/' or '+' on, or equal without case. */
static cmd_grade match_name(cc_str word, cc_str name) {
    if (same_name(word, name, false)) {
        return CMD_EXACT;
    }
    for (size_t i = 0; i < name.len; i++) {
        bool is_start =
            i == 0 || name.s[i - 1] == '.' || name.s[i - 1] == '/' || name.s[i - 1] == '+';
        if (is_start && same_name(word, (cc_str){name.s + i, name.len - i}, true)) {
            return CMD_LOOSE;
        }
    }
    return CMD_NO_MATCH;
}

static cc_str without_parameters(cc_str s) {
    return cc_str_cut(&s, '(');
}

/* Matches "Ns.Type.Method", with the parameters only if the word has some. */
static cmd_grade match_member(cc_str word, const cov_fact *fact) {
    cc_str name =
        without_parameters(word).len < word.len ? fact->name : without_parameters(fact->name);
    cc_buf full = {0};
    cc_buf_str_put(&full, fact->type);
    cc_buf_putc(&full, '.');
    cc_buf_str_put(&full, name);
    cmd_grade grade = match_name(word, cc_buf_str(&full));
    cc_buf_free(&full);
    return grade;
}

/* --- assemblies and files --------------------------------------------------------------------- */

static bool has_image_extension(cc_str s) {
    static const char *const extensions[] = {".dll", ".exe", NULL};
    return s.len > strlen(".dll") && cc_str_ends_with_one_of_nocase(s, extensions);
}

static cmd_grade match_assembly(const cmd_thing *thing, const cov_fact *fact) {
    if (cc_str_eq_nocase(thing->text, fact->name)) {
        return CMD_EXACT;
    }
    if (!has_image_extension(thing->text)) {
        return CMD_NO_MATCH;
    }
    if (cc_str_eq(thing->text, fact->path) ||
        (thing->path != NULL && cc_str_eqz(fact->path, thing->path))) {
        return CMD_EXACT;
    }
    return cc_str_eq_nocase(cc_path_stem(thing->text), fact->name) ? CMD_LOOSE : CMD_NO_MATCH;
}

bool cmd_is_separator(char letter) {
    return letter == '/' || letter == '\\';
}

cc_str cmd_last_part(cc_str text, const char *letters) {
    size_t from = text.len;
    while (from > 0 && memchr(letters, text.s[from - 1], strlen(letters)) == NULL) {
        from--;
    }
    return (cc_str){text.s + from, text.len - from};
}

cmd_grade cmd_path_match(cc_str word, cc_str path) {
    if (word.len == 0 || word.len > path.len) {
        return CMD_NO_MATCH;
    }
    size_t from = path.len - word.len;
    bool is_same = true;
    for (size_t i = 0; i < word.len; i++) {
        char a = word.s[i];
        char b = path.s[from + i];
        if (cmd_is_separator(a) ? !cmd_is_separator(b) : cc_lower(a) != cc_lower(b)) {
            return CMD_NO_MATCH;
        }
        is_same = is_same && (cmd_is_separator(a) || a == b);
    }
    if (from == 0 && is_same) {
        return CMD_EXACT;
    }
    return from == 0 || cmd_is_separator(path.s[from - 1]) ? CMD_LOOSE : CMD_NO_MATCH;
}

static cmd_grade match_file(const cmd_thing *thing, const cov_fact *fact, cc_str root) {
    cc_str path = thing->path == NULL ? (cc_str){"", 0} : cc_strz(thing->path);
    size_t front = cc_str_eqz(root, "/") ? 0 : root.len;
    bool is_below =
        path.len > front + 1 && memcmp(path.s, root.s, front) == 0 && path.s[front] == '/';
    if (is_below && cc_str_eq((cc_str){path.s + front + 1, path.len - front - 1}, fact->name)) {
        return CMD_EXACT;
    }
    return path.len > 0 && cc_str_eq(path, fact->name) ? CMD_EXACT
                                                       : cmd_path_match(thing->file, fact->name);
}

cmd_grade cmd_thing_match(const cmd_thing *thing, const cov_fact *fact, cc_str root) {
    if (thing->line > 0 && fact->subject != COV_SUBJECT_FILE) {
        return CMD_NO_MATCH;
    }
    switch (fact->subject) {
    case COV_SUBJECT_ASSEMBLY:
        return match_assembly(thing, fact);
    case COV_SUBJECT_TYPE:
        return match_name(thing->text, fact->name);
    case COV_SUBJECT_MEMBER:
        return match_member(thing->text, fact);
    case COV_SUBJECT_FILE:
        return match_file(thing, fact, root);
    }
    return CMD_NO_MATCH;
}
