/* Alternatives of labels, and which of them are constants; see src_labels.h. */
#include "source/src_labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_hash.h"
#include "base/cc_list.h"
#include "base/cc_sort.h"

/* --- the value of a constant -------------------------------------------------------------------- */

static src_constant unknown(void) {
    return (src_constant){.kind = SRC_CONSTANT_UNKNOWN};
}

/* A text of ASCII characters without escapes; any other is not known. */
static src_constant text_constant(cc_str text, cc_arena *arena) {
    uint8_t *units = CC_NEW_ARRAY(arena, uint8_t, 2 * text.len + 1);
    for (size_t i = 0; units != NULL && i < text.len; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (c >= 0x80 || c == '\\' || c == '"') {
            return unknown();
        }
        units[2 * i] = c;
        units[2 * i + 1] = 0;
    }
    if (units == NULL) {
        return unknown();
    }
    uint64_t hash = cc_hash64(cc_span_of(units, 2 * text.len));
    return (src_constant){.kind = SRC_CONSTANT_TEXT, .value = (int64_t)hash};
}

static src_constant literal_constant(cc_str literal, cc_arena *arena) {
    size_t last = literal.len - 1;
    if (literal.len == 3 && literal.s[0] == '\'' && literal.s[1] != '\\') {
        return (src_constant){.kind = SRC_CONSTANT_NUMBER, .value = literal.s[1]};
    }
    if (literal.len >= 2 && literal.s[0] == '"' && literal.s[last] == '"') {
        return text_constant((cc_str){literal.s + 1, literal.len - 2}, arena);
    }
    return unknown();
}

enum { MOST_DIGITS = 80 };

/* Copies the digits without their separators; false: there are too many. */
static bool copy_digits(cc_str text, char digits[MOST_DIGITS]) {
    size_t length = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (length == MOST_DIGITS - 1) {
            return false;
        }
        digits[length] = text.s[i];
        length += text.s[i] == '_' ? 0 : 1;
    }
    digits[length] = 0;
    return true;
}

static bool is_suffix(const char *rest, const char *letters) {
    return rest[strspn(rest, letters)] == 0;
}

static src_constant real_constant(const char *digits, bool is_negative) {
    char *rest = NULL;
    double value = strtod(digits, &rest);
    src_constant constant = {.kind = SRC_CONSTANT_REAL};
    if (!is_suffix(rest, "dDfF")) {
        return unknown(); /* a decimal */
    }
    value = *rest == 'f' || *rest == 'F' ? (double)(float)value : value;
    value = is_negative ? -value : value;
    memcpy(&constant.value, &value, sizeof value);
    return constant;
}

/* The text begins with a digit, or with the point of a fraction. */
static src_constant number_constant(cc_str text, bool is_negative) {
    char digits[MOST_DIGITS];
    char *rest = NULL;
    if (!copy_digits(text, digits)) {
        return unknown();
    }
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    bool is_binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
    if (!is_hex && strpbrk(digits, ".eEdDfFmM") != NULL) {
        return real_constant(digits, is_negative);
    }
    const char *begin = is_binary ? digits + 2 : digits;
    uint64_t value = strtoull(begin, &rest, is_hex ? 16 : is_binary ? 2 : 10);
    if (!is_suffix(rest, "uUlL")) {
        return unknown();
    }
    value = is_negative ? 0 - value : value;
    return (src_constant){.kind = SRC_CONSTANT_NUMBER, .value = (int64_t)value};
}

static src_constant word_constant(cc_str text) {
    static const struct {
        const char *word;
        src_constant_kind kind;
    } words[] = {
        {"null", SRC_CONSTANT_NULL}, {"false", SRC_CONSTANT_FALSE}, {"true", SRC_CONSTANT_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (cc_str_eqz(text, words[i].word)) {
            return (src_constant){.kind = words[i].kind};
        }
    }
    return unknown();
}

/* --- one alternative ---------------------------------------------------------------------------- */

/* The tokens of one alternative of a label. */
typedef struct alternative {
    uint32_t words; /* names and literals; `A.B` is one, and the type of a cast is none */
    bool is_pattern;
    bool is_begun;
    bool is_after_dot;
    bool is_cast; /* begins with a bracket, as a cast does */
    bool is_computed;
    bool is_negative;
    bool is_literal;
    cc_str text; /* of the constant, without a sign or a cast */
} alternative;

/* What is in the text between two tokens is no more than blanks. */
static void lengthen(alternative *a, const src_token *token) {
    if (a->text.s == NULL) {
        a->text = token->text;
    } else {
        a->text.len = (size_t)(token->text.s + token->text.len - a->text.s);
    }
}

static void add_sign(alternative *a, const src_text *text, const src_token *token) {
    static const char *const operators[] = {"+", "*", "/", "%", "&", "|", "^", "~", NULL};
    static const char *const others[] = {".", "-", "(", ")", NULL};
    bool is_minus = src_token_is(token, text->language, "-");
    bool is_binary = a->words > 0 && is_minus;
    if (src_token_is(token, text->language, ".")) {
        lengthen(a, token);
        return;
    }
    if (is_binary || src_token_is_one_of(text, token, operators)) {
        a->is_computed = true;
        a->words = 0;
        return;
    }
    a->is_negative = a->is_negative || is_minus;
    a->is_pattern = a->is_pattern || !src_token_is_one_of(text, token, others);
    if (a->is_cast && src_token_is(token, text->language, ")")) {
        a->words = 0;
        a->text = (cc_str){NULL, 0};
    }
}

static void add_token(alternative *a, const src_text *text, const src_token *token) {
    static const char *const words[] = {"not", "and", "var", NULL};
    bool is_dot = src_token_is(token, text->language, ".");
    a->is_cast = a->is_begun ? a->is_cast : src_token_is(token, text->language, "(");
    a->is_begun = true;
    if (token->kind == SRC_TOKEN_SIGN) {
        add_sign(a, text, token);
    } else {
        a->is_pattern = a->is_pattern || src_token_is_one_of(text, token, words);
        a->words += a->is_after_dot ? 0 : 1;
        a->is_literal = token->kind == SRC_TOKEN_LITERAL;
        lengthen(a, token);
    }
    a->is_after_dot = is_dot;
}

static bool is_type_word(cc_str text) {
    static const char *const words[] = {"bool",  "byte",  "sbyte",  "char",   "decimal", "double",
                                        "float", "int",   "uint",   "nint",   "nuint",   "long",
                                        "ulong", "short", "ushort", "object", "string",  "dynamic"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (cc_str_eqz(text, words[i])) {
            return true;
        }
    }
    return false;
}

static bool is_constant(const alternative *a) {
    return a->is_begun && !a->is_pattern && a->words <= 1 && !is_type_word(a->text);
}

static src_constant constant_of(const alternative *a, cc_arena *arena) {
    if (a->is_computed || a->text.len == 0) {
        return unknown();
    }
    char first = a->text.s[0];
    if (a->is_literal) {
        return literal_constant(a->text, arena);
    }
    if ((first >= '0' && first <= '9') || first == '.') {
        return number_constant(a->text, a->is_negative);
    }
    return word_constant(a->text);
}

/* --- all labels --------------------------------------------------------------------------------- */

typedef struct reader {
    const src_text *text;
    cc_arena *arena;
    cc_list labels, constants;
    alternative at;
    bool is_in_label;
    uint32_t depth; /* of brackets inside those of the statement */
    src_token before;
} reader;

static void end_alternative(reader *r) {
    src_constant *constant = is_constant(&r->at) ? CC_NEW(r->arena, src_constant) : NULL;
    if (constant != NULL) {
        *constant = constant_of(&r->at, r->arena);
        constant->label = r->labels.count - 1;
        cc_list_add(&r->constants, constant);
    }
    r->at = (alternative){0};
}

/* A label begins a statement list, or follows a statement or another label. */
static bool begins_label(const reader *r, const src_token *token) {
    static const char *const words[] = {"case", "default", NULL};
    static const char *const before[] = {"{", "}", ";", ":", NULL};
    return r->depth == 0 && src_token_is_one_of(r->text, token, words) &&
           src_token_is_one_of(r->text, &r->before, before);
}

static void begin_label(reader *r, const src_token *token) {
    src_label *label = CC_NEW(r->arena, src_label);
    uint32_t count = r->labels.count;
    r->labels.failed = r->labels.failed || label == NULL;
    r->is_in_label = src_token_is(token, r->text->language, "case");
    r->at = (alternative){0};
    if (r->labels.failed) {
        return;
    }
    const src_label *last = count == 0 ? NULL : (const src_label *)r->labels.items[count - 1];
    bool is_joined = src_token_is(&r->before, r->text->language, ":");
    label->place = token->place;
    label->is_default = !r->is_in_label;
    label->section = last == NULL ? 0 : is_joined ? last->section : last->section + 1;
    cc_list_add(&r->labels, label);
}

static void take_in_label(reader *r, const src_token *token) {
    static const char *const ends[] = {":", "when", NULL};
    bool is_top = r->depth == 0;
    if (is_top && src_token_is_one_of(r->text, token, ends)) {
        end_alternative(r);
        r->is_in_label = false;
    } else if (is_top && src_token_is(token, r->text->language, "or")) {
        end_alternative(r);
    } else {
        add_token(&r->at, r->text, token);
    }
}

static void take(reader *r, const src_token *token) {
    static const char *const opening[] = {"(", "{", "[", "?[", NULL};
    static const char *const closing[] = {")", "}", "]", NULL};
    if (begins_label(r, token)) {
        begin_label(r, token);
    } else if (r->is_in_label) {
        take_in_label(r, token);
    }
    if (src_token_is_one_of(r->text, token, opening)) {
        r->depth++;
    } else if (src_token_is_one_of(r->text, token, closing) && r->depth > 0) {
        r->depth--;
    }
    r->before = *token;
}

static int compare_constants(const void *a, const void *b) {
    const src_constant *x = (const src_constant *)a;
    const src_constant *y = (const src_constant *)b;
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    if (x->value != y->value) {
        return x->value < y->value ? -1 : 1;
    }
    return (x->label > y->label) - (x->label < y->label);
}

static const src_labels *collect(const reader *r) {
    src_labels *out = CC_NEW(r->arena, src_labels);
    src_label *labels = CC_NEW_ARRAY(r->arena, src_label, r->labels.count);
    src_constant *constants = CC_NEW_ARRAY(r->arena, src_constant, r->constants.count);
    if (r->labels.failed || r->constants.failed || out == NULL || labels == NULL ||
        constants == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < r->labels.count; i++) {
        labels[i] = *(const src_label *)r->labels.items[i];
    }
    for (uint32_t i = 0; i < r->constants.count; i++) {
        constants[i] = *(const src_constant *)r->constants.items[i];
    }
    cc_sort(constants, r->constants.count, sizeof *constants, compare_constants);
    *out = (src_labels){labels, r->labels.count, constants, r->constants.count};
    return out;
}

const src_labels *src_labels_of(const src_text *text, const src_block *block, cc_arena *arena) {
    reader r = {
        .text = text, .arena = arena, .labels = {.arena = arena}, .constants = {.arena = arena}};
    src_token token;
    src_scan scan = src_text_from(text, block->open);
    if (!src_scan_next(&scan, &r.before)) {
        return collect(&r);
    }
    while (src_scan_next(&scan, &token) && src_is_before(token.place, block->close)) {
        take(&r, &token);
    }
    return collect(&r);
}

/* --- questions ---------------------------------------------------------------------------------- */

uint32_t src_labels_at(const src_labels *labels, src_place place) {
    uint32_t low = 0;
    uint32_t high = labels->label_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (src_is_before(labels->labels[middle].place, place)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? labels->label_count : low - 1;
}

src_label_range src_labels_of_section(const src_labels *labels, uint32_t label) {
    uint32_t first = label;
    while (first > 0 && labels->labels[first - 1].section == labels->labels[label].section) {
        first--;
    }
    return (src_label_range){first, label + 1};
}

bool src_labels_have_default(const src_labels *labels, src_label_range range) {
    uint32_t label = range.first;
    while (label < range.end && !labels->labels[label].is_default) {
        label++;
    }
    return label < range.end;
}

/* The first constant that does not come before the wanted one. */
static uint32_t lower_bound(const src_labels *labels, const src_constant *wanted) {
    uint32_t low = 0;
    uint32_t high = labels->constant_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_constants(&labels->constants[middle], wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t src_labels_find(const src_labels *labels, src_constant_kind kind, int64_t value,
                         uint32_t label) {
    src_constant wanted = {kind, value, label};
    uint32_t at = lower_bound(labels, &wanted);
    bool is_found = at < labels->constant_count && labels->constants[at].kind == kind &&
                    labels->constants[at].value == value;
    return is_found ? labels->constants[at].label : labels->label_count;
}
