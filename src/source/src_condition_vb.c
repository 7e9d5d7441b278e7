/* Conditions of `#If` of Visual Basic (language specification 3.1 and 11.1): names of constants
 * with values, comparisons, Not, And and Or. An undefined name is Nothing, which compares as 0 and
 * as "". Conditions with other syntax, such as arithmetic, are unknown. */
#include <stdlib.h>

#include "source/src_internal.h"

enum { MAX_NESTING = 32, MAX_DIGITS = 31 };

typedef enum value_kind {
    VALUE_UNKNOWN,
    VALUE_NOTHING,
    VALUE_BOOLEAN,
    VALUE_NUMBER,
    VALUE_STRING
} value_kind;

typedef struct value {
    value_kind kind;
    double number; /* of a boolean: 0 or -1 */
    cc_str text;   /* of a string, without its quotes */
} value;

typedef struct reader {
    cc_str rest;
    const src_symbols *symbols;
    uint32_t depth;
} reader;

static value read_or(reader *r);

/* --- values ----------------------------------------------------------------------------------- */

static value boolean(bool is_true) {
    return (value){VALUE_BOOLEAN, is_true ? -1.0 : 0.0, {"", 0}};
}

static value number_of(cc_str text) {
    char digits[MAX_DIGITS + 1] = {0};
    char *end = digits;
    if (text.len == 0 || text.len > MAX_DIGITS || memchr("-0123456789", text.s[0], 11) == NULL) {
        return (value){.kind = VALUE_UNKNOWN};
    }
    memcpy(digits, text.s, text.len);
    double number = strtod(digits, &end);
    return (value){end == digits + text.len ? VALUE_NUMBER : VALUE_UNKNOWN, number, {"", 0}};
}

/* Returns the value of a literal, or of a constant as the compiler stored it. */
static value literal_of(cc_str text) {
    if (cc_str_eq_nocase(text, CC_STR("True")) || cc_str_eq_nocase(text, CC_STR("False"))) {
        return boolean(text.len == 4);
    }
    if (text.len >= 2 && text.s[0] == '"' && text.s[text.len - 1] == '"') {
        return (value){VALUE_STRING, 0.0, {text.s + 1, text.len - 2}};
    }
    return number_of(text);
}

/* Returns the value of a constant: a symbol is NAME=VALUE. A name with two values has one value in
 * one place and the other value elsewhere. */
static value constant_of(const reader *r, cc_str name) {
    value found = {.kind = VALUE_NOTHING};
    for (uint32_t i = 0; i < r->symbols->count; i++) {
        cc_str symbol = r->symbols->names[i];
        const char *sign = memchr(symbol.s, '=', symbol.len);
        size_t length = sign == NULL ? symbol.len : (size_t)(sign - symbol.s);
        if (cc_str_eq_nocase(cc_str_trim((cc_str){symbol.s, length}), name)) {
            cc_str text = sign == NULL ? CC_STR("True")
                                       : cc_str_trim((cc_str){sign + 1, symbol.len - length - 1});
            bool is_first = found.kind == VALUE_NOTHING;
            found = is_first ? literal_of(text) : (value){.kind = VALUE_UNKNOWN};
        }
    }
    return found;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void skip(reader *r, size_t length) {
    r->rest = (cc_str){r->rest.s + length, r->rest.len - length};
}

static size_t word_length(cc_str text) {
    size_t length = 0;
    while (src_is_word_at(text.s + length, text.s + text.len)) {
        length++;
    }
    return length;
}

static bool takes_word(reader *r, const char *word) {
    r->rest = src_trim_start(r->rest);
    size_t length = word_length(r->rest);
    bool is_it = cc_str_eq_nocase((cc_str){r->rest.s, length}, cc_strz(word));
    skip(r, is_it ? length : 0);
    return is_it;
}

static bool takes_sign(reader *r, const char *sign) {
    r->rest = src_trim_start(r->rest);
    bool is_it = cc_str_starts(r->rest, sign);
    skip(r, is_it ? strlen(sign) : 0);
    return is_it;
}

/* Reads a string, without doubled quotes in it; a number; a name. */
static value read_operand(reader *r) {
    r->rest = src_trim_start(r->rest);
    const char *from = r->rest.s;
    if (takes_sign(r, "\"")) {
        const char *end = memchr(r->rest.s, '"', r->rest.len);
        skip(r, end == NULL ? r->rest.len : (size_t)(end - r->rest.s) + 1);
        return literal_of((cc_str){from, (size_t)(r->rest.s - from)});
    }
    (void)takes_sign(r, "-");
    skip(r, word_length(r->rest));
    if (cc_str_starts(r->rest, ".")) {
        skip(r, 1);
        skip(r, word_length(r->rest));
    }
    cc_str text = {from, (size_t)(r->rest.s - from)};
    value literal = literal_of(text);
    bool is_name = literal.kind == VALUE_UNKNOWN && text.len > 0 && word_length(text) == text.len;
    return is_name ? constant_of(r, text) : literal;
}

static value read_single(reader *r) {
    value inner = {.kind = VALUE_UNKNOWN};
    if (r->depth == MAX_NESTING || !takes_sign(r, "(")) {
        return r->depth == MAX_NESTING ? inner : read_operand(r);
    }
    r->depth++;
    inner = read_or(r);
    r->depth--;
    return takes_sign(r, ")") ? inner : (value){.kind = VALUE_UNKNOWN};
}

/* --- operators -------------------------------------------------------------------------------- */

/* Sets a number below 0, 0 or above 0 when a is below, equal to or above b. False: they are not
 * comparable. */
static bool compare(const value *a, const value *b, int *order) {
    bool is_text = a->kind == VALUE_STRING || b->kind == VALUE_STRING;
    bool has_number = a->kind == VALUE_NUMBER || b->kind == VALUE_NUMBER ||
                      a->kind == VALUE_BOOLEAN || b->kind == VALUE_BOOLEAN;
    if (a->kind == VALUE_UNKNOWN || b->kind == VALUE_UNKNOWN || (is_text && has_number)) {
        return false;
    }
    *order = a->number < b->number ? -1 : a->number > b->number;
    if (is_text) {
        *order = cc_str_eq(a->text, b->text) ? 0 : 1;
    }
    return true;
}

static value read_comparison(reader *r) {
    static const struct {
        const char *sign;
        bool holds_below, holds_same, holds_above;
    } rows[] = {{"<>", true, false, true}, {"<=", true, true, false}, {">=", false, true, true},
                {"<", true, false, false}, {">", false, false, true}, {"=", false, true, false}};
    value left = read_single(r);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!takes_sign(r, rows[i].sign)) {
            continue;
        }
        value right = read_single(r);
        int order = 0;
        bool is_text = left.kind == VALUE_STRING || right.kind == VALUE_STRING;
        bool is_order =
            rows[i].holds_below != rows[i].holds_above; /* of strings by a culture's rules */
        if (!compare(&left, &right, &order) || (is_text && is_order)) {
            return (value){.kind = VALUE_UNKNOWN};
        }
        return boolean(order < 0   ? rows[i].holds_below
                       : order > 0 ? rows[i].holds_above
                                   : rows[i].holds_same);
    }
    return left;
}

/* Returns the value of a condition. For numbers other than 0 and -1, Not, And and Or work on bits
 * and not as for booleans. */
static src_truth truth_of(const value *v) {
    bool is_bits = v->kind == VALUE_NUMBER && v->number != 0.0 && v->number != -1.0;
    if (v->kind == VALUE_UNKNOWN || v->kind == VALUE_STRING || is_bits) {
        return SRC_TRUTH_UNKNOWN;
    }
    return v->number != 0.0 ? SRC_TRUTH_YES : SRC_TRUTH_NO;
}

static value value_of(src_truth truth) {
    return truth == SRC_TRUTH_UNKNOWN ? (value){.kind = VALUE_UNKNOWN}
                                      : boolean(truth == SRC_TRUTH_YES);
}

static value read_not(reader *r) {
    bool has_not = false;
    bool is_opposite = false;
    for (; takes_word(r, "Not"); is_opposite = !is_opposite) {
        has_not = true;
    }
    value inner = read_comparison(r);
    src_truth truth = truth_of(&inner);
    return !has_not ? inner : value_of(is_opposite ? src_opposite(truth) : truth);
}

static value read_and(reader *r) {
    value left = read_not(r);
    while (takes_word(r, "AndAlso") || takes_word(r, "And")) {
        value right = read_not(r);
        src_truth a = truth_of(&left);
        src_truth b = truth_of(&right);
        bool is_no = a == SRC_TRUTH_NO || b == SRC_TRUTH_NO;
        left = value_of(is_no ? SRC_TRUTH_NO : a == SRC_TRUTH_YES ? b : SRC_TRUTH_UNKNOWN);
    }
    return left;
}

static value read_or(reader *r) {
    value left = read_and(r);
    while (takes_word(r, "OrElse") || takes_word(r, "Or")) {
        value right = read_and(r);
        src_truth a = truth_of(&left);
        src_truth b = truth_of(&right);
        bool is_yes = a == SRC_TRUTH_YES || b == SRC_TRUTH_YES;
        left = value_of(is_yes ? SRC_TRUTH_YES : a == SRC_TRUTH_NO ? b : SRC_TRUTH_UNKNOWN);
    }
    return left;
}

src_truth src_condition_vb(cc_str text, const src_symbols *symbols) {
    reader r = {text, symbols, 0};
    value whole = read_or(&r);
    (void)takes_word(&r, "Then");
    r.rest = src_trim_start(r.rest);
    if (r.rest.len > 0 && r.rest.s[0] != '\'') {
        return SRC_TRUTH_UNKNOWN;
    }
    bool is_number = whole.kind == VALUE_NUMBER;
    return is_number ? truth_of(&(value){VALUE_BOOLEAN, whole.number, {"", 0}}) : truth_of(&whole);
}
