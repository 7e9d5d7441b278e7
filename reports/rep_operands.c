/* Reads the conditions of a statement by recursive descent; see rep_operands.h. If it does not
 * understand a part, it rejects the whole text: a wrong sentence is worse than none. */
#include "reports/rep_operands.h"

enum { MAX_DEPTH = 64 };

/* The role of a token in the structure of an expression. */
typedef enum role {
    ROLE_OTHER,
    ROLE_AND,
    ROLE_OR,
    ROLE_NOT,
    ROLE_COALESCE,
    ROLE_RECEIVER, /* ?. and ?[ */
    ROLE_QUESTION,
    ROLE_COLON,
    ROLE_SEPARATOR,
    ROLE_OPEN,
    ROLE_CLOSE,
    ROLE_ASSIGN,
    ROLE_CONDITION, /* a condition follows: if, while, when */
    ROLE_KEYWORD,   /* an expression follows: return, else */
    ROLE_UNREAD     /* makes branches that this reader does not handle */
} role;

typedef struct word_role {
    const char *text;
    role role;
} word_role;

static const word_role roles_csharp[] = {
    {"&&", ROLE_AND},         {"||", ROLE_OR},           {"!", ROLE_NOT},
    {"??", ROLE_COALESCE},    {"?.", ROLE_RECEIVER},     {"?[", ROLE_RECEIVER},
    {"?", ROLE_QUESTION},     {":", ROLE_COLON},         {",", ROLE_SEPARATOR},
    {";", ROLE_SEPARATOR},    {"(", ROLE_OPEN},          {"[", ROLE_OPEN},
    {"{", ROLE_OPEN},         {")", ROLE_CLOSE},         {"]", ROLE_CLOSE},
    {"}", ROLE_CLOSE},        {"=", ROLE_ASSIGN},        {"+=", ROLE_ASSIGN},
    {"-=", ROLE_ASSIGN},      {"*=", ROLE_ASSIGN},       {"/=", ROLE_ASSIGN},
    {"if", ROLE_CONDITION},   {"while", ROLE_CONDITION}, {"when", ROLE_CONDITION},
    {"return", ROLE_KEYWORD}, {"else", ROLE_KEYWORD},    {"yield", ROLE_KEYWORD},
    {"throw", ROLE_KEYWORD},  {"=>", ROLE_UNREAD},       {"switch", ROLE_UNREAD},
    {"?\?=", ROLE_UNREAD},    {"delegate", ROLE_UNREAD}, {"from", ROLE_UNREAD},
    {"and", ROLE_UNREAD},     {"or", ROLE_UNREAD},       {NULL, ROLE_OTHER}};

static const word_role roles_fsharp[] = {
    {"&&", ROLE_AND},          {"||", ROLE_OR},           {"not", ROLE_NOT},
    {",", ROLE_SEPARATOR},     {";", ROLE_SEPARATOR},     {"(", ROLE_OPEN},
    {"[", ROLE_OPEN},          {"{", ROLE_OPEN},          {")", ROLE_CLOSE},
    {"]", ROLE_CLOSE},         {"}", ROLE_CLOSE},         {"if", ROLE_CONDITION},
    {"elif", ROLE_CONDITION},  {"while", ROLE_CONDITION}, {"then", ROLE_KEYWORD},
    {"do", ROLE_KEYWORD},      {"let", ROLE_UNREAD},      {"match", ROLE_UNREAD},
    {"function", ROLE_UNREAD}, {"fun", ROLE_UNREAD},      {"else", ROLE_UNREAD},
    {"->", ROLE_UNREAD},       {"for", ROLE_UNREAD},      {"when", ROLE_UNREAD},
    {NULL, ROLE_OTHER}};

static const word_role roles_vb[] = {
    {"AndAlso", ROLE_AND},    {"OrElse", ROLE_OR},        {"Not", ROLE_NOT},
    {"?.", ROLE_RECEIVER},    {",", ROLE_SEPARATOR},      {"(", ROLE_OPEN},
    {"{", ROLE_OPEN},         {")", ROLE_CLOSE},          {"}", ROLE_CLOSE},
    {"If", ROLE_CONDITION},   {"ElseIf", ROLE_CONDITION}, {"While", ROLE_CONDITION},
    {"When", ROLE_CONDITION}, {"Then", ROLE_KEYWORD},     {"Return", ROLE_KEYWORD},
    {"Until", ROLE_UNREAD},   {"Function", ROLE_UNREAD},  {"Sub", ROLE_UNREAD},
    {"From", ROLE_UNREAD},    {"Select", ROLE_UNREAD},    {"Case", ROLE_UNREAD},
    {"For", ROLE_UNREAD},     {"Do", ROLE_KEYWORD},       {"Loop", ROLE_KEYWORD},
    {NULL, ROLE_OTHER}};

typedef struct parser {
    src_language language;
    const word_role *roles;
    const src_token *tokens;
    uint32_t count, at;
    rep_operand *out;
    uint32_t found, wanted;
    bool has_failed;
} parser;

/* A piece of the text: [first, end). */
typedef struct piece {
    uint32_t first, end;
} piece;

static const piece no_piece = {0, 0};

/* --- tokens ----------------------------------------------------------------------------------- */

static role role_at(const parser *p, uint32_t at) {
    for (const word_role *r = p->roles; at < p->count && r->text != NULL; r++) {
        if (src_token_is(&p->tokens[at], p->language, r->text)) {
            return r->role;
        }
    }
    return ROLE_OTHER;
}

/* Returns the bracket that closes the bracket at `open`; the end of the range when there is
 * none. */
static uint32_t closing_of(const parser *p, uint32_t open, uint32_t end) {
    uint32_t depth = 0;
    for (uint32_t i = open; i < end; i++) {
        role r = role_at(p, i);
        bool opens = r == ROLE_OPEN || src_token_is(&p->tokens[i], p->language, "?[");
        depth += opens ? 1 : 0;
        depth -= r == ROLE_CLOSE ? 1 : 0;
        if (depth == 0) {
            return i;
        }
    }
    return end;
}

/* Returns the next token in [from, end) with the role outside of brackets; `end` when there is
 * none. */
static uint32_t find_role(const parser *p, uint32_t from, uint32_t end, role wanted) {
    for (uint32_t i = from; i < end; i++) {
        role r = role_at(p, i);
        if (r == wanted) {
            return i;
        }
        if (r == ROLE_OPEN || src_token_is(&p->tokens[i], p->language, "?[")) {
            i = closing_of(p, i, end);
        }
    }
    return end;
}

static void fail(parser *p) {
    p->has_failed = true;
}

static void add(parser *p, rep_operand_kind kind, piece x, piece whole) {
    if (p->found == p->wanted || x.first >= x.end) {
        fail(p);
        return;
    }
    p->out[p->found++] = (rep_operand){.kind = kind,
                                       .tokens = &p->tokens[x.first],
                                       .count = x.end - x.first,
                                       .whole = &p->tokens[whole.first],
                                       .whole_count = whole.end - whole.first};
}

/* --- expressions ------------------------------------------------------------------------------ */

static void read_expression(parser *p, piece x, bool is_condition, piece whole, int depth);

/* Returns the start of the operand before `?.`: after the last operator, a keyword or a cast. */
static uint32_t receiver_start(const parser *p, piece x, uint32_t at) {
    uint32_t start = x.first;
    for (uint32_t i = x.first; i < at; i++) {
        const src_token *t = &p->tokens[i];
        bool is_operator = t->kind == SRC_TOKEN_SIGN && role_at(p, i) == ROLE_OTHER &&
                           !src_token_is(t, p->language, ".");
        bool is_word = src_token_is(t, p->language, "await") || src_token_is(t, p->language, "is");
        start = is_operator || is_word ? i + 1 : start;
        if (role_at(p, i) == ROLE_OPEN) {
            i = closing_of(p, i, at);
        }
    }
    return start;
}

/* Reads the text in the brackets that open at `open`: arguments, elements. Returns the closing
 * bracket. */
static uint32_t read_brackets(parser *p, uint32_t open, uint32_t end, int depth) {
    uint32_t close = closing_of(p, open, end);
    if (close == end) {
        fail(p);
        return end;
    }
    for (uint32_t from = open + 1; from < close && !p->has_failed;) {
        uint32_t to = find_role(p, from, close, ROLE_SEPARATOR);
        read_expression(p, (piece){from, to}, false, no_piece, depth + 1);
        from = to + 1;
    }
    return close;
}

/* Operators of conditions occur in brackets only. */
static void read_leaf(parser *p, piece x, bool is_condition, piece whole, int depth) {
    for (uint32_t i = x.first; i < x.end && !p->has_failed; i++) {
        switch ((int)role_at(p, i)) {
        case ROLE_RECEIVER:
            add(p, REP_OPERAND_NULL, (piece){receiver_start(p, x, i), i}, (piece){x.first, x.end});
            if (src_token_is(&p->tokens[i], p->language, "?[")) {
                i = read_brackets(p, i, x.end, depth);
            }
            break;
        case ROLE_OPEN:
            i = read_brackets(p, i, x.end, depth);
            break;
        case ROLE_UNREAD:
        case ROLE_QUESTION:
        case ROLE_CONDITION:
            fail(p);
            break;
        default:
            break;
        }
    }
    if (is_condition) {
        add(p, REP_OPERAND_CONDITION, x, whole);
    }
}

static bool is_bracketed(const parser *p, piece x) {
    return x.end - x.first >= 2 && src_token_is(&p->tokens[x.first], p->language, "(") &&
           closing_of(p, x.first, x.end) == x.end - 1;
}

/* Both sides of && or || are conditions. */
static void read_both(parser *p, piece x, uint32_t at, piece whole, int depth) {
    whole = whole.end > whole.first ? whole : x;
    read_expression(p, (piece){x.first, at}, true, whole, depth + 1);
    read_expression(p, (piece){at + 1, x.end}, true, whole, depth + 1);
}

static void read_choice(parser *p, piece x, uint32_t question, bool is_condition, int depth) {
    uint32_t inner = 0;
    uint32_t colon = question + 1;
    for (; colon < x.end; colon++) {
        role r = role_at(p, colon);
        if (r == ROLE_OPEN) {
            colon = closing_of(p, colon, x.end);
        } else if (r == ROLE_QUESTION) {
            inner++;
        } else if (r == ROLE_COLON && inner-- == 0) {
            break;
        }
    }
    if (colon >= x.end || is_condition) {
        fail(p); /* `int? x`; a ?: that is itself a condition has its own branches */
        return;
    }
    read_expression(p, (piece){x.first, question}, true, no_piece, depth + 1);
    read_expression(p, (piece){question + 1, colon}, false, no_piece, depth + 1);
    read_expression(p, (piece){colon + 1, x.end}, false, no_piece, depth + 1);
}

/* The search begins with the operators of the lowest precedence. */
static void read_expression(parser *p, piece x, bool is_condition, piece whole, int depth) {
    if (depth > MAX_DEPTH || x.first >= x.end) {
        p->has_failed = p->has_failed || depth > MAX_DEPTH || is_condition;
        return;
    }
    uint32_t assign = find_role(p, x.first, x.end, ROLE_ASSIGN);
    uint32_t question = find_role(p, x.first, x.end, ROLE_QUESTION);
    uint32_t coalesce = find_role(p, x.first, x.end, ROLE_COALESCE);
    uint32_t either = find_role(p, x.first, x.end, ROLE_OR);
    uint32_t both = find_role(p, x.first, x.end, ROLE_AND);
    if (assign < x.end) {
        read_leaf(p, (piece){x.first, assign}, false, no_piece, depth);
        read_expression(p, (piece){assign + 1, x.end}, is_condition, no_piece, depth + 1);
    } else if (question < x.end) {
        read_choice(p, x, question, is_condition, depth);
    } else if (coalesce < x.end) {
        read_expression(p, (piece){x.first, coalesce}, false, no_piece, depth + 1);
        add(p, REP_OPERAND_NULL, (piece){x.first, coalesce}, x);
        read_expression(p, (piece){coalesce + 1, x.end}, false, no_piece, depth + 1);
        p->has_failed = p->has_failed || is_condition;
    } else if (either < x.end || both < x.end) {
        read_both(p, x, either < x.end ? either : both, whole, depth);
    } else if (role_at(p, x.first) == ROLE_NOT && is_bracketed(p, (piece){x.first + 1, x.end})) {
        read_expression(p, (piece){x.first + 2, x.end - 1}, is_condition, whole, depth + 1);
    } else if (is_bracketed(p, x)) {
        read_expression(p, (piece){x.first + 1, x.end - 1}, is_condition, whole, depth + 1);
    } else {
        read_leaf(p, x, is_condition, whole, depth);
    }
}

/* --- statements ------------------------------------------------------------------------------- */

/* Handles `T? x = ...`: the question mark does not belong to a ?:. Returns the start of the
 * value. */
static uint32_t skip_nullable_type(const parser *p, uint32_t from) {
    uint32_t assign = find_role(p, from, p->count, ROLE_ASSIGN);
    bool is_nullable = assign < p->count && assign >= from + 3 &&
                       role_at(p, assign - 2) == ROLE_QUESTION &&
                       p->tokens[assign - 1].kind == SRC_TOKEN_WORD;
    return is_nullable ? assign + 1 : from;
}

/* Visual Basic: the first `=` of a statement without a keyword assigns. */
static uint32_t skip_assignment(const parser *p, uint32_t from) {
    bool is_vb = p->language == SRC_LANGUAGE_VB;
    for (uint32_t i = from; is_vb && i < p->count && role_at(p, i) == ROLE_OTHER; i++) {
        if (src_token_is(&p->tokens[i], p->language, "=")) {
            return i + 1;
        }
    }
    return from;
}

/* Reads `if (...)`, `while (...);`, `If ... Then`, `return ...;`, or an expression. An expression
 * without a statement around it is itself a condition (the middle of a for, a when with its own
 * point). */
static void read_statement(parser *p, bool is_condition) {
    uint32_t end = p->count;
    while (p->at < end && role_at(p, p->at) == ROLE_KEYWORD) {
        p->at++;
    }
    if (p->at < end && role_at(p, p->at) == ROLE_CONDITION) {
        is_condition = true;
        p->at++;
    } else if (!is_condition) {
        p->at = skip_assignment(p, skip_nullable_type(p, p->at));
    }
    while (end > p->at && (role_at(p, end - 1) == ROLE_SEPARATOR ||
                           (role_at(p, end - 1) == ROLE_KEYWORD && is_condition))) {
        end--;
    }
    piece x = {p->at, end};
    if (find_role(p, x.first, x.end, ROLE_SEPARATOR) < x.end) {
        fail(p); /* several declarations */
    }
    read_expression(p, x, is_condition, no_piece, 0);
}

static bool is_loop(const parser *p) {
    return p->language == SRC_LANGUAGE_CSHARP && p->count == 1 &&
           src_token_is(&p->tokens[0], p->language, "in");
}

static const word_role *roles_of(src_language language) {
    switch (language) {
    case SRC_LANGUAGE_CSHARP:
        return roles_csharp;
    case SRC_LANGUAGE_FSHARP:
        return roles_fsharp;
    case SRC_LANGUAGE_VB:
        return roles_vb;
    case SRC_LANGUAGE_OTHER:
        break;
    }
    return NULL;
}

static bool read_as(parser p, bool is_condition) {
    read_statement(&p, is_condition);
    return !p.has_failed && p.found == p.wanted;
}

bool rep_operands_find(cc_str text, src_language language, rep_operand *out, uint32_t wanted,
                       cc_arena *arena) {
    parser p = {.language = language, .roles = roles_of(language), .out = out, .wanted = wanted};
    p.tokens = p.roles == NULL ? NULL : src_tokens_of(text, language, arena, &p.count);
    if (p.tokens == NULL || p.count == 0) {
        return false;
    }
    if (is_loop(&p) && wanted == 1) {
        add(&p, REP_OPERAND_LOOP, (piece){0, 1}, no_piece);
        return true;
    }
    return read_as(p, false) || read_as(p, true);
}
