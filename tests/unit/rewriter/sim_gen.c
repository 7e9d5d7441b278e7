/* Random method bodies: single instructions, labels and the method as a whole. Output: instructions
 * with instruction indices as targets, clauses, flags; sim_emit.c makes bytes of them. */
#include "sim_gen.h"

#include <string.h>

sim_instr *gen_op(gen *g, uint16_t code, int64_t operand) {
    if (g->c->count >= SIM_MAX_INSNS - 1) {
        g->failed = true;
        g->c->count--;
    }
    sim_instr *instr = &g->c->instrs[g->c->count++];
    *instr = (sim_instr){.code = code, .operand = operand, .flags = (uint16_t)g->pending};
    g->pending = 0;
    if (sim_percent(&g->rnd, 20)) {
        instr->flags |= SIM_FLAG_LONG;
    }
    return instr;
}

sim_instr *gen_branch(gen *g, uint16_t code, uint32_t label) {
    sim_instr *instr = gen_op(g, code, 0);
    instr->target = label;
    return instr;
}

uint32_t gen_label(gen *g) {
    if (g->label_count >= SIM_MAX_LABELS) {
        g->failed = true;
        return 0;
    }
    g->label_at[g->label_count] = SIM_NONE;
    return g->label_count++;
}

void gen_bind(gen *g, uint32_t label) {
    g->label_at[label] = g->c->count;
    g->last_label = g->c->count;
}

bool gen_needs_insn(const gen *g) {
    return g->last_label == g->c->count;
}

uint32_t gen_add_group(gen *g, uint32_t region, bool is_empty_stack) {
    if (g->group_count >= SIM_MAX_GROUPS) {
        g->failed = true;
        return 0;
    }
    g->groups[g->group_count] = (gen_group){SIM_NONE, 0, region, is_empty_stack};
    return g->group_count++;
}

uint32_t gen_add_region(gen *g, gen_region_kind kind, uint32_t parent) {
    if (g->region_count >= SIM_MAX_REGIONS) {
        g->failed = true;
        return 0;
    }
    uint32_t region = g->region_count++;
    g->regions[region] = (gen_region){kind, parent, 0};
    g->regions[region].group = gen_add_group(g, region, true);
    return region;
}

void gen_local(gen *g, bool is_store, uint32_t index) {
    g->c->has_locals = true;
    uint32_t form = sim_below(&g->rnd, 4);
    if (form == 0) {
        gen_op(g, is_store ? 0xFE0E : 0xFE0C, index);
    } else if (index < 4 && form > 1) {
        gen_op(g, (uint16_t)((is_store ? 0x0A : 0x06) + index), 0);
    } else {
        gen_op(g, is_store ? 0x13 : 0x11, index);
    }
}

void gen_load(gen *g, uint32_t type) {
    gen_local(g, false, type + 3 * sim_below(&g->rnd, SIM_LOCALS / 3));
}

void gen_store(gen *g, uint32_t type) {
    gen_local(g, true, type + 3 * sim_below(&g->rnd, SIM_LOCALS / 3));
}

void gen_arg(gen *g, bool is_store, uint32_t type) {
    uint32_t index = type + 3 * sim_below(&g->rnd, 3);
    uint32_t form = sim_below(&g->rnd, 4);
    if (form == 0) {
        gen_op(g, is_store ? 0xFE0B : 0xFE09, index);
    } else if (index < 4 && form > 1 && !is_store) {
        gen_op(g, (uint16_t)(0x02 + index), 0);
    } else {
        gen_op(g, is_store ? 0x10 : 0x0E, index);
    }
}

void gen_const(gen *g, int32_t value) {
    if (value >= -1 && value <= 8) {
        gen_op(g, (uint16_t)(0x16 + value), 0);
    } else if (value >= -128 && value <= 127) {
        gen_op(g, 0x1F, value);
    } else {
        gen_op(g, 0x20, value);
    }
}

/* The label of some statement of the group. */
static uint32_t any_label(gen *g, uint32_t group) {
    const gen_group *from = &g->groups[group];
    uint32_t skip = from->count == 0 ? 0 : sim_below(&g->rnd, from->count);
    uint32_t label = from->head;
    while (skip-- > 0) {
        label = g->label_next[label];
    }
    return label;
}

static uint32_t insn_of(gen *g, uint32_t label) {
    uint32_t real = label >= GEN_GOTO ? any_label(g, label - GEN_GOTO) : label;
    if (real == SIM_NONE || g->label_at[real] == SIM_NONE || g->label_at[real] >= g->c->count) {
        g->failed = true;
        return 0;
    }
    return g->label_at[real];
}

static void resolve_labels(gen *g) {
    sim_case *c = g->c;
    for (uint32_t i = 0; i < c->count && !g->failed; i++) {
        const sim_op *op = sim_op_of(c->instrs[i].code);
        if (op == NULL) {
            g->failed = true;
        } else if (op->operand == SIM_OPERAND_LABEL) {
            c->instrs[i].target = insn_of(g, c->instrs[i].target);
        }
    }
    for (uint32_t i = 0; i < c->target_count && !g->failed; i++) {
        c->targets[i] = insn_of(g, c->targets[i]);
    }
}

static bool holds(uint32_t start, uint32_t end, uint32_t insn) {
    return insn >= start && insn < end;
}

/* Both instructions lie in the same regions. */
static bool same_region(const sim_case *c, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < c->clause_count; i++) {
        const sim_clause *k = &c->clauses[i];
        uint32_t filter = k->kind == 1 ? k->filter_start : k->handler_start;
        if (holds(k->try_start, k->try_end, a) != holds(k->try_start, k->try_end, b) ||
            holds(filter, k->handler_start, a) != holds(filter, k->handler_start, b) ||
            holds(k->handler_start, k->handler_end, a) !=
                holds(k->handler_start, k->handler_end, b)) {
            return false;
        }
    }
    return true;
}

/* A br led past the end of an operand is an end of it, too. */
static bool lead_past(gen *g, uint32_t end, uint32_t last) {
    sim_case *c = g->c;
    if ((c->instrs[last].flags & SIM_FLAG_FORK) == 0) {
        return true;
    }
    if (c->pass_count == SIM_MAX_PASSES || c->instrs[end].code != 0x38) {
        g->failed = true;
        return false;
    }
    c->passes[c->pass_count++] = (sim_pass){end, last};
    return true;
}

/* Release code: branches to a br go on to where it leads, a br to ret is a ret. All or none, as a
 * compiler does it. */
static void thread_branches(gen *g) {
    sim_case *c = g->c;
    bool copies_ret = sim_percent(&g->rnd, 60);
    for (uint32_t i = 0; i < c->count; i++) {
        sim_instr *from = &c->instrs[i];
        uint8_t kind = sim_op_of(from->code)->kind;
        if (kind != SIM_BR && kind != SIM_COND) {
            continue;
        }
        for (uint32_t step = 0; step < 32; step++) {
            const sim_instr *to = &c->instrs[from->target];
            if (to->code != 0x38 || (to->flags & SIM_FLAG_NO_THREAD) != 0 || from->target == i ||
                !same_region(c, i, from->target) || !lead_past(g, i, from->target)) {
                break;
            }
            from->target = to->target;
        }
    }
    for (uint32_t i = 0; i < c->count && copies_ret; i++) {
        sim_instr *from = &c->instrs[i];
        if (from->code == 0x38 && c->instrs[from->target].code == 0x2A &&
            (c->instrs[from->target].flags & SIM_FLAG_NO_THREAD) == 0) {
            from->code = 0x2A;
        }
    }
}

static void method_body(gen *g) {
    uint32_t root = gen_add_region(g, GEN_ROOT, SIM_NONE);
    bool falls = gen_block(g, g->regions[root].group, GEN_MAX_NEST);
    if (g->has_return_label) {
        if (falls || gen_needs_insn(g)) {
            gen_return_value(g, 1);
            gen_local(g, true, g->c->returns);
        }
        gen_bind(g, g->return_label);
        gen_local(g, false, g->c->returns);
        gen_op(g, 0x2A, 0);
    } else if (falls || gen_needs_insn(g)) {
        gen_return_value(g, 1);
        gen_op(g, 0x2A, 0);
    }
}

static const uint32_t sizes[] = {0, 6, 15, 30, 30, 50, 50, 80, 80, 130, 130, 220};

bool sim_generate(sim_case *out, uint64_t seed) {
    static gen state;
    gen *g = &state;
    out->seed = seed;
    out->count = out->target_count = out->clause_count = out->point_count = out->pass_count = 0;
    out->has_locals = false;
    memset(g, 0, offsetof(gen, label_at));
    g->resume = SIM_NONE;
    g->group_count = g->region_count = 0;
    g->c = out;
    sim_seed(&g->rnd, seed);
    g->rnd.choices = out->choices;
    g->last_label = SIM_NONE;
    g->is_debug = sim_percent(&g->rnd, 40);
    g->limit = sizes[sim_below(&g->rnd, sizeof(sizes) / sizeof(sizes[0]))];
    out->returns = sim_percent(&g->rnd, 40) ? SIM_TYPE_BOOL : sim_below(&g->rnd, 4);
    method_body(g);
    if (!g->failed) {
        resolve_labels(g);
    }
    if (g->failed) {
        return false;
    }
    if (!g->is_debug && sim_percent(&g->rnd, 70)) {
        thread_branches(g);
    }
    sim_place_points(out, &g->rnd, g->is_debug);
    return !g->failed;
}
