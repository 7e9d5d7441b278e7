/* Emitting: bytes of the new body, offset map, probe sites.
 * Input: sized items. Output: rw_result. Layout: ECMA-335 II.25.4; always a fat header, fat clauses
 * in the order read. Probe forms: see rw_probe_kind. */
#include "rewriter/rewrite/rw_internal.h"

#include <string.h>

enum { FAT_HEADER = 12, FAT_CLAUSE = 24, SECTION_HEADER = 4 };
enum { HEADER_FAT = 0x3003, HEADER_MORE_SECTIONS = 0x08, HEADER_INIT_LOCALS = 0x10 };
enum { SECTION_EH_FAT = 0x41 };
enum { LOW_LIMIT_BITS = 31 };
enum { COUNTER_MASK = 0xFFFFFF }; /* rw_site.counter has 24 bits */
_Static_assert(PROBE_MAX_NODES <= COUNTER_MASK, "a counter fits into a site");
enum { STORE_SIZE = 2, CHECK_SIZE = 4 }; /* ldc.i4.1; stind.i1 and ldind.u1; ldc.i4.1; beq.s */

/* Memory of the exact size, written from front to back. */
typedef struct writer {
    uint8_t *at;
} writer;

static void put_u8(writer *w, uint32_t v) {
    *w->at++ = (uint8_t)v;
}

static void put_u16(writer *w, uint32_t v) {
    put_u8(w, v & 0xFF);
    put_u8(w, v >> 8 & 0xFF);
}

static void put_u32(writer *w, uint32_t v) {
    put_u16(w, v & 0xFFFF);
    put_u16(w, v >> 16);
}

static void put_u64(writer *w, uint64_t v) {
    put_u32(w, (uint32_t)v);
    put_u32(w, (uint32_t)(v >> 32));
}

static void put_bytes(writer *w, const uint8_t *bytes, size_t len) {
    memcpy(w->at, bytes, len);
    w->at += len;
}

static bool is_low(uint64_t address) {
    return address >> LOW_LIMIT_BITS == 0;
}

/* All probes of a body have one size, so that erasing needs one length. */
static bool is_wide(const rw_probe *probe, uint32_t counter_count) {
    uint64_t last = counter_count == 0 ? 0 : counter_count - 1;
    return probe->force_wide || !is_low(probe->base + probe->stride * last);
}

static uint32_t address_size(bool wide) {
    return wide ? 9 + 1 : 5 + 1;
}

cc_err rw_probe_size(const rw_probe *probe, uint32_t counter_count, uint32_t *size,
                     uint32_t *check_size) {
    uint64_t span = (uint64_t)probe->stride * counter_count;
    if (probe->base + span < probe->base) {
        return cc_fail(CC_E_USAGE, "counters wrap around the address space");
    }
    uint32_t address = address_size(is_wide(probe, counter_count));
    *check_size = address + CHECK_SIZE;
    switch (probe->kind) {
    case RW_PROBE_STORE:
    case RW_PROBE_CHECKED:
        *size = address + STORE_SIZE;
        return CC_OK;
    case RW_PROBE_CALL: {
        bool wide_function = probe->force_wide || !is_low(probe->function);
        *size = address + address_size(wide_function) + 5; /* calli */
        return CC_OK;
    }
    case RW_PROBE_INLINE:
        *size = address + 5 + 1; /* call; pop */
        return CC_OK;
    }
    return cc_fail(CC_E_USAGE, "unknown kind of probe");
}

static void put_op(writer *w, il_op op) {
    put_u8(w, il_op_get(op)->byte0);
}

static void put_address(writer *w, uint64_t address, bool wide) {
    if (wide) {
        put_op(w, IL_LDC_I8);
        put_u64(w, address);
    } else {
        put_op(w, IL_LDC_I4);
        put_u32(w, (uint32_t)address);
    }
    put_op(w, IL_CONV_U);
}

static void put_store(writer *w) {
    put_op(w, IL_LDC_I4_1);
    put_op(w, IL_STIND_I1);
}

/* Branches behind the store that follows if the byte is 1 already. */
static void put_check(writer *w, uint64_t address, bool wide) {
    put_address(w, address, wide);
    put_op(w, IL_LDIND_U1);
    put_op(w, IL_LDC_I4_1);
    put_op(w, IL_BEQ_S);
    put_u8(w, address_size(wide) + STORE_SIZE);
}

static void put_probe(writer *w, const rw_probe *probe, const rw_item *item, bool wide) {
    uint64_t address = probe->base + (uint64_t)probe->stride * item->source;
    if (item->has_check) {
        put_check(w, address, wide);
    }
    put_address(w, address, wide);
    switch (probe->kind) {
    case RW_PROBE_STORE:
    case RW_PROBE_CHECKED:
        put_store(w);
        break;
    case RW_PROBE_CALL:
        put_address(w, probe->function, probe->force_wide || !is_low(probe->function));
        put_op(w, IL_CALLI);
        put_u32(w, probe->token);
        break;
    case RW_PROBE_INLINE:
        put_op(w, IL_CALL);
        put_u32(w, probe->token);
        put_op(w, IL_POP);
        break;
    }
}

static uint32_t item_offset(const rw_code *code, uint32_t item) {
    return item < code->count ? code->items[item].offset : code->size;
}

static const uint8_t *insn_bytes(const rw_code *code, uint32_t insn) {
    return code->plan->body->code.data + code->plan->body->insns[insn].offset;
}

static void put_prefixes(writer *w, const rw_code *code, uint32_t insn) {
    if (insn != RW_NO_INSN) {
        put_bytes(w, insn_bytes(code, insn), code->plan->body->insns[insn].prefix_size);
    }
}

static il_op short_form(il_op op) {
    if (op == IL_LEAVE) {
        return IL_LEAVE_S;
    }
    return (il_op)(IL_BR_S + (op - IL_BR)); /* both groups of opcodes have the same order */
}

static void put_branch(writer *w, const rw_code *code, const rw_item *item, uint32_t end) {
    put_prefixes(w, code, item->source);
    uint32_t distance = item_offset(code, item->target) - end;
    if (item->is_short) {
        put_op(w, short_form((il_op)item->op));
        put_u8(w, distance & 0xFF);
    } else {
        put_op(w, (il_op)item->op);
        put_u32(w, distance);
    }
}

static void put_switch(writer *w, const rw_code *code, const rw_item *item, uint32_t end) {
    const il_insn *insn = &code->plan->body->insns[item->source];
    put_prefixes(w, code, item->source);
    put_op(w, IL_SWITCH);
    put_u32(w, insn->target_count);
    for (uint32_t k = 0; k < insn->target_count; k++) {
        put_u32(w, item_offset(code, code->targets[item->target + k]) - end);
    }
}

static void put_code(writer *w, const rw_code *code, const rw_probe *probe, rw_result *out) {
    bool wide = is_wide(probe, code->plan->counter_count);
    for (uint32_t i = 0; i < code->count; i++) {
        const rw_item *item = &code->items[i];
        uint32_t end = item_offset(code, i + 1);
        switch ((rw_item_kind)item->kind) {
        case RW_ITEM_INSN:
            put_bytes(w, insn_bytes(code, item->source), end - item->offset);
            break;
        case RW_ITEM_BRANCH:
            put_branch(w, code, item, end);
            break;
        case RW_ITEM_SWITCH:
            put_switch(w, code, item, end);
            break;
        case RW_ITEM_PROBE:
            out->sites[out->site_count++] =
                (rw_site){item->offset, item->source & COUNTER_MASK, (end - item->offset) & 0xFF};
            put_probe(w, probe, item, wide);
            break;
        case RW_ITEM_OP:
            put_op(w, (il_op)item->op);
            break;
        }
    }
}

static uint32_t label_offset(const rw_code *code, uint32_t insn) {
    return item_offset(code, code->label[insn]);
}

static void put_clauses(writer *w, const rw_code *code) {
    const il_body *body = code->plan->body;
    put_u32(w, SECTION_EH_FAT | (SECTION_HEADER + body->clause_count * FAT_CLAUSE) << 8);
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        uint32_t try_start = label_offset(code, c->try_start);
        uint32_t handler_start = label_offset(code, c->handler_start);
        put_u32(w, (uint32_t)c->kind);
        put_u32(w, try_start);
        put_u32(w, label_offset(code, c->try_end) - try_start);
        put_u32(w, handler_start);
        put_u32(w, label_offset(code, c->handler_end) - handler_start);
        put_u32(w,
                c->kind == IL_CLAUSE_FILTER ? label_offset(code, c->filter_start) : c->class_token);
    }
}

static void put_header(writer *w, const rw_code *code, uint32_t max_stack) {
    const il_body *body = code->plan->body;
    put_u16(w, HEADER_FAT | (body->clause_count > 0 ? (uint32_t)HEADER_MORE_SECTIONS : 0) |
                   (body->init_locals ? (uint32_t)HEADER_INIT_LOCALS : 0));
    put_u16(w, max_stack);
    put_u32(w, code->size);
    put_u32(w, body->local_sig);
}

uint32_t rw_max_stack(const il_body *old, bool has_probes) {
    uint32_t extra = has_probes ? RW_PROBE_STACK : 0;
    uint32_t wanted = old->max_stack + extra;
    uint32_t possible = old->insn_count + 1 + extra;
    return wanted > UINT16_MAX && possible <= UINT16_MAX ? UINT16_MAX : wanted;
}

static size_t align4(size_t size) {
    return (size + 3) & ~(size_t)3;
}

static void fill_map(rw_result *out, const rw_code *code) {
    const il_body *body = code->plan->body;
    out->map_count = body->insn_count;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        out->map[i] = (rw_map_entry){body->insns[i].offset, label_offset(code, i), 1};
    }
}

cc_err rw_emit(rw_result *out, const rw_code *code, const rw_probe *probe) {
    const il_body *body = code->plan->body;
    uint32_t max_stack = rw_max_stack(body, code->probe_count > 0);
    if (max_stack > UINT16_MAX) {
        return cc_fail(CC_E_LIMIT, "max stack of %u", max_stack);
    }
    size_t size = FAT_HEADER + code->size;
    if (body->clause_count > 0) {
        size = align4(size) + SECTION_HEADER + (size_t)body->clause_count * FAT_CLAUSE;
    }
    uint8_t *bytes = CC_NEW_ARRAY(code->arena, uint8_t, size);
    out->map = CC_NEW_ARRAY(code->arena, rw_map_entry, body->insn_count);
    out->sites = CC_NEW_ARRAY(code->arena, rw_site, code->probe_count);
    if (bytes == NULL || out->map == NULL || out->sites == NULL) {
        return cc_fail(CC_E_NOMEM, "rewriting: out of memory");
    }
    out->body = (cc_span){bytes, size};
    out->code_offset = FAT_HEADER;
    out->code_size = code->size;
    out->probe_size = code->probe_size;
    writer w = {bytes};
    put_header(&w, code, max_stack);
    put_code(&w, code, probe, out);
    if (body->clause_count > 0) {
        w.at = bytes + align4(FAT_HEADER + code->size);
        put_clauses(&w, code);
    }
    fill_map(out, code);
    return CC_OK;
}
