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
