/* Lines of directives, and the code that `#if` excludes; see src_scan.h. A scan begins in compiled
 * code, so an `#else` without its `#if` ends that code. */
#include "source/src_internal.h"

enum { MAX_NESTING = 32 };

/* --- conditions ------------------------------------------------------------------------------- */

typedef struct condition {
    const char *at, *end;
    const src_symbols *symbols;
} condition;

static src_truth read_either(condition *c, int depth);

static void skip_blanks(condition *c) {
    cc_str rest = src_trim_start((cc_str){c->at, (size_t)(c->end - c->at)});
    c->at = rest.s;
}

static bool takes(condition *c, const char *sign) {
    size_t length = strlen(sign);
    skip_blanks(c);
    bool is_there = (size_t)(c->end - c->at) >= length && memcmp(c->at, sign, length) == 0;
    c->at += is_there ? length : 0;
    return is_there;
}

static cc_str read_name(condition *c) {
    skip_blanks(c);
    const char *from = c->at;
    while (src_is_word_at(c->at, c->end)) {
        c->at++;
    }
    return (cc_str){from, (size_t)(c->at - from)};
}

static bool are_known(const src_symbols *symbols) {
    return symbols != NULL && symbols->is_known;
}

static src_truth truth_of(const condition *c, cc_str name) {
    if (cc_str_eqz(name, "true") || cc_str_eqz(name, "false")) {
        return cc_str_eqz(name, "true") ? SRC_TRUTH_YES : SRC_TRUTH_NO;
    }
    if (name.len == 0 || !are_known(c->symbols)) {
        return SRC_TRUTH_UNKNOWN;
    }
    for (uint32_t i = 0; i < c->symbols->count; i++) {
        if (cc_str_eq(name, c->symbols->names[i])) {
            return SRC_TRUTH_YES;
        }
    }
    return SRC_TRUTH_NO;
}

static src_truth read_single(condition *c, int depth) {
    if (depth > MAX_NESTING) {
        return SRC_TRUTH_UNKNOWN;
    }
    if (takes(c, "!")) {
        return src_opposite(read_single(c, depth + 1));
    }
    if (takes(c, "(")) {
        src_truth inner = read_either(c, depth + 1);
        return takes(c, ")") ? inner : SRC_TRUTH_UNKNOWN;
    }
    return truth_of(c, read_name(c));
}

static src_truth read_equal(condition *c, int depth) {
    src_truth left = read_single(c, depth);
    while (takes(c, "==") || takes(c, "!=")) {
        bool is_equal = c->at[-2] == '=';
        src_truth right = read_single(c, depth);
        bool is_known = left != SRC_TRUTH_UNKNOWN && right != SRC_TRUTH_UNKNOWN;
        left = !is_known                     ? SRC_TRUTH_UNKNOWN
               : (left == right) == is_equal ? SRC_TRUTH_YES
                                             : SRC_TRUTH_NO;
    }
    return left;
}

static src_truth read_both(condition *c, int depth) {
    src_truth left = read_equal(c, depth);
    while (takes(c, "&&")) {
        src_truth right = read_equal(c, depth);
        bool is_no = left == SRC_TRUTH_NO || right == SRC_TRUTH_NO;
        left = is_no ? SRC_TRUTH_NO : left == SRC_TRUTH_YES ? right : SRC_TRUTH_UNKNOWN;
    }
    return left;
}

static src_truth read_either(condition *c, int depth) {
    src_truth left = read_both(c, depth);
    while (takes(c, "||")) {
        src_truth right = read_both(c, depth);
        bool is_yes = left == SRC_TRUTH_YES || right == SRC_TRUTH_YES;
        left = is_yes ? SRC_TRUTH_YES : left == SRC_TRUTH_NO ? right : SRC_TRUTH_UNKNOWN;
    }
    return left;
}

static src_truth read_condition(const src_scan *s, const char *at, const char *end) {
    condition c = {at, end, s->symbols};
    if (s->language == SRC_LANGUAGE_VB) {
        cc_str text = {at, (size_t)(end - at)};
        return are_known(s->symbols) ? src_condition_vb(text, s->symbols) : SRC_TRUTH_UNKNOWN;
    }
    return read_either(&c, 0);
}

/* --- lines ------------------------------------------------------------------------------------ */

typedef enum directive_kind {
    DIRECTIVE_OTHER,
    DIRECTIVE_IF,
    DIRECTIVE_ELIF,
    DIRECTIVE_ELSE,
    DIRECTIVE_END
} directive_kind;

typedef struct directive {
    directive_kind kind;
    src_truth holds; /* of if and elif */
} directive;

/* Reads the line of a directive, from its `#` to the end of the line. */
static directive read_directive(src_scan *s) {
    static const struct {
        const char *word;
        directive_kind kind;
    } rows[] = {{"if", DIRECTIVE_IF},     {"elif", DIRECTIVE_ELIF}, {"elseif", DIRECTIVE_ELIF},
                {"else", DIRECTIVE_ELSE}, {"endif", DIRECTIVE_END}, {"end", DIRECTIVE_END}};
    condition line = {s->at + 1, s->end, NULL};
    src_to_line_end(s);
    line.end = s->at;
    cc_str word = read_name(&line);
    directive found = {DIRECTIVE_OTHER, SRC_TRUTH_UNKNOWN};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_it = s->language == SRC_LANGUAGE_VB ? cc_str_eq_nocase(word, cc_strz(rows[i].word))
                                                    : cc_str_eqz(word, rows[i].word);
        found.kind = is_it ? rows[i].kind : found.kind;
    }
    bool is_region = found.kind == DIRECTIVE_END && word.len == 3 && !takes(&line, "If") &&
                     !takes(&line, "if"); /* #End Region */
    found.kind = is_region ? DIRECTIVE_OTHER : found.kind;
    if (found.kind == DIRECTIVE_IF || found.kind == DIRECTIVE_ELIF) {
        found.holds = read_condition(s, line.at, line.end);
    }
    return found;
}

cc_str src_directive_word(cc_str line, cc_str *rest) {
    line = src_trim_start(line);
    *rest = (cc_str){"", 0};
    if (line.len == 0 || line.s[0] != '#') {
        return *rest;
    }
    condition c = {line.s + 1, line.s + line.len, NULL};
    cc_str word = read_name(&c);
    *rest = cc_str_trim((cc_str){c.at, (size_t)(c.end - c.at)});
    return word;
}

bool src_is_unknown_condition(cc_str line, src_language language, const src_symbols *symbols) {
    src_scan s = src_scan_begin(line, (src_place){1, 1}, language, symbols);
    directive d = read_directive(&s);
    return (d.kind == DIRECTIVE_IF || d.kind == DIRECTIVE_ELIF) && d.holds == SRC_TRUTH_UNKNOWN;
}

/* Skips to the `#` at the start of the next line of a directive; false: there is none. */
static bool to_next_directive(src_scan *s) {
    while (s->at < s->end) {
        src_to_line_end(s);
        s->at += s->at < s->end ? 1 : 0;
        cc_str line = src_trim_start((cc_str){s->at, (size_t)(s->end - s->at)});
        if (cc_str_starts(line, "#")) {
            s->at = line.s;
            return true;
        }
    }
    return false;
}

static void leave_condition(src_scan *s) {
    s->depth -= s->depth > 0 ? 1 : 0;
}

/* Skips to after the directive that ends the excluded code. `is_taken`: a branch of this `#if` is
 * compiled, all others are not. */
static void skip_left_out(src_scan *s, bool is_taken) {
    uint32_t depth = 0;
    while (to_next_directive(s)) {
        directive d = read_directive(s);
        if (d.kind == DIRECTIVE_IF) {
            depth++;
        } else if (d.kind == DIRECTIVE_END && depth-- == 0) {
            leave_condition(s);
            return;
        } else if (depth == 0 && !is_taken &&
                   (d.kind == DIRECTIVE_ELSE ||
                    (d.kind == DIRECTIVE_ELIF && d.holds != SRC_TRUTH_NO))) {
            return;
        }
    }
}

/* When the symbols are not known, directives exclude no code. */
void src_skip_directive(src_scan *s) {
    directive d = read_directive(s);
    if (d.kind == DIRECTIVE_IF) {
        s->depth++;
    } else if (d.kind == DIRECTIVE_END) {
        leave_condition(s);
    }
    bool ends_branch = d.kind == DIRECTIVE_ELIF || d.kind == DIRECTIVE_ELSE;
    bool is_out = d.kind == DIRECTIVE_IF && d.holds == SRC_TRUTH_NO;
    if (are_known(s->symbols) && (ends_branch || is_out)) {
        skip_left_out(s, ends_branch);
    }
}

bool src_leaves_branch(const src_scan *s, const char *from) {
    uint32_t inner = 0;
    src_scan lines = {.at = from, .end = s->at, .language = s->language};
    if (s->depth == 0 || are_known(s->symbols)) {
        return false;
    }
    while (to_next_directive(&lines)) {
        directive d = read_directive(&lines);
        if (d.kind == DIRECTIVE_IF) {
            inner++;
        } else if (d.kind != DIRECTIVE_OTHER && inner == 0) {
            return true;
        } else if (d.kind == DIRECTIVE_END) {
            inner--;
        }
    }
    return inner > 0;
}
