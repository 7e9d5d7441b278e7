/* Emitting: bytes of the new body, offset map, probe sites.
 * Input: sized items. Output: rw_result. Layout: ECMA-335 II.25.4; always a fat header, fat clauses
 * in the order read. Probe forms: see rw_probe_kind. */
#include "rewriter/rewrite/rw_bytes.h"
#include "rewriter/rewrite/rw_internal.h"

#include <string.h>

enum { FAT_HEADER = 12, FAT_CLAUSE = 24, SECTION_HEADER = 4 };
enum { HEADER_FAT = 0x3003, HEADER_MORE_SECTIONS = 0x08, HEADER_INIT_LOCALS = 0x10 };
enum { SECTION_EH_FAT = 0x41 };
enum { COUNTER_MASK = 0xFFFFFF }; /* rw_site.counter has 24 bits */
_Static_assert(PROBE_MAX_NODES <= COUNTER_MASK, "a counter fits into a site");

static uint32_t item_offset(const rw_code *code, uint32_t item) {
    return item < code->count ? code->items[item].offset : code->size;
}

static const uint8_t *insn_bytes(const rw_code *code, uint32_t insn) {
    return code->plan->body->code.data + code->plan->body->insns[insn].offset;
}

static void put_prefixes(rw_bytes *w, const rw_code *code, uint32_t insn) {
    if (insn != RW_NO_INSN) {
        rw_put_bytes(w, insn_bytes(code, insn), code->plan->body->insns[insn].prefix_size);
    }
}

static il_op short_form(il_op op) {
    if (op == IL_LEAVE) {
        return IL_LEAVE_S;
    }
    return (il_op)(IL_BR_S + (op - IL_BR)); /* both groups of opcodes have the same order */
}

static void put_branch(rw_bytes *w, const rw_code *code, const rw_item *item, uint32_t end) {
    put_prefixes(w, code, item->source);
    uint32_t distance = item_offset(code, item->target) - end;
    if (item->is_short) {
        rw_put_op(w, short_form((il_op)item->op));
        rw_put_u8(w, distance & 0xFF);
    } else {
        rw_put_op(w, (il_op)item->op);
        rw_put_u32(w, distance);
    }
}

static void put_switch(rw_bytes *w, const rw_code *code, const rw_item *item, uint32_t end) {
    const il_insn *insn = &code->plan->body->insns[item->source];
    put_prefixes(w, code, item->source);
    rw_put_op(w, IL_SWITCH);
    rw_put_u32(w, insn->target_count);
    for (uint32_t k = 0; k < insn->target_count; k++) {
        rw_put_u32(w, item_offset(code, code->targets[item->target + k]) - end);
    }
}

static void put_code(rw_bytes *w, const rw_code *code, const rw_probe *probe, rw_result *out) {
    for (uint32_t i = 0; i < code->count; i++) {
        const rw_item *item = &code->items[i];
        uint32_t end = item_offset(code, i + 1);
        switch ((rw_item_kind)item->kind) {
        case RW_ITEM_INSN:
            rw_put_bytes(w, insn_bytes(code, item->source), end - item->offset);
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
            w->at = rw_put_probe(w->at, probe, item->source, code->plan->counter_count,
                                 item->has_check);
            break;
        case RW_ITEM_ENTRY:
            w->at = rw_put_entry(w->at, probe);
            break;
        case RW_ITEM_OP:
            rw_put_op(w, (il_op)item->op);
            break;
        }
    }
}

static uint32_t label_offset(const rw_code *code, uint32_t insn) {
    return item_offset(code, code->label[insn]);
}

static void put_clauses(rw_bytes *w, const rw_code *code) {
    const il_body *body = code->plan->body;
    rw_put_u32(w, SECTION_EH_FAT | (SECTION_HEADER + body->clause_count * FAT_CLAUSE) << 8);
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        uint32_t try_start = label_offset(code, c->try_start);
        uint32_t handler_start = label_offset(code, c->handler_start);
        rw_put_u32(w, (uint32_t)c->kind);
        rw_put_u32(w, try_start);
        rw_put_u32(w, label_offset(code, c->try_end) - try_start);
        rw_put_u32(w, handler_start);
        rw_put_u32(w, label_offset(code, c->handler_end) - handler_start);
        rw_put_u32(w, c->kind == IL_CLAUSE_FILTER ? label_offset(code, c->filter_start)
                                                  : c->class_token);
    }
}

static void put_header(rw_bytes *w, const rw_code *code, const rw_probe *probe,
                       uint32_t max_stack) {
    const il_body *body = code->plan->body;
    rw_put_u16(w, HEADER_FAT | (body->clause_count > 0 ? (uint32_t)HEADER_MORE_SECTIONS : 0) |
                      (body->init_locals ? (uint32_t)HEADER_INIT_LOCALS : 0));
    rw_put_u16(w, max_stack);
    rw_put_u32(w, code->size);
    rw_put_u32(w, rw_local_sig(body, probe, code->probe_count > 0));
}

uint32_t rw_max_stack(const il_body *old, const rw_probe *probe, bool has_probes) {
    uint32_t more = probe->kind == RW_PROBE_LANE ? RW_LANE_STACK : RW_PROBE_STACK;
    uint32_t extra = has_probes ? more : 0;
    uint32_t wanted = old->max_stack + extra;
    uint32_t possible = old->insn_count + 1 + extra;
    return wanted > UINT16_MAX && possible <= UINT16_MAX ? UINT16_MAX : wanted;
}

uint32_t rw_local_sig(const il_body *old, const rw_probe *probe, bool has_probes) {
    bool has_lane = has_probes && rw_has_lane(probe);
    return has_lane ? probe->lane.local_sig : old->local_sig;
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
    out->map[0].new_offset = 0; /* the entry belongs to the first instruction */
}

cc_err rw_emit(rw_result *out, const rw_code *code, const rw_probe *probe) {
    const il_body *body = code->plan->body;
    uint32_t max_stack = rw_max_stack(body, probe, code->probe_count > 0);
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
    out->entry_size = code->entry_size;
    out->probe_size = code->probe_size;
    rw_bytes w = {bytes};
    put_header(&w, code, probe, max_stack);
    put_code(&w, code, probe, out);
    if (body->clause_count > 0) {
        w.at = bytes + align4(FAT_HEADER + code->size);
        put_clauses(&w, code);
    }
    fill_map(out, code);
    return CC_OK;
}
