/* C#: a condition of a label that several tests of a switch lead to is compiled once. Each path to
 * it stores a number, and when the condition fails, that number selects where to continue:
 *
 *     ldc k; stloc t; br W; ...  W: [visible] condition, true: body
 *     [hidden] ldloc t; brfalse A; ldloc t; ldc 1; beq B;  body      or  ldloc t; [ldc k; sub;] switch (A, B, C); body
 *
 * Where a condition of the switch awaits, the number is in a field of the state machine, and the
 * tests are about a copy: `ldarg.0; ldfld n; stloc t; ldloc t; ...`.
 *
 * These tests are parts of the switch (DEC_NUMBERED). The last of them cannot fail, nor can the
 * number be outside of the table. The slot of the local may hold other values elsewhere in the
 * method. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_reach.h"
#include "coverage/decision/switch/dec_tree.h"

enum { MAX_CONSTANTS = 64, MAX_CONDITIONS = 32 };

typedef enum local_use {
    USE_NONE = 0,
    USE_NUMBER, /* a number is stored, or tested */
    USE_OTHER
} local_use;

/* A local or field that may hold such a number: one for all conditions of a switch. */
typedef struct numbers {
    il_place place;
    uint8_t *uses;         /* by instruction: local_use */
    const uint32_t *insns; /* those that name the place, increasing */
    uint32_t insn_count;
    uint32_t conditions[MAX_CONDITIONS]; /* the instructions that the stores lead to */
    uint32_t condition_count;
    uint64_t constants; /* bit set of the stored numbers */
} numbers;

/* The visible point to which straight code leads; the code before it binds variables. */
static uint32_t condition_after(const dec_view *v, uint32_t insn) {
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, insn); steps++) {
        il_flow flow = dec_flow(v, insn);
        if (v->point_at[insn] != PROBE_NONE) {
            return insn;
        }
        if (flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL && flow != IL_FLOW_BRANCH) {
            return DEC_NO_INSN;
        }
        insn = flow == IL_FLOW_BRANCH ? dec_insn(v, insn)->target : insn + 1;
    }
    return DEC_NO_INSN;
}

/* `ldc k; stloc t`, then only bindings up to the condition's point. */
static bool note_store(const dec_view *v, uint32_t store, numbers *n) {
    int32_t value = -1;
    if (store == 0 || v->is_target[store] || !dec_is_const(v, store - 1, &value) || value < 0 ||
        value >= MAX_CONSTANTS || dec_visible_in(v, store - 1, store + 1)) {
        return false;
    }
    uint32_t next = condition_after(v, store + 1);
    uint32_t known = 0;
    while (known < n->condition_count && n->conditions[known] != next) {
        known++;
    }
    if (next == DEC_NO_INSN || known == MAX_CONDITIONS) {
        return false;
    }
    n->conditions[known] = next;
    n->condition_count += known == n->condition_count ? 1 : 0;
    n->constants |= UINT64_C(1) << value;
    return true;
}

/* The branch after the load, when it tests the local against constants: at most `ldc k; sub` is in
 * between. The local may be a copy of what `made` loads. */
static uint32_t test_of_value(const dec_view *v, uint32_t load, uint32_t made) {
    enum { MOST_BETWEEN = 2 };
    for (uint32_t u = load + 1; dec_is_insn(v, u) && u <= load + 1 + MOST_BETWEEN; u++) {
        uint32_t branch = dec_branch_at(v, u);
        if (branch != PROBE_NONE) {
            uint32_t compared = dec_compared_value(v, u);
            bool is_test = (compared == load || compared == made) &&
                           !dec_visible_in(v, load + 1, u + 1); /* no `if` of the user */
            return is_test ? branch : DEC_NO_BRANCH;
        }
    }
    return DEC_NO_BRANCH;
}

/* The tests of the copy of a field: `ldfld n; stloc t; ldloc t; ..; ldloc t; ..`, one after
 * another. */
static uint32_t test_of_copy(const dec_view *v, uint32_t load) {
    int32_t local = -1;
    bool is_copy = dec_is_store_local(v, load + 1, &local) && dec_reloads(v, load + 1, load + 2);
    return is_copy ? test_of_value(v, load + 2, load) : DEC_NO_BRANCH;
}

/* The next test of the same copy of the field that is loaded at `load`; DEC_NO_BRANCH: none. */
static uint32_t next_test(const dec_view *v, uint32_t branch, uint32_t load) {
    uint32_t insn = dec_skip_jumps(v, dec_test_insn(v, branch) + 1);
    bool is_next = insn != DEC_NO_INSN && insn > load && v->starts[insn] == 0 &&
                   dec_is_kind(v, branch, PROBE_BRANCH_COND) && dec_is_load_local(v, insn, NULL) &&
                   il_is_same_place(dec_loaded(v, insn), dec_loaded(v, load + 2));
    return is_next ? test_of_value(v, insn, load) : DEC_NO_BRANCH;
}

/* The first test of the number that is loaded there. */
static uint32_t test_of_load(const dec_view *v, uint32_t load) {
    return dec_is_op(v, load, IL_LDFLD) ? test_of_copy(v, load) : test_of_value(v, load, load);
}

static bool stores(const dec_view *v, uint32_t insn, const numbers *n) {
    return il_is_same_place(dec_stored(v, insn), n->place);
}

/* What the instruction does with the local or field, seen alone. */
static local_use use_at(const dec_view *v, uint32_t insn, numbers *n) {
    if (stores(v, insn, n)) {
        return note_store(v, insn, n) ? USE_NUMBER : USE_OTHER;
    }
    if (il_is_same_place(dec_loaded(v, insn), n->place)) {
        bool is_test = !dec_starts_visible(v, insn) && test_of_load(v, insn) != DEC_NO_BRANCH;
        return is_test ? USE_NUMBER : USE_OTHER;
    }
    return il_is_same_place(dec_named(v, insn), n->place) ? USE_OTHER : USE_NONE;
}

static bool is_place(void *ctx, il_place place) {
    const numbers *n = (const numbers *)ctx;
    return il_is_same_place(place, n->place);
}

/* Some store that reaches the instruction stores something else than a number, or is not known. */
static bool finds_other(const numbers *n, const il_known *stores) {
    for (uint32_t i = 0; i < stores->count; i++) {
        if (n->uses[il_known_at(stores, i)] == USE_OTHER) {
            return true;
        }
    }
    return stores->kind == IL_ANY;
}

/* Demotes a test that may find a value there that is not a number, and stores whose value is also used
 * for something else. True when something changed. */
static bool demote(const dec_view *v, numbers *n, dec_reach *reach, uint32_t load) {
    bool is_changed = false;
    if (!il_is_same_place(dec_loaded(v, load), n->place)) {
        return false;
    }
    il_known stores = dec_reaching(reach, load, n->place);
    if (n->uses[load] == USE_NUMBER && finds_other(n, &stores)) {
        n->uses[load] = USE_OTHER;
        is_changed = true;
    }
    for (uint32_t i = 0; n->uses[load] == USE_OTHER && i < stores.count; i++) {
        uint32_t store = (uint32_t)il_known_at(&stores, i);
        is_changed = is_changed || n->uses[store] == USE_NUMBER;
        n->uses[store] = USE_OTHER;
    }
    return is_changed;
}

/* Keeps as numbers only stores whose value is used as a number everywhere, and tests that find only
 * such values. */
static void part_uses(dec_view *v, numbers *n) {
    dec_reach reach = dec_reach_of(v, is_place, n);
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (uint32_t i = 0; i < n->insn_count; i++) {
            is_changed = demote(v, n, &reach, n->insns[i]) || is_changed;
        }
    }
    n->condition_count = 0;
    n->constants = 0;
    for (uint32_t i = 0; i < n->insn_count; i++) {
        uint32_t u = n->insns[i];
        if (n->uses[u] == USE_NUMBER && stores(v, u, n)) {
            (void)note_store(v, u, n);
        }
    }
}

/* Records the uses of the place; false unless at least two numbers are stored. */
static bool are_numbers(dec_view *v, numbers *n) {
    bool has_others = false;
    for (uint32_t i = 0; i < n->insn_count; i++) {
        uint32_t u = n->insns[i];
        n->uses[u] = (uint8_t)use_at(v, u, n);
        has_others = has_others || n->uses[u] == USE_OTHER;
    }
    if (has_others && (n->constants & (n->constants - 1)) != 0) {
        part_uses(v, n);
    }
    return (n->constants & (n->constants - 1)) != 0;
}

/* Where the test goes when the number matches. */
static uint32_t found(const dec_view *v, uint32_t branch) {
    const probe_branch *b = &v->plan->branches[branch];
    il_op op = (il_op)dec_insn(v, b->insn)->op;
    bool unequal = op == IL_BNE_UN || op == IL_BNE_UN_S || op == IL_BRTRUE || op == IL_BRTRUE_S;
    return b->arms[unequal ? 0 : 1].target;
}

/* The tests are after the condition: the last condition before them is theirs. */
static uint32_t condition_of(const numbers *n, uint32_t load) {
    uint32_t found_at = 0;
    for (uint32_t i = 0; i < n->condition_count; i++) {
        uint32_t insn = n->conditions[i];
        found_at = insn < load && insn > found_at ? insn : found_at;
    }
    return found_at;
}

static void make_certain(dec_view *v, uint32_t last) {
    if (last != DEC_NO_BRANCH && v->plan->branches[last].kind == PROBE_BRANCH_COND) {
        dec_make_constant(v, last, found(v, last));
    }
}

static void mark(dec_view *v, const numbers *n) {
    uint32_t last = DEC_NO_BRANCH;
    uint32_t condition = 0;
    for (uint32_t i = 0; i < n->insn_count; i++) {
        uint32_t u = n->insns[i];
        if (n->uses[u] != USE_NUMBER || stores(v, u, n)) {
            continue;
        }
        if (condition_of(n, u) != condition) {
            make_certain(v, last);
        }
        condition = condition_of(n, u);
        bool is_field = dec_is_op(v, u, IL_LDFLD);
        for (uint32_t b = test_of_load(v, u); b != DEC_NO_BRANCH;
             b = is_field ? next_test(v, b, u) : DEC_NO_BRANCH) {
            last = b;
            dec_make_numbered(v, last, condition);
        }
    }
    make_certain(v, last);
}

/* Numbers of labels in fields look like those that say where to go on after a block
 * (dec_idiom_pending.c), and were dropped as such. */
static bool is_kept_test(const dec_view *v, uint32_t branch, bool is_field) {
    return (dec_is_kept(v, branch) || (is_field && dec_is_dropped(v, branch))) &&
           v->plan->branches[branch].kind != PROBE_BRANCH_FORK;
}

/* Some test of the number is still a decision. */
static bool is_asked(const dec_view *v, const numbers *n) {
    bool is_field = n->place.kind == IL_PLACE_FIELD;
    bool asks = false;
    for (uint32_t i = 0; !asks && i < n->insn_count; i++) {
        uint32_t u = n->insns[i];
        bool is_test = n->uses[u] == USE_NUMBER && !stores(v, u, n);
        asks = is_test && is_kept_test(v, test_of_load(v, u), is_field);
    }
    return asks;
}

static void look_at(dec_view *v, numbers *n) {
    if (are_numbers(v, n) && is_asked(v, n)) {
        mark(v, n);
    }
    for (uint32_t i = 0; i < n->insn_count; i++) {
        n->uses[n->insns[i]] = USE_NONE;
    }
}

static void look_at_local(dec_view *v, int32_t local, uint8_t *uses) {
    const dec_index *x = &v->index;
    numbers n = {.place = {IL_PLACE_LOCAL, local},
                 .uses = uses,
                 .insns = &x->uses[x->uses_at[local]],
                 .insn_count = x->uses_at[local + 1] - x->uses_at[local]};
    look_at(v, &n);
}

/* The field holds a value of the compiler's over an await: its copy is tested. */
static bool is_kept_number(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_LDFLD) && cc_str_starts(dec_member(v, insn), "<>7__wrap") &&
           test_of_copy(v, insn) != DEC_NO_BRANCH;
}

static void look_at_field(dec_view *v, il_place field, uint8_t *uses) {
    uint32_t *insns = CC_NEW_ARRAY(v->arena, uint32_t, v->body->insn_count);
    numbers n = {.place = field, .uses = uses, .insns = insns};
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        if (il_is_same_place(dec_stored(v, u), field) || il_is_same_place(dec_named(v, u), field)) {
            insns[n.insn_count++] = u;
        }
    }
    look_at(v, &n);
}

/* A method has few such fields: one for each value that is kept over an await at a time. */
static void look_at_fields(dec_view *v, uint8_t *uses) {
    enum { MAX_FIELDS = 32 };
    il_place known[MAX_FIELDS];
    uint32_t count = 0;
    for (uint32_t u = 0; v->is_machine && count < MAX_FIELDS && dec_is_insn(v, u); u++) {
        il_place field = is_kept_number(v, u) ? dec_loaded(v, u) : (il_place){IL_PLACE_NONE, 0};
        uint32_t i = 0;
        while (i < count && !il_is_same_place(known[i], field)) {
            i++;
        }
        if (field.kind == IL_PLACE_FIELD && i == count) {
            known[count++] = field;
            look_at_field(v, field, uses);
        }
    }
}

void dec_idiom_numbered(dec_view *v) {
    uint8_t *uses = CC_NEW_ARRAY(v->arena, uint8_t, (size_t)v->body->insn_count + 1);
    bool *is_known = CC_NEW_ARRAY(v->arena, bool, v->index.local_count);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        uint32_t load = is_kept_test(v, b, false) ? dec_compared_value(v, v->plan->branches[b].insn)
                                                  : DEC_NO_INSN;
        if (load != DEC_NO_INSN && dec_is_load_local(v, load, &local) && !is_known[local]) {
            is_known[local] = true; /* what is asked of its number is the same for all its tests */
            look_at_local(v, local, uses);
        }
    }
    look_at_fields(v, uses);
}

/* --- for the tree ------------------------------------------------------------------------------- */

/* The place of the number that the test compares: what it loads, or the field that was copied. */
static il_place number_of(const dec_view *v, uint32_t test) {
    uint32_t load = dec_compared_value(v, test);
    uint32_t kept = load == DEC_NO_INSN ? load : dec_kept_value(v, load);
    bool is_copy = v->is_machine && dec_is_op(v, kept, IL_LDFLD);
    return load == DEC_NO_INSN ? (il_place){IL_PLACE_NONE, 0}
                               : dec_loaded(v, is_copy ? kept : load);
}

/* What the table takes from the number before it looks it up: `ldloc t; ldc k; sub; switch`. */
static int32_t base_of(const dec_view *v, uint32_t test) {
    int32_t base = 0;
    bool is_less = test >= 2 && dec_is_op(v, test - 1, IL_SUB);
    return is_less && dec_is_const(v, test - 2, &base) ? base : 0;
}

/* Some path to the condition stores the number there. */
static bool is_stored(const dec_view *v, il_place place, uint32_t condition, int32_t number) {
    for (uint32_t u = 1; u < condition; u++) {
        if (il_is_same_place(dec_stored(v, u), place) && dec_is_number(v, u - 1, number) &&
            condition_after(v, u + 1) == condition) {
            return true;
        }
    }
    return false;
}

/* See dec_tree.h. */
bool dec_tree_is_gap(const dec_view *v, uint32_t branch, uint32_t arm) {
    uint32_t entry = v->plan->branches[branch].arms[arm].label;
    uint32_t test = dec_test_insn(v, branch);
    if (entry == PROBE_NONE || !dec_is_numbered(v, branch)) {
        return false;
    }
    il_place place = number_of(v, test);
    int32_t number = (int32_t)entry + base_of(v, test);
    return place.kind != IL_PLACE_NONE && !is_stored(v, place, dec_condition_of(v, branch), number);
}
