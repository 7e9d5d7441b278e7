/* Placing: from instructions and plan to the items of the new code.
 *
 * Input: a probe plan. Output: rw_code with items and labels, no offsets.
 *
 * Before old instruction i come, in this order: its label; an entry where a handler of a suspended
 * method begins; the probe of an atom that consists of a fork only; the fork; the probe of the atom
 * that starts with i. All branches to i and all regions that start or end at i use the label. After
 * i come an entry where the method may have been suspended, the probe of the fall-through edge,
 * then the stubs.
 *
 * Stubs are always directly after their branch, never at the end of a region. So they are in the
 * region of their branch, endfilter stays last, and the end of a region is the label of the next
 * instruction. Rules: docs/probe-plan.md, "Placing". */
#include "rewriter/il/flow.h"
#include "rewriter/rewrite/rw_internal.h"

/* What placing needs in addition to the code. */
typedef struct placer {
    rw_code *code;
    const probe_plan *plan;
    const il_body *body;
    /* by node: place of its stub, 0: not yet placed; allocated only if there is a switch */
    uint32_t *stubs;
} placer;

static uint32_t add_item(rw_code *code, rw_item_kind kind, il_op op, uint32_t source,
                         uint32_t target) {
    rw_item *item = &code->items[code->count];
    item->kind = (uint8_t)kind;
    item->op = (uint16_t)op;
    item->source = source;
    item->target = target;
    return code->count++;
}

static uint32_t add_branch(rw_code *code, il_op op, uint32_t source, uint32_t place) {
    return add_item(code, RW_ITEM_BRANCH, op, source, place);
}

/* Returns the place of the next item. */
static uint32_t here(const rw_code *code) {
    return code->count | RW_PLACE_ITEM;
}

static void add_probe(rw_code *code, uint32_t counter) {
    if (counter != PROBE_NONE) {
        uint32_t item = add_item(code, RW_ITEM_PROBE, IL_NOP, counter, 0);
        code->items[item].has_check = code->has_check != NULL && code->has_check[counter];
        code->probe_count++;
    }
}

/* Adds an entry, which takes the lane of the thread on which control is now. */
static void add_entry(rw_code *code) {
    (void)add_item(code, RW_ITEM_ENTRY, IL_NOP, RW_NO_INSN, 0);
}

cc_err rw_mark_handlers(const il_body *body, cc_arena *arena, const bool **out) {
    bool *begins = CC_NEW_ARRAY(arena, bool, (size_t)body->insn_count + 1);
    if (begins == NULL) {
        return cc_fail(CC_E_NOMEM, "rewriting: out of memory");
    }
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        begins[c->handler_start] = true;
        if (c->kind == IL_CLAUSE_FILTER) {
            begins[c->filter_start] = true;
        }
    }
    *out = begins;
    return CC_OK;
}

/* An edge is in a loop only if both its ends are. */
static bool is_in_loop(const probe_node *node, const uint32_t *loops) {
    return loops[node->first_insn] > 0 && (!node->is_edge || loops[node->target] > 0);
}

cc_err rw_choose_checks(rw_code *code) {
    const probe_plan *plan = code->plan;
    uint32_t *loops = CC_NEW_ARRAY(code->arena, uint32_t, (size_t)plan->body->insn_count + 1);
    bool *has_check = CC_NEW_ARRAY(code->arena, bool, plan->counter_count);
    if (loops == NULL || has_check == NULL) {
        return cc_fail(CC_E_NOMEM, "rewriting: out of memory");
    }
    flow_mark_loops(plan->body, loops);
    for (uint32_t i = 0; i < plan->node_count; i++) {
        if (plan->nodes[i].counter != PROBE_NONE) {
            has_check[plan->nodes[i].counter] = is_in_loop(&plan->nodes[i], loops);
        }
    }
    code->has_check = has_check;
    return CC_OK;
}

uint32_t rw_arm_counter(const probe_plan *plan, const probe_arm *arm) {
    return arm->node_count == 0 ? PROBE_NONE : plan->nodes[arm->nodes[0]].counter;
}

/* Returns the fork before `insn`; NULL when there is none. */
static const probe_branch *fork_of(const placer *p, uint32_t insn) {
    uint32_t fork = p->plan->fork_of_insn[insn];
    return fork == PROBE_NONE ? NULL : &p->plan->branches[fork];
}

/* Returns the probe_branch of a conditional branch or a switch. */
static const probe_branch *branch_of(const placer *p, uint32_t insn) {
    return &p->plan->branches[p->plan->branch_of_insn[insn]];
}

/* dup; brtrue T; [probe false]; br R; T: [probe true]; R: -- shorter when only one arm has a probe,
 * nothing when neither has one. */
static void place_fork(placer *p, const probe_branch *fork) {
    rw_code *code = p->code;
    uint32_t on_false = rw_arm_counter(p->plan, &fork->arms[0]);
    uint32_t on_true = rw_arm_counter(p->plan, &fork->arms[1]);
    if (on_false == PROBE_NONE && on_true == PROBE_NONE) {
        return;
    }
    add_item(code, RW_ITEM_OP, IL_DUP, RW_NO_INSN, 0);
    il_op op = on_false == PROBE_NONE ? IL_BRFALSE : IL_BRTRUE;
    uint32_t jump = add_branch(code, op, RW_NO_INSN, 0);
    if (on_false != PROBE_NONE && on_true != PROBE_NONE) {
        add_probe(code, on_false);
        uint32_t skip = add_branch(code, IL_BR, RW_NO_INSN, 0);
        code->items[jump].target = here(code);
        add_probe(code, on_true);
        code->items[skip].target = here(code);
        return;
    }
    add_probe(code, on_false);
    add_probe(code, on_true);
    code->items[jump].target = here(code);
}

/* Returns the atom that starts with `insn` and comes next; PROBE_NONE when none starts there. */
static uint32_t atom_at(const placer *p, uint32_t insn, uint32_t atom) {
    bool starts = atom < p->plan->atom_count && p->plan->nodes[atom].first_insn == insn;
    return starts ? atom : PROBE_NONE;
}

/* The atom at `insn` consists of a fork only. */
static bool is_empty_atom(const placer *p, uint32_t insn, uint32_t atom) {
    return atom != PROBE_NONE && p->plan->nodes[atom].end_insn == insn;
}

/* Adds label, entry, fork and probes before `insn`. */
static void place_entry(placer *p, uint32_t insn) {
    rw_code *code = p->code;
    code->label[insn] = code->count;
    if (code->entry_before != NULL && code->entry_before[insn]) {
        add_entry(code);
    }
    uint32_t atom = atom_at(p, insn, code->next_atom);
    if (is_empty_atom(p, insn, atom)) {
        add_probe(code, p->plan->nodes[atom].counter);
        atom = atom_at(p, insn, ++code->next_atom);
    }
    const probe_branch *fork = fork_of(p, insn);
    if (fork != NULL) {
        place_fork(p, fork);
    }
    if (atom != PROBE_NONE) {
        add_probe(code, p->plan->nodes[atom].counter);
        code->next_atom++;
    }
}

/* There will be a probe before `insn`. The caller is still at the instruction before `insn`. */
static bool has_probe(const placer *p, uint32_t insn) {
    uint32_t atom = atom_at(p, insn, p->code->next_atom);
    return atom != PROBE_NONE && p->plan->nodes[atom].counter != PROBE_NONE;
}

/* Adds a taken edge with a probe. Inverts brtrue and brfalse; other branches cannot be inverted,
 * because their opposite differs for integer and real operands. */
static void place_taken(placer *p, uint32_t index, uint32_t fall, uint32_t taken) {
    rw_code *code = p->code;
    const il_insn *insn = &p->body->insns[index];
    il_op op = il_long_op(insn);
    if (op == IL_BRTRUE || op == IL_BRFALSE) {
        il_op inverse = op == IL_BRTRUE ? IL_BRFALSE : IL_BRTRUE;
        uint32_t jump = add_branch(code, inverse, index, 0);
        add_probe(code, taken);
        add_branch(code, IL_BR, RW_NO_INSN, insn->target);
        code->items[jump].target = here(code);
        add_probe(code, fall);
        return;
    }
    uint32_t jump = add_branch(code, op, index, 0);
    add_probe(code, fall);
    add_branch(code, IL_BR, RW_NO_INSN, index + 1);
    code->items[jump].target = here(code);
    add_probe(code, taken);
    add_branch(code, IL_BR, RW_NO_INSN, insn->target);
}

static void place_cond(placer *p, uint32_t index) {
    const probe_branch *branch = branch_of(p, index);
    uint32_t fall = rw_arm_counter(p->plan, &branch->arms[0]);
    uint32_t taken = rw_arm_counter(p->plan, &branch->arms[1]);
    if (taken != PROBE_NONE) {
        place_taken(p, index, fall, taken);
        return;
    }
    const il_insn *insn = &p->body->insns[index];
    add_branch(p->code, il_long_op(insn), index, insn->target);
    add_probe(p->code, fall);
}

/* Adds the stubs of a switch and sets the places of its table entries. `fall_place` is the probe of
 * the fall-through edge, or the next instruction. */
static void place_stubs(placer *p, const probe_branch *branch, uint32_t fall_place) {
    rw_code *code = p->code;
    const il_insn *insn = &p->body->insns[branch->insn];
    for (uint32_t k = 0; k < insn->target_count; k++) {
        uint32_t target = p->body->targets[insn->target + k];
        uint32_t node = branch->entry_nodes[k];
        uint32_t *place = &code->targets[insn->target + k];
        if (node == branch->arms[0].nodes[0]) {
            *place = fall_place;
            continue;
        }
        if (p->plan->nodes[node].counter == PROBE_NONE) {
            *place = target;
            continue;
        }
        if (p->stubs[node] != 0) {
            *place = p->stubs[node];
            continue;
        }
        *place = here(code);
        p->stubs[node] = *place;
        add_probe(code, p->plan->nodes[node].counter);
        add_branch(code, IL_BR, RW_NO_INSN, target);
    }
}

static bool has_stub(const placer *p, const probe_branch *branch) {
    uint32_t count = p->body->insns[branch->insn].target_count;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t node = branch->entry_nodes[k];
        if (node != branch->arms[0].nodes[0] && p->plan->nodes[node].counter != PROBE_NONE) {
            return true;
        }
    }
    return false;
}

static void place_switch(placer *p, uint32_t index) {
    rw_code *code = p->code;
    add_item(code, RW_ITEM_SWITCH, IL_SWITCH, index, p->body->insns[index].target);
    const probe_branch *branch = branch_of(p, index);
    uint32_t fall = rw_arm_counter(p->plan, &branch->arms[0]);
    uint32_t fall_place = fall != PROBE_NONE ? here(code) : index + 1;
    add_probe(code, fall);
    if (has_stub(p, branch)) {
        add_branch(code, IL_BR, RW_NO_INSN, index + 1);
    }
    place_stubs(p, branch, fall_place);
}

/* Nothing may be between a tail. call and its ret, so when the ret gets a probe the call gets a ret
 * of its own. No plan has a fork there. */
static void place_tail_ret(placer *p, uint32_t index) {
    bool is_next_ret = index + 1 < p->body->insn_count && p->body->insns[index + 1].op == IL_RET;
    if (is_next_ret && flow_is_tail_call(&p->body->insns[index]) && has_probe(p, index + 1)) {
        add_item(p->code, RW_ITEM_OP, IL_RET, RW_NO_INSN, 0);
    }
}

static void place_insn(placer *p, uint32_t index) {
    const il_insn *insn = &p->body->insns[index];
    il_flow flow = (il_flow)insn->flow;
    if (flow == IL_FLOW_COND) {
        place_cond(p, index);
    } else if (flow == IL_FLOW_SWITCH) {
        place_switch(p, index);
    } else if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_LEAVE) {
        add_branch(p->code, il_long_op(insn), index, insn->target);
    } else {
        add_item(p->code, RW_ITEM_INSN, (il_op)insn->op, index, 0);
        place_tail_ret(p, index);
        if (p->code->entry_after != NULL && p->code->entry_after[index]) {
            add_entry(p->code);
        }
    }
}

/* Returns a bound of the number of items. It counts each instruction and, after a tail. call, a
 * ret; each probe with its br; for each branch a br over its stubs; for each fork a dup and two
 * branches; and the entries. */
static uint32_t item_bound(const rw_code *code) {
    const probe_plan *plan = code->plan;
    uint32_t bound = plan->body->insn_count + plan->branch_count * 3 + 1;
    bound += code->entry_after != NULL ? plan->body->insn_count : 0;
    bound += code->entry_before != NULL ? 2 * plan->body->clause_count : 0;
    for (uint32_t i = 0; i < plan->body->insn_count; i++) {
        bound += flow_is_tail_call(&plan->body->insns[i]) ? 1 : 0;
    }
    for (uint32_t i = 0; i < plan->node_count; i++) {
        bound += plan->nodes[i].counter != PROBE_NONE ? 2 : 0;
    }
    return bound;
}

static uint32_t count_targets(const il_body *body) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->jump_count; i++) {
        count += body->insns[body->jumps[i]].target_count;
    }
    return count;
}

static cc_err make_room(placer *p) {
    rw_code *code = p->code;
    uint32_t target_count = count_targets(p->body);
    code->cap = item_bound(code);
    code->items = CC_NEW_ARRAY(code->arena, rw_item, code->cap);
    code->label = CC_NEW_ARRAY(code->arena, uint32_t, (size_t)p->body->insn_count + 1);
    code->targets = CC_NEW_ARRAY(code->arena, uint32_t, target_count);
    bool ok = code->items != NULL && code->label != NULL && code->targets != NULL;
    if (ok && target_count > 0) {
        p->stubs = CC_NEW_ARRAY(code->arena, uint32_t, p->plan->node_count);
        ok = p->stubs != NULL;
    }
    return ok ? CC_OK : cc_fail(CC_E_NOMEM, "rewriting: out of memory");
}

static uint32_t to_item(const rw_code *code, uint32_t place) {
    return (place & RW_PLACE_ITEM) != 0 ? place & ~RW_PLACE_ITEM : code->label[place];
}

/* Turns all places into items. */
static void resolve_places(rw_code *code, uint32_t target_count) {
    for (uint32_t i = 0; i < code->count; i++) {
        if (code->items[i].kind == RW_ITEM_BRANCH) {
            code->items[i].target = to_item(code, code->items[i].target);
        }
    }
    for (uint32_t i = 0; i < target_count; i++) {
        code->targets[i] = to_item(code, code->targets[i]);
    }
}

cc_err rw_place_all(rw_code *code) {
    const il_body *body = code->plan->body;
    placer p = {code, code->plan, body, NULL};
    if (flow_falls_through(&body->insns[body->insn_count - 1])) {
        return cc_fail(CC_E_FORMAT, "control falls through the end of the code");
    }
    CC_TRY(make_room(&p));
    if (code->entry_size > 0) {
        add_entry(code); /* before the label of the first instruction: no branch leads to it */
    }
    for (uint32_t i = 0; i < body->insn_count; i++) {
        place_entry(&p, i);
        place_insn(&p, i);
    }
    code->label[body->insn_count] = code->count;
    resolve_places(code, count_targets(body));
    return CC_OK;
}
