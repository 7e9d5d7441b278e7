/* The assembler of il_asm.h. Layout: ECMA-335 II.25.4. */
#include "il_asm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_OFFSET UINT32_MAX

/* A branch operand to be filled in when all labels are known. */
typedef struct fixup {
    uint32_t at;   /* code offset of the operand */
    uint32_t from; /* the distance counts from here */
    uint32_t label;
    bool is_short;
} fixup;

typedef struct clause {
    il_clause_kind kind;
    uint32_t label[4]; /* try start, try end, handler start, handler end */
    uint32_t last;
} clause;

typedef struct array {
    void *items;
    size_t count;
    size_t cap;
} array;

struct il_asm {
    cc_arena *arena;
    uint16_t max_stack;
    uint32_t local_sig;
    bool init_locals;
    il_asm_header header;
    il_asm_eh eh;
    array code;    /* uint8_t */
    array labels;  /* uint32_t, offset or NO_OFFSET */
    array fixups;  /* fixup */
    array clauses; /* clause */
};

static _Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static _Noreturn void die(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    fputs("il_asm: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

static void *arena_get(cc_arena *arena, size_t count, size_t size) {
    void *memory = cc_arena_alloc(arena, count, size);
    if (memory == NULL) {
        die("out of memory");
    }
    return memory;
}

/* Room for `add` more items; returns the first new one. The arena keeps outgrown blocks. */
static void *array_add(il_asm *a, array *list, size_t add, size_t size) {
    if (list->count + add > list->cap) {
        size_t cap = (list->count + add) * 2 + 16;
        void *items = arena_get(a->arena, cap, size);
        if (list->count > 0) {
            memcpy(items, list->items, list->count * size);
        }
        list->items = items;
        list->cap = cap;
    }
    void *added = (uint8_t *)list->items + list->count * size;
    list->count += add;
    return added;
}

static void put_u8(il_asm *a, uint32_t v) {
    *(uint8_t *)array_add(a, &a->code, 1, 1) = (uint8_t)v;
}

static void put_le(il_asm *a, uint64_t v, unsigned size) {
    for (unsigned i = 0; i < size; i++) {
        put_u8(a, (uint32_t)(v >> (8 * i)) & 0xFF);
    }
}

il_asm *il_asm_new(cc_arena *arena) {
    il_asm *a = arena_get(arena, 1, sizeof(*a));
    a->arena = arena;
    a->max_stack = 8;
    return a;
}

void il_asm_locals(il_asm *a, uint32_t local_sig, bool init_locals) {
    a->local_sig = local_sig;
    a->init_locals = init_locals;
}

void il_asm_max_stack(il_asm *a, uint16_t max_stack) {
    a->max_stack = max_stack;
}

void il_asm_form(il_asm *a, il_asm_header header, il_asm_eh eh) {
    a->header = header;
    a->eh = eh;
}

uint32_t il_asm_pos(const il_asm *a) {
    return (uint32_t)a->code.count;
}

void il_asm_op(il_asm *a, il_op op) {
    const il_op_info *info = il_op_get(op);
    put_u8(a, info->byte0);
    if (info->byte0 == 0xFE) {
        put_u8(a, info->byte1);
    }
}

static unsigned immediate_size(il_op op) {
    switch ((il_operand)il_op_get(op)->operand) {
    case IL_OPERAND_U8:
    case IL_OPERAND_I8:
        return 1;
    case IL_OPERAND_U16:
        return 2;
    case IL_OPERAND_I32:
    case IL_OPERAND_R32:
    case IL_OPERAND_TOKEN:
        return 4;
    case IL_OPERAND_I64:
    case IL_OPERAND_R64:
        return 8;
    case IL_OPERAND_NONE:
    case IL_OPERAND_BRANCH8:
    case IL_OPERAND_BRANCH32:
    case IL_OPERAND_SWITCH:
        break;
    }
    die("%s has no immediate operand", il_op_get(op)->name);
}

void il_asm_imm(il_asm *a, il_op op, int64_t value) {
    unsigned size = immediate_size(op);
    il_asm_op(a, op);
    put_le(a, (uint64_t)value, size);
}

void il_asm_token(il_asm *a, il_op op, uint32_t token) {
    il_asm_imm(a, op, (int64_t)token);
}

static void add_fixup(il_asm *a, uint32_t label, bool is_short, uint32_t from) {
    fixup *f = array_add(a, &a->fixups, 1, sizeof(*f));
    *f = (fixup){il_asm_pos(a), from, label, is_short};
    put_le(a, 0, is_short ? 1 : 4);
}

void il_asm_branch(il_asm *a, il_op op, uint32_t label) {
    uint8_t operand = il_op_get(op)->operand;
    if (operand != IL_OPERAND_BRANCH8 && operand != IL_OPERAND_BRANCH32) {
        die("%s is no branch", il_op_get(op)->name);
    }
    bool is_short = operand == IL_OPERAND_BRANCH8;
    il_asm_op(a, op);
    add_fixup(a, label, is_short, il_asm_pos(a) + (is_short ? 1 : 4));
}

void il_asm_switch(il_asm *a, const uint32_t *labels, uint32_t count) {
    il_asm_op(a, IL_SWITCH);
    put_le(a, count, 4);
    uint32_t from = il_asm_pos(a) + 4 * count;
    for (uint32_t i = 0; i < count; i++) {
        add_fixup(a, labels[i], false, from);
    }
}

void il_asm_raw(il_asm *a, const void *bytes, size_t len) {
    if (len > 0) {
        memcpy(array_add(a, &a->code, len, 1), bytes, len);
    }
}

void il_asm_label(il_asm *a, uint32_t label) {
    if (label > 1u << 22) {
        die("label %u is too large", label);
    }
    while (a->labels.count <= label) {
        *(uint32_t *)array_add(a, &a->labels, 1, sizeof(uint32_t)) = NO_OFFSET;
    }
    uint32_t *offset = (uint32_t *)a->labels.items + label;
    if (*offset != NO_OFFSET) {
        die("label %u is set twice", label);
    }
    *offset = il_asm_pos(a);
}

bool il_asm_has_label(const il_asm *a, uint32_t label) {
    return label < a->labels.count && ((uint32_t *)a->labels.items)[label] != NO_OFFSET;
}

uint32_t il_asm_offset(const il_asm *a, uint32_t label) {
    if (!il_asm_has_label(a, label)) {
        die("label %u is never set", label);
    }
    return ((uint32_t *)a->labels.items)[label];
}

void il_asm_clause(il_asm *a, il_clause_kind kind, uint32_t try_start, uint32_t try_end,
                   uint32_t handler_start, uint32_t handler_end, uint32_t filter_or_token) {
    clause *c = array_add(a, &a->clauses, 1, sizeof(*c));
    *c = (clause){kind, {try_start, try_end, handler_start, handler_end}, filter_or_token};
}

static void resolve(const il_asm *a) {
    const fixup *fixups = a->fixups.items;
    uint8_t *code = a->code.items;
    for (size_t i = 0; i < a->fixups.count; i++) {
        const fixup *f = &fixups[i];
        int64_t distance = (int64_t)il_asm_offset(a, f->label) - (int64_t)f->from;
        if (f->is_short && (distance < INT8_MIN || distance > INT8_MAX)) {
            die("short branch at %u cannot reach label %u", f->at, f->label);
        }
        unsigned size = f->is_short ? 1 : 4;
        for (unsigned k = 0; k < size; k++) {
            code[f->at + k] = (uint8_t)((uint64_t)distance >> (8 * k));
        }
    }
}

/* Flags, try offset and length, handler offset and length, class token or filter offset. */
static void clause_fields(const il_asm *a, const clause *c, uint32_t fields[6]) {
    uint32_t at[4];
    for (unsigned i = 0; i < 4; i++) {
        at[i] = il_asm_offset(a, c->label[i]);
    }
    fields[0] = (uint32_t)c->kind;
    fields[1] = at[0];
    fields[2] = at[1] - at[0];
    fields[3] = at[2];
    fields[4] = at[3] - at[2];
    fields[5] = c->kind == IL_CLAUSE_FILTER ? il_asm_offset(a, c->last) : c->last;
}

static bool fits_small(const il_asm *a) {
    if (a->eh != IL_ASM_EH_AUTO || a->clauses.count > 20) {
        return false;
    }
    const clause *clauses = a->clauses.items;
    for (size_t i = 0; i < a->clauses.count; i++) {
        uint32_t f[6];
        clause_fields(a, &clauses[i], f);
        if (f[1] > 0xFFFF || f[3] > 0xFFFF || f[2] > 0xFF || f[4] > 0xFF) {
            return false;
        }
    }
    return true;
}

static void put_section(cc_buf *out, const il_asm *a, size_t first, size_t count, bool small,
                        bool more) {
    static const unsigned small_sizes[6] = {2, 2, 1, 2, 1, 4};
    cc_buf_align(out, 4);
    size_t size = 4 + count * (small ? 12 : 24);
    cc_buf_u8(out, (uint8_t)(0x01 | (small ? 0 : 0x40) | (more ? 0x80 : 0)));
    cc_buf_u8(out, (uint8_t)size);
    cc_buf_u16(out, (uint16_t)(small ? 0 : size >> 8));
    const clause *clauses = (const clause *)a->clauses.items + first;
    for (size_t i = 0; i < count; i++) {
        uint32_t fields[6];
        clause_fields(a, &clauses[i], fields);
        for (unsigned k = 0; k < 6; k++) {
            unsigned width = small ? small_sizes[k] : 4;
            for (unsigned b = 0; b < width; b++) {
                cc_buf_u8(out, (uint8_t)(fields[k] >> (8 * b)));
            }
        }
    }
}

static void put_sections(cc_buf *out, const il_asm *a) {
    size_t count = a->clauses.count;
    if (count == 0) {
        return;
    }
    if (a->eh != IL_ASM_EH_EACH) {
        put_section(out, a, 0, count, fits_small(a), false);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        put_section(out, a, i, 1, false, i + 1 < count);
    }
}

static void put_header(cc_buf *out, const il_asm *a) {
    bool has_clauses = a->clauses.count > 0;
    if (a->header == IL_ASM_AUTO && !has_clauses && a->local_sig == 0 && !a->init_locals &&
        a->max_stack <= 8 && a->code.count < 64) {
        cc_buf_u8(out, (uint8_t)(a->code.count << 2 | 2));
        return;
    }
    cc_buf_u16(out, (uint16_t)(0x3003 | (has_clauses ? 8 : 0) | (a->init_locals ? 0x10 : 0)));
    cc_buf_u16(out, a->max_stack);
    cc_buf_u32(out, (uint32_t)a->code.count);
    cc_buf_u32(out, a->local_sig);
}

cc_span il_asm_finish(il_asm *a) {
    resolve(a);
    cc_buf out = {0};
    put_header(&out, a);
    cc_buf_bytes(&out, a->code.items, a->code.count);
    put_sections(&out, a);
    if (!cc_buf_ok(&out)) {
        die("out of memory");
    }
    cc_span body = cc_arena_copy(a->arena, cc_buf_span(&out));
    cc_buf_free(&out);
    if (body.data == NULL) {
        die("out of memory");
    }
    return body;
}
