/* C#: statements that the source hides, after `#line hidden`, as generators write them. Their
 * branches are not decisions.
 *
 * The points of such statements look like the hidden points that the compiler has inside visible
 * statements. The difference is in the values. A part of a statement goes on with what the code in
 * front of it has made: a value on the stack, in a variable without a name, or in a field that only
 * the state machine has. A statement begins with an empty stack, and uses variables of the source
 * only.
 *
 *     [F] call F; stloc t;  [hidden] ldloc t; brfalse L        if (F())
 *     [F] call F; stloc x;  [hidden] ldloc x; brfalse L        x = F();  and hidden: if (x)
 *
 * Input: the view with the arms of switch expressions, and the names of the locals. Output: by
 * instruction, whether it is hidden. A stretch is the code from a point up to the next one. A
 * stretch at a hidden point that takes such a value is hidden if the code that made the value is.
 * One that takes none is hidden, but for the switch over a plain variable in optimised code. */
#include "base/cc_sort.h"
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_switch_head.h"
#include "coverage/decision/switch/dec_tree.h"

/* Instructions of one switch: a limit against methods that are switches over plain variables alone,
 * one after another, where each search would go through all of the rest. */
enum { MAX_FOLLOWED = 4096 };

typedef struct marking {
    dec_view *v;
    pdb_variable *variables; /* by slot, then by start */
    uint32_t variable_count;
    uint32_t *depth;   /* by instruction: values on the stack before it */
    uint32_t *seen_in; /* by local: start + 1 of the last stretch that uses it */
    bool *is_switch;   /* by instruction: it belongs to the tests of a switch over a variable */
    /* the search for such a switch: where it starts, and the instructions that it has followed */
    uint32_t start;
    uint32_t *followed;
    uint32_t followed_count;
    uint32_t *followed_from; /* by instruction: start + 1 of the search that has been there */
    uint32_t place;          /* a visible point that it has found; DEC_NO_INSN */
    bool has_two_places;
    uint32_t hidden_body; /* a test after which code begins at a hidden point; DEC_NO_INSN */
    bool has_body;        /* one of the places is reached from the tests alone */
} marking;

/* --- values of the compiler ----------------------------------------------------------------- */

static int compare_variables(const void *a, const void *b) {
    const pdb_variable *x = (const pdb_variable *)a;
    const pdb_variable *y = (const pdb_variable *)b;
    if (x->slot != y->slot) {
        return x->slot < y->slot ? -1 : 1;
    }
    return (x->start > y->start) - (x->start < y->start);
}

/* The slot holds no variable of the source at this offset. Scopes of one slot do not overlap. */
static bool is_temporary(const marking *m, uint32_t slot, uint32_t offset) {
    uint32_t low = 0;
    uint32_t high = m->variable_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const pdb_variable *p = &m->variables[middle];
        if (p->slot < slot || (p->slot == slot && p->start <= offset)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 || m->variables[low - 1].slot != slot || m->variables[low - 1].end <= offset;
}

/* `ldloca t; call get_IsCompleted`, `ldloca t; ldloca x; ldloca y; call Deconstruct`: the first
 * address is that of the object, so `t` holds a value. The address of an argument, or of what a
 * constructor makes, may be that of a value still to be made. */
static bool is_receiver(const dec_view *v, uint32_t insn) {
    uint32_t depth = 1;
    for (uint32_t u = insn + 1; dec_is_insn(v, u) && dec_goes_on(v, u - 1); u++) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        md_callsite site;
        if (!il_stack_effect(dec_insn(v, u), &v->method->resolver, &pops, &pushes)) {
            return false;
        }
        if (pops >= depth) {
            return dec_is_call(v, u) && pops == depth &&
                   md_callsite_of(v->tables, (uint32_t)dec_insn(v, u)->operand, &site) &&
                   site.has_this && !cc_str_eqz(dec_member(v, u), ".ctor");
        }
        depth = depth - pops + pushes;
    }
    return false;
}

/* A state machine keeps the object of the method, or of the lambda, in a variable from its start
 * on: no value of a statement. */
static bool keeps_this(const dec_view *v, uint32_t store) {
    return v->is_machine && dec_is_op(v, store - 1, IL_LDFLD) &&
           cc_str_eqz(dec_member(v, store - 1), "<>4__this");
}

/* The first use of a temporary in the stretch takes a value: the instruction before the
 * stretch that stores it. A value that is made at its address is taken to be made directly in
 * front. DEC_NO_INSN: it is no such use. */
static uint32_t maker_of_local(marking *m, uint32_t start, uint32_t insn) {
    const dec_view *v = m->v;
    bool is_store = false;
    int32_t slot = il_local_index(dec_insn(v, insn), &is_store);
    if (slot < 0 || (uint32_t)slot >= v->index.local_count || m->seen_in[slot] == start + 1) {
        return DEC_NO_INSN;
    }
    m->seen_in[slot] = start + 1;
    bool is_value = !is_store && (!dec_takes_address(v, insn, slot) || is_receiver(v, insn)) &&
                    is_temporary(m, (uint32_t)slot, dec_insn(v, insn)->offset);
    uint32_t made = dec_index_last_store(v, (il_place){IL_PLACE_LOCAL, slot}, 0, start);
    bool is_stored = made != DEC_NO_INSN && dec_is_store_local(v, made, NULL);
    if (!is_stored && dec_loads_captured(v, insn)) {
        return DEC_NO_INSN; /* a structure of variables, which are stored at its address */
    }
    made = made == DEC_NO_INSN && start > 0 ? start - 1 : made;
    return is_value && !keeps_this(v, made) ? made : DEC_NO_INSN;
}

/* The same for fields: state machines keep temporaries over an await there, awaiters, operands,
 * wrapped values, and what a Deconstruct returned. */
static uint32_t maker_of_field(const dec_view *v, uint32_t start, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    if (!v->is_machine || !dec_op2(&c, IL_LDFLD, IL_LDFLDA)) {
        return DEC_NO_INSN;
    }
    il_place place = dec_named(v, insn);
    bool is_temp = cc_str_starts(dec_member(v, insn), "<>u__") || dec_is_kept_operand(v, insn);
    bool is_made_here = dec_index_last_store(v, place, start, insn) != DEC_NO_INSN;
    if (!is_temp || is_made_here) {
        return DEC_NO_INSN;
    }
    uint32_t made = dec_index_last_store(v, place, 0, start);
    return made == DEC_NO_INSN && dec_is_op(v, insn, IL_LDFLD) && start > 0 ? start - 1 : made;
}

/* --- stack ---------------------------------------------------------------------------------- */

static void note_depth(const marking *m, uint32_t insn, uint32_t depth) {
    if (dec_is_insn(m->v, insn) && m->depth[insn] < depth) {
        m->depth[insn] = depth;
    }
}

/* In the order of the code: whatever is branched to backwards has an empty stack in C#. Handlers
 * begin with the exception, which is not a value of a statement. */
static void find_depths(const marking *m) {
    const dec_view *v = m->v;
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        if (!il_stack_effect(dec_insn(v, u), &v->method->resolver, &pops, &pushes)) {
            continue;
        }
        uint32_t rest = m->depth[u] > pops ? m->depth[u] - pops : 0;
        for (uint32_t i = 0; !dec_is_op(v, u, IL_LEAVE) && i < dec_successor_count(v, u); i++) {
            uint32_t next = dec_successor(v, u, i);
            note_depth(m, next, next > u ? rest + pushes : 0);
        }
    }
}

/* --- what goes on --------------------------------------------------------------------------- */

/* The straight code before `store` takes the value from what a pattern tests. */
static bool binds(const dec_view *v, uint32_t stretch, uint32_t store) {
    dec_cursor c = dec_at(v, store - 1);
    if (dec_is_load_local(v, c.at, NULL)) {
        return c.at == stretch && !v->is_target[stretch];
    }
    return (dec_is_call(v, c.at) && dec_is_call_of_tests(v, c.at)) ||
           dec_op2(&c, IL_LDFLD, IL_UNBOX_ANY) || dec_op(&c, IL_ISINST);
}

/* A state machine copies a parameter, or the object of the method, to where lambdas find it. */
static bool copies_parameter(const dec_view *v, uint32_t store) {
    return v->is_machine && store >= 2 && dec_is_op(v, store - 1, IL_LDFLD) &&
           dec_loads_this(v, store - 2) &&
           cc_str_eq(dec_member(v, store), dec_member(v, store - 1));
}

/* The store is to a variable without a name. No statement of the source ends with it, but the head
 * of a `using` or `lock` does, before its block. */
static bool stores_temporary(const marking *m, uint32_t store) {
    int32_t slot = 0;
    return dec_is_store_local(m->v, store, &slot) && !m->v->index.begins_try[store + 1] &&
           is_temporary(m, (uint32_t)slot, dec_insn(m->v, store)->offset);
}

/* The code before has just stored the variable of a pattern, and the next test of the pattern, or
 * a jump there, begins. Optimised code drops the value of a variable that nothing uses. The next
 * test may also be about another part.
 *
 *     [hidden] ldloc t; store q;  [hidden] ldloc q; ...
 *     ...; brfalse N; ldloc t; callvirt get_P; store q;  [hidden] ldloc q; ...; br B; N: ...
 *     ...; brfalse N; ldloc t; callvirt get_P; pop;  [hidden] br B; N: ...
 *     [hidden] ldarg v; ldfld Item1; store t;  [hidden] ldarg v; ldfld Item2; ... */
static bool is_after_binding(const marking *m, uint32_t start) {
    const dec_view *v = m->v;
    if (start < 2 || v->is_target[start] || copies_parameter(v, start - 1)) {
        return false;
    }
    uint32_t store = start - 1;
    uint32_t stretch = dec_last_start(v, store);
    bool is_store = dec_is_store_local(v, store, NULL) || dec_is_op(v, store, IL_STFLD) ||
                    dec_is_op(v, store, IL_POP);
    bool is_next =
        dec_is_br(v, start) || dec_reloads_from(v, store, start) || stores_temporary(m, store);
    bool has_test = dec_starts_hidden(v, stretch) || dec_index_has_branch(v, stretch, start);
    return is_store && is_next && has_test && binds(v, stretch, store);
}

/* `brtrue B; [hidden] br N`: the other way of the test, as of a condition of a label that fails.
 * What comes after the jump has no point of its own. */
static bool is_jump_of_test(const dec_view *v, uint32_t start) {
    return start > 0 && dec_is_br(v, start) && dec_has_branch(v, start - 1) && !v->is_target[start];
}

/* `ldc n; stloc t; br`, where a test leads: several labels of a switch share a condition, and the
 * number of the label is kept. It belongs to the test. DEC_NO_INSN: it is something else. */
static uint32_t test_of_number(const marking *m, uint32_t start) {
    const dec_view *v = m->v;
    int32_t slot = 0;
    uint32_t test = v->index.first_to[start];
    dec_cursor c = dec_at(v, start);
    bool is_number = dec_const(&c, NULL) && dec_store_local(&c, &slot) && dec_is_br(v, c.at) &&
                     is_temporary(m, (uint32_t)slot, dec_insn(v, start + 1)->offset);
    return is_number && test < start ? test : DEC_NO_INSN;
}

/* The code from the hidden point up to the next point goes on with a value that was made before
 * of it: the instruction that made it. DEC_NO_INSN: it begins a statement. */
static uint32_t maker(marking *m, uint32_t start, uint32_t end) {
    const dec_view *v = m->v;
    bool is_after_pause =
        start > 0 && v->point_at[start - 1] != PROBE_NONE && dec_is_phantom(v, start - 1);
    /* a variable that optimised code keeps on the stack is there at visible points, too */
    bool has_values = m->depth[start] > m->depth[dec_last_visible(v, start)];
    if (start > 0 && (is_after_pause || has_values || is_after_binding(m, start))) {
        return start - 1;
    }
    for (uint32_t u = start; u < end; u++) {
        uint32_t made = maker_of_local(m, start, u);
        made = made == DEC_NO_INSN ? maker_of_field(v, start, u) : made;
        if (made != DEC_NO_INSN) {
            return made;
        }
    }
    return is_jump_of_test(v, start) ? start - 1 : test_of_number(m, start);
}

/* --- switches ------------------------------------------------------------------------------- */

/* The visible point at which control arrives over jumps alone, or whose `ret` was copied there;
 * DEC_NO_INSN: at other code. */
static uint32_t visible_at(const dec_view *v, uint32_t insn) {
    insn = dec_skip_jumps(v, insn);
    if (dec_is_op(v, insn, IL_LEAVE) && v->starts[insn] == 0) {
        insn = dec_skip_jumps(v, dec_insn(v, insn)->target);
    }
    return dec_starts_visible(v, insn) ? insn : dec_ret_of_brace(v, insn);
}

/* The code before the place goes on into it, and is not a test of the search: statements end
 * there. A nop between the tests and the place stands for where a try block begins. */
static bool is_fallen_into(const marking *m, uint32_t place) {
    const dec_view *v = m->v;
    uint32_t before = place;
    while (before > 0 && dec_is_op(v, before - 1, IL_NOP) && !v->is_target[before]) {
        before--;
    }
    return before == 0 ||
           (dec_goes_on(v, before - 1) && m->followed_from[before - 1] != m->start + 1);
}

static void add_place(marking *m, uint32_t place, bool is_body) {
    m->has_two_places = m->has_two_places || (m->place != DEC_NO_INSN && m->place != place);
    m->has_body = m->has_body || is_body;
    m->place = place;
}

/* Notes where the instruction leads: visible points, and hidden points to which a test leads, are
 * places; other code is followed. */
static void follow(marking *m, uint32_t insn) {
    const dec_view *v = m->v;
    bool is_test = dec_has_branch(v, insn);
    for (uint32_t i = 0; i < dec_successor_count(v, insn); i++) {
        uint32_t next = dec_successor(v, insn, i);
        uint32_t place = visible_at(v, next);
        if (place != DEC_NO_INSN) {
            add_place(m, place, !is_fallen_into(m, place));
        } else if (is_test && dec_starts_hidden(v, next)) {
            m->hidden_body = next == insn + 1 ? insn : m->hidden_body;
            if (next > insn) {
                add_place(m, next, false);
            }
        } else if (m->followed_from[next] != m->start + 1 && m->followed_count < MAX_FOLLOWED) {
            m->followed_from[next] = m->start + 1;
            m->followed[m->followed_count++] = next;
        }
    }
}

/* After a statement a state machine drops the objects that its variables are in: `ldarg.0; ldnull;
 * stfld`. */
static bool drops_object(const dec_view *v, uint32_t store) {
    return v->is_machine && dec_is_op(v, store - 1, IL_LDNULL);
}

/* No statement, no yield: the instruction may be one of tests. */
static bool may_test(const marking *m, uint32_t insn) {
    const dec_view *v = m->v;
    int32_t slot = 0;
    if (dec_is_call(v, insn) || dec_is_op(v, insn, IL_NEWOBJ)) {
        return dec_is_call_of_tests(v, insn) || dec_makes_closure(v, insn);
    }
    if (dec_is_op(v, insn, IL_STFLD)) {
        cc_str field = dec_member(v, insn);
        return !cc_str_starts(field, "<>") || cc_str_starts(field, "<>s__") ||
               cc_str_starts(field, "<>7__wrap") || dec_makes_closure(v, insn - 1) ||
               drops_object(v, insn);
    }
    if (dec_is_op(v, insn, IL_STARG)) {
        return false;
    }
    bool ends_stretch = dec_is_insn(v, insn + 1) && v->starts[insn + 1] != 0;
    return !ends_stretch || !dec_is_store_local(v, insn, &slot) ||
           is_temporary(m, (uint32_t)slot, dec_insn(v, insn)->offset) ||
           is_after_binding(m, insn + 1);
}

/* The source has the head of a switch after the last visible point before `start`, and in its
 * body that of the code after the test. */
static bool is_in_source(const dec_view *v, uint32_t start, uint32_t test) {
    const pdb_point *before = dec_visible_point(v, dec_last_visible(v, start));
    const src_block *block = dec_switch_after(v, test);
    return block != NULL && (before == NULL || src_is_before(mod_start_of(before), block->head));
}

/* After the object with the variables comes the value of the switch, whatever makes it, also with
 * awaits: where that code ends. */
static uint32_t end_of_value(const dec_view *v, uint32_t start) {
    if (!dec_makes_closure(v, start)) {
        return start;
    }
    uint32_t end = dec_next_start(v, start);
    while (dec_calls(v, end + 1, "get_IsCompleted")) {
        end = dec_next_start(v, end);
    }
    return end;
}

/* Optimised code has only a hidden point at a switch over a plain variable; all code has, at one
 * whose bodies declare variables that lambdas capture. Its tests lead to the statements of the
 * labels, one of which at least is visible and is reached from tests alone, and to another place.
 * Marks the tests. */
static bool begins_switch(marking *m, uint32_t start) {
    const dec_view *v = m->v;
    if (!v->is_optimised && !dec_makes_closure(v, start)) {
        return false;
    }
    m->start = start;
    m->place = DEC_NO_INSN;
    m->has_two_places = m->has_body = false;
    m->hidden_body = DEC_NO_INSN;
    m->followed_count = 1;
    m->followed[0] = start;
    m->followed_from[start] = start + 1;
    uint32_t tests = 0;
    uint32_t value_end = end_of_value(v, start);
    for (uint32_t i = 0; i < m->followed_count; i++) {
        bool is_value = m->followed[i] >= start && m->followed[i] < value_end;
        if (is_value && dec_is_op(v, m->followed[i], IL_LEAVE)) {
            continue; /* suspends: control comes back after the test for completion */
        }
        if (is_value || may_test(m, m->followed[i])) {
            tests += dec_has_branch(v, m->followed[i]) ? 1 : 0;
            follow(m, m->followed[i]);
        }
    }
    bool is_told = m->hidden_body != DEC_NO_INSN && is_in_source(v, start, m->hidden_body);
    bool is_guard =
        tests == 1 && m->hidden_body != DEC_NO_INSN && dec_flow(v, m->hidden_body) == IL_FLOW_COND;
    bool is_switch = m->has_two_places && (is_told || (m->has_body && !is_guard));
    for (uint32_t i = 0; is_switch && i < m->followed_count; i++) {
        m->is_switch[m->followed[i]] = true;
    }
    return is_switch;
}

/* --- stretches ------------------------------------------------------------------------------ */

/* Tests of `when` belong to the filter, whose own point is after them; the arms of a switch
 * expression have their points inside that of the statement. */
static bool is_part(const dec_view *v, uint32_t insn) {
    return v->arm_of[insn] != DEC_NO_INSN || dec_filter_point(v, insn) != DEC_NO_INSN;
}

static void mark_stretches(marking *m) {
    dec_view *v = m->v;
    uint32_t end = 0;
    for (uint32_t start = 0; dec_is_insn(v, start); start = end) {
        end = dec_next_start(v, start);
        bool is_hidden = dec_starts_hidden(v, start);
        uint32_t made = is_hidden ? maker(m, start, end) : DEC_NO_INSN;
        if (made != DEC_NO_INSN) {
            is_hidden = v->is_hidden[made];
        } else if (is_hidden && (!m->is_switch[start] || dec_makes_closure(v, start))) {
            /* where bodies of one switch lead to the object of the next, that one begins there */
            is_hidden = !begins_switch(m, start);
        }
        for (uint32_t u = start; is_hidden && u < end; u++) {
            if (!m->is_switch[u] && !is_part(v, u)) {
                dec_hide(v, u);
            }
        }
    }
}

/* The test is in the straight code after its point, and no part of an expression: no tests of a
 * visible switch are taken for it. Code after a jump may belong to the statement that leads
 * there. */
static bool is_apart(const dec_view *v, uint32_t insn) {
    uint32_t next = dec_next_point(v, insn);
    bool is_straight = true;
    for (uint32_t u = dec_last_start(v, insn); is_straight && u < insn; u++) {
        is_straight = dec_goes_on(v, u) || dec_has_branch(v, u);
    }
    return is_straight && (next == DEC_NO_INSN || dec_enclosing(v, next) == DEC_NO_INSN);
}

static bool leads_to_switch(const marking *m, uint32_t insn) {
    const dec_view *v = m->v;
    bool leads = false;
    for (uint32_t i = 0; !leads && i < dec_successor_count(v, insn); i++) {
        uint32_t place = dec_skip_jumps(v, dec_successor(v, insn, i));
        leads = dec_starts_hidden(v, place) && m->is_switch[place];
    }
    return leads;
}

/* Drops hidden tests before the idioms join tests: one that follows a visible switch, or leads to
 * one, is none of its tests. Those that are left are dropped with their decision, in collect(). */
static void drop_tests(const marking *m) {
    dec_view *v = m->v;
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t insn = dec_test_insn(v, b);
        if (dec_is_kept(v, b) && v->is_hidden[insn] &&
            (leads_to_switch(m, insn) || is_apart(v, insn))) {
            dec_drop(v, b);
        }
    }
}

static bool prepare(marking *m, dec_view *v) {
    uint32_t insns = v->body->insn_count;
    uint32_t rid = MD_TOKEN_RID(v->method->token);
    *m = (marking){.v = v,
                   .depth = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                   .seen_in = CC_NEW_ARRAY(v->arena, uint32_t, v->index.local_count),
                   .is_switch = CC_NEW_ARRAY(v->arena, bool, insns),
                   .followed = CC_NEW_ARRAY(v->arena, uint32_t,
                                            insns < MAX_FOLLOWED ? insns + 1 : MAX_FOLLOWED),
                   .followed_from = CC_NEW_ARRAY(v->arena, uint32_t, insns)};
    return pdb_get_variables(v->pdb, rid, v->arena, &m->variables, &m->variable_count) == CC_OK;
}

void dec_idiom_hidden(dec_view *v) {
    marking m;
    if (v->pdb == NULL) {
        return;
    }
    if (!prepare(&m, v)) {
        return;
    }
    cc_sort(m.variables, m.variable_count, sizeof(pdb_variable), compare_variables);
    find_depths(&m);
    mark_stretches(&m);
    drop_tests(&m);
}
