/* Decides whether an operand is true when the test of its branch holds. The IL tests `x < y` for `x
 * >= y`, and x itself for `x == null`; the operator in the text decides. See rep_operands.h. */
#include "reports/rep_operands.h"

typedef enum comparison {
    COMPARE_NONE,
    COMPARE_EQUAL,
    COMPARE_UNEQUAL,
    COMPARE_LESS,
    COMPARE_GREATER,
    COMPARE_AT_MOST,
    COMPARE_AT_LEAST,
    COMPARE_IS,
    COMPARE_IS_NOT,
    COMPARE_UNKNOWN
} comparison;

typedef struct operand_view {
    const src_token *tokens;
    uint32_t count;
    src_language language;
} operand_view;

typedef struct operator_row {
    const char *text;
    comparison compare;
} operator_row;

static const operator_row operators_csharp[] = {
    {"==", COMPARE_EQUAL},   {"!=", COMPARE_UNEQUAL},  {"<", COMPARE_LESS}, {">", COMPARE_GREATER},
    {"<=", COMPARE_AT_MOST}, {">=", COMPARE_AT_LEAST}, {"is", COMPARE_IS},  {NULL, COMPARE_NONE}};
static const operator_row operators_other[] = {{"=", COMPARE_EQUAL},    {"<>", COMPARE_UNEQUAL},
                                               {"<", COMPARE_LESS},     {">", COMPARE_GREATER},
                                               {"<=", COMPARE_AT_MOST}, {">=", COMPARE_AT_LEAST},
                                               {"Is", COMPARE_IS},      {"IsNot", COMPARE_IS_NOT},
                                               {":?", COMPARE_IS},      {NULL, COMPARE_NONE}};

static bool is_at(const operand_view *o, uint32_t at, const char *text) {
    return at < o->count && src_token_is(&o->tokens[at], o->language, text);
}

static bool is_any(const operand_view *o, uint32_t at, const char *const *texts) {
    bool found = false;
    for (; *texts != NULL; texts++) {
        found = found || is_at(o, at, *texts);
    }
    return found;
}

static const operator_row *row_at(const operand_view *o, uint32_t at) {
    const operator_row *row =
        o->language == SRC_LANGUAGE_CSHARP ? operators_csharp : operators_other;
    while (row->text != NULL && !is_at(o, at, row->text)) {
        row++;
    }
    return row;
}

/* Finds the comparison outside of brackets, and its place. The function does not distinguish two
 * comparisons from the brackets of type arguments. */
static comparison find_comparison(const operand_view *o, uint32_t *place) {
    static const char *const opening[] = {"(", "[", "{", "?[", NULL};
    static const char *const closing[] = {")", "]", "}", NULL};
    comparison found = COMPARE_NONE;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        depth += is_any(o, i, opening) ? 1 : 0;
        depth -= is_any(o, i, closing) && depth > 0 ? 1 : 0;
        comparison here = depth == 0 ? row_at(o, i)->compare : COMPARE_NONE;
        if (here != COMPARE_NONE) {
            *place = i;
            found = found == COMPARE_NONE ? here : COMPARE_UNKNOWN;
        }
    }
    return found;
}

/* The right side is this single word. */
static bool ends_with(const operand_view *o, uint32_t place, const char *const *words) {
    return place + 2 == o->count && is_any(o, place + 1, words);
}

/* Handles `==`: in a comparison with null, zero or false the IL tests the value itself. */
static int sense_of_equality(const operand_view *o, uint32_t place, dec_test test) {
    static const char *const truths[] = {"true", "True", NULL};
    switch ((int)test) {
    case DEC_TEST_EQUAL:
    case DEC_TEST_OPERATOR:
        return 1;
    case DEC_TEST_VALUE:
        return ends_with(o, place, truths) ? 1 : -1;
    default:
        return 0;
    }
}

static int sense_of_inequality(const operand_view *o, uint32_t place, dec_test test) {
    return test == DEC_TEST_OPERATOR ? 1 : -sense_of_equality(o, place, test);
}

/* Handles `is T`, `is null`, `is 5`, also after `not`. */
static int sense_of_pattern(const operand_view *o, uint32_t place, dec_test test) {
    static const char *const nothing[] = {"null", "false", "0", "Nothing", NULL};
    bool is_not = is_at(o, place + 1, "not");
    uint32_t at = is_not ? place + 1 : place;
    int sense = 0;
    if (test == DEC_TEST_TYPE) {
        sense = 1;
    } else if (ends_with(o, at, nothing)) {
        sense = test == DEC_TEST_VALUE ? -1 : 0;
    } else if (test == DEC_TEST_EQUAL && at + 2 == o->count) {
        sense = 1;
    }
    return is_not ? -sense : sense;
}

static int sense_of_order(comparison compare, dec_test test) {
    if (test == DEC_TEST_OPERATOR) {
        return 1;
    }
    bool is_less = test == DEC_TEST_LESS;
    bool is_greater = test == DEC_TEST_GREATER;
    switch ((int)compare) {
    case COMPARE_LESS:
        return is_less ? 1 : 0;
    case COMPARE_GREATER:
        return is_greater ? 1 : 0;
    case COMPARE_AT_MOST:
        return is_greater ? -1 : 0;
    case COMPARE_AT_LEAST:
        return is_less ? -1 : 0;
    default:
        return 0;
    }
}

/* Handles a text without operator: the value itself. A call of Equals is recognised by its name. */
static int sense_of_value(const operand_view *o, dec_test test) {
    bool calls_equals = false;
    for (uint32_t i = 0; i < o->count; i++) {
        calls_equals = calls_equals || is_at(o, i, "Equals");
    }
    return test == DEC_TEST_VALUE || (test == DEC_TEST_EQUAL && calls_equals) ? 1 : 0;
}

static int sense_of(const operand_view *o, dec_test test) {
    static const char *const negations[] = {"!", "not", "Not", NULL};
    uint32_t place = 0;
    comparison compare = find_comparison(o, &place);
    if (compare == COMPARE_NONE && o->count > 1 && is_any(o, 0, negations)) {
        operand_view rest = {o->tokens + 1, o->count - 1, o->language};
        return -sense_of(&rest, test);
    }
    switch ((int)compare) {
    case COMPARE_NONE:
        return sense_of_value(o, test);
    case COMPARE_EQUAL:
        return sense_of_equality(o, place, test);
    case COMPARE_UNEQUAL:
        return sense_of_inequality(o, place, test);
    case COMPARE_IS:
        return sense_of_pattern(o, place, test);
    case COMPARE_IS_NOT:
        return -sense_of_pattern(o, place, test);
    case COMPARE_UNKNOWN:
        return 0;
    default:
        return sense_of_order(compare, test);
    }
}

int rep_operand_sense(const rep_operand *operand, src_language language, dec_test test) {
    operand_view view = {operand->tokens, operand->count, language};
    switch (operand->kind) {
    case REP_OPERAND_CONDITION:
        return sense_of(&view, test);
    case REP_OPERAND_NULL: /* not null */
        return test == DEC_TEST_VALUE ? 1 : 0;
    case REP_OPERAND_LOOP: /* MoveNext, or an index that is less than the length */
        return test == DEC_TEST_VALUE || test == DEC_TEST_LESS ? 1 : 0;
    }
    return 0;
}
