/* From instructions to bytes: short or long branches, tiny or fat header, small or fat clauses
 * (ECMA-335 II.25.4); and where the sequence points go. */
#include "sim.h"

#include <string.h>

typedef struct writer {
    uint8_t *data;
    uint32_t at;
} writer;

static void put(writer *w, uint64_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) {
        w->data[w->at++] = (uint8_t)(value >> (8 * i));
    }
}

static void mark_realistic(sim_case *c, sim_rand *rnd) {
    for (uint32_t i = 0; i < c->count; i++) {
        sim_instr *instr = &c->instrs[i];
        if ((instr->flags & SIM_FLAG_STATEMENT) != 0) {
            instr->flags |= sim_percent(rnd, 90) ? SIM_FLAG_VISIBLE : SIM_FLAG_HIDDEN;
        } else if ((instr->flags & SIM_FLAG_BY_LOCAL) != 0 && i > 0 && sim_percent(rnd, 80)) {
            c->instrs[i - 1].flags |= SIM_FLAG_HIDDEN;
        }
    }
}

/* Hidden points that belong to a compiler's form stay so. */
static void mark_random(sim_case *c, sim_rand *rnd, uint32_t visible, uint32_t hidden) {
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t pick = sim_below(rnd, 100);
        if (pick < visible && (c->instrs[i].flags & (SIM_FLAG_HIDDEN | SIM_FLAG_UNWRITTEN)) == 0) {
            c->instrs[i].flags |= SIM_FLAG_VISIBLE;
        } else if (pick < visible + hidden) {
            c->instrs[i].flags |= SIM_FLAG_HIDDEN;
        }
    }
}

void sim_place_points(sim_case *c, sim_rand *rnd, bool is_debug) {
    static const uint32_t densities[] = {3, 10, 25, 50, 100, 0};
    if (is_debug || sim_percent(rnd, 40)) {
        mark_realistic(c, rnd);
        mark_random(c, rnd, sim_percent(rnd, 30) ? 5 : 0, 3);
    } else {
        mark_random(c, rnd, densities[sim_below(rnd, 6)], sim_percent(rnd, 50) ? 10 : 0);
    }
}

static uint32_t prefix_size(uint8_t prefixes) {
    return ((prefixes & IL_PREFIX_CONSTRAINED) != 0 ? 6u : 0u) +
           ((prefixes & IL_PREFIX_UNALIGNED) != 0 ? 3u : 0u) +
           ((prefixes & IL_PREFIX_VOLATILE) != 0 ? 2u : 0u) +
           ((prefixes & IL_PREFIX_TAIL) != 0 ? 2u : 0u) +
           ((prefixes & IL_PREFIX_READONLY) != 0 ? 2u : 0u);
}

static uint32_t size_of(const sim_instr *instr) {
    uint32_t size = prefix_size(instr->prefixes) + (instr->code > 0xFF ? 2 : 1);
    switch ((sim_operand)sim_op_of(instr->code)->operand) {
    case SIM_OPERAND_NONE:
        return size;
    case SIM_OPERAND_1:
        return size + 1;
    case SIM_OPERAND_2:
        return size + 2;
    case SIM_OPERAND_4:
    case SIM_OPERAND_LABEL:
        return size + 4;
    case SIM_OPERAND_8:
        return size + 8;
    case SIM_OPERAND_SWITCH:
        return size + 4 + 4 * instr->target_count;
    }
    return size;
}

static uint32_t lay_out(sim_case *c) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        c->instrs[i].offset = at;
        at += c->instrs[i].size;
    }
    return at;
}

static uint16_t short_code(uint16_t code) {
    return code == 0xDD ? 0xDE : (uint16_t)(code - 0x38 + 0x2B);
}

/* Branches that are near even when all are long may be short. */
static void shorten(sim_case *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        sim_instr *instr = &c->instrs[i];
        if (sim_op_of(instr->code)->operand != SIM_OPERAND_LABEL ||
            (instr->flags & SIM_FLAG_LONG) != 0) {
            continue;
        }
        int64_t distance = (int64_t)c->instrs[instr->target].offset - instr->offset;
        if (distance > -120 && distance < 120) {
            instr->code = short_code(instr->code);
            instr->size -= 3;
        }
    }
}

static void put_prefixes(writer *w, uint8_t prefixes) {
    if ((prefixes & IL_PREFIX_UNALIGNED) != 0) {
        put(w, 0x0112FE, 3);
    }
    if ((prefixes & IL_PREFIX_VOLATILE) != 0) {
        put(w, 0x13FE, 2);
    }
    if ((prefixes & IL_PREFIX_CONSTRAINED) != 0) {
        put(w, 0x16FE, 2);
        put(w, SIM_TOKEN_CLASS, 4);
    }
    if ((prefixes & IL_PREFIX_TAIL) != 0) {
        put(w, 0x14FE, 2);
    }
    if ((prefixes & IL_PREFIX_READONLY) != 0) {
        put(w, 0x1EFE, 2);
    }
}

static void put_instr(writer *w, const sim_case *c, const sim_instr *instr) {
    uint32_t end = instr->offset + instr->size;
    put_prefixes(w, instr->prefixes);
    if (instr->code > 0xFF) {
        put(w, 0xFE, 1);
    }
    put(w, instr->code & 0xFF, 1);
    uint64_t operand = (uint64_t)instr->operand;
    switch ((sim_operand)sim_op_of(instr->code)->operand) {
    case SIM_OPERAND_NONE:
        break;
    case SIM_OPERAND_1:
        put(w, operand, 1);
        break;
    case SIM_OPERAND_2:
        put(w, operand, 2);
        break;
    case SIM_OPERAND_4:
        put(w, operand, 4);
        break;
    case SIM_OPERAND_8:
        put(w, operand, 8);
        break;
    case SIM_OPERAND_LABEL: {
        const sim_op *op = sim_op_of(instr->code);
        put(w, c->instrs[instr->target].offset - end, op->long_code == instr->code ? 4 : 1);
        break;
    }
    case SIM_OPERAND_SWITCH:
        put(w, instr->target_count, 4);
        for (uint32_t i = 0; i < instr->target_count; i++) {
            put(w, c->instrs[c->targets[instr->target + i]].offset - end, 4);
        }
        break;
    }
}

static uint32_t offset_of(const sim_case *c, uint32_t insn) {
    return insn < c->count ? c->instrs[insn].offset : c->code_size;
}

static bool fits_small(const sim_case *c) {
    for (uint32_t i = 0; i < c->clause_count; i++) {
        const sim_clause *k = &c->clauses[i];
        if (offset_of(c, k->try_end) - offset_of(c, k->try_start) > 255 ||
            offset_of(c, k->handler_end) - offset_of(c, k->handler_start) > 255 ||
            c->code_size > 0xFFFF) {
            return false;
        }
    }
    return c->clause_count <= 20;
}

static void put_clauses(writer *w, const sim_case *c) {
    bool is_small = fits_small(c) && c->seed % 4 != 0;
    uint32_t wide = is_small ? 2 : 4;
    uint32_t narrow = is_small ? 1 : 4;
    while (w->at % 4 != 0) {
        put(w, 0, 1);
    }
    put(w, is_small ? 0x01 : 0x41, 1);
    put(w, 4 + c->clause_count * (is_small ? 12u : 24u), 3);
    if (is_small) {
        w->data[w->at - 1] = w->data[w->at - 2] = 0;
    }
    for (uint32_t i = 0; i < c->clause_count; i++) {
        const sim_clause *k = &c->clauses[i];
        uint32_t try_start = offset_of(c, k->try_start);
        uint32_t handler_start = offset_of(c, k->handler_start);
        put(w, k->kind, wide);
        put(w, try_start, wide);
        put(w, offset_of(c, k->try_end) - try_start, narrow);
        put(w, handler_start, wide);
        put(w, offset_of(c, k->handler_end) - handler_start, narrow);
        put(w, k->kind == 1 ? offset_of(c, k->filter_start) : k->token, 4);
    }
}

static void put_header(writer *w, const sim_case *c, uint32_t max_stack) {
    bool is_tiny = c->code_size < 64 && max_stack <= 8 && !c->has_locals && c->clause_count == 0 &&
                   c->seed % 4 != 0;
    if (is_tiny) {
        put(w, 0x02 | (c->code_size << 2), 1);
        return;
    }
    put(w, 0x3003u | (c->clause_count > 0 ? 0x08u : 0u) | (c->has_locals ? 0x10u : 0u), 2);
    put(w, max_stack, 2);
    put(w, c->code_size, 4);
    put(w, c->has_locals ? 0x11000001 : 0, 4);
}

static void list_points(sim_case *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        uint16_t flags = c->instrs[i].flags;
        if ((flags & (SIM_FLAG_VISIBLE | SIM_FLAG_HIDDEN)) != 0) {
            bool hidden = (flags & SIM_FLAG_VISIBLE) == 0;
            c->points[c->point_count++] = (probe_point){c->instrs[i].offset, hidden};
        }
    }
}

bool sim_assemble(sim_case *c, uint32_t max_stack) {
    for (uint32_t i = 0; i < c->count; i++) {
        c->instrs[i].size = size_of(&c->instrs[i]);
    }
    (void)lay_out(c);
    shorten(c);
    c->code_size = lay_out(c);
    if (c->code_size > SIM_MAX_BYTES - 12 - 8 - 24 * SIM_MAX_CLAUSES) {
        return false;
    }
    writer w = {c->bytes, 0};
    put_header(&w, c, max_stack + (uint32_t)(c->seed % 3));
    c->code_offset = w.at;
    for (uint32_t i = 0; i < c->count; i++) {
        put_instr(&w, c, &c->instrs[i]);
    }
    if (c->clause_count > 0) {
        put_clauses(&w, c);
    }
    c->size = w.at;
    list_points(c);
    return true;
}
