/* C#: a condition of a label that several tests of a switch lead to is compiled once. Each path to
 * it stores a number, and when the condition fails, that number selects where to continue:
 *
 *     ldc k; stloc t; br W; ...  W: [visible] condition, true: body
 *     [hidden] ldloc t; brfalse A; ldloc t; ldc 1; beq B;  body      or  ldloc t; [ldc k; sub;] switch (A, B, C); body
 *
 * These tests are parts of the switch (DEC_NUMBERED). The last of them cannot fail, nor can the
 * number be outside of the table. The slot of the local may hold other values elsewhere in the
 * method. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_reach.h"

enum { MAX_CONSTANTS = 64, MAX_CONDITIONS = 32 };

typedef enum local_use {
    USE_NONE = 0,
    USE_NUMBER, /* a number is stored, or tested */
    USE_OTHER
} local_use;

/* A local that may hold such a number: one for all conditions of a switch. */
typedef struct numbers {
    int32_t local;
    uint8_t *uses;         /* by instruction: local_use */
    const uint32_t *insns; /* those that name the local */
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
 * between. */
static uint32_t test_of_load(const dec_view *v, uint32_t load) {
    enum { MOST_BETWEEN = 2 };
    for (uint32_t u = load + 1; dec_is_insn(v, u) && u <= load + 1 + MOST_BETWEEN; u++) {
        uint32_t branch = dec_branch_at(v, u);
        if (branch != PROBE_NONE) {
            bool is_test = dec_compared_value(v, u) == load &&
                           !dec_visible_in(v, load + 1, u + 1); /* no `if` of the user */
            return is_test ? branch : DEC_NO_BRANCH;
        }
    }
    return DEC_NO_BRANCH;
}

static bool stores(const dec_view *v, uint32_t insn, const numbers *n) {
    int32_t local = -1;
    return dec_is_store_local(v, insn, &local) && local == n->local;
}

/* What the instruction does with the local, seen alone. */
static local_use use_at(const dec_view *v, uint32_t insn, numbers *n) {
    int32_t local = -1;
    if (stores(v, insn, n)) {
        return note_store(v, insn, n) ? USE_NUMBER : USE_OTHER;
    }
    if (dec_is_load_local(v, insn, &local) && local == n->local) {
        bool is_test = !dec_starts_visible(v, insn) && test_of_load(v, insn) != DEC_NO_BRANCH;
        return is_test ? USE_NUMBER : USE_OTHER;
    }
    return dec_takes_address(v, insn, n->local) ? USE_OTHER : USE_NONE;
}

static bool is_local(void *ctx, il_place place) {
    const numbers *n = (const numbers *)ctx;
    return place.kind == IL_PLACE_LOCAL && place.key == n->local;
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
    int32_t local = -1;
    bool is_changed = false;
    if (!dec_is_load_local(v, load, &local)) {
        return false;
    }
    il_known stores = dec_reaching(reach, load, (il_place){IL_PLACE_LOCAL, n->local});
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
    dec_reach reach = dec_reach_of(v, is_local, n);
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

/* Records the uses of the local; false unless at least two numbers are stored. */
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
        last = test_of_load(v, u);
        dec_make_numbered(v, last, condition);
    }
    make_certain(v, last);
}

static bool is_kept_test(const dec_view *v, uint32_t branch) {
    return dec_is_kept(v, branch) && v->plan->branches[branch].kind != PROBE_BRANCH_FORK;
}

/* Some test of the number is still a decision. */
static bool is_asked(const dec_view *v, const numbers *n) {
    bool asks = false;
    for (uint32_t i = 0; !asks && i < n->insn_count; i++) {
        uint32_t u = n->insns[i];
        bool is_test = n->uses[u] == USE_NUMBER && !stores(v, u, n);
        asks = is_test && is_kept_test(v, test_of_load(v, u));
    }
    return asks;
}

static void look_at(dec_view *v, int32_t local, uint8_t *uses) {
    const dec_index *x = &v->index;
    numbers n = {.local = local,
                 .uses = uses,
                 .insns = &x->uses[x->uses_at[local]],
                 .insn_count = x->uses_at[local + 1] - x->uses_at[local]};
    if (are_numbers(v, &n) && is_asked(v, &n)) {
        mark(v, &n);
    }
    for (uint32_t i = 0; i < n.insn_count; i++) {
        uses[n.insns[i]] = USE_NONE;
    }
}

void dec_idiom_numbered(dec_view *v) {
    uint8_t *uses = CC_NEW_ARRAY(v->arena, uint8_t, (size_t)v->body->insn_count + 1);
    bool *is_known = CC_NEW_ARRAY(v->arena, bool, v->index.local_count);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        uint32_t load =
            is_kept_test(v, b) ? dec_compared_value(v, v->plan->branches[b].insn) : DEC_NO_INSN;
        if (load != DEC_NO_INSN && dec_is_load_local(v, load, &local) && !is_known[local]) {
            is_known[local] = true; /* what is asked of its number is the same for all its tests */
            look_at(v, local, uses);
        }
    }
}
