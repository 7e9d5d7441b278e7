/* Value forks: which instructions get a virtual two-armed branch on the value on top of the stack.
 *
 * The compiler gives the right operand of && and || no branch when the result is a value:
 *
 *     a; brfalse X; B; br M; X: ldc.i4.0; M: ...        r = a && B
 *
 * The fork before `br M` separates true from false there. A fork is likewise placed before a `ret`
 * in place of `br M`, and before the test of a filter's condition. Where an inner && or || passes
 * its value on to an outer one, there is no operand and no fork: the place is a pure join point.
 * Operands that are joined in a variable: probe_fork_store.c; after the constant:
 * probe_fork_first.c; with several ends: probe_fork_choice.c. Instructions are read once, by
 * increasing offset; all sets describe the instructions read so far. Source: docs/probe-plan.md,
 * "Value forks". */
#include "rewriter/plan/probe_internal.h"

/* A `br M` after the constant does not make M a join point by itself. It is a site only when it
 * ends an operand. Then the instruction after that operand's constant is marked, and so on up to
 * M. */
bool probe_is_pure(const probe_work *work, const probe_fork_sets *sets, uint32_t insn) {
    if (!sets->join[insn]) {
        return false;
    }
    const flow_graph *flow = work->flow;
    for (uint32_t i = flow->source_at[insn]; i < flow->source_at[insn + 1]; i++) {
        if (!sets->site[flow->sources[i]]) {
            return false;
        }
    }
    return true;
}

/* No branch leads to the instruction, and no statement begins there. */
static bool is_inner(const probe_work *work, uint32_t insn) {
    return flow_source_count(work->flow, insn) == 0 && !work->is_statement[insn];
}

static bool loads_value(const il_insn *insn) {
    il_place_kind kind = il_named(insn).kind;
    return kind == IL_PLACE_LOCAL || kind == IL_PLACE_ARG;
}

/* Returns the first instruction of a variable's load that ends before `end`: `ldloc o`, or
 * `ldarg.0; ldfld closure; ldfld o` for a captured variable. `end` when there is none. */
static uint32_t begin_of_load(const probe_work *work, uint32_t end) {
    const il_insn *insns = work->body->insns;
    uint32_t first = end;
    while (first > 0 && (insns[first - 1].op == IL_LDFLD || insns[first - 1].op == IL_LDFLDA)) {
        first--;
    }
    return first > 0 && loads_value(&insns[first - 1]) ? first - 1 : end;
}

/* Finds `LOAD; unbox.any T; STORE` before the instruction, as a pattern binds its variable (`o is
 * int q`). The variable is a local or a field, or was optimised away. Returns the first instruction
 * of the binding, or the instruction itself when there is none. */
static uint32_t begin_of_binding(const probe_work *work, uint32_t end) {
    const il_insn *insns = work->body->insns;
    if (end < 3 || insns[end - 2].op != IL_UNBOX_ANY) {
        return end;
    }
    const il_insn *store = &insns[end - 1];
    bool is_local = il_stored(store).kind == IL_PLACE_LOCAL;
    bool is_field = il_stored(store).kind == IL_PLACE_FIELD;
    uint32_t value = begin_of_load(work, end - 2);
    uint32_t first = is_field ? begin_of_load(work, value) : value; /* the object of the field */
    bool loads = value < end - 2 && (!is_field || first < value);
    bool binds = loads && (is_local || is_field || store->op == IL_POP);
    for (uint32_t i = first; binds && i < end; i++) {
        binds = is_inner(work, i);
    }
    return binds ? first : end;
}

/* `test L; br X; L:`: the test leads to X by an explicit jump. F# compiles `not a && B` to this,
 * and C# a test after which a pattern binds a variable. */
static bool is_way_of_test(const probe_work *work, uint32_t source) {
    const il_insn *insns = work->body->insns;
    uint32_t begin = flow_is_br(&insns[source]) ? begin_of_binding(work, source) : source;
    return begin > 0 && flow_is_br(&insns[source]) && flow_source_count(work->flow, source) == 0 &&
           insns[begin - 1].flow == IL_FLOW_COND && insns[begin - 1].target == source + 1;
}

bool probe_only_tests_reach(const probe_work *work, uint32_t insn) {
    const flow_graph *flow = work->flow;
    for (uint32_t i = flow->source_at[insn]; i < flow->source_at[insn + 1]; i++) {
        uint32_t source = flow->sources[i];
        bool is_test = work->body->insns[source].flow == IL_FLOW_COND;
        if (source >= insn || (!is_test && !is_way_of_test(work, source))) {
            return false;
        }
    }
    return flow_source_count(flow, insn) > 0;
}

/* Returns the instruction after `insn`, skipping nops that are not branch targets; may be
 * insn_count. */
static uint32_t next_but_nops(const probe_work *work, uint32_t insn) {
    uint32_t next = insn + 1;
    while (next < work->body->insn_count && work->body->insns[next].op == IL_NOP &&
           flow_source_count(work->flow, next) == 0) {
        next++;
    }
    return next;
}

/* Instruction j ends a right operand: `br M` or `ret` before the constant of the left operand. *k
 * is the instruction after the constant, which is M, another `br M`, or a ret. A constant that the
 * user wrote (`if (a) return B(); return false;`) has a visible point. */
static bool ends_operand(const probe_work *work, const probe_fork_sets *sets, uint32_t j,
                         uint32_t *k) {
    const il_body *body = work->body;
    const il_insn *insn = &body->insns[j];
    bool is_ret = insn->op == IL_RET && sets->returns_bool;
    if ((!is_ret && !flow_is_br(insn)) || body->insn_count - j < 3) {
        return false;
    }
    uint32_t constant = j + 1;
    uint16_t op = body->insns[constant].op;
    if ((op != IL_LDC_I4_0 && op != IL_LDC_I4_1) || work->is_statement[constant] ||
        !probe_only_tests_reach(work, constant)) {
        return false;
    }
    *k = next_but_nops(work, constant);
    if (*k == body->insn_count) {
        return false;
    }
    const il_insn *after = &body->insns[*k];
    bool is_same_way =
        is_ret ? after->op == IL_RET
               : *k == insn->target || (flow_is_br(after) && after->target == insn->target);
    const uint32_t *region = work->flow->region_of_insn;
    return is_same_way && region[j] == region[constant] && region[j] == region[*k];
}

/* Instructions p-1 and p are `ldc.i4.0; ceq` on a value that comes only from the code before
 * them. */
static bool negates(const probe_work *work, uint32_t p) {
    const il_insn *insns = work->body->insns;
    return p > 0 && insns[p].op == IL_CEQ && insns[p - 1].op == IL_LDC_I4_0 &&
           flow_source_count(work->flow, p) == 0 && flow_source_count(work->flow, p - 1) == 0;
}

uint32_t probe_constant_before(const probe_work *work, uint32_t insn) {
    int32_t value = 0;
    uint32_t p = probe_producer(work, insn);
    while (p != FLOW_NONE && negates(work, p)) {
        p = probe_producer(work, p - 1);
    }
    return p != FLOW_NONE && il_const_i4(&work->body->insns[p], &value) ? p : FLOW_NONE;
}

bool probe_has_constant(const probe_work *work, uint32_t j) {
    return probe_constant_before(work, j) != FLOW_NONE && flow_source_count(work->flow, j) == 0;
}

bool probe_has_operand(const probe_work *work, uint32_t j, uint32_t join) {
    return j > 0 && !probe_has_constant(work, j) && probe_is_bool(work, j, join);
}

bool probe_is_after_tail_call(const probe_work *work, uint32_t j) {
    return j > 0 && flow_is_tail_call(&work->body->insns[j - 1]);
}

static cc_err visit_operand_end(probe_work *work, probe_fork_sets *sets, uint32_t j) {
    const il_insn *insn = &work->body->insns[j];
    uint32_t k = 0;
    if (!ends_operand(work, sets, j, &k)) {
        return CC_OK;
    }
    uint32_t join = insn->op == IL_RET ? k : insn->target;
    probe_operand operand = PROBE_OPERAND_SINGLE;
    CC_TRY(probe_visit_choice(work, sets, j, join, &operand));
    if (operand == PROBE_OPERAND_CHOICE) {
        sets->join[k] = true;
        return CC_OK;
    }
    bool is_inner_value = probe_brings_told(work, sets, j);
    if (operand == PROBE_OPERAND_UNTOLD || (!is_inner_value && !probe_has_operand(work, j, join))) {
        return CC_OK;
    }
    sets->join[k] = true;
    sets->site[j] = true;
    work->is_fork[j] = !is_inner_value && !probe_is_after_tail_call(work, j);
    return CC_OK;
}

/* Instruction `load` and its predecessor are `stloc t; ldloc t`. */
static bool reloads(const probe_work *work, uint32_t load) {
    const il_insn *insns = work->body->insns;
    return load > 0 && il_stored(&insns[load - 1]).kind == IL_PLACE_LOCAL &&
           il_is_same_place(il_stored(&insns[load - 1]), il_loaded(&insns[load]));
}

/* `when (C)` ends in `ldc.i4.0; cgt.un; endfilter`, in Debug code preceded by `stloc t; ldloc t`.
 * There is no fork for a value that operands already count, or for a constant (`when (true)`). */
static void visit_filter_end(probe_work *work, const probe_fork_sets *sets, uint32_t j) {
    const il_body *body = work->body;
    if (body->insns[j].op != IL_LDC_I4_0 || j == 0 || body->insn_count - j < 3 ||
        body->insns[j + 1].op != IL_CGT_UN || body->insns[j + 2].op != IL_ENDFILTER) {
        return;
    }
    bool is_reloaded = j >= 2 && reloads(work, j - 1) && flow_source_count(work->flow, j - 1) == 0;
    uint32_t stored = is_reloaded ? j - 2 : j;
    bool is_told =
        probe_brings_told(work, sets, j) || (is_reloaded && probe_is_pure(work, sets, stored));
    work->is_fork[j] = !is_told && !probe_has_constant(work, stored);
}

bool probe_is_truth_test(const il_insn *insn) {
    return insn->op == IL_BRTRUE || insn->op == IL_BRTRUE_S || insn->op == IL_BRFALSE ||
           insn->op == IL_BRFALSE_S;
}

/* A brtrue or brfalse on the value of an && or ||, at its join point or after stores and reloads of
 * the value: the operands already count it. A visible point at the test (or at the store: the next
 * statement begins with the value on the stack) means that the user wrote a separate decision. No
 * reload may be a branch target. */
static bool repeats_operands(const probe_work *work, const probe_fork_sets *sets, uint32_t j) {
    return probe_is_truth_test(&work->body->insns[j]) && !work->is_statement[j] &&
           probe_is_told(work, sets, j);
}

/* Makes empty sets; a member is NULL when there is no memory. */
static probe_fork_sets make_sets(const probe_work *work) {
    uint32_t count = work->body->insn_count;
    const il_resolver *resolver = work->resolver;
    return (probe_fork_sets){
        .join = CC_NEW_ARRAY(work->arena, bool, count),
        .site = CC_NEW_ARRAY(work->arena, bool, count),
        .carried = CC_NEW_ARRAY(work->arena, bool, count),
        .begin = CC_NEW_ARRAY(work->arena, uint32_t, count),
        .rets = CC_NEW_ARRAY(work->arena, uint32_t, count),
        .statements = CC_NEW_ARRAY(work->arena, uint32_t, count),
        .budget = PROBE_ENDS_PER_INSN * (uint64_t)count,
        .returns_bool = resolver != NULL && resolver->returns != NULL &&
                        resolver->returns(resolver->ctx) == IL_TYPE_BOOL,
    };
}

/* Without a test and a filter no operand ends anywhere: most bodies. */
static bool may_have_forks(const il_body *body) {
    for (uint32_t i = 0; i < body->insn_count; i++) {
        uint8_t flow = body->insns[i].flow;
        if (flow == IL_FLOW_COND || flow == IL_FLOW_ENDFILTER) {
            return true;
        }
    }
    return false;
}

static bool make_results(probe_work *work) {
    uint32_t count = work->body->insn_count;
    work->is_fork = CC_NEW_ARRAY(work->arena, bool, count);
    work->is_part = CC_NEW_ARRAY(work->arena, bool, count);
    work->is_repeated = CC_NEW_ARRAY(work->arena, bool, count);
    work->choices_end = &work->choices;
    return work->is_fork != NULL && work->is_part != NULL && work->is_repeated != NULL;
}

static cc_err out_of_memory(void) {
    return cc_fail(CC_E_NOMEM, "value forks: out of memory");
}

cc_err probe_find_forks(probe_work *work) {
    uint32_t count = work->body->insn_count;
    if (!make_results(work)) {
        return out_of_memory();
    }
    if (!may_have_forks(work->body)) {
        return CC_OK;
    }
    probe_fork_sets sets = make_sets(work);
    if (sets.join == NULL || sets.site == NULL || sets.carried == NULL || sets.begin == NULL ||
        sets.rets == NULL || sets.statements == NULL) {
        return out_of_memory();
    }
    probe_find_arms(work);
    for (uint32_t j = 0; j < count; j++) {
        sets.statements[j] =
            (j > 0 ? sets.statements[j - 1] : 0) + (work->is_statement[j] ? 1u : 0u);
        if (work->body->insns[j].op == IL_RET) {
            sets.rets[sets.ret_count++] = j;
        }
        CC_TRY(visit_operand_end(work, &sets, j));
        visit_filter_end(work, &sets, j);
        if (flow_source_count(work->flow, j) == 1) {
            probe_visit_stored_join(work, &sets, j);
            probe_visit_two_stores(work, &sets, j);
        }
        probe_visit_constant_first(work, &sets, j);
        probe_carry_told(work, &sets, j);
    }
    for (uint32_t j = 0; j < count; j++) {
        work->is_repeated[j] = repeats_operands(work, &sets, j);
    }
    return CC_OK;
}
