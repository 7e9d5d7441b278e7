/* Conditions of MSBuild, with three truth values. See cmd_condition.h; the language:
 * https://learn.microsoft.com/visualstudio/msbuild/msbuild-conditions */
#include "cli/project/cmd_condition.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"

enum { MAX_DEPTH = 32 };

typedef struct reading {
    const cmd_properties *p;
    cc_str rest;
    bool is_wrong; /* the text is not a condition */
    unsigned depth;
} reading;

/* --- truth ------------------------------------------------------------------------------------ */

static cmd_truth truth_of(bool value) {
    return value ? CMD_YES : CMD_NO;
}

static cmd_truth negated(cmd_truth a) {
    return a == CMD_UNKNOWN ? CMD_UNKNOWN : truth_of(a == CMD_NO);
}

static cmd_truth both(cmd_truth a, cmd_truth b) {
    return a == CMD_NO || b == CMD_NO ? CMD_NO : a == CMD_YES ? b : CMD_UNKNOWN;
}

static cmd_truth any(cmd_truth a, cmd_truth b) {
    return negated(both(negated(a), negated(b)));
}

/* --- words ------------------------------------------------------------------------------------ */

static void skip(reading *r, size_t n) {
    r->rest = (cc_str){r->rest.s + n, r->rest.len - n};
}

static void skip_space(reading *r) {
    r->rest = cc_str_trim_start(r->rest);
}

static bool is_word(char c) {
    c = cc_lower(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-' ||
           c == '+';
}

static size_t word_length(const reading *r) {
    size_t len = 0;
    while (len < r->rest.len && is_word(r->rest.s[len])) {
        len++;
    }
    return len;
}

static bool take_sign(reading *r, const char *sign) {
    skip_space(r);
    if (!cc_str_starts(r->rest, sign)) {
        return false;
    }
    skip(r, strlen(sign));
    return true;
}

static bool take_word(reading *r, const char *word) {
    skip_space(r);
    size_t len = word_length(r);
    if (len == 0 || !cc_str_eq_nocase((cc_str){r->rest.s, len}, cc_strz(word))) {
        return false;
    }
    skip(r, len);
    return true;
}

size_t cmd_parentheses_length(cc_str text) {
    size_t open = 0;
    bool is_quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        is_quoted = is_quoted != (text.s[i] == '\'');
        open += !is_quoted && text.s[i] == '(';
        open -= !is_quoted && text.s[i] == ')';
        if (open == 0) {
            return i + 1;
        }
    }
    return 0;
}

/* --- operands --------------------------------------------------------------------------------- */

/* The end of a text between quotes that begins after one: a quote in the parentheses of a property function
 * does not end it. */
static size_t quoted_length(cc_str text) {
    size_t at = 0;
    while (at < text.len && text.s[at] != '\'') {
        bool is_reference =
            at + 1 < text.len && text.s[at + 1] == '(' && strchr("$@%", text.s[at]) != NULL;
        size_t inner =
            is_reference ? cmd_parentheses_length((cc_str){text.s + at + 1, text.len - at - 1}) : 0;
        at += 1 + inner;
    }
    return at;
}

/* The value of an operand; NULL: unknown, or none is there. */
static const char *take_operand(reading *r) {
    skip_space(r);
    cc_str text = r->rest;
    size_t used = 0;
    if (text.len > 0 && text.s[0] == '\'') {
        size_t len = quoted_length((cc_str){text.s + 1, text.len - 1});
        used = len + 2;
        text = (cc_str){text.s + 1, len};
    } else if (text.len > 1 && strchr("$@%", text.s[0]) != NULL && text.s[1] == '(') {
        size_t len = cmd_parentheses_length((cc_str){text.s + 1, text.len - 1});
        used = len == 0 ? 0 : len + 1;
        text.len = used;
    } else {
        used = text.len = word_length(r);
    }
    if (used == 0 || used > r->rest.len) {
        r->is_wrong = true;
        return NULL;
    }
    skip(r, used);
    const char *value = cmd_property_expand(r->p, text);
    return value == NULL ? NULL : cmd_property_unescape(r->p, value);
}

static cmd_truth as_bool(const char *text) {
    static const char *const yes[] = {"true", "on", "yes", "!false", "!off", "!no", NULL};
    static const char *const no[] = {"false", "off", "no", "!true", "!on", "!yes", NULL};
    if (text == NULL) {
        return CMD_UNKNOWN;
    }
    if (cc_str_is_one_of_nocase(cc_strz(text), yes)) {
        return CMD_YES;
    }
    return cc_str_is_one_of_nocase(cc_strz(text), no) ? CMD_NO : CMD_UNKNOWN;
}

static bool as_number(const char *text, double *out) {
    char *end = NULL;
    size_t digits = strspn(text, "+-.0123456789");
    if (digits == 0 || text[digits] != '\0') {
        return false;
    }
    *out = strtod(text, &end);
    return *end == '\0';
}

/* As MSBuild: numbers and switches by their values, other texts without case. */
static cmd_truth is_equal(const char *a, const char *b) {
    double x;
    double y;
    if (a == NULL || b == NULL) {
        return CMD_UNKNOWN;
    }
    if (as_number(a, &x) && as_number(b, &y)) {
        return truth_of(!(x < y) && !(y < x));
    }
    if (as_bool(a) != CMD_UNKNOWN && as_bool(b) != CMD_UNKNOWN) {
        return truth_of(as_bool(a) == as_bool(b));
    }
    return truth_of(cc_str_eq_nocase(cc_strz(a), cc_strz(b)));
}

static cmd_truth is_less(const char *a, const char *b) {
    double x;
    double y;
    bool has_numbers = a != NULL && b != NULL && as_number(a, &x) && as_number(b, &y);
    return has_numbers ? truth_of(x < y) : CMD_UNKNOWN;
}

/* --- functions -------------------------------------------------------------------------------- */

/* A list of paths is unknown. */
static cmd_truth exists(const reading *r, const char *operand) {
    char *absolute = NULL;
    if (operand == NULL || strchr(operand, ';') != NULL) {
        return CMD_UNKNOWN;
    }
    const char *path = cc_arena_slashes(r->p->arena, cc_strz(operand));
    if (path[0] == '\0') {
        return CMD_NO;
    }
    if (path[0] != '/' && r->p->directory == NULL) {
        return CMD_UNKNOWN;
    }
    return cc_path_resolve(r->p->arena, r->p->directory, path, &absolute) == CC_OK
               ? truth_of(cc_path_exists(absolute))
               : CMD_UNKNOWN;
}

/* True with the function's value when a call is at the front: "Exists('a')". */
static bool take_call(reading *r, cmd_truth *out) {
    skip_space(r);
    size_t len = word_length(r);
    cc_str name = {r->rest.s, len};
    cc_str after = cc_str_trim_start((cc_str){r->rest.s + len, r->rest.len - len});
    if (len == 0 || after.len == 0 || after.s[0] != '(') {
        return false;
    }
    size_t used = cmd_parentheses_length(after);
    reading inner = {.p = r->p, .rest = {after.s + 1, used < 2 ? 0 : used - 2}};
    r->is_wrong = r->is_wrong || used == 0;
    *out = CMD_UNKNOWN;
    if (cc_str_eq_nocase(name, CC_STR("Exists"))) {
        const char *operand = take_operand(&inner);
        skip_space(&inner);
        *out = inner.is_wrong || inner.rest.len > 0 || operand == NULL ? CMD_UNKNOWN
                                                                       : exists(r, operand);
    }
    r->rest = (cc_str){after.s + used, after.len - used};
    return true;
}

/* --- expressions ------------------------------------------------------------------------------ */

static cmd_truth take_any(reading *r);

static cmd_truth take_comparison(reading *r) {
    const char *a = take_operand(r);
    if (take_sign(r, "==")) {
        return is_equal(a, take_operand(r));
    }
    if (take_sign(r, "!=")) {
        return negated(is_equal(a, take_operand(r)));
    }
    if (take_sign(r, "<=")) {
        return negated(is_less(take_operand(r), a));
    }
    if (take_sign(r, ">=")) {
        return negated(is_less(a, take_operand(r)));
    }
    if (take_sign(r, "<")) {
        return is_less(a, take_operand(r));
    }
    if (take_sign(r, ">")) {
        return is_less(take_operand(r), a);
    }
    return as_bool(a);
}

static cmd_truth take_single(reading *r) {
    cmd_truth value = CMD_UNKNOWN;
    if (++r->depth > MAX_DEPTH) {
        r->is_wrong = true;
    } else if (take_sign(r, "!")) {
        value = negated(take_single(r));
    } else if (take_sign(r, "(")) {
        value = take_any(r);
        r->is_wrong = !take_sign(r, ")") || r->is_wrong;
    } else if (!take_call(r, &value)) {
        value = take_comparison(r);
    }
    r->depth--;
    return value;
}

static cmd_truth take_both(reading *r) {
    cmd_truth value = take_single(r);
    while (!r->is_wrong && take_word(r, "and")) {
        value = both(value, take_single(r));
    }
    return value;
}

static cmd_truth take_any(reading *r) {
    cmd_truth value = take_both(r);
    while (!r->is_wrong && take_word(r, "or")) {
        value = any(value, take_both(r));
    }
    return value;
}

cmd_truth cmd_condition(const cmd_properties *p, const char *text) {
    reading r = {.p = p, .rest = cc_str_trim(cc_strz(text))};
    if (r.rest.len == 0) {
        return CMD_YES;
    }
    cmd_truth value = take_any(&r);
    skip_space(&r);
    return r.is_wrong || r.rest.len > 0 ? CMD_UNKNOWN : value;
}
