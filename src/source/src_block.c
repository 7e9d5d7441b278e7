/* Brackets, and the switch statements and lambdas between them; see src_block.h. */
#include "source/src_block.h"

static src_block *block_at(const src_blocks *s, uint32_t index) {
    return (src_block *)s->blocks.items[index];
}

void src_blocks_begin(src_blocks *s, cc_arena *arena) {
    *s = (src_blocks){.arena = arena, .blocks = {.arena = arena}, .around = UINT32_MAX};
}

/* False when there is no memory. */
static bool has_room(src_blocks *s) {
    src_bracket *brackets =
        cc_arena_grow(s->arena, s->brackets, s->depth, &s->bracket_cap, sizeof *s->brackets);
    s->brackets = brackets != NULL ? brackets : s->brackets;
    s->failed = s->failed || brackets == NULL;
    return brackets != NULL;
}

/* Deeper than any source of a person: such a file has no blocks. */
static void forget(src_blocks *s) {
    s->blocks.count = 0;
    s->around = UINT32_MAX;
    s->depth = 0;
}

static src_bracket_kind kind_of(src_before before, char sign) {
    static const struct {
        src_before before;
        char sign;
        src_bracket_kind kind;
    } rows[] = {
        {SRC_BEFORE_SWITCH, '(', SRC_BRACKET_VALUE},
        {SRC_BEFORE_BODY, '{', SRC_BRACKET_SWITCH},
        {SRC_BEFORE_DELEGATE, '(', SRC_BRACKET_PARAMETERS},
        {SRC_BEFORE_DELEGATE, '{', SRC_BRACKET_LAMBDA},
        {SRC_BEFORE_LAMBDA_BODY, '{', SRC_BRACKET_LAMBDA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].before == before && rows[i].sign == sign) {
            return rows[i].kind;
        }
    }
    return SRC_BRACKET_OTHER;
}

/* Adds the block whose body opens at the place. */
static src_block *open_body(src_blocks *s, src_bracket_kind kind, src_place place) {
    src_block *block = CC_NEW(s->arena, src_block);
    if (block == NULL) {
        s->failed = true;
        return NULL;
    }
    bool is_switch = kind == SRC_BRACKET_SWITCH;
    *block = (src_block){.kind = is_switch ? SRC_BLOCK_SWITCH : SRC_BLOCK_LAMBDA,
                         .head = is_switch ? s->head : place,
                         .head_end = is_switch ? s->head_end : place,
                         .open = place,
                         .around = s->around};
    cc_list_add(&s->blocks, block);
    s->failed = s->failed || s->blocks.failed;
    s->around = s->blocks.count - 1;
    return block;
}

static void open(src_blocks *s, const src_token *token, char sign) {
    src_bracket bracket = {.sign = sign, .kind = kind_of(s->before, sign), .head = s->head};
    if (s->depth == SRC_MAX_BRACKETS) {
        forget(s);
        return;
    }
    if (!has_room(s)) {
        return;
    }
    if (bracket.kind == SRC_BRACKET_SWITCH || bracket.kind == SRC_BRACKET_LAMBDA) {
        bracket.block = open_body(s, bracket.kind, token->place);
    }
    s->brackets[s->depth++] = bracket;
}

/* What was read before the token after this bracket. Brackets that are not balanced are code of
 * branches that exclude each other. */
static src_before close(src_blocks *s, const src_token *token, char sign) {
    char opening = sign == ')' ? '(' : '{';
    if (s->depth == 0 || s->brackets[s->depth - 1].sign != opening) {
        return SRC_BEFORE_OTHER;
    }
    const src_bracket *bracket = &s->brackets[--s->depth];
    if (bracket->block != NULL) {
        bracket->block->close = token->place;
        s->around = bracket->block->around;
    }
    if (bracket->kind == SRC_BRACKET_VALUE) {
        s->head = bracket->head;
        s->head_end = (src_place){token->place.line, token->place.column + 1};
        return SRC_BEFORE_BODY;
    }
    return bracket->kind == SRC_BRACKET_PARAMETERS ? SRC_BEFORE_LAMBDA_BODY : SRC_BEFORE_OTHER;
}

static src_before after_word(src_blocks *s, const src_token *token) {
    if (cc_str_eqz(token->text, "switch")) {
        s->head = token->place;
        return SRC_BEFORE_SWITCH;
    }
    return cc_str_eqz(token->text, "delegate") ? SRC_BEFORE_DELEGATE : SRC_BEFORE_OTHER;
}

static src_before after_sign(src_blocks *s, const src_token *token) {
    char sign = token->text.len == 1 ? token->text.s[0] : 0;
    if (sign == '(' || sign == '{') {
        open(s, token, sign);
        return SRC_BEFORE_OTHER;
    }
    if (sign == ')' || sign == '}') {
        return close(s, token, sign);
    }
    return cc_str_eqz(token->text, "=>") ? SRC_BEFORE_LAMBDA_BODY : SRC_BEFORE_OTHER;
}

void src_blocks_take(src_blocks *s, const src_token *token) {
    if (s->failed) {
        return;
    }
    switch (token->kind) {
    case SRC_TOKEN_WORD:
        s->before = after_word(s, token);
        break;
    case SRC_TOKEN_SIGN:
        s->before = after_sign(s, token);
        break;
    case SRC_TOKEN_LITERAL:
        s->before = SRC_BEFORE_OTHER;
        break;
    }
}

bool src_blocks_end(src_blocks *s, src_text *text) {
    uint32_t total = s->blocks.count;
    uint32_t *index = CC_NEW_ARRAY(s->arena, uint32_t, (size_t)total + 1);
    text->blocks = CC_NEW_ARRAY(s->arena, src_block, total);
    text->block_count = 0;
    if (s->failed || index == NULL || text->blocks == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < total; i++) {
        src_block block = *block_at(s, i);
        index[i] = block.around == UINT32_MAX ? UINT32_MAX : index[block.around];
        if (block.close.line > 0) {
            block.around = index[i];
            index[i] = text->block_count;
            text->blocks[text->block_count++] = block;
        }
    }
    return true;
}
