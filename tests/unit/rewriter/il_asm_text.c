/* The text form of the assembler of il_asm.h. */
#include "il_asm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SWITCH = 512 };

static _Noreturn void die_at(const char *what, const char *at) {
    fprintf(stderr, "il_asm_text: %s at: %.40s\n", what, at);
    abort();
}

static bool is_end(char c) {
    return c == '\0' || c == ';' || c == '\n';
}

static const char *skip_blanks(const char *s) {
    while (*s == ' ' || *s == '\t') {
        s++;
    }
    return s;
}

static size_t word_length(const char *s) {
    size_t n = 0;
    while (!is_end(s[n]) && !isspace((unsigned char)s[n])) {
        n++;
    }
    return n;
}

static const char *read_label(const char *s, uint32_t *label) {
    if (*s != '@') {
        die_at("label expected", s);
    }
    char *end = NULL;
    *label = (uint32_t)strtoul(s + 1, &end, 10);
    if (end == s + 1) {
        die_at("label number expected", s);
    }
    return end;
}

static il_op find_op(const char *word, size_t len) {
    for (unsigned i = 0; i < IL_OP_COUNT; i++) {
        const char *name = il_op_get((il_op)i)->name;
        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            return (il_op)i;
        }
    }
    die_at("unknown mnemonic", word);
}

static const char *switch_text(il_asm *a, const char *s) {
    uint32_t labels[MAX_SWITCH];
    uint32_t count = 0;
    for (s = skip_blanks(s); *s == '@'; s = skip_blanks(s)) {
        if (count == MAX_SWITCH) {
            die_at("too many labels", s);
        }
        s = read_label(s, &labels[count++]);
    }
    il_asm_switch(a, labels, count);
    return s;
}

static const char *operand_text(il_asm *a, il_op op, const char *s) {
    uint8_t operand = il_op_get(op)->operand;
    if (operand == IL_OPERAND_NONE) {
        il_asm_op(a, op);
        return s;
    }
    if (operand == IL_OPERAND_SWITCH) {
        return switch_text(a, s);
    }
    s = skip_blanks(s);
    if (operand == IL_OPERAND_BRANCH8 || operand == IL_OPERAND_BRANCH32) {
        uint32_t label = 0;
        s = read_label(s, &label);
        il_asm_branch(a, op, label);
        return s;
    }
    char *end = NULL;
    long long value = strtoll(s, &end, 0);
    if (end == s) {
        die_at("number expected", s);
    }
    il_asm_imm(a, op, value);
    return end;
}

/* ".finally @0 @1 @1 @2": kind and five operands, the last one for catch and filter only. */
static const char *clause_text(il_asm *a, const char *s) {
    static const struct {
        const char *name;
        il_clause_kind kind;
    } kinds[] = {{".catch", IL_CLAUSE_CATCH},
                 {".filter", IL_CLAUSE_FILTER},
                 {".finally", IL_CLAUSE_FINALLY},
                 {".fault", IL_CLAUSE_FAULT}};
    size_t len = word_length(s);
    size_t k = 0;
    while (k < 4 && (strlen(kinds[k].name) != len || memcmp(kinds[k].name, s, len) != 0)) {
        k++;
    }
    if (k == 4) {
        die_at("unknown clause", s);
    }
    uint32_t at[5] = {0, 0, 0, 0, 0};
    s += len;
    for (unsigned i = 0; i < 4; i++) {
        s = read_label(skip_blanks(s), &at[i]);
    }
    s = skip_blanks(s);
    if (kinds[k].kind == IL_CLAUSE_FILTER) {
        s = read_label(s, &at[4]);
    } else if (kinds[k].kind == IL_CLAUSE_CATCH) {
        char *end = NULL;
        at[4] = (uint32_t)strtoul(s, &end, 0);
        s = end;
    }
    il_asm_clause(a, kinds[k].kind, at[0], at[1], at[2], at[3], at[4]);
    return skip_blanks(s);
}

/* One item: labels, prefixes and at most one instruction. */
static const char *item_text(il_asm *a, const char *s) {
    for (s = skip_blanks(s); *s == '@'; s = skip_blanks(s)) {
        uint32_t label = 0;
        s = skip_blanks(read_label(s, &label));
        if (*s != ':') {
            die_at("':' expected", s);
        }
        il_asm_label(a, label);
        s++;
    }
    if (*s == '.') {
        return clause_text(a, s);
    }
    while (!is_end(*s)) {
        size_t len = word_length(s);
        il_op op = find_op(s, len);
        s = skip_blanks(operand_text(a, op, s + len));
        if (il_op_get(op)->flow != IL_FLOW_PREFIX && !is_end(*s)) {
            die_at("';' expected", s);
        }
    }
    return s;
}

void il_asm_text(il_asm *a, const char *text) {
    for (const char *s = text; *s != '\0';) {
        s = item_text(a, s);
        if (*s != '\0') {
            s++;
        }
    }
}
