/* Calls of native functions at the ends of a body; see rw_calls.h. The body is decoded once more and
 * written with long branches. */
#include "rewriter/rewrite/rw_calls.h"
#include "rewriter/rewrite/rw_bytes.h"

enum { FAT_HEADER = 12, FAT_CLAUSE = 24, SECTION_HEADER = 4, SECTION_EH_FAT = 0x41 };
enum { HEADER_FAT = 0x3003, HEADER_MORE_SECTIONS = 0x08, HEADER_INIT_LOCALS = 0x10 };
enum { CONSTANT = 10, TOKEN = 5, BRANCH = 5, LOCAL = 4, TAIL = 2, CALL_STACK = 3 };
enum { TAIL_BYTE = 0x14, WIDE = 0xFE };
enum { MOST_SECTION = 0xFFFFFF };

typedef struct calls_writer {
    const rw_calls *calls;
    il_body old;
    uint32_t *label; /* by instruction: its new offset; [insn_count]: the end of the old code */
    uint32_t try_start;
    uint32_t handler, end; /* offsets of the fault handler and of what follows it */
    uint32_t size;
} calls_writer;

/* --- sizes ------------------------------------------------------------------------------------ */

static bool is_call_of(const il_insn *insn, const rw_members *members) {
    if (insn->op != IL_CALL && insn->op != IL_CALLVIRT) {
        return false;
    }
    for (uint32_t i = 0; i < members->count; i++) {
        if (members->tokens[i] == (uint32_t)insn->operand) {
            return true;
        }
    }
    return false;
}

/* The function to call before the instruction; 0: none. */
static uint64_t call_before(const calls_writer *w, const il_insn *insn) {
    if (is_call_of(insn, &w->calls->completes)) {
        return w->calls->ended;
    }
    return is_call_of(insn, &w->calls->fails) ? w->calls->threw : 0;
}

/* At the entry, with `this`. */
static uint32_t enter_size(const rw_calls *calls) {
    return 1 + CONSTANT + CONSTANT + TOKEN + (calls->has_flow ? LOCAL : 0);
}

/* Where control leaves the method. */
static uint32_t leave_size(const rw_calls *calls) {
    return CONSTANT + CONSTANT + TOKEN + (calls->has_flow ? LOCAL : 0);
}

/* In a state machine. */
static uint32_t call_size(const rw_calls *calls) {
    return CONSTANT + CONSTANT + TOKEN + (calls->has_flow ? TOKEN : 0);
}

/* Inside a try nothing is a tail call. */
static bool loses_tail(const calls_writer *w, const il_insn *insn) {
    return w->calls->ends && (insn->prefixes & IL_PREFIX_TAIL) != 0;
}

static uint32_t insn_size(const calls_writer *w, const il_insn *insn) {
    if (w->calls->ends && insn->op == IL_RET) {
        return BRANCH + (w->calls->returns_value ? LOCAL : 0);
    }
    if (il_has_target(insn)) {
        return insn->prefix_size + BRANCH;
    }
    return insn->size - (loses_tail(w, insn) ? TAIL : 0);
}

static cc_err place(calls_writer *w, cc_arena *arena) {
    const il_body *old = &w->old;
    uint64_t at = w->calls->enters ? enter_size(w->calls) : 0;
    w->label = CC_NEW_ARRAY(arena, uint32_t, (size_t)old->insn_count + 1);
    if (w->label == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    w->try_start = (uint32_t)at;
    for (uint32_t i = 0; i < old->insn_count; i++) {
        if (w->calls->ends && old->insns[i].op == IL_JMP) {
            return cc_fail(CC_E_UNSUPPORTED, "the method ends with jmp");
        }
        w->label[i] = (uint32_t)at;
        at += call_before(w, &old->insns[i]) != 0 ? call_size(w->calls) : 0;
        at += insn_size(w, &old->insns[i]);
    }
    w->label[old->insn_count] = w->handler = (uint32_t)at;
    at += w->calls->ends ? leave_size(w->calls) + 1 : 0;
    w->end = (uint32_t)at;
    at += w->calls->ends ? leave_size(w->calls) + 1 + (w->calls->returns_value ? LOCAL : 0) : 0;
    w->size = (uint32_t)at;
    return at < IL_MAX_CODE ? CC_OK : cc_fail(CC_E_LIMIT, "the new code is too long");
}

/* --- code ------------------------------------------------------------------------------------- */

static void put_constant(rw_bytes *b, uint64_t value) {
    rw_put_op(b, IL_LDC_I8);
    rw_put_u64(b, value);
    rw_put_op(b, IL_CONV_U);
}

static void put_token(rw_bytes *b, il_op op, uint32_t token) {
    rw_put_op(b, op);
    rw_put_u32(b, token);
}

static void put_local(rw_bytes *b, il_op op, uint32_t local) {
    rw_put_u8(b, WIDE);
    rw_put_u8(b, il_op_get(op)->byte1);
    rw_put_u16(b, local);
}

static void put_enter(rw_bytes *b, const rw_calls *calls) {
    rw_put_op(b, calls->has_this ? IL_LDARG_0 : IL_LDNULL);
    put_constant(b, calls->argument);
    put_constant(b, calls->enter);
    put_token(b, calls->has_flow ? IL_CALL : IL_CALLI, calls->enter_token);
    if (calls->has_flow) {
        put_local(b, IL_STLOC, calls->before);
    }
}

static void put_leave(rw_bytes *b, const rw_calls *calls, uint64_t function) {
    if (calls->has_flow) {
        put_local(b, IL_LDLOC, calls->before);
    }
    put_constant(b, calls->argument);
    put_constant(b, function);
    put_token(b, calls->has_flow ? IL_CALL : IL_CALLI,
              calls->has_flow ? calls->leave_token : calls->end_token);
}

static void put_call(rw_bytes *b, const rw_calls *calls, uint64_t function) {
    put_constant(b, calls->argument);
    if (calls->has_flow) {
        put_token(b, IL_LDSFLD, calls->field);
    }
    put_constant(b, function);
    put_token(b, IL_CALLI, calls->end_token);
}

static void put_branch(rw_bytes *b, il_op op, uint32_t from, uint32_t to) {
    rw_put_op(b, op);
    rw_put_u32(b, to - from - BRANCH);
}

static void put_ret(rw_bytes *b, const calls_writer *w, uint32_t at) {
    if (w->calls->returns_value) {
        put_local(b, IL_STLOC, w->calls->local);
        at += LOCAL;
    }
    put_branch(b, IL_LEAVE, at, w->end);
}

static void put_switch(rw_bytes *b, const calls_writer *w, const il_insn *insn, uint32_t end) {
    rw_put_op(b, IL_SWITCH);
    rw_put_u32(b, insn->target_count);
    for (uint32_t i = 0; i < insn->target_count; i++) {
        rw_put_u32(b, w->label[w->old.targets[insn->target + i]] - end);
    }
}

/* Bytes of the prefix whose second byte this is, with its operand (III.2). */
static uint32_t prefix_size(uint8_t second) {
    enum { UNALIGNED = 0x12, CONSTRAINED = 0x16, NO = 0x19, OPCODE = 2, TOKEN_OPERAND = 4 };
    switch (second) {
    case CONSTRAINED:
        return OPCODE + TOKEN_OPERAND;
    case UNALIGNED:
    case NO:
        return OPCODE + 1;
    default:
        return OPCODE;
    }
}

/* The prefixes, without tail. inside the try. */
static void put_prefixes(rw_bytes *b, const calls_writer *w, const il_insn *insn) {
    const uint8_t *bytes = w->old.code.data + insn->offset;
    uint32_t at = 0;
    while (at < insn->prefix_size) {
        uint8_t second = bytes[at + 1];
        uint32_t size = prefix_size(second);
        if (second != TAIL_BYTE || !w->calls->ends) {
            rw_put_bytes(b, bytes + at, size);
        }
        at += size;
    }
}

static void put_insn(rw_bytes *b, const calls_writer *w, uint32_t index, uint32_t at) {
    const il_insn *insn = &w->old.insns[index];
    const uint8_t *bytes = w->old.code.data + insn->offset;
    uint32_t end = w->label[index + 1];
    if (w->calls->ends && insn->op == IL_RET) {
        put_ret(b, w, at);
        return;
    }
    if (!il_has_target(insn) && insn->op != IL_SWITCH && !loses_tail(w, insn)) {
        rw_put_bytes(b, bytes, insn->size);
        return;
    }
    put_prefixes(b, w, insn);
    if (il_has_target(insn)) {
        put_branch(b, il_long_op(insn), at + insn->prefix_size, w->label[insn->target]);
    } else if (insn->op == IL_SWITCH) {
        put_switch(b, w, insn, end);
    } else {
        rw_put_bytes(b, bytes + insn->prefix_size, insn->size - insn->prefix_size);
    }
}

static void put_code(rw_bytes *b, const calls_writer *w) {
    const rw_calls *calls = w->calls;
    if (calls->enters) {
        put_enter(b, calls);
    }
    for (uint32_t i = 0; i < w->old.insn_count; i++) {
        uint64_t function = call_before(w, &w->old.insns[i]);
        uint32_t at = w->label[i];
        if (function != 0) {
            put_call(b, calls, function);
            at += call_size(calls);
        }
        put_insn(b, w, i, at);
    }
    if (!calls->ends) {
        return;
    }
    put_leave(b, calls, calls->threw);
    rw_put_op(b, IL_ENDFINALLY);
    put_leave(b, calls, calls->ended);
    if (calls->returns_value) {
        put_local(b, IL_LDLOC, calls->local);
    }
    rw_put_op(b, IL_RET);
}

/* --- header and clauses ----------------------------------------------------------------------- */

static void put_clause(rw_bytes *b, uint32_t kind, uint32_t start, uint32_t end, uint32_t handler,
                       uint32_t handler_end, uint32_t last) {
    rw_put_u32(b, kind);
    rw_put_u32(b, start);
    rw_put_u32(b, end - start);
    rw_put_u32(b, handler);
    rw_put_u32(b, handler_end - handler);
    rw_put_u32(b, last);
}

static uint32_t clause_count(const calls_writer *w) {
    return w->old.clause_count + (w->calls->ends ? 1 : 0);
}

/* The new clause is around all others, so it is the last one (II.25.4.6). */
static void put_clauses(rw_bytes *b, const calls_writer *w) {
    rw_put_u32(b, SECTION_EH_FAT | (SECTION_HEADER + clause_count(w) * FAT_CLAUSE) << 8);
    for (uint32_t i = 0; i < w->old.clause_count; i++) {
        const il_clause *c = &w->old.clauses[i];
        uint32_t last =
            c->kind == IL_CLAUSE_FILTER ? w->label[c->filter_start] : c->class_token;
        put_clause(b, (uint32_t)c->kind, w->label[c->try_start], w->label[c->try_end],
                   w->label[c->handler_start], w->label[c->handler_end], last);
    }
    if (w->calls->ends) {
        put_clause(b, IL_CLAUSE_FAULT, w->try_start, w->handler, w->handler, w->end, 0);
    }
}

static bool has_locals(const rw_calls *calls) {
    return calls->ends && (calls->returns_value || calls->has_flow);
}

static void put_header(rw_bytes *b, const calls_writer *w) {
    const rw_calls *calls = w->calls;
    uint32_t flags = HEADER_FAT | (clause_count(w) > 0 ? (uint32_t)HEADER_MORE_SECTIONS : 0) |
                     (w->old.init_locals ? (uint32_t)HEADER_INIT_LOCALS : 0);
    rw_put_u16(b, flags);
    rw_put_u16(b, w->old.max_stack + CALL_STACK);
    rw_put_u32(b, w->size);
    rw_put_u32(b, has_locals(calls) ? calls->local_sig : w->old.local_sig);
}

/* --- the result ------------------------------------------------------------------------------- */

static void move_places(rw_result *io, const calls_writer *w) {
    for (uint32_t i = 1; i < io->map_count; i++) {
        io->map[i].new_offset = w->label[w->old.insn_at[io->map[i].new_offset]];
    }
    for (uint32_t i = 0; i < io->site_count; i++) {
        io->sites[i].offset = w->label[w->old.insn_at[io->sites[i].offset]];
    }
}

static size_t align4(size_t size) {
    return (size + 3) & ~(size_t)3;
}

cc_err rw_add_calls(rw_result *io, const rw_calls *calls, cc_arena *arena) {
    calls_writer w = {.calls = calls};
    CC_TRY(il_decode(&w.old, io->body, arena));
    CC_TRY(place(&w, arena));
    uint32_t clauses = clause_count(&w);
    size_t section = clauses > 0 ? SECTION_HEADER + (size_t)clauses * FAT_CLAUSE : 0;
    if (w.old.max_stack > UINT16_MAX - CALL_STACK || section > MOST_SECTION) {
        return cc_fail(CC_E_LIMIT, "the new body is too large");
    }
    size_t size = section > 0 ? align4(FAT_HEADER + w.size) + section : FAT_HEADER + w.size;
    uint8_t *bytes = cc_arena_alloc(arena, size, 1);
    if (bytes == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    rw_bytes b = {bytes};
    put_header(&b, &w);
    put_code(&b, &w);
    if (section > 0) {
        b.at = bytes + align4(FAT_HEADER + w.size);
        put_clauses(&b, &w);
    }
    move_places(io, &w);
    io->body = (cc_span){bytes, size};
    io->code_offset = FAT_HEADER;
    io->code_size = w.size;
    return CC_OK;
}
