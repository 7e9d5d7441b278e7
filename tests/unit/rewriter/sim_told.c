/* Which values the operands of && and || have told, and where the plan must have a fork: what the
 * generator knows (its flags), and operands that are joined in a variable, found by their shape,
 * for random statements make it by chance as well (docs/probe-plan.md, "Value forks"). */
#include "sim.h"

#include <string.h>

enum {
    BRFALSE = 0x39,
    BRTRUE = 0x3A,
    LDFLD = 0x7B,
    STFLD = 0x7D,
    CEQ = 0xFE01,
    LDC_I4_0 = 0x16,
    LDC_I4_M1 = 0x15,
    LDC_I4 = 0x20,
    LDLOCA = 0x12,
    LDNULL = 0x14,
    LDFLDA = 0x7C,
    INITOBJ = 0xFE15,
    INSNS_AFTER_JOIN = 512
};

typedef struct reader {
    const sim_case *c;
    const sim_insn *insns;
    uint32_t count;
    sim_told *told;
} reader;

static bool is_statement(const reader *r, uint32_t insn) {
    return r->told->statement[insn];
}

/* The last visible point of a filter may stand in the middle of its one expression. */
static void find_statements(const sim_case *c, sim_told *told) {
    for (uint32_t i = 0; i < c->count; i++) {
        told->statement[i] = (c->instrs[i].flags & SIM_FLAG_VISIBLE) != 0;
    }
    for (uint32_t k = 0; k < c->clause_count; k++) {
        uint32_t end = c->clauses[k].kind == 1 ? c->clauses[k].handler_start : 0;
        uint32_t last = SIM_NONE;
        for (uint32_t i = c->clauses[k].filter_start; i < end; i++) {
            last = told->statement[i] ? i : last;
        }
        if (last != SIM_NONE) {
            told->statement[last] = false;
        }
    }
}

static void add_source(sim_told *told, uint32_t from, uint32_t to) {
    told->first_source[to] = told->sources[to] == 0 ? from : told->first_source[to];
    told->sources[to]++;
    told->source[to] = from;
}

static void find_sources(const sim_case *c, sim_told *told) {
    for (uint32_t i = 0; i < c->count; i++) {
        const sim_instr *instr = &c->instrs[i];
        if (sim_op_of(instr->code)->operand == SIM_OPERAND_LABEL) {
            add_source(told, i, instr->target);
        }
        for (uint32_t k = 0; k < instr->target_count; k++) {
            add_source(told, i, c->targets[instr->target + k]);
        }
    }
}

/* The variable an instruction stores into: a local, or a field of this. */
static bool is_store(const sim_insn *insn) {
    return insn->kind == SIM_STLOC || (insn->code == STFLD && insn->prefixes == 0);
}

static bool stores_bool(const sim_insn *insn) {
    return insn->kind == SIM_STLOC ? insn->operand % 3 == SIM_TYPE_BOOL
                                   : (insn->operand & 0xF) == SIM_TYPE_BOOL;
}

static bool same_variable(const sim_insn *a, const sim_insn *b) {
    return is_store(a) && is_store(b) && a->kind == b->kind && a->operand == b->operand;
}

/* Instructions of the load at `at` of the variable that `store` stores into; 0: another
 * instruction. */
static uint32_t load_of(const reader *r, uint32_t at, const sim_insn *store) {
    const sim_insn *insn = &r->insns[at];
    if (store->kind == SIM_STLOC) {
        return insn->kind == SIM_LDLOC && insn->operand == store->operand ? 1 : 0;
    }
    bool is_field = insn->kind == SIM_LDARG && insn->operand == 0 && at + 1 < r->count &&
                    insn[1].code == LDFLD && insn[1].prefixes == 0 &&
                    insn[1].operand == store->operand;
    return is_field ? 2 : 0;
}

static bool is_call(const sim_insn *insn) {
    return insn->kind == SIM_CALL || insn->kind == SIM_JMP;
}

/* Sets value after a reload at `at`, or after one other load, unless a statement or a branch
 * comes between. */
static void bring_copy(const reader *r, uint32_t at, const sim_insn *store) {
    bool is_other =
        load_of(r, at, store) == 0 && r->insns[at].pushes > 0 && !is_call(&r->insns[at]);
    uint32_t load = at + (is_other ? 1 : 0);
    uint32_t length = load < r->count ? load_of(r, load, store) : 0;
    if (length == 0 || load + length >= r->count) {
        return;
    }
    for (uint32_t i = at; i < load + length; i++) {
        if (is_statement(r, i) || (i > at && r->told->sources[i] > 0)) {
            return;
        }
    }
    r->told->value[load + length] = true;
}

/* A clause begins or ends after `first`, up to `last`. */
static bool leaves_region(const reader *r, uint32_t first, uint32_t last) {
    for (uint32_t k = 0; k < r->c->clause_count; k++) {
        const sim_clause *clause = &r->c->clauses[k];
        const uint32_t bounds[] = {clause->try_start, clause->try_end, clause->filter_start,
                                   clause->handler_start, clause->handler_end};
        for (uint32_t i = 0; i < 5; i++) {
            if (bounds[i] > first && bounds[i] <= last && (i != 2 || clause->kind == 1)) {
                return true;
            }
        }
    }
    return false;
}

static bool goes_on(const sim_insn *insn) {
    return insn->kind < SIM_BR && (insn->prefixes & IL_PREFIX_TAIL) == 0;
}

/* A way from before `join` goes on after a leave, as after an await: fields have kept what
 * they held. */
static bool is_resumed(const reader *r, uint32_t join, uint32_t insn, const sim_insn *store) {
    return store->kind != SIM_STLOC && r->insns[insn - 1].kind == SIM_LEAVE &&
           r->told->source[insn] < join;
}

/* The value stored is loaded again somewhere after the join, or its address is. Until control
 * branches no statement begins; no way leads in from elsewhere. */
static bool bring(const reader *r, uint32_t join, const sim_insn *store) {
    const sim_told *told = r->told;
    bool is_begin = true;
    for (uint32_t i = join; i < r->count && i - join < INSNS_AFTER_JOIN; i++) {
        bool is_address = store->kind == SIM_STLOC && r->insns[i].code == LDLOCA &&
                          r->insns[i].operand == store->operand;
        uint32_t length = is_address ? 1 : load_of(r, i, store);
        bool is_entered = i > join && told->sources[i] > 0 &&
                          (told->first_source[i] < join || told->source[i] >= i) &&
                          !is_resumed(r, join, i, store);
        if ((is_begin && is_statement(r, i)) || is_entered || same_variable(&r->insns[i], store) ||
            leaves_region(r, join, i)) {
            return false;
        }
        if (length > 0) {
            bool is_split = length == 2 && (is_statement(r, i + 1) || told->sources[i + 1] > 0);
            if (is_split || is_statement(r, i) || i + length >= r->count) {
                return false;
            }
            r->told->value[i + length] = true;
            return true;
        }
        is_begin = is_begin && goes_on(&r->insns[i]);
    }
    return false;
}

static uint32_t before_nops(const reader *r, uint32_t insn) {
    uint32_t at = insn;
    do {
        if (at == 0) {
            return SIM_NONE;
        }
        at--;
    } while (r->insns[at].code == 0 && r->told->sources[at] == 0);
    return at;
}

/* `ldarg.0; ldnull; stfld` or `ldarg.0; ldflda; initobj`, of nobody's and led to by nothing. */
static bool is_clean_up(const reader *r, uint32_t last) {
    const sim_insn *u = &r->insns[last];
    for (uint32_t i = last - 2; i <= last; i++) {
        if (is_statement(r, i) || r->told->sources[i] > 0) {
            return false;
        }
    }
    bool is_null = u[-1].code == LDNULL && u->code == STFLD && u->prefixes == 0;
    return u[-2].kind == SIM_LDARG && u[-2].operand == 0 &&
           (is_null || (u[-1].code == LDFLDA && u->code == INITOBJ));
}

static uint32_t before_clean_ups(const reader *r, uint32_t insn) {
    uint32_t at = before_nops(r, insn);
    while (at != SIM_NONE && at >= 3 && is_clean_up(r, at)) {
        at = before_nops(r, at - 2);
    }
    return at;
}

/* The constant that stands before `insn`, after it `ldc.i4.0; ceq` as often as it is
 * negated. */
static uint32_t constant_before(const reader *r, uint32_t insn) {
    uint32_t at = before_nops(r, insn);
    while (at != SIM_NONE && at > 0 && r->insns[at].code == CEQ &&
           r->insns[at - 1].code == LDC_I4_0 && r->told->sources[at] == 0 &&
           r->told->sources[at - 1] == 0) {
        at = before_nops(r, at - 1);
    }
    bool is_constant =
        at != SIM_NONE && r->insns[at].code >= LDC_I4_M1 && r->insns[at].code <= LDC_I4;
    return is_constant ? at : SIM_NONE;
}

static bool takes_constant(const reader *r, uint32_t insn) {
    return constant_before(r, insn) != SIM_NONE && r->told->sources[insn] == 0;
}

/* What stands before `end` leaves a constant on the stack, or in the variable that `load`
 * loads. */
static bool gives_constant(const reader *r, uint32_t end, const sim_insn *load) {
    uint32_t at = end;
    if (load != NULL) {
        at = before_nops(r, end);
        uint8_t kind = load->kind == SIM_LDLOC ? SIM_STLOC : SIM_THROWING;
        bool is_same = at != SIM_NONE && is_store(&r->insns[at]) && r->insns[at].kind == kind &&
                       r->insns[at].operand == load->operand && r->told->sources[at] == 0;
        if (!is_same) {
            return false;
        }
    }
    uint32_t maker = constant_before(r, at);
    return maker != SIM_NONE &&
           !is_statement(r, maker); /* one that the user wrote is not a pattern's */
}

static bool joins_constants(const reader *r, uint32_t join, const sim_insn *load) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        bool leads_there = r->insns[i].kind == SIM_BR && r->insns[i].target == join;
        if (leads_there && r->told->sources[i] == 0 && gives_constant(r, i, load)) {
            found++;
        }
    }
    bool is_after_br = join > 0 && r->insns[join - 1].kind == SIM_BR;
    return found > 0 && found == r->told->sources[join] &&
           (is_after_br || gives_constant(r, join, load));
}

/* The instruction, or the `ldc.i4.1; brtrue instruction; nop` before it. */
static uint32_t before_pause(const reader *r, uint32_t insn) {
    const sim_insn *u = &r->insns[insn];
    if (insn < 3 || r->told->sources[insn] != 1 || r->told->source[insn] != insn - 2) {
        return insn;
    }
    bool is_pause =
        u[-1].code == 0 && u[-3].code == 0x17 && (u[-2].code == BRTRUE || u[-2].code == BRFALSE);
    return is_pause ? insn - 3 : insn;
}

/* The value that `store` takes is that of a pattern: constants by all ways. */
static bool is_decided(const reader *r, uint32_t store) {
    const sim_insn *u = &r->insns[store];
    if (r->told->sources[store] > 0) {
        return joins_constants(r, store, NULL);
    }
    uint32_t end = store >= 2 && u[-1].code == CEQ && u[-2].code == LDC_I4_0 ? store - 2 : store;
    if (end < store && r->told->sources[end] > 0) {
        return r->told->sources[end + 1] == 0 && !is_statement(r, end) &&
               !is_statement(r, end + 1) && !is_statement(r, store) &&
               joins_constants(r, end, NULL);
    }
    if (end < 3) {
        return false;
    }
    const sim_insn *load = &r->insns[end - 1];
    uint32_t join = end - (load->kind == SIM_LDLOC ? 1 : 2) - (u->code == STFLD ? 1 : 0);
    bool is_field = load->code == LDFLD && load->prefixes == 0 && load[-1].kind == SIM_LDARG &&
                    load[-1].operand == 0;
    if (load->kind != SIM_LDLOC && !is_field) {
        return false;
    }
    for (uint32_t i = join; i <= store; i++) {
        if (is_statement(r, i) || (i > join && r->told->sources[i] > 0)) {
            return false;
        }
    }
    return joins_constants(r, before_pause(r, join), load);
}

/* `store v; load v; brtrue/brfalse join`: the only branch to `join`, at `test`. */
static bool tests_stored(const reader *r, uint32_t test, const sim_insn *store) {
    uint32_t length = store->kind == SIM_STLOC ? 1 : 2;
    if (test <= length || load_of(r, test - length, store) != length ||
        !same_variable(&r->insns[test - length - 1], store)) {
        return false;
    }
    for (uint32_t i = test - length; i <= test; i++) {
        if (is_statement(r, i) || r->told->sources[i] > 0) {
            return false;
        }
    }
    return true;
}

/* The store of the right operand, when `join` is where such operands meet; SIM_NONE. */
static uint32_t joined_store(const reader *r, uint32_t join) {
    uint32_t test = r->told->source[join];
    if (r->told->sources[join] != 1 || test >= join ||
        (r->insns[test].code != BRFALSE && r->insns[test].code != BRTRUE)) {
        return SIM_NONE;
    }
    uint32_t at = before_clean_ups(r, join);
    bool is_join = at != SIM_NONE && at > test && is_store(&r->insns[at]) &&
                   stores_bool(&r->insns[at]) && tests_stored(r, test, &r->insns[at]);
    return is_join ? at : SIM_NONE;
}

/* From the test back, the first visible point or hidden one after a branch is a hidden one: an arm
 * of a switch expression began there, and no statement. Or it is a visible one, of the arm's
 * condition: a test after it jumps over the join. */
static bool begins_arm(const reader *r, uint32_t test, uint32_t join) {
    bool is_over = false;
    for (uint32_t i = test;; i--) {
        uint16_t flags = r->c->instrs[i].flags;
        if ((flags & SIM_FLAG_VISIBLE) != 0) {
            return is_over;
        }
        if (i == 0) {
            return false;
        }
        bool is_after_branch = r->told->sources[i] > 0 || !goes_on(&r->insns[i - 1]);
        if ((flags & SIM_FLAG_HIDDEN) != 0 && is_after_branch) {
            return true;
        }
        is_over = is_over || (r->insns[i].kind == SIM_COND && r->insns[i].target > join);
    }
}

/* Arms of switch expressions have their point where their first operands meet, and none at the test
 * of the left one or after it. */
static void find_arms(const reader *r) {
    for (uint32_t join = 1; join < r->count; join++) {
        uint32_t store = is_statement(r, join) ? joined_store(r, join) : SIM_NONE;
        if (store == SIM_NONE) {
            continue;
        }
        uint32_t test = r->told->source[join];
        uint32_t points = 0;
        for (uint32_t i = test - (r->insns[store].kind == SIM_STLOC ? 1 : 2); i <= test + 1; i++) {
            points |= r->c->instrs[i].flags & (SIM_FLAG_VISIBLE | SIM_FLAG_HIDDEN);
        }
        if (points == 0 && begins_arm(r, test, join)) {
            r->told->statement[join] = false;
        }
    }
}

static void read_join(const reader *r, uint32_t join) {
    uint32_t at = joined_store(r, join);
    if (at == SIM_NONE) {
        return;
    }
    if (r->told->value[at] || is_decided(r, at)) {
        (void)bring(r, join, &r->insns[at]);
    } else if (!takes_constant(r, at)) {
        r->told->fork[at] = bring(r, join, &r->insns[at]);
    }
}

/* `ldc.i4.0/1; store`, by no visible point and no branch in between. */
static bool is_unwritten(const reader *r, uint32_t first, uint32_t store) {
    uint16_t code = r->insns[first].code;
    return (code == LDC_I4_0 || code == LDC_I4_0 + 1) && store == first + 1 &&
           !is_statement(r, first) && !is_statement(r, store) && r->told->sources[store] == 0;
}

/* No statement of the user's begins after `first` up to `last`, and all is in one region. */
static bool is_one_expression(const reader *r, uint32_t first, uint32_t last) {
    for (uint32_t i = first + 1; i <= last; i++) {
        if (is_statement(r, i)) {
            return false;
        }
    }
    return !leaves_region(r, first, last);
}

/* `store u; load u; brtrue/brfalse L; ...; store t; br join; L: ...; store t; join: load t`. */
static void read_two_stores(const reader *r, uint32_t join) {
    const sim_insn *u = r->insns;
    uint32_t exit = r->told->source[join];
    if (r->told->sources[join] != 1 || exit + 2 >= join || u[exit].kind != SIM_BR ||
        r->told->sources[exit] > 0 || r->told->sources[exit + 1] != 1) {
        return;
    }
    uint32_t test = r->told->source[exit + 1];
    uint32_t first = before_clean_ups(r, exit);
    uint32_t last = before_clean_ups(r, join);
    if (test > exit || (u[test].code != BRFALSE && u[test].code != BRTRUE) || test < 2 ||
        first == SIM_NONE || first <= test || last <= exit || u[last].kind != SIM_STLOC ||
        !same_variable(&u[first], &u[last]) || !stores_bool(&u[last])) {
        return;
    }
    uint32_t kept = test - (u[test - 1].kind == SIM_LDLOC ? 2 : 3);
    bool is_left_first = is_unwritten(r, test + 1, first);
    bool is_left_last = is_unwritten(r, exit + 1, last);
    if (test < 3 || !is_store(&u[kept]) || !tests_stored(r, test, &u[kept]) ||
        !is_one_expression(r, test, join) || is_left_first == is_left_last) {
        return;
    }
    uint32_t right = is_left_first ? last : first;
    if (r->told->value[right] || is_decided(r, right)) {
        (void)bring(r, join, &u[right]);
    } else if (!takes_constant(r, right)) {
        r->told->fork[right] = bring(r, join, &u[right]);
    }
}

/* Stored and loaded again, or negated, the value is still told. */
static void read_taker(const reader *r, uint32_t insn) {
    const sim_insn *u = &r->insns[insn];
    if (is_statement(r, insn) || insn + 2 >= r->count || r->told->sources[insn + 1] > 0 ||
        (!r->told->value[insn] && !(is_store(u) && is_decided(r, insn)))) {
        return;
    }
    if (is_store(u)) {
        bring_copy(r, insn + 1, u);
    } else if (u->code == LDC_I4_0 && u[1].code == CEQ && !is_statement(r, insn + 1)) {
        r->told->value[insn + 2] = true;
    }
}

/* A filter's test takes a reloaded value whatever points stand at it. */
static bool is_told_filter(const reader *r, uint32_t insn) {
    const sim_insn *insns = r->insns;
    return insns[insn].kind == SIM_CONST && insn >= 2 && insns[insn - 1].kind == SIM_LDLOC &&
           insns[insn - 2].kind == SIM_STLOC && load_of(r, insn - 1, &insns[insn - 2]) == 1 &&
           (r->c->instrs[insn - 2].flags & SIM_FLAG_WHOLE) != 0;
}

void sim_find_told(const sim_case *c, const sim_prog *original, sim_told *told) {
    reader r = {c, original->insns, c->count, told};
    memset(told, 0, sizeof *told);
    find_sources(c, told);
    find_statements(c, told);
    find_arms(&r);
    for (uint32_t i = 0; i < c->pass_count; i++) {
        told->end[c->passes[i].last] = SIM_END_LAST;
    }
    for (uint32_t i = 0; i < c->pass_count; i++) {
        uint8_t *end = &told->end[c->passes[i].end];
        *end = *end == SIM_END_LAST ? SIM_END_LAST : SIM_END_EARLY;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        uint16_t flags = c->instrs[i].flags;
        told->value[i] = (flags & SIM_FLAG_WHOLE) != 0 || (told->value[i] && told->sources[i] == 0);
        bool is_own = (flags & SIM_FLAG_FORK) != 0 && !told->value[i] && !is_told_filter(&r, i) &&
                      told->end[i] != SIM_END_LAST;
        told->part[i] = told->end[i] != SIM_END_NONE && !is_own;
        told->fork[i] = is_own || told->part[i];
        read_join(&r, i);
        read_two_stores(&r, i);
        read_taker(&r, i);
    }
}
