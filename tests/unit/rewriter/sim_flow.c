/* Stack depths, reachable instructions and regions of a program: invariant 5, told without
 * src/rewriter. Rules: ECMA-335 I.12.4.2.8 (ways in and out of regions), III.1.7.5 and III.1.8.1.3
 * (stack). */
#include "sim.h"

typedef enum region_kind {
    REGION_ROOT,
    REGION_TRY,
    REGION_FILTER,
    REGION_CATCH,
    REGION_FINALLY
} region_kind;

typedef struct region {
    region_kind kind;
    uint32_t start, end, parent, clause;
} region;

enum { MAX_REGIONS = 3 * SIM_MAX_CLAUSES + 1 };

typedef struct flow {
    sim_prog *prog;
    sim_report *report;
    uint32_t max;
    uint32_t count;
    region regions[MAX_REGIONS];
    uint16_t of[SIM_MAX_NEW_INSNS];
    uint32_t work_count;
    uint32_t work[SIM_MAX_NEW_INSNS];
    bool clause_seen[SIM_MAX_CLAUSES];
} flow;

static void add_region(flow *f, region_kind kind, uint32_t start, uint32_t end, uint32_t clause) {
    if (start >= end || end > f->prog->count) {
        sim_fail(f->report, "empty or wild region of clause %u", clause);
        return;
    }
    uint32_t at = f->count;
    for (uint32_t i = 1; i < f->count; i++) {
        const region *r = &f->regions[i];
        if (kind == REGION_TRY && r->kind == REGION_TRY && r->start == start && r->end == end) {
            return; /* clauses share one try */
        }
    }
    while (at > 1 && f->regions[at - 1].end - f->regions[at - 1].start < end - start) {
        f->regions[at] = f->regions[at - 1];
        at--;
    }
    f->regions[at] = (region){kind, start, end, 0, clause};
    f->count++;
}

/* Large regions first, so that the last one painted over an instruction is its innermost. */
static void find_regions(flow *f) {
    sim_prog *prog = f->prog;
    f->count = 1;
    f->regions[0] = (region){REGION_ROOT, 0, prog->count, 0, 0};
    for (uint32_t i = 0; i < prog->clause_count; i++) {
        const sim_clause *k = &prog->clauses[i];
        add_region(f, REGION_TRY, k->try_start, k->try_end, i);
        add_region(f, k->kind <= 1 ? REGION_CATCH : REGION_FINALLY, k->handler_start,
                   k->handler_end, i);
        if (k->kind == 1) {
            add_region(f, REGION_FILTER, k->filter_start, k->handler_start, i);
        }
    }
    for (uint32_t i = 0; i < prog->count; i++) {
        f->of[i] = 0;
    }
    for (uint32_t r = 1; r < f->count; r++) {
        f->regions[r].parent = f->of[f->regions[r].start];
        for (uint32_t i = f->regions[r].start; i < f->regions[r].end; i++) {
            if (f->of[i] != f->regions[r].parent) {
                sim_fail(f->report, "regions overlap at unit %u", i);
            }
            f->of[i] = (uint16_t)r;
        }
    }
}

/* From `region` to instruction `to`: the same region, or into trys by their first instruction. */
static bool may_enter(const flow *f, uint32_t from, uint32_t to, bool *is_entry) {
    uint32_t at = f->of[to];
    *is_entry = false;
    while (at != from) {
        if (at == 0 || f->regions[at].kind != REGION_TRY || f->regions[at].start != to) {
            return false;
        }
        *is_entry = true;
        at = f->regions[at].parent;
    }
    return true;
}

static bool may_leave(const flow *f, uint32_t from, uint32_t to) {
    bool is_entry = false;
    uint32_t at = from;
    while (!may_enter(f, at, to, &is_entry)) {
        if (f->regions[at].kind != REGION_TRY && f->regions[at].kind != REGION_CATCH) {
            return false;
        }
        at = f->regions[at].parent;
    }
    return true;
}

static void arrive(flow *f, uint32_t insn, int32_t depth) {
    sim_prog *prog = f->prog;
    if (prog->depth[insn] >= 0) {
        if (prog->depth[insn] != depth) {
            sim_fail(f->report, "unit %u is reached with depths %d and %d", insn, prog->depth[insn],
                     depth);
        }
        return;
    }
    prog->depth[insn] = (int16_t)depth;
    f->work[f->work_count++] = insn;
}

static void go(flow *f, uint32_t from, uint32_t to, int32_t depth) {
    bool is_entry = false;
    if (to >= f->prog->count || !may_enter(f, f->of[from], to, &is_entry)) {
        sim_fail(f->report, "control goes from unit %u across regions to unit %u", from, to);
        return;
    }
    if (is_entry && depth != 0) {
        sim_fail(f->report, "unit %u enters a try with a value on the stack", from);
        return;
    }
    arrive(f, to, depth);
}

/* A reachable try makes its handlers reachable. */
static void arrive_handlers(flow *f, uint32_t insn) {
    for (uint32_t i = 0; f->of[insn] != 0 && i < f->prog->clause_count; i++) {
        const sim_clause *k = &f->prog->clauses[i];
        if (f->clause_seen[i] || insn < k->try_start || insn >= k->try_end) {
            continue;
        }
        f->clause_seen[i] = true;
        arrive(f, k->handler_start, k->kind <= 1 ? 1 : 0);
        if (k->kind == 1) {
            arrive(f, k->filter_start, 1);
        }
    }
}

static void expect_depth(flow *f, uint32_t insn, int32_t depth, int32_t expected) {
    if (depth != expected) {
        sim_fail(f->report, "unit %u ends with %d values on the stack", insn, depth);
    }
}

static void end_of_call(flow *f, uint32_t at, int32_t depth) {
    const sim_insn *insn = &f->prog->insns[at];
    if ((insn->prefixes & IL_PREFIX_TAIL) == 0) {
        go(f, at, at + 1, depth + insn->pushes);
    } else if (at + 1 >= f->prog->count || f->prog->insns[at + 1].kind != SIM_RET) {
        sim_fail(f->report, "no ret after the tail call of unit %u", at);
    } else {
        expect_depth(f, at, depth, 0);
    }
}

/* `depth`: after the instruction's pops. */
static void follow(flow *f, uint32_t at, int32_t depth) {
    const sim_insn *insn = &f->prog->insns[at];
    switch ((sim_kind)insn->kind) {
    case SIM_BR:
        go(f, at, insn->target, depth);
        break;
    case SIM_COND:
        go(f, at, insn->target, depth);
        go(f, at, at + 1, depth);
        break;
    case SIM_SWITCH:
        for (uint32_t i = 0; i < insn->target_count; i++) {
            go(f, at, f->prog->targets[insn->target + i], depth);
        }
        go(f, at, at + 1, depth);
        break;
    case SIM_LEAVE:
        if (!may_leave(f, f->of[at], insn->target)) {
            sim_fail(f->report, "leave of unit %u across regions", at);
            break;
        }
        arrive(f, insn->target, 0);
        break;
    case SIM_CALL:
        end_of_call(f, at, depth);
        break;
    case SIM_RET:
    case SIM_JMP:
        expect_depth(f, at, depth, 0);
        if (f->of[at] != 0) {
            sim_fail(f->report, "ret of unit %u in a region", at);
        }
        break;
    case SIM_ENDFINALLY:
    case SIM_ENDFILTER:
        expect_depth(f, at, depth, 0);
        if (f->regions[f->of[at]].kind !=
            (insn->kind == SIM_ENDFILTER ? REGION_FILTER : REGION_FINALLY)) {
            sim_fail(f->report, "unit %u ends another kind of region", at);
        }
        break;
    case SIM_THROW:
    case SIM_RETHROW:
        break;
    case SIM_UNKNOWN:
    case SIM_QUIET:
    case SIM_CONST:
    case SIM_LDLOC:
    case SIM_STLOC:
    case SIM_LDARG:
    case SIM_DUP:
    case SIM_THROWING:
        go(f, at, at + 1, depth + insn->pushes);
        break;
    }
}

static void flood(flow *f) {
    arrive(f, 0, 0);
    while (f->work_count > 0 && !f->report->failed) {
        uint32_t at = f->work[--f->work_count];
        const sim_insn *insn = &f->prog->insns[at];
        int32_t depth = f->prog->depth[at] - insn->pops;
        if (depth < 0 || depth + insn->pushes > (int32_t)f->prog->max_stack) {
            sim_fail(f->report, "stack depth %d at unit %u, header says %u", depth + insn->pushes,
                     at, f->prog->max_stack);
            return;
        }
        if ((uint32_t)(depth + insn->pushes) > f->max) {
            f->max = (uint32_t)(depth + insn->pushes);
        }
        if ((uint32_t)f->prog->depth[at] > f->max) {
            f->max = (uint32_t)f->prog->depth[at];
        }
        arrive_handlers(f, at);
        follow(f, at, depth);
    }
}

/* A filter ends in its only endfilter; no region runs over its end, reachable or not. */
static void check_ends(flow *f) {
    for (uint32_t r = 0; r < f->count && !f->report->failed; r++) {
        const sim_insn *last = &f->prog->insns[f->regions[r].end - 1];
        bool is_end = last->kind == SIM_BR || last->kind >= SIM_LEAVE;
        bool is_filter_end = last->kind == SIM_ENDFILTER;
        if (!is_end || (f->regions[r].kind == REGION_FILTER) != is_filter_end) {
            sim_fail(f->report, "bad last unit %u of a region", f->regions[r].end - 1);
        }
    }
    for (uint32_t i = 0; i < f->prog->count; i++) {
        if (f->prog->insns[i].kind == SIM_ENDFILTER && f->regions[f->of[i]].end != i + 1) {
            sim_fail(f->report, "endfilter of unit %u is not last", i);
        }
    }
}

void sim_check_flow(sim_prog *prog, uint32_t *max_stack, sim_report *report) {
    static flow state;
    flow *f = &state;
    f->prog = prog;
    f->report = report;
    f->max = f->work_count = 0;
    for (uint32_t i = 0; i < prog->count; i++) {
        prog->depth[i] = -1;
    }
    for (uint32_t i = 0; i < prog->clause_count; i++) {
        f->clause_seen[i] = false;
    }
    find_regions(f);
    if (!report->failed) {
        flood(f);
    }
    if (!report->failed) {
        check_ends(f);
    }
    *max_stack = f->max;
}
