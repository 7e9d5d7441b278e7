/* Patterns of other tools as regular expressions of PCRE2. See cfg_internal_import.h.
 *
 * Microsoft's collector matches with .NET's engine (observed: Unicode classes, lookbehind and
 * inline options work) and ignores expressions that .NET refuses. clrcov refuses constructs that
 * PCRE2 accepts but .NET does not, or that PCRE2 interprets differently: \Q, possessive
 * quantifiers, recursion, POSIX classes, subtraction of classes. */
#include "config/cfg_internal_import.h"

#include <string.h>

typedef struct translation {
    const char *in;
    size_t at;
    cc_buf out;
    bool is_path;
    bool in_class;
    size_t class_start; /* start of the text of the current class */
    /* a quantifier ends here: another quantifier would be possessive or invalid */
    bool is_quantified;
    const char *why;
} translation;

/* --- expressions ------------------------------------------------------------------------------ */

/* Letters and digits that .NET accepts after a backslash; it refuses all others, and '_'. */
static const char escapes[] = "abBcdDefGknpPrsStuvwWxzZA0123456789";

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void translate_escape(translation *t) {
    char c = t->in[t->at + 1];
    t->at += c == '\0' ? 1 : 2;
    if (c == '\0') {
        t->why = "it ends with a backslash";
    } else if (c == '\\' && t->is_path) {
        cc_buf_puts(&t->out, t->in_class ? "\\\\/" : "[\\\\/]");
    } else if (c == 'v') {
        cc_buf_puts(&t->out, "\\x0b"); /* one character in .NET, a class in PCRE2 */
    } else if (is_word(c) && strchr(escapes, c) == NULL) {
        t->why = ".NET has no such escape";
    } else {
        cc_buf_putc(&t->out, '\\');
        cc_buf_putc(&t->out, c);
    }
}

static void translate_in_class(translation *t) {
    char c = t->in[t->at];
    char next = t->in[t->at + 1];
    bool is_first = t->at == t->class_start;
    if (c == '\\') {
        translate_escape(t);
        return;
    }
    if (c == '-' && next == '[' && !is_first) {
        t->why = "PCRE2 cannot subtract classes of characters";
    } else if (c == '[' && (next == ':' || next == '.' || next == '=')) {
        cc_buf_putc(&t->out, '\\'); /* PCRE2 would take it for a POSIX class */
    }
    cc_buf_putc(&t->out, c);
    t->in_class = c != ']' || is_first;
    t->at++;
}

static void open_class(translation *t) {
    t->in_class = true;
    t->class_start = t->at + (t->in[t->at + 1] == '^' ? 2 : 1);
    while (t->at < t->class_start) {
        cc_buf_putc(&t->out, t->in[t->at++]);
    }
}

/* Checks what follows "(?", which must be valid in both languages. */
static void translate_group(translation *t) {
    const char *after = t->in + t->at + 1;
    if (after[0] == '*') {
        t->why = "'(*' has a meaning only in PCRE2";
    } else if (after[0] == '?' &&
               (after[1] == '\0' || strchr(":=!><'#(imnsx-", after[1]) == NULL)) {
        t->why = ".NET has no such group";
    }
    cc_buf_putc(&t->out, '(');
    t->at++;
    if (after[0] == '?') {
        cc_buf_putc(&t->out, '?');
        t->at++;
    }
}

/* Returns the length of "{N}", "{N,}" or "{N,M}" at `s`; 0: the brace is a literal. */
static size_t count_len(const char *s) {
    size_t n = strspn(s + 1, "0123456789");
    size_t at = 1 + n;
    if (n == 0) {
        return 0;
    }
    if (s[at] == ',') {
        at += 1 + strspn(s + at + 1, "0123456789");
    }
    return s[at] == '}' ? at + 1 : 0;
}

/* True when a quantifier was translated. */
static bool translate_quantifier(translation *t) {
    const char *s = t->in + t->at;
    size_t len = s[0] == '{' ? count_len(s) : strchr("*+?", s[0]) != NULL ? 1 : 0;
    if (len == 0) {
        return false;
    }
    if (t->is_quantified) {
        t->why = ".NET does not allow a quantifier after a quantifier";
    }
    len += s[len] == '?' ? 1 : 0;
    cc_buf_bytes(&t->out, s, len);
    t->at += len;
    return true;
}

static void translate_one(translation *t) {
    bool is_quantifier = false;
    switch (t->in[t->at]) {
    case '\\':
        translate_escape(t);
        break;
    case '[':
        open_class(t);
        break;
    case '(':
        translate_group(t);
        break;
    default:
        is_quantifier = translate_quantifier(t);
        if (!is_quantifier) {
            cc_buf_putc(&t->out, t->in[t->at++]);
        }
        break;
    }
    t->is_quantified = is_quantifier;
}

/* A rule is one line, without white space at its ends. An expression may need such white space, so
 * the function escapes it. */
static const char *finish(const translation *t, cc_arena *arena) {
    static const char special[] = "\t\n\r ";
    static const char *const written[] = {"\\t", "\\n", "\\r", "\\x20"};
    cc_str text = cc_buf_str(&t->out);
    cc_buf clean = {0};
    bool is_escaped = false;
    for (size_t i = 0; i < text.len; i++) {
        const char *at = text.s[i] == '\0' ? NULL : strchr(special, text.s[i]);
        bool is_inner_space = text.s[i] == ' ' && i > 0 && i + 1 < text.len;
        if (at == NULL || is_inner_space) {
            cc_buf_putc(&clean, text.s[i]);
        } else {
            clean.len -= is_escaped ? 1 : 0; /* the backslash: these have their own */
            cc_buf_puts(&clean, written[at - special]);
        }
        is_escaped = text.s[i] == '\\' && !is_escaped;
    }
    return cc_buf_take(&clean, arena);
}

void cfg_import_regex(cc_arena *arena, const char *pattern, bool is_path, const char **out,
                      const char **why) {
    translation t = {.in = pattern, .is_path = is_path};
    while (t.in[t.at] != '\0' && t.why == NULL) {
        if (t.in_class) {
            translate_in_class(&t);
        } else {
            translate_one(&t);
        }
    }
    *out = NULL;
    *why = t.why;
    if (t.why == NULL) {
        *out = finish(&t, arena);
    }
    cc_buf_free(&t.out);
}

/* --- globs for files -------------------------------------------------------------------------- */

static bool is_slash(char c) {
    return c == '/' || c == '\\';
}

/* One part of the path: '*' is any run, everything else is literal; "*.*" is "*". */
static void put_part(cc_buf *out, cc_str part) {
    if (cc_str_eqz(part, "*.*")) {
        part.len = 1;
    }
    for (size_t i = 0; i < part.len; i++) {
        char c = part.s[i];
        if (c == '*') {
            cc_buf_puts(out, "[^/]*");
            continue;
        }
        if (strchr("\\^$.|?+()[]{}-", c) != NULL) {
            cc_buf_putc(out, '\\');
        }
        cc_buf_putc(out, c);
    }
}

static void put_glob(cc_buf *out, cc_str rest) {
    while (rest.len > 0) {
        size_t len = 0;
        while (len < rest.len && !is_slash(rest.s[len])) {
            len++;
        }
        cc_str part = {rest.s, len};
        size_t after = len < rest.len ? len + 1 : len;
        bool is_last = after == rest.len;
        rest = (cc_str){rest.s + after, rest.len - after};
        if (part.len > 2 && cc_str_starts(part, "**.")) {
            cc_buf_puts(out, "(?:[^/]+/)*"); /* "**.x" counts as two parts */
            part = (cc_str){part.s + 1, part.len - 1};
        }
        if (cc_str_eqz(part, "**")) {
            cc_buf_puts(out, is_last ? ".+" : "(?:[^/]+/)*");
        } else if (part.len == 0) {
            cc_buf_puts(out, "(?!)"); /* "a//b" cannot be the path of a file */
        } else if (!cc_str_eqz(part, ".")) {
            put_part(out, part);
            cc_buf_puts(out, is_last ? "" : "/");
        }
    }
}

char *cfg_rule_of_file_glob(cc_arena *arena, cc_str pattern) {
    cc_buf regex = {0};
    cc_buf_puts(&regex, "file~(?i)^/");
    while (pattern.len > 0 && is_slash(pattern.s[0])) {
        pattern = (cc_str){pattern.s + 1, pattern.len - 1};
    }
    bool is_directory = false;
    while (pattern.len > 0 && is_slash(pattern.s[pattern.len - 1])) {
        pattern.len--;
        is_directory = true;
    }
    put_glob(&regex, pattern);
    cc_buf_puts(&regex, is_directory ? "/.+$" : "$");
    return cc_buf_take(&regex, arena);
}
