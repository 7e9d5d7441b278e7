/* Value forks of operands that are joined in a variable: && and || with an await, a switch
 * expression or a pattern with `or` in the right operand. The operand stack does not survive these,
 * so the compiler spills to a local, or to a field of the state machine, and joins there:
 *
 *     A; stloc v; ldloc v; brfalse L; ... B; stloc v; L: ldloc v
 *
 * The fork before the second store separates the arms of B. `v = A; if (v) v = B;`, written by the
 * user, has visible points at the test and after the store; this shape has none. Visual Basic also
 * stores the constant of the left operand, before the right operand or after it:
 *
 *     A; stfld u; ldfld u; brfalse L; ... B; stloc t; br M; L: ldc.i4.0; stloc t; M: ldloc t
 *
 * Source: docs/probe-plan.md, "Value forks", stored operand, two stores. */
#include "rewriter/plan/probe_internal.h"

/* How many instructions after L the reload may be: code for other values of the expression comes in
 * between. */
#define MAX_INSNS_AFTER_JOIN 512

/* Returns the local variable, or the field of `this`, in which the instruction stores. */
static bool stored_place(const il_insn *insn, il_place *out) {
    *out = il_stored(insn);
    return out->kind == IL_PLACE_LOCAL || (out->kind == IL_PLACE_FIELD && insn->prefix_size == 0);
}

/* Returns the place whose load ends with the instruction. */
static bool loaded_place(const il_insn *insn, il_place *out) {
    *out = il_loaded(insn);
    return out->kind == IL_PLACE_LOCAL || out->kind == IL_PLACE_FIELD;
}

/* Returns the number of instructions of the load of `p` that starts at instruction `at`; 0: none
 * starts there. */
static uint32_t load_length(const il_body *body, uint32_t at, const il_place *p) {
    const il_insn *insn = &body->insns[at];
    if (p->kind == IL_PLACE_LOCAL) {
        return il_is_same_place(il_loaded(insn), *p) ? 1 : 0;
    }
    bool is_load = il_loads_this(insn) && at + 1 < body->insn_count &&
                   il_is_same_place(il_loaded(&insn[1]), *p) && insn[1].prefix_size == 0;
    return is_load ? 2 : 0;
}

/* Like the function above, for a reload. A method called on the value (`text + (a && B)`) loads its
 * address, which no branch tests. */
static uint32_t reload_length(const il_body *body, uint32_t at, const il_place *p) {
    bool is_called =
        p->kind == IL_PLACE_LOCAL && il_is_same_place(il_addressed(&body->insns[at]), *p);
    return is_called ? 1 : load_length(body, at, p);
}

/* None of the instructions has a visible point, and no branch leads to the instructions after the
 * first. */
static bool is_straight(const probe_work *work, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i <= last; i++) {
        if (work->is_statement[i] || (i > first && flow_source_count(work->flow, i) > 0)) {
            return false;
        }
    }
    return true;
}

/* The three instructions from `at` on clear a field of `this`: `ldarg.0; ldnull; stfld`, or for a
 * struct `ldarg.0; ldflda; initobj`. State machines thus clear the values that they kept over an
 * await. */
static bool is_clean_up(const probe_work *work, uint32_t at) {
    const il_insn *insn = &work->body->insns[at];
    bool is_null = insn[1].op == IL_LDNULL && insn[2].op == IL_STFLD && insn[2].prefix_size == 0;
    bool is_empty = insn[1].op == IL_LDFLDA && insn[2].op == IL_INITOBJ;
    return il_loads_this(insn) && (is_null || is_empty) && flow_source_count(work->flow, at) == 0 &&
           is_straight(work, at, at + 2);
}

/* Returns the instruction before `insn`, skipping clean-ups and nops; else FLOW_NONE. */
static uint32_t store_before(const probe_work *work, uint32_t insn) {
    uint32_t store = probe_producer(work, insn);
    while (store != FLOW_NONE && store >= 3 && is_clean_up(work, store - 2)) {
        store = probe_producer(work, store - 2);
    }
    return store;
}

/* The instruction pushes a value, and does nothing else. */
static bool is_load(const il_insn *insn) {
    const il_op_info *op = il_op_get((il_op)insn->op);
    return op->flow == IL_FLOW_NEXT && op->pushes > 0;
}

/* Returns the instruction after the reload of `p` that begins at `at`, or that begins after one
 * other load, of the object in which the copy is stored. FLOW_NONE: there is none, or a statement
 * of the user begins in between. */
static uint32_t after_copy(const probe_work *work, uint32_t at, const il_place *p) {
    const il_body *body = work->body;
    uint32_t load = at + (load_length(body, at, p) == 0 && is_load(&body->insns[at]) ? 1 : 0);
    uint32_t length = load < body->insn_count ? load_length(body, load, p) : 0;
    uint32_t end = load + length;
    bool is_copy = length > 0 && end < body->insn_count && is_straight(work, at, end - 1);
    return is_copy ? end : FLOW_NONE;
}

/* Control reaches the instruction only from instructions in [first, insn). */
static bool is_inside(const flow_graph *flow, uint32_t first, uint32_t insn) {
    for (uint32_t i = flow->source_at[insn]; i < flow->source_at[insn + 1]; i++) {
        if (flow->sources[i] < first || flow->sources[i] >= insn) {
            return false;
        }
    }
    return true;
}

/* A state machine resumes at the instruction after an await: nothing falls through to it, and the
 * dispatch, before `first`, branches to it. */
static bool is_resumed(const probe_work *work, uint32_t first, uint32_t insn) {
    const flow_graph *flow = work->flow;
    for (uint32_t i = flow->source_at[insn]; i < flow->source_at[insn + 1]; i++) {
        if (flow->sources[i] >= first) {
            return false;
        }
    }
    uint16_t before = work->body->insns[insn - 1].op;
    return before == IL_LEAVE || before == IL_LEAVE_S;
}

/* The instruction falls through to the next one, and has no other destination. */
static bool goes_on(const il_insn *insn) {
    il_flow flow = insn->flow;
    return flow_falls_through(insn) && flow != IL_FLOW_COND && flow != IL_FLOW_SWITCH;
}

/* Returns the instruction after the first load of `p` from the join point on. FLOW_NONE: `p` is
 * stored again before that, control comes from elsewhere, or a statement of the user begins. After
 * a test only a part of the expression can begin: an arm of a switch expression in another operand.
 * A field survives an await in another operand. */
static uint32_t after_reload(const probe_work *work, uint32_t join, const il_place *p) {
    const il_body *body = work->body;
    bool is_begin = true;
    for (uint32_t at = join; at < body->insn_count && at - join < MAX_INSNS_AFTER_JOIN; at++) {
        il_place stored = {IL_PLACE_NONE, 0};
        uint32_t end = at + reload_length(body, at, p);
        bool is_own = at == join || is_inside(work->flow, join, at) ||
                      (p->kind == IL_PLACE_FIELD && is_resumed(work, join, at));
        if ((is_begin && work->is_statement[at]) || !is_own ||
            (stored_place(&body->insns[at], &stored) && il_is_same_place(stored, *p)) ||
            work->flow->region_of_insn[at] != work->flow->region_of_insn[join]) {
            break;
        }
        if (end > at) {
            return end < body->insn_count && is_straight(work, at, end - 1) ? end : FLOW_NONE;
        }
        is_begin = is_begin && goes_on(&body->insns[at]);
    }
    return FLOW_NONE;
}

/* Returns the test before `join` that branches to it, when nothing else does; else FLOW_NONE. */
static uint32_t only_test(const probe_work *work, uint32_t join) {
    const flow_graph *flow = work->flow;
    if (flow_source_count(flow, join) != 1) {
        return FLOW_NONE;
    }
    uint32_t test = flow->sources[flow->source_at[join]];
    return test < join && probe_is_truth_test(&work->body->insns[test]) ? test : FLOW_NONE;
}

/* `store p; load p` is before the test. The store may have a visible point: then the previous
 * statement left the value on the stack. */
static bool tests_stored(const probe_work *work, uint32_t test, const il_place *p) {
    uint32_t length = p->kind == IL_PLACE_FIELD ? 2 : 1;
    il_place left = {IL_PLACE_NONE, 0};
    if (test <= length || load_length(work->body, test - length, p) != length) {
        return false;
    }
    uint32_t store = test - length - 1;
    return stored_place(&work->body->insns[store], &left) && il_is_same_place(left, *p) &&
           flow_source_count(work->flow, store + 1) == 0 && is_straight(work, store + 1, test);
}

/* `join` is the L of the shape. Returns the store of the right operand and its place. The test is
 * checked first: few instructions have one, and the search for the store may skip many nops. */
static bool joins_stored(const probe_work *work, uint32_t join, uint32_t *store, il_place *p) {
    uint32_t test = only_test(work, join);
    if (test == FLOW_NONE) {
        return false;
    }
    *store = store_before(work, join);
    return *store != FLOW_NONE && *store > test && stored_place(&work->body->insns[*store], p) &&
           probe_stores_bool(work, *store) && tests_stored(work, test, p);
}

static bool has_point(const probe_work *work, uint32_t insn) {
    return work->is_visible[insn] || work->is_hidden[insn];
}

/* The instruction is a branch target, or is after a branch. */
static bool begins_block(const probe_work *work, uint32_t insn) {
    return flow_source_count(work->flow, insn) > 0 || !goes_on(&work->body->insns[insn - 1]);
}

static bool leads_past(const probe_work *work, uint32_t insn, uint32_t join) {
    const il_insn *u = &work->body->insns[insn];
    return u->flow == IL_FLOW_COND && u->target > join;
}

/* The tested operand is the first operand of an arm of a switch expression. When control came
 * through the tests of the switch, the operand has a hidden point. When control came through the
 * condition of the arm, the condition has a point and leads past the arm when it fails. An await
 * has its hidden point in straight code. */
static bool is_led_to(const probe_work *work, uint32_t test, uint32_t join) {
    bool has_condition = false;
    uint32_t at = test;
    while (at > 0 && !work->is_visible[at] && !(work->is_hidden[at] && begins_block(work, at))) {
        has_condition = has_condition || leads_past(work, at, join);
        at--;
    }
    return work->is_visible[at] ? has_condition : at > 0;
}

/* `_ => A || await B`: the point of the arm is after everything that had to be stored, at the join,
 * and the operands have none. `if (v) v = B();` has a point at the test or after it, a hidden one
 * when the user hides the lines. */
static bool is_arm(const probe_work *work, uint32_t join) {
    uint32_t store = 0;
    il_place p = {IL_PLACE_NONE, 0};
    if (!work->is_statement[join] || !joins_stored(work, join, &store, &p)) {
        return false;
    }
    uint32_t test = only_test(work, join);
    for (uint32_t at = test - (p.kind == IL_PLACE_FIELD ? 2 : 1); at <= test + 1; at++) {
        if (has_point(work, at)) {
            return false;
        }
    }
    return is_led_to(work, test, join);
}

void probe_find_arms(probe_work *work) {
    for (uint32_t join = 0; join < work->body->insn_count; join++) {
        work->is_statement[join] = work->is_statement[join] && !is_arm(work, join);
    }
}

/* The code before `end` stores a constant in `p`, or, with `p` NULL, leaves a constant on the
 * stack. A constant that the user wrote, as in the arm of a switch expression, has a visible point
 * and does not count. */
static bool gives_constant(const probe_work *work, uint32_t end, const il_place *p) {
    const il_insn *insns = work->body->insns;
    il_place stored = {IL_PLACE_NONE, 0};
    uint32_t at = end;
    if (p != NULL) {
        at = probe_producer(work, end);
        if (at == FLOW_NONE || !stored_place(&insns[at], &stored) ||
            !il_is_same_place(stored, *p) || flow_source_count(work->flow, at) > 0) {
            return false;
        }
    }
    uint32_t maker = probe_constant_before(work, at);
    return maker != FLOW_NONE && !work->is_statement[maker];
}

/* On every path to `join` (at least one `br`, and the fall-through edge) `p` gets a constant. */
static bool joins_constants(const probe_work *work, uint32_t join, const il_place *p) {
    const flow_graph *flow = work->flow;
    for (uint32_t i = flow->source_at[join]; i < flow->source_at[join + 1]; i++) {
        uint32_t source = flow->sources[i];
        if (!flow_is_br(&work->body->insns[source]) || flow_source_count(flow, source) > 0 ||
            !gives_constant(work, source, p)) {
            return false;
        }
    }
    bool is_fallen_into = join == 0 || flow_falls_through(&work->body->insns[join - 1]);
    return flow_source_count(flow, join) > 0 && (!is_fallen_into || gives_constant(work, join, p));
}

/* Skips `ldc.i4.1; brtrue insn; nop` before the instruction, a place for a breakpoint after a
 * switch expression. Returns the first instruction of that code, or the instruction itself. */
static uint32_t before_pause(const probe_work *work, uint32_t insn) {
    const il_insn *insns = work->body->insns;
    bool is_pause = insn >= 3 && flow_source_count(work->flow, insn) == 1 &&
                    insns[insn - 1].op == IL_NOP && insns[insn - 3].op == IL_LDC_I4_1 &&
                    probe_is_truth_test(&insns[insn - 2]) && insns[insn - 2].target == insn;
    return is_pause ? insn - 3 : insn;
}

/* The value before `store` is the value of a pattern (`x is 1 or 5`): the tests of the pattern made
 * it true or false, and count it. The two constants join on the stack or in a variable. */
static bool is_decided(const probe_work *work, uint32_t store) {
    const il_insn *insns = work->body->insns;
    if (flow_source_count(work->flow, store) > 0) {
        return joins_constants(work, store, NULL);
    }
    bool is_negated =
        store >= 2 && insns[store - 1].op == IL_CEQ && insns[store - 2].op == IL_LDC_I4_0;
    uint32_t end = is_negated ? store - 2 : store;
    if (is_negated && flow_source_count(work->flow, end) > 0) {
        return is_straight(work, end, store) && joins_constants(work, end, NULL);
    }
    /* The object whose field is stored to is loaded before the load. */
    uint32_t below = insns[store].op == IL_STFLD ? 1 : 0;
    il_place p = {IL_PLACE_NONE, 0};
    if (end < 3 || !loaded_place(&insns[end - 1], &p)) {
        return false;
    }
    uint32_t load = end - (p.kind == IL_PLACE_FIELD ? 2 : 1);
    return load_length(work->body, load, &p) == end - load &&
           is_straight(work, load - below, store) &&
           joins_constants(work, before_pause(work, load - below), &p);
}

bool probe_brings_told(const probe_work *work, const probe_fork_sets *sets, uint32_t insn) {
    return probe_is_told(work, sets, insn) || is_decided(work, insn);
}

/* The right operand ends at `store`, and its value is loaded again at or after `join`. */
static void fork_store(probe_work *work, probe_fork_sets *sets, uint32_t join, uint32_t store,
                       const il_place *p) {
    uint32_t end = after_reload(work, join, p);
    bool is_inner_value = probe_brings_told(work, sets, store);
    if (end == FLOW_NONE || (!is_inner_value && probe_has_constant(work, store))) {
        return;
    }
    sets->carried[end] = true;
    work->is_fork[store] = !is_inner_value;
}

void probe_visit_stored_join(probe_work *work, probe_fork_sets *sets, uint32_t join) {
    uint32_t store = 0;
    il_place p = {IL_PLACE_NONE, 0};
    if (joins_stored(work, join, &store, &p)) {
        fork_store(work, sets, join, store, &p);
    }
}

/* `ldc.i4.0` or `ldc.i4.1` before the store, not written by the user: there is no visible point,
 * and no branch into the middle. */
static bool stores_constant(const probe_work *work, uint32_t first, uint32_t store) {
    uint16_t op = work->body->insns[first].op;
    return (op == IL_LDC_I4_0 || op == IL_LDC_I4_1) && store == first + 1 &&
           is_straight(work, first, store);
}

/* The instructions of `A; stloc u; ldloc u; brfalse L; ...; stloc t; br M; L: ...; stloc t; M:
 * ldloc t`. */
typedef struct two_stores {
    uint32_t test;
    uint32_t first; /* the store before `br M` */
    uint32_t exit;  /* br M */
    uint32_t last;  /* the store before M */
} two_stores;

/* `join` is the M of the shape: one `br` and the store before it lead to it, and only the test
 * leads to L, which is after that `br`. Cheap checks run first. */
static bool joins_two_stores(const probe_work *work, uint32_t join, two_stores *out, il_place *p) {
    const flow_graph *flow = work->flow;
    const il_insn *insns = work->body->insns;
    uint32_t sources = flow_source_count(flow, join);
    if (sources != 1) {
        return false;
    }
    out->exit = flow->sources[flow->source_at[join]];
    if (out->exit + 2 >= join || !flow_is_br(&insns[out->exit]) ||
        flow_source_count(flow, out->exit) > 0) {
        return false;
    }
    out->test = only_test(work, out->exit + 1);
    out->first = store_before(work, out->exit);
    out->last = store_before(work, join);
    il_place left = {IL_PLACE_NONE, 0};
    return out->test != FLOW_NONE && out->first != FLOW_NONE && out->first > out->test &&
           out->last > out->exit && stored_place(&insns[out->last], p) &&
           p->kind == IL_PLACE_LOCAL && stored_place(&insns[out->first], &left) &&
           il_is_same_place(left, *p) && probe_stores_bool(work, out->last);
}

/* The tested value was stored just before, and the whole shape is one expression in one region. */
static bool is_one_expression(const probe_work *work, const probe_fork_sets *sets,
                              const two_stores *s, uint32_t join) {
    const uint32_t *region = work->flow->region_of_insn;
    il_place left = {IL_PLACE_NONE, 0};
    uint32_t below = s->test >= 1 && work->body->insns[s->test - 1].op == IL_LDFLD ? 3 : 2;
    return s->test >= below && sets->statements[s->test] == sets->statements[join] &&
           region[s->test] == region[s->exit] && region[s->exit] == region[s->last] &&
           region[s->last] == region[join] &&
           stored_place(&work->body->insns[s->test - below], &left) &&
           tests_stored(work, s->test, &left);
}

void probe_visit_two_stores(probe_work *work, probe_fork_sets *sets, uint32_t join) {
    two_stores s = {0};
    il_place p = {IL_PLACE_NONE, 0};
    if (!joins_two_stores(work, join, &s, &p) || !is_one_expression(work, sets, &s, join)) {
        return;
    }
    bool is_left_first = stores_constant(work, s.test + 1, s.first);
    bool is_left_last = stores_constant(work, s.exit + 1, s.last);
    if (is_left_first != is_left_last) {
        fork_store(work, sets, join, is_left_first ? s.last : s.first, &p);
    }
}

bool probe_is_told(const probe_work *work, const probe_fork_sets *sets, uint32_t insn) {
    return probe_is_pure(work, sets, insn) ||
           (sets->carried[insn] && flow_source_count(work->flow, insn) == 0);
}

void probe_carry_told(const probe_work *work, probe_fork_sets *sets, uint32_t insn) {
    const il_body *body = work->body;
    il_place p = {IL_PLACE_NONE, 0};
    if (work->is_statement[insn] || body->insn_count - insn < 3 ||
        flow_source_count(work->flow, insn + 1) > 0) {
        return;
    }
    if (stored_place(&body->insns[insn], &p)) {
        uint32_t end = after_copy(work, insn + 1, &p);
        if (end != FLOW_NONE && probe_brings_told(work, sets, insn)) {
            sets->carried[end] = true;
        }
    } else if (body->insns[insn].op == IL_LDC_I4_0 && body->insns[insn + 1].op == IL_CEQ &&
               !work->is_statement[insn + 1] && probe_is_told(work, sets, insn)) {
        sets->carried[insn + 2] = true;
    }
}
