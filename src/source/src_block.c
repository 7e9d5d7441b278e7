/* Brackets, and the switch statements and lambdas between them; see src_block.h. */
#include "source/src_block.h"

static src_block *block_at(const src_block_list *list, uint32_t index) {
    return (src_block *)list->blocks.items[index];
}

void src_blocks_begin(src_blocks *s, cc_arena *arena) {
    *s = (src_blocks){.arena = arena};
    s->switches = s->lambdas = (src_block_list){{.arena = arena}, UINT32_MAX};
    s->brackets = CC_NEW_ARRAY(arena, src_bracket, SRC_MAX_BRACKETS);
    s->failed = s->brackets == NULL;
}

/* The new block's index. */
static uint32_t add_block(src_blocks *s, src_block_list *list, src_place head) {
    src_block *block = CC_NEW(s->arena, src_block);
    if (block == NULL) {
        s->failed = true;
        return 0;
    }
    *block = (src_block){.head = head, .around = list->around};
    cc_list_add(&list->blocks, block);
    s->failed = s->failed || list->blocks.failed;
    return list->blocks.count - 1;
}

/* Deeper than any source of a person: such a file has no blocks. */
static void forget(src_blocks *s) {
    s->switches.blocks.count = s->lambdas.blocks.count = 0;
    s->switches.around = s->lambdas.around = UINT32_MAX;
    s->depth = 0;
}

static void open_body(src_block_list *list, uint32_t index, src_place place) {
    block_at(list, index)->open = place;
    list->around = index;
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

static void open(src_blocks *s, const src_token *token, char sign) {
    src_bracket bracket = {sign, kind_of(s->before, sign), 0};
    if (s->depth == SRC_MAX_BRACKETS) {
        forget(s);
        return;
    }
    if (bracket.kind == SRC_BRACKET_VALUE) {
        bracket.block = add_block(s, &s->switches, s->word);
    } else if (bracket.kind == SRC_BRACKET_SWITCH) {
        bracket.block = s->value;
    } else if (bracket.kind == SRC_BRACKET_LAMBDA) {
        bracket.block = add_block(s, &s->lambdas, token->place);
    }
    if (s->failed) {
        return;
    }
    if (bracket.kind == SRC_BRACKET_SWITCH) {
        open_body(&s->switches, bracket.block, token->place);
    } else if (bracket.kind == SRC_BRACKET_LAMBDA) {
        open_body(&s->lambdas, bracket.block, token->place);
    }
    s->brackets[s->depth++] = bracket;
}

static void close_body(src_block_list *list, uint32_t index, src_place place) {
    block_at(list, index)->close = place;
    list->around = block_at(list, index)->around;
}

/* What was read before the token after this bracket. Brackets that are not balanced are code of
 * branches that exclude each other. */
static src_before close(src_blocks *s, const src_token *token, char sign) {
    char opening = sign == ')' ? '(' : '{';
    if (s->depth == 0 || s->brackets[s->depth - 1].sign != opening) {
        return SRC_BEFORE_OTHER;
    }
    const src_bracket *bracket = &s->brackets[--s->depth];
    switch (bracket->kind) {
    case SRC_BRACKET_VALUE:
        block_at(&s->switches, bracket->block)->head_end =
            (src_place){token->place.line, token->place.column + 1};
        s->value = bracket->block;
        return SRC_BEFORE_BODY;
    case SRC_BRACKET_PARAMETERS:
        return SRC_BEFORE_LAMBDA_BODY;
    case SRC_BRACKET_SWITCH:
        close_body(&s->switches, bracket->block, token->place);
        break;
    case SRC_BRACKET_LAMBDA:
        close_body(&s->lambdas, bracket->block, token->place);
        break;
    case SRC_BRACKET_OTHER:
        break;
    }
    return SRC_BEFORE_OTHER;
}

static src_before after_word(src_blocks *s, const src_token *token) {
    if (cc_str_eqz(token->text, "switch")) {
        s->word = token->place;
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

/* Blocks that were never closed, or have no body, are left out. */
static bool take_closed(const src_blocks *s, const src_block_list *list, src_block **out,
                        uint32_t *count) {
    uint32_t total = list->blocks.count;
    uint32_t *index = CC_NEW_ARRAY(s->arena, uint32_t, (size_t)total + 1);
    *out = CC_NEW_ARRAY(s->arena, src_block, total);
    *count = 0;
    if (index == NULL || *out == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < total; i++) {
        src_block block = *block_at(list, i);
        index[i] = block.around == UINT32_MAX ? UINT32_MAX : index[block.around];
        if (block.close.line > 0) {
            block.around = index[i];
            index[i] = *count;
            (*out)[(*count)++] = block;
        }
    }
    return true;
}

bool src_blocks_end(src_blocks *s, src_text *text) {
    return !s->failed && take_closed(s, &s->switches, &text->switches, &text->switch_count) &&
           take_closed(s, &s->lambdas, &text->lambdas, &text->lambda_count);
}
