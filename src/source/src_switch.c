/* Brackets and the switch statements between them; see src_switch.h. */
#include "source/src_switch.h"

static src_block *block_at(const src_switches *s, uint32_t index) {
    return (src_block *)s->blocks.items[index];
}

static bool begin(src_switches *s) {
    s->is_begun = true;
    s->around = s->pending = UINT32_MAX;
    s->brackets = CC_NEW_ARRAY(s->arena, src_bracket, SRC_MAX_BRACKETS);
    s->failed = s->brackets == NULL;
    return !s->failed;
}

static void add_block(src_switches *s) {
    src_block *block = CC_NEW(s->arena, src_block);
    s->failed = s->failed || block == NULL;
    if (block != NULL) {
        *block = (src_block){.head = s->word, .around = s->around};
        cc_list_add(&s->blocks, block);
        s->failed = s->failed || s->blocks.failed;
    }
}

/* Deeper than any source of a person: such a file has no switches. */
static void push(src_switches *s, char sign, uint32_t block) {
    if (s->depth == SRC_MAX_BRACKETS) {
        s->blocks.count = 0;
        s->depth = 0;
        s->around = s->pending = UINT32_MAX;
        return;
    }
    s->brackets[s->depth++] = (src_bracket){sign, block};
}

static void open(src_switches *s, const src_token *token, char sign) {
    if (sign == '(' && s->is_word) {
        add_block(s);
        push(s, sign, s->failed ? UINT32_MAX : s->blocks.count - 1);
    } else if (sign == '{' && s->pending != UINT32_MAX) {
        block_at(s, s->pending)->open = token->place;
        push(s, sign, s->pending);
        s->around = s->pending;
    } else {
        push(s, sign, UINT32_MAX);
    }
}

static void close(src_switches *s, const src_token *token, char sign) {
    char opening = sign == ')' ? '(' : '{';
    uint32_t block = UINT32_MAX;
    if (s->depth == 0 || s->brackets[s->depth - 1].sign != opening) {
        return; /* not balanced: code of branches that exclude each other */
    }
    block = s->brackets[--s->depth].block;
    s->pending = UINT32_MAX;
    if (block == UINT32_MAX) {
        return;
    }
    if (sign == ')') {
        block_at(s, block)->head_end = (src_place){token->place.line, token->place.column + 1};
        s->pending = block;
    } else {
        block_at(s, block)->close = token->place;
        s->around = block_at(s, block)->around;
    }
}

void src_switches_take(src_switches *s, const src_token *token) {
    if (s->failed || (!s->is_begun && !begin(s))) {
        return;
    }
    char sign = token->kind == SRC_TOKEN_SIGN && token->text.len == 1 ? token->text.s[0] : 0;
    bool opens = sign == '(' || sign == '{';
    bool closes = sign == ')' || sign == '}';
    uint32_t pending = s->pending;
    if (opens) {
        open(s, token, sign);
    } else if (closes) {
        close(s, token, sign);
    }
    s->pending = closes && s->pending != pending ? s->pending : UINT32_MAX;
    s->is_word = token->kind == SRC_TOKEN_WORD && cc_str_eqz(token->text, "switch");
    s->word = s->is_word ? token->place : s->word;
}

/* Blocks that were never closed, or have no body, are left out. */
bool src_switches_end(src_switches *s, src_block **out, uint32_t *count) {
    uint32_t total = s->blocks.count;
    uint32_t *index = CC_NEW_ARRAY(s->arena, uint32_t, (size_t)total + 1);
    *out = CC_NEW_ARRAY(s->arena, src_block, total);
    *count = 0;
    if (s->failed || index == NULL || *out == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < total; i++) {
        src_block block = *block_at(s, i);
        index[i] = block.around == UINT32_MAX ? UINT32_MAX : index[block.around];
        if (block.close.line > 0) {
            block.around = index[i];
            index[i] = *count;
            (*out)[(*count)++] = block;
        }
    }
    return true;
}
