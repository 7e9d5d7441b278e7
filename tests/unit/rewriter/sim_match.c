/* The new body against the original, statically: where the old instructions are, what else was put
 * in, and that every way between old instructions leads to the same next old instruction. */
#include "sim.h"

typedef struct matcher {
    sim_prog *prog; /* new */
    const sim_prog *original;
    const rw_probe *probe;
    uint64_t probe_end;
    uint32_t
        at_label[SIM_MAX_INSNS]; /* new instruction where control arrives for an old instruction */
    uint32_t at_insn[SIM_MAX_INSNS]; /* new instruction that is the old instruction */
    sim_report *report;
} matcher;

enum { ENTRY = 15, TEST_ENTRY = 2 };

static uint32_t entry_of(const rw_probe *probe) {
    return probe->kind == RW_PROBE_TEST ? TEST_ENTRY : ENTRY;
}

/* After the entry at `at`, if there is one; the interpreter runs it. */
static uint32_t skip_entry(const matcher *m, uint32_t at) {
    bool is_entry = rw_has_lane(m->probe) && at < m->prog->count &&
                    m->prog->insns[at].code == 0x7E && m->prog->insns[at].operand == SIM_LANE_FIELD;
    return is_entry ? at + entry_of(m->probe) : at;
}

static bool starts_probe(const matcher *m, uint32_t at) {
    const sim_insn *insn = &m->prog->insns[at];
    if (rw_has_lane(m->probe)) {
        return at < m->prog->count && insn->kind == SIM_LDLOC && insn->operand == SIM_LANE_LOCAL;
    }
    return at < m->prog->count && (insn->code == 0x20 || insn->code == 0x21) &&
           (uint64_t)insn->operand >= m->probe->base && (uint64_t)insn->operand < m->probe_end;
}

/* After the probe at `at`; only its end is looked at, the interpreter runs it. */
static uint32_t skip_probe(const matcher *m, uint32_t at) {
    static const uint16_t ends[] = {0x52, 0x52, 0x29, 0x26, 0xDF};
    enum { TEST = 14 };
    uint32_t p = at + 1;
    if (m->probe->kind == RW_PROBE_TEST) {
        return at + TEST;
    }
    while (p < m->prog->count && p < at + 9 && m->prog->insns[p].code != ends[m->probe->kind]) {
        p++;
    }
    return p + 1;
}

static uint32_t skip_probes(const matcher *m, uint32_t at) {
    while (starts_probe(m, at)) {
        at = skip_probe(m, at);
    }
    return at;
}

static uint16_t code_at(const matcher *m, uint32_t at) {
    return at < m->prog->count ? m->prog->insns[at].code : 0xFFFF;
}

/* dup; brtrue T; [probe]; br R; T: [probe]; R: -- or, when one arm needs no probe, dup; brX R;
 * [probe]; R: -- or, when none does, nothing. After it may stand the probe of the atom: control
 * gets there through R only. An instruction with a fork is never a dup. */
static uint32_t skip_fork(matcher *m, uint32_t at, uint32_t old) {
    uint16_t jump = code_at(m, at + 1);
    if (code_at(m, at) != 0x25 || (jump != 0x39 && jump != 0x3A)) {
        return at;
    }
    uint32_t target = m->prog->insns[at + 1].target;
    uint32_t p = skip_probes(m, at + 2);
    bool is_two_armed = code_at(m, p) == 0x38 && target == p + 1;
    uint32_t end = is_two_armed ? skip_probes(m, p + 1) : p;
    uint32_t meet = is_two_armed ? m->prog->insns[p].target : target;
    if (meet <= at + 2 || meet > end) {
        sim_fail(m->report, "broken fork before unit %u", old);
    }
    return end;
}

static bool is_inverted(const sim_insn *a, const sim_insn *b) {
    return (a->code == 0x39 && b->code == 0x3A) || (a->code == 0x3A && b->code == 0x39);
}

static void place(matcher *m, uint32_t old, uint32_t label, bool has_fork) {
    uint32_t at = skip_probes(m, skip_entry(m, label));
    if (has_fork) {
        at = skip_fork(m, at, old);
    }
    const sim_insn *from = &m->original->insns[old];
    sim_insn *to = &m->prog->insns[at];
    if (at >= m->prog->count || (to->code != from->code && !is_inverted(from, to)) ||
        to->operand != from->operand || to->prefixes != from->prefixes ||
        to->target_count != from->target_count) {
        sim_fail(m->report, "unit %u is not at its place in the new body", old);
        return;
    }
    to->old = old;
    m->at_label[old] = label;
    m->at_insn[old] = at;
    m->prog->is_label[label] = true;
    m->prog->label_of[label] = old;
}

/* The old instruction that runs next when control is at `at`: through probes and inserted br. */
static uint32_t next_old(const matcher *m, uint32_t at) {
    for (uint32_t step = 0; step < 64 && at < m->prog->count; step++) {
        const sim_insn *insn = &m->prog->insns[at];
        if (m->prog->is_label[at]) {
            return m->prog->label_of[at];
        }
        if (starts_probe(m, at)) {
            at = skip_probe(m, at);
        } else if (skip_entry(m, at) != at) {
            at = skip_entry(m, at);
        } else if (insn->old == SIM_NONE && insn->kind == SIM_BR) {
            at = insn->target;
        } else {
            break;
        }
    }
    return SIM_NONE;
}

static void check_way(const matcher *m, uint32_t old, uint32_t at, uint32_t expected) {
    if (next_old(m, at) != expected) {
        sim_fail(m->report, "new body: from unit %u control does not go to unit %u", old, expected);
    }
}

static void check_ways(const matcher *m, uint32_t old) {
    const sim_insn *from = &m->original->insns[old];
    uint32_t at = m->at_insn[old];
    const sim_insn *to = &m->prog->insns[at];
    switch ((sim_kind)from->kind) {
    case SIM_BR:
    case SIM_LEAVE:
        check_way(m, old, to->target, from->target);
        break;
    case SIM_COND:
        check_way(m, old, is_inverted(from, to) ? at + 1 : to->target, from->target);
        check_way(m, old, is_inverted(from, to) ? to->target : at + 1, old + 1);
        break;
    case SIM_SWITCH:
        check_way(m, old, at + 1, old + 1);
        for (uint32_t i = 0; i < from->target_count; i++) {
            check_way(m, old, m->prog->targets[to->target + i],
                      m->original->targets[from->target + i]);
        }
        break;
    case SIM_RET:
    case SIM_JMP:
    case SIM_THROW:
    case SIM_RETHROW:
    case SIM_ENDFILTER:
    case SIM_ENDFINALLY:
        break;
    case SIM_UNKNOWN:
    case SIM_QUIET:
    case SIM_CONST:
    case SIM_LDLOC:
    case SIM_STLOC:
    case SIM_LDARG:
    case SIM_DUP:
    case SIM_THROWING:
    case SIM_CALL:
        if ((from->prefixes & IL_PREFIX_TAIL) == 0) {
            check_way(m, old, at + 1, old + 1);
        }
        break;
    }
}

static bool end_fits(const matcher *m, uint32_t new_end, uint32_t old_end) {
    uint32_t limit = old_end < m->original->count ? m->at_label[old_end] : m->prog->count;
    return new_end <= limit && new_end > m->at_insn[old_end - 1];
}

static void check_clauses(const matcher *m) {
    if (m->prog->clause_count != m->original->clause_count) {
        sim_fail(m->report, "new body has %u clauses", m->prog->clause_count);
        return;
    }
    for (uint32_t i = 0; i < m->original->clause_count; i++) {
        const sim_clause *a = &m->original->clauses[i];
        const sim_clause *b = &m->prog->clauses[i];
        if (a->kind != b->kind || (a->kind == 0 && a->token != b->token) ||
            b->try_start != m->at_label[a->try_start] ||
            b->handler_start != m->at_label[a->handler_start] ||
            (a->kind == 1 && b->filter_start != m->at_label[a->filter_start]) ||
            !end_fits(m, b->try_end, a->try_end) || !end_fits(m, b->handler_end, a->handler_end)) {
            sim_fail(m->report, "clause %u of the new body does not match", i);
        }
    }
}

/* Before the first unit: the entry where there are probes in lanes, otherwise nothing. */
static bool has_right_entry(const matcher *m, const rw_result *result) {
    bool needs_one = rw_has_lane(m->probe) && result->site_count > 0;
    return needs_one
               ? m->at_label[0] == entry_of(m->probe) && m->prog->insns[0].operand == SIM_LANE_FIELD
               : m->at_label[0] == 0;
}

/* The sites name the probes, each counter once. */
static void check_sites(const matcher *m, const il_body *new_body, const rw_result *result,
                        uint32_t counter_count) {
    if (result->site_count != counter_count) {
        sim_fail(m->report, "%u sites for %u counters", result->site_count, counter_count);
        return;
    }
    bool is_test = m->probe->kind == RW_PROBE_TEST;
    uint64_t base = is_test ? m->probe->lane.giver : m->probe->base;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < result->site_count; i++) {
        const rw_site *site = &result->sites[i];
        uint64_t address = base + (uint64_t)site->counter * m->probe->stride;
        bool is_inside = site->offset < new_body->code.len;
        uint32_t at = is_inside ? new_body->insn_at[site->offset] : SIM_NONE;
        uint32_t constant = rw_has_lane(m->probe) ? at + 1 : at;
        if (at == SIM_NONE || !starts_probe(m, at) ||
            (uint64_t)m->prog->insns[constant].operand != address ||
            (i > 0 && site->offset <= result->sites[i - 1].offset)) {
            sim_fail(m->report, "site %u is not at its probe", i);
            return;
        }
        sum += site->counter;
    }
    if (sum != (uint64_t)counter_count * (counter_count - (counter_count > 0)) / 2) {
        sim_fail(m->report, "a counter has two sites");
    }
}

void sim_prog_match(sim_prog *prog, const il_body *new_body, const sim_prog *original,
                    const probe_plan *plan, const rw_result *result, const rw_probe *probe,
                    sim_report *report) {
    static matcher state;
    matcher *m = &state;
    m->prog = prog;
    m->original = original;
    m->probe = probe;
    m->probe_end = probe->base + (uint64_t)plan->counter_count * probe->stride;
    m->report = report;
    if (result->map_count != original->count || result->code_size != new_body->code.len) {
        sim_fail(report, "map has %u entries", result->map_count);
        return;
    }
    for (uint32_t i = 0; i < original->count && !report->failed; i++) {
        uint32_t fork = plan->fork_of_insn[i];
        uint32_t entry = i == 0 ? result->entry_size : 0;
        uint32_t offset = result->map[i].new_offset + entry;
        if (offset >= new_body->code.len || new_body->insn_at[offset] == IL_NO_INSN) {
            sim_fail(report, "map entry %u leads to no unit", i);
            return;
        }
        place(m, i, new_body->insn_at[offset],
              fork != PROBE_NONE && plan->branches[fork].is_reachable);
    }
    for (uint32_t i = 0; i < original->count && !report->failed; i++) {
        check_ways(m, i);
    }
    if (!report->failed) {
        if (result->map[0].new_offset != 0 || !has_right_entry(m, result)) {
            sim_fail(report, "the new body does not begin as it should");
        }
        check_clauses(m);
        check_sites(m, new_body, result, plan->counter_count);
    }
}
