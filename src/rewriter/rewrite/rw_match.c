/* Compares the old and the new body (rw_check.h). Input: both bodies decoded, map and sites, the
 * plan.
 *
 * The comparison uses nothing that placing computed: it recognises probes by their instructions.
 * Instructions of the new body that are neither probes nor copies must be on the path of an edge of
 * the old body. Any instruction not accounted for at the end is an error. */
#include "rewriter/il/flow.h"
#include "rewriter/rewrite/rw_check.h"
#include "rewriter/rewrite/rw_internal.h"
#include "rewriter/rewrite/rw_recognise.h"

#include <string.h>

typedef struct matcher {
    const rw_result *result;
    const probe_plan *plan;
    const rw_probe *probe;
    const il_body *old;
    const il_body *new;
    uint32_t *label;    /* by old instruction: new instruction; [insn_count] = new insn_count */
    uint32_t *probe_at; /* by new instruction: counter of the probe that starts there; PROBE_NONE */
    uint32_t *probe_insns; /* by counter: instructions of its probe */
    /* By old instruction: counter of an atom that is a fork only; PROBE_NONE */
    uint32_t *before_fork;
    uint32_t *at_insn; /* by old instruction: counter of the atom that starts with it; PROBE_NONE */
    /* By old instruction: an entry comes after it, before it; NULL: there is only the first
     * entry */
    const bool *entry_after, *entry_before;
    bool *seen;          /* by new instruction */
    bool *is_probe_call; /* by new instruction */
} matcher;

static cc_err fail_at(const matcher *m, uint32_t insn, const char *what) {
    uint32_t offset =
        insn < m->new->insn_count ? m->new->insns[insn].offset : (uint32_t)m->new->code.len;
    return cc_fail(CC_E_MISMATCH, "rewritten IL_%04x: %s", offset, what);
}

static cc_err match_site(matcher *m, const rw_site *site, uint32_t *free_insn) {
    uint32_t at = il_insn_at(m->new, site->offset);
    uint32_t insns = rw_insns_of_probe(m->probe->kind);
    if (at == IL_NO_INSN || at < *free_insn || m->new->insn_count - at < insns ||
        site->counter >= m->plan->counter_count) {
        return cc_fail(CC_E_MISMATCH, "probe site IL_%04x is out of place", site->offset);
    }
    uint32_t check = rw_is_check(m->new, at, m->probe, site->counter) ? RW_CHECK_INSNS : 0;
    const il_insn *first = &m->new->insns[at + check];
    const il_insn *last = &first[insns - 1];
    if (!rw_is_probe(m->new, at + check, m->probe, site->counter) ||
        last->offset + last->size - first->offset != m->result->probe_size ||
        last->offset + last->size - site->offset != site->size) {
        return fail_at(m, at, "no probe of this counter");
    }
    m->probe_at[at] = site->counter;
    m->probe_insns[site->counter] = check + insns;
    uint32_t call = rw_call_of_probe(m->probe->kind);
    if (call != 0) {
        m->is_probe_call[at + call] = true;
    }
    *free_insn = at + check + insns;
    return CC_OK;
}

static cc_err match_sites(matcher *m) {
    uint32_t expected = 0;
    for (uint32_t i = 0; i < m->plan->node_count; i++) {
        expected += m->plan->nodes[i].counter != PROBE_NONE ? 1 : 0;
    }
    if (m->result->site_count != expected) {
        return cc_fail(CC_E_MISMATCH, "%u probes for %u nodes", m->result->site_count, expected);
    }
    uint32_t free_insn = 0;
    for (uint32_t i = 0; i < m->result->site_count; i++) {
        CC_TRY(match_site(m, &m->result->sites[i], &free_insn));
    }
    return CC_OK;
}

/* Steps over the entry at *at. */
static cc_err take_entry(matcher *m, uint32_t *at) {
    if (!rw_is_entry(m->new, *at, m->probe)) {
        return fail_at(m, *at, "no entry");
    }
    memset(&m->seen[*at], 1, rw_insns_of_entry(m->probe));
    if (m->probe->kind == RW_PROBE_LANE) {
        m->is_probe_call[*at + RW_CALL_OF_ENTRY] = true;
    }
    *at += rw_insns_of_entry(m->probe);
    return CC_OK;
}

/* A body with probes in lanes begins with the entry, all others with their first instruction. */
static cc_err match_entry(matcher *m) {
    bool has_one = rw_has_lane(m->probe) && m->result->site_count > 0;
    if (!has_one) {
        return m->result->entry_size == 0
                   ? CC_OK
                   : cc_fail(CC_E_MISMATCH, "rewritten body: an entry that it does not need");
    }
    uint32_t at = 0;
    CC_TRY(take_entry(m, &at));
    return m->new->insns[at].offset == m->result->entry_size ? CC_OK : fail_at(m, 0, "no entry");
}

static cc_err match_map(matcher *m) {
    const rw_result *r = m->result;
    if (r->map_count != m->old->insn_count || r->map[0].new_offset != 0) {
        return cc_fail(CC_E_MISMATCH, "offset map of %u entries", r->map_count);
    }
    for (uint32_t i = 0; i < r->map_count; i++) {
        const rw_map_entry *entry = &r->map[i];
        uint32_t insn = il_insn_at(m->new, entry->new_offset);
        bool ordered = i == 0 || entry->new_offset > r->map[i - 1].new_offset;
        if (entry->old_offset != m->old->insns[i].offset || insn == IL_NO_INSN || !ordered) {
            return cc_fail(CC_E_MISMATCH, "offset map entry %u: IL_%04x to IL_%04x", i,
                           entry->old_offset, entry->new_offset);
        }
        m->label[i] = insn;
    }
    m->label[r->map_count] = m->new->insn_count;
    m->label[0] = r->entry_size > 0 ? rw_insns_of_entry(m->probe) : 0;
    return CC_OK;
}

static void note_atoms(matcher *m) {
    for (uint32_t i = 0; i < m->old->insn_count; i++) {
        m->before_fork[i] = PROBE_NONE;
        m->at_insn[i] = PROBE_NONE;
    }
    for (uint32_t i = 0; i < m->plan->atom_count; i++) {
        const probe_node *atom = &m->plan->nodes[i];
        bool is_empty = atom->first_insn == atom->end_insn;
        (is_empty ? m->before_fork : m->at_insn)[atom->first_insn] = atom->counter;
    }
}

/* Steps over the probe of `counter` at *at; does nothing when there is no counter. */
static cc_err take_probe(matcher *m, uint32_t counter, uint32_t *at) {
    if (counter == PROBE_NONE) {
        return CC_OK;
    }
    if (*at >= m->new->insn_count || m->probe_at[*at] != counter) {
        return fail_at(m, *at, "probe missing");
    }
    memset(&m->seen[*at], 1, m->probe_insns[counter]);
    *at += m->probe_insns[counter];
    return CC_OK;
}

/* From new instruction `at` control passes the probe of `counter`, if any, and then reaches `goal`,
 * directly or by one inserted br below `limit`. */
static cc_err follow(matcher *m, uint32_t at, uint32_t counter, uint32_t goal, uint32_t limit) {
    CC_TRY(take_probe(m, counter, &at));
    if (at == goal) {
        return CC_OK;
    }
    const il_insn *insn = &m->new->insns[at];
    if (at >= limit || !flow_is_br(insn) || insn->prefixes != 0 || insn->target != goal) {
        return fail_at(m, at, "edge with another target");
    }
    m->seen[at] = true;
    return CC_OK;
}

static bool is_br_to(const matcher *m, uint32_t at, uint32_t target) {
    return flow_is_br(&m->new->insns[at]) && m->new->insns[at].target == target;
}

static uint32_t insns_of_counter(const matcher *m, uint32_t counter) {
    return counter != PROBE_NONE ? m->probe_insns[counter] : 0;
}

/* dup; brtrue or brfalse; both arms pass their probes and join at one instruction, which becomes
 * *at. */
static cc_err match_fork(matcher *m, const probe_branch *fork, uint32_t *at, uint32_t limit) {
    uint32_t counters[2] = {rw_arm_counter(m->plan, &fork->arms[0]),
                            rw_arm_counter(m->plan, &fork->arms[1])};
    if (counters[0] == PROBE_NONE && counters[1] == PROBE_NONE) {
        return CC_OK;
    }
    const il_insn *insns = &m->new->insns[*at];
    if (*at + 2 >= limit || insns[0].op != IL_DUP) {
        return fail_at(m, *at, "fork missing");
    }
    uint16_t op = il_op_get((il_op)insns[1].op)->long_form;
    if (op != IL_BRTRUE && op != IL_BRFALSE) {
        return fail_at(m, *at + 1, "fork without branch");
    }
    uint32_t taken_arm = op == IL_BRTRUE ? 1 : 0;
    uint32_t fall = *at + 2;
    uint32_t taken = insns[1].target;
    uint32_t fall_end = fall + insns_of_counter(m, counters[1 - taken_arm]);
    uint32_t taken_end = taken + insns_of_counter(m, counters[taken_arm]);
    if (taken < fall || taken_end >= limit || fall_end >= limit) {
        return fail_at(m, *at, "fork outside its place");
    }
    bool falls_short = fall_end != taken_end && is_br_to(m, taken_end, fall_end);
    uint32_t join = falls_short ? fall_end : taken_end;
    memset(&m->seen[*at], 1, 2);
    CC_TRY(follow(m, fall, counters[1 - taken_arm], join, limit));
    CC_TRY(follow(m, taken, counters[taken_arm], join, limit));
    *at = join;
    return CC_OK;
}

static bool is_inverse(uint16_t a, uint16_t b) {
    return (a == IL_BRTRUE && b == IL_BRFALSE) || (a == IL_BRFALSE && b == IL_BRTRUE);
}

/* The new instruction is a copy of the old one, apart from its targets. *inverted: brtrue for
 * brfalse. */
static bool is_copy(const matcher *m, const il_insn *a, const il_insn *b, bool *inverted) {
    uint16_t old_op = il_op_get((il_op)a->op)->long_form;
    uint16_t new_op = il_op_get((il_op)b->op)->long_form;
    const uint8_t *old_bytes = m->old->code.data + a->offset;
    const uint8_t *new_bytes = m->new->code.data + b->offset;
    uint8_t kind = il_op_get((il_op)a->op)->operand;
    if (a->prefix_size != b->prefix_size || memcmp(old_bytes, new_bytes, a->prefix_size) != 0) {
        return false;
    }
    *inverted = is_inverse(old_op, new_op);
    if (il_has_target(a)) {
        return old_op == new_op || *inverted;
    }
    if (kind == IL_OPERAND_SWITCH) {
        return old_op == new_op && a->target_count == b->target_count;
    }
    return a->size == b->size && memcmp(old_bytes, new_bytes, a->size) == 0;
}

static cc_err match_cond(matcher *m, uint32_t old, uint32_t at, bool inverted, uint32_t limit) {
    const probe_branch *branch = &m->plan->branches[m->plan->branch_of_insn[old]];
    uint32_t counters[2] = {rw_arm_counter(m->plan, &branch->arms[0]),
                            rw_arm_counter(m->plan, &branch->arms[1])};
    uint32_t fall = inverted ? m->new->insns[at].target : at + 1;
    uint32_t taken = inverted ? at + 1 : m->new->insns[at].target;
    CC_TRY(follow(m, fall, counters[0], limit, limit));
    return follow(m, taken, counters[1], m->label[m->old->insns[old].target], limit);
}

static cc_err match_switch(matcher *m, uint32_t old, uint32_t at, uint32_t limit) {
    const il_insn *a = &m->old->insns[old];
    const il_insn *b = &m->new->insns[at];
    const probe_branch *branch = &m->plan->branches[m->plan->branch_of_insn[old]];
    uint32_t fall_counter = rw_arm_counter(m->plan, &branch->arms[0]);
    CC_TRY(follow(m, at + 1, fall_counter, limit, limit));
    for (uint32_t k = 0; k < a->target_count; k++) {
        uint32_t counter = m->plan->nodes[branch->entry_nodes[k]].counter;
        uint32_t goal = m->label[m->old->targets[a->target + k]];
        CC_TRY(follow(m, m->new->targets[b->target + k], counter, goal, limit));
    }
    return CC_OK;
}

/* Nothing may be added after an instruction without arms, except the entry after a suspension and
 * the ret of a tail. call. */
static cc_err match_end(matcher *m, uint32_t old, uint32_t at, uint32_t limit) {
    const il_insn *insn = &m->old->insns[old];
    if (m->entry_after != NULL && m->entry_after[old]) {
        uint32_t end = at + 1;
        CC_TRY(take_entry(m, &end));
        return end == limit ? CC_OK : fail_at(m, end, "added instruction");
    }
    bool may_add = flow_is_tail_call(insn) && old + 1 < m->old->insn_count &&
                   m->old->insns[old + 1].op == IL_RET;
    if (may_add && at + 2 == limit && m->new->insns[at + 1].op == IL_RET) {
        m->seen[at + 1] = true;
        return CC_OK;
    }
    return at + 1 == limit ? CC_OK : fail_at(m, at + 1, "added instruction");
}

static cc_err match_edges(matcher *m, uint32_t old, uint32_t at, bool inverted, uint32_t limit) {
    const il_insn *insn = &m->old->insns[old];
    switch ((il_flow)insn->flow) {
    case IL_FLOW_COND:
        return match_cond(m, old, at, inverted, limit);
    case IL_FLOW_SWITCH:
        return match_switch(m, old, at, limit);
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
        if (m->new->insns[at].target != m->label[insn->target]) {
            return fail_at(m, at, "branch with another target");
        }
        break;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_RETURN:
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
    case IL_FLOW_PREFIX:
        break;
    }
    return match_end(m, old, at, limit);
}

static cc_err match_insn(matcher *m, uint32_t old) {
    uint32_t at = m->label[old];
    uint32_t limit = m->label[old + 1];
    if (m->entry_before != NULL && m->entry_before[old]) {
        CC_TRY(take_entry(m, &at));
    }
    CC_TRY(take_probe(m, m->before_fork[old], &at));
    if (m->plan->fork_of_insn[old] != PROBE_NONE) {
        CC_TRY(match_fork(m, &m->plan->branches[m->plan->fork_of_insn[old]], &at, limit));
    }
    CC_TRY(take_probe(m, m->at_insn[old], &at));
    bool inverted = false;
    if (at >= limit || !is_copy(m, &m->old->insns[old], &m->new->insns[at], &inverted)) {
        return fail_at(m, at, "not the original instruction");
    }
    m->seen[at] = true;
    return match_edges(m, old, at, inverted, limit);
}

static cc_err make_room(matcher *m, cc_arena *arena) {
    size_t old_count = (size_t)m->old->insn_count + 1;
    m->label = CC_NEW_ARRAY(arena, uint32_t, old_count);
    m->before_fork = CC_NEW_ARRAY(arena, uint32_t, old_count);
    m->at_insn = CC_NEW_ARRAY(arena, uint32_t, old_count);
    m->probe_at = CC_NEW_ARRAY(arena, uint32_t, m->new->insn_count);
    m->probe_insns = CC_NEW_ARRAY(arena, uint32_t, m->plan->counter_count);
    m->seen = CC_NEW_ARRAY(arena, bool, m->new->insn_count);
    m->is_probe_call = CC_NEW_ARRAY(arena, bool, m->new->insn_count);
    if (m->label == NULL || m->probe_insns == NULL || m->before_fork == NULL ||
        m->at_insn == NULL || m->probe_at == NULL || m->seen == NULL || m->is_probe_call == NULL) {
        return cc_fail(CC_E_NOMEM, "checking a method body: out of memory");
    }
    memset(m->probe_at, 0xFF, m->new->insn_count * sizeof(uint32_t)); /* PROBE_NONE */
    return CC_OK;
}

/* Marks where entries have to be in addition to the first one. */
static cc_err mark_entries(matcher *m, cc_arena *arena) {
    bool has_more =
        rw_has_lane(m->probe) && m->result->site_count > 0 && m->probe->lane.suspends != NULL;
    if (!has_more) {
        return CC_OK;
    }
    m->entry_after = m->probe->lane.suspends;
    return rw_mark_handlers(m->old, arena, &m->entry_before);
}

cc_err rw_match(rw_matched *out, const rw_result *result, const il_body *new_body,
                const probe_plan *plan, const rw_probe *probe, cc_arena *arena) {
    matcher m = {
        .result = result, .plan = plan, .probe = probe, .old = plan->body, .new = new_body};
    CC_TRY(make_room(&m, arena));
    CC_TRY(mark_entries(&m, arena));
    CC_TRY(match_sites(&m));
    CC_TRY(match_entry(&m));
    CC_TRY(match_map(&m));
    note_atoms(&m);
    for (uint32_t i = 0; i < m.old->insn_count; i++) {
        CC_TRY(match_insn(&m, i));
    }
    for (uint32_t i = 0; i < new_body->insn_count; i++) {
        if (!m.seen[i]) {
            return fail_at(&m, i, "not reachable from any original instruction");
        }
    }
    out->is_probe_call = m.is_probe_call;
    return CC_OK;
}
