/* The tests behind moved catch blocks, followed with the number that was stored. See
 * mod_noreturn_caught.h. */
#include "coverage/module/mod_noreturn_caught.h"

#include <string.h>

#include "rewriter/il/flow.h"
#include "rewriter/il/il_value.h"

/* The innermost block around the instruction is a catch block. */
static bool is_in_catch(const flow_graph *f, uint32_t insn) {
    const flow_region *region = &f->regions[f->region_of_insn[insn]];
    if (region->kind != FLOW_REGION_HANDLER) {
        return false;
    }
    uint32_t kind = f->body->clauses[region->first_clause].kind;
    return kind == IL_CLAUSE_CATCH || kind == IL_CLAUSE_FILTER;
}

/* The last point at or before the instruction is hidden. */
static bool is_hidden(const mth_method *m, uint32_t insn) {
    uint32_t low = 0;
    uint32_t high = m->point_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->points[middle].offset <= m->body.insns[insn].offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && m->points[low - 1].hidden;
}

/* --- the tests -------------------------------------------------------------------------------- */

/* Where tests led, with the numbers so far. */
typedef struct outcomes {
    uint32_t *of;    /* by instruction; IL_NO_INSN: it was not asked, SEVERAL */
    uint32_t *tests; /* the instructions that were asked */
    uint32_t count;
} outcomes;

enum { SEVERAL = 0 }; /* no test leads to the first instruction */

/* Follows the code with a number in one place, and perhaps what the disposal field has. What is on
 * the stack is one of them, less what was subtracted, and perhaps a constant above it. */
typedef struct tests {
    const il_body *body;
    il_place place, copy; /* where the number is */
    int32_t number;
    il_place disposal; /* of the kind NONE: it is not known, or is the place of the number */
    bool is_disposed;  /* what it has */
    bool asks_disposal;
    int32_t stack[2];
    uint32_t depth;
    outcomes *outcomes; /* NULL: not asked for */
} tests;

static void note(outcomes *o, uint32_t test, uint32_t target) {
    if (o->of[test] == IL_NO_INSN) {
        o->of[test] = target;
        o->tests[o->count++] = test;
    } else if (o->of[test] != target) {
        o->of[test] = SEVERAL;
    }
}

/* The end of the block is not disposed of, but nor is all that follows it: where such a way reaches
 * the test of the field, others may come with it set. */
static void note_test(const tests *t, uint32_t test, uint32_t target) {
    if (t->outcomes != NULL) {
        note(t->outcomes, test, target);
    }
    if (t->outcomes != NULL && t->asks_disposal && !t->is_disposed) {
        t->outcomes->of[test] = SEVERAL;
    }
}

static bool push(tests *t, int32_t value) {
    if (t->depth == sizeof t->stack / sizeof *t->stack) {
        return false;
    }
    t->stack[t->depth++] = value;
    return true;
}

static bool is_number(const tests *t, uint32_t insn) {
    il_place from = il_loaded(&t->body->insns[insn]);
    return il_is_same_place(from, t->place) || il_is_same_place(from, t->copy);
}

/* Code that moves the number, or subtracts from it; false for all else. */
static bool moves_number(tests *t, uint32_t insn) {
    const il_insn *i = &t->body->insns[insn];
    il_op op = il_long_op(&t->body->insns[insn]);
    int32_t constant = 0;
    if (op == IL_NOP || (t->depth == 0 && il_loads_this(i))) {
        return true;
    }
    if (is_number(t, insn)) {
        return push(t, t->number);
    }
    if (t->disposal.kind != IL_PLACE_NONE && il_is_same_place(il_loaded(i), t->disposal)) {
        t->asks_disposal = true;
        return push(t, t->is_disposed);
    }
    if (il_const_i4(i, &constant)) {
        return t->depth == 1 && push(t, constant);
    }
    if (op == IL_SUB && t->depth == 2) {
        t->stack[0] = (int32_t)((uint32_t)t->stack[0] - (uint32_t)t->stack[1]);
        t->depth = 1;
        return true;
    }
    if (il_stored(i).kind == IL_PLACE_LOCAL && t->depth == 1 && t->stack[0] == t->number) {
        t->copy = il_stored(i);
        t->depth = 0;
        return true;
    }
    return false;
}

/* Where the test of a number leads, or a jump; IL_NO_INSN: it is neither. */
static uint32_t target_of(const tests *t, uint32_t insn) {
    const il_insn *i = &t->body->insns[insn];
    il_op op = il_long_op(&t->body->insns[insn]);
    uint32_t value = (uint32_t)t->stack[0];
    if (op == IL_BR && t->depth == 0) {
        return i->target;
    }
    if ((op == IL_BRTRUE || op == IL_BRFALSE) && t->depth == 1) {
        return (value != 0) == (op == IL_BRTRUE) ? i->target : insn + 1;
    }
    if ((op == IL_BEQ || op == IL_BNE_UN) && t->depth == 2) {
        return (t->stack[0] == t->stack[1]) == (op == IL_BEQ) ? i->target : insn + 1;
    }
    if (op == IL_SWITCH && t->depth == 1) {
        return value < i->target_count ? t->body->targets[i->target + value] : insn + 1;
    }
    return IL_NO_INSN;
}

/* The instruction behind the last test; `begin` when there is none. Each test takes it forward: the
 * compiler puts the moved code behind them. */
static uint32_t follow(tests *t, uint32_t begin) {
    uint32_t end = begin;
    uint32_t insn = begin;
    while (insn < t->body->insn_count) {
        if (moves_number(t, insn)) {
            insn++;
            continue;
        }
        uint32_t target = target_of(t, insn);
        if (target == IL_NO_INSN || target <= insn) {
            break;
        }
        if (il_long_op(&t->body->insns[insn]) != IL_BR) {
            note_test(t, insn, target);
        }
        insn = end = target;
        t->depth = 0;
        t->asks_disposal = false;
    }
    return end;
}

/* --- the leaves ------------------------------------------------------------------------------- */

/* The leave has `ldc; store` directly in front of it, and nothing jumps there. */
static bool stores_number(const flow_graph *f, uint32_t leave, tests *t) {
    const il_body *body = f->body;
    uint32_t store = leave == 0 ? IL_NO_INSN : il_insn_before(body, leave);
    uint32_t constant = store == IL_NO_INSN ? IL_NO_INSN : il_insn_before(body, store);
    if (constant == IL_NO_INSN || flow_source_count(f, leave) > 0 ||
        flow_source_count(f, store) > 0 || !il_const_i4(&body->insns[constant], &t->number)) {
        return false;
    }
    t->body = body;
    t->place = il_stored(&body->insns[store]);
    return t->place.kind == IL_PLACE_LOCAL || t->place.kind == IL_PLACE_FIELD;
}

/* The leave is where the test of the field in front of it leads when it holds, and nothing else
 * leads there:
 *
 *     ldarg.0; ldfld f; brfalse N; leave L;  N: */
static bool found_disposal(const flow_graph *f, il_place disposal, uint32_t leave, tests *t) {
    const il_body *body = f->body;
    uint32_t test = leave == 0 ? IL_NO_INSN : il_insn_before(body, leave);
    uint32_t load = test == IL_NO_INSN ? IL_NO_INSN : il_insn_before(body, test);
    if (load == IL_NO_INSN || il_long_op(&body->insns[test]) != IL_BRFALSE ||
        flow_source_count(f, leave) > 0 || flow_source_count(f, test) > 0) {
        return false;
    }
    t->body = body;
    t->number = 1;
    t->place = il_loaded(&body->insns[load]);
    return disposal.kind != IL_PLACE_NONE && il_is_same_place(t->place, disposal);
}

/* Where the leave goes on; IL_NO_INSN: it is another leave, or no test follows. */
static uint32_t lead_of(const mth_method *m, const flow_graph *f, uint32_t leave) {
    tests t = {0};
    uint32_t target = m->body.insns[leave].target;
    if (!is_in_catch(f, leave) || !stores_number(f, leave, &t) || !is_hidden(m, target)) {
        return IL_NO_INSN;
    }
    uint32_t end = follow(&t, target);
    return end == target ? IL_NO_INSN : end;
}

/* --- ways out of a try block with a finally ------------------------------------------------------ */

/* The block only keeps the exception, and leaves: the instruction of that leave; IL_NO_INSN. */
static uint32_t keeps_exception(const il_body *body, const il_clause *c) {
    uint32_t insn = c->handler_start;
    for (; insn < c->handler_end && il_long_op(&body->insns[insn]) != IL_LEAVE; insn++) {
        const il_insn *i = &body->insns[insn];
        bool is_move = il_stored(i).kind != IL_PLACE_NONE || il_loaded(i).kind == IL_PLACE_LOCAL;
        if (il_long_op(&body->insns[insn]) != IL_NOP && !is_move && !il_loads_this(i)) {
            return IL_NO_INSN;
        }
    }
    return c->kind == IL_CLAUSE_CATCH && insn < c->handler_end ? insn : IL_NO_INSN;
}

/* The first instruction from `begin` on that uses the place loads it: returns where that load
 * begins, else IL_NO_INSN, as for IL_NO_INSN itself. */
static uint32_t next_load(const il_body *body, il_place place, uint32_t begin) {
    uint32_t insn = begin;
    while (insn < body->insn_count && !il_is_same_place(il_named(&body->insns[insn]), place) &&
           !il_is_same_place(il_stored(&body->insns[insn]), place)) {
        insn++;
    }
    bool is_load =
        insn < body->insn_count && il_is_same_place(il_loaded(&body->insns[insn]), place);
    return is_load ? il_load_begin(body, insn) : IL_NO_INSN;
}

/* A try block, and where the tests of its leaves are: behind its end, or that of a finally that
 * awaits. */
typedef struct block {
    const il_clause *clause;
    uint32_t end;   /* IL_NO_INSN: there are no such tests */
    il_place place; /* what is tested; of the kind NONE when it is not known yet */
    /* Where a finally that awaits finds the exception; of the kind NONE for another one */
    il_place exception;
} block;

/* The variables of the user are not asked about behind a finally of theirs, which may change
 * them. */
static block block_of(const il_body *body, const il_clause *c, il_place disposal) {
    const il_place none = {IL_PLACE_NONE, 0};
    if (c->kind == IL_CLAUSE_FINALLY) {
        bool may_test = disposal.kind != IL_PLACE_NONE && c->handler_end < body->insn_count;
        return (block){c, may_test ? c->handler_end : IL_NO_INSN, disposal, none};
    }
    uint32_t leave = keeps_exception(body, c);
    if (leave == IL_NO_INSN) {
        return (block){c, IL_NO_INSN, none, none};
    }
    uint32_t store = il_insn_before(body, leave);
    return (block){c, body->insns[leave].target, none, il_stored(&body->insns[store])};
}

/* Where the code of a finally ends: where the exception that was kept for it is loaded. Tests of the
 * place in that code are those of statements in it. IL_NO_INSN: it never ends. */
static uint32_t end_of_finally(const mth_method *m, const block *b) {
    bool is_moved = b->exception.kind != IL_PLACE_NONE;
    return is_moved ? next_load(&m->body, b->exception, b->end) : b->end;
}

/* Follows the tests of the place from the end of the block on, as `t` says. False when there are
 * none. */
static bool follow_from_end(const mth_method *m, const block *b, tests *t, outcomes *o) {
    uint32_t begin = next_load(&m->body, t->place, end_of_finally(m, b));
    t->outcomes = o;
    return begin != IL_NO_INSN && is_hidden(m, begin) && follow(t, begin) != begin;
}

/* Only exceptions leave the block. */
static bool follow_exception(const mth_method *m, const block *b, outcomes *o) {
    tests t = {.body = &m->body, .place = b->exception, .number = 1};
    return b->exception.kind != IL_PLACE_NONE && follow_from_end(m, b, &t, o);
}

typedef struct ways {
    const mth_method *m;
    const flow_graph *flow;
    il_place disposal;
    const bool *dead;
} ways;

/* The first leave of the block to its end from `insn` on; the end of the block when there is
 * none. */
static uint32_t next_way_out(const ways *w, const block *b, uint32_t insn) {
    const il_body *body = &w->m->body;
    for (; insn < b->clause->try_end; insn++) {
        bool is_dead = w->dead != NULL && w->dead[insn];
        if (il_long_op(&body->insns[insn]) == IL_LEAVE && body->insns[insn].target == b->end &&
            !is_dead) {
            break;
        }
    }
    return insn;
}

/* Where the leaves of the block store their number; the disposal field when none does. */
static il_place place_of_number(const ways *w, const block *b) {
    uint32_t u = next_way_out(w, b, b->clause->try_start);
    for (; u < b->clause->try_end; u = next_way_out(w, b, u + 1)) {
        tests t = {0};
        if (stores_number(w->flow, u, &t) && !il_is_same_place(t.place, w->disposal)) {
            return t.place;
        }
    }
    return w->disposal;
}

/* What is known where the leave goes on. False when it is not a number. */
static bool is_way_out(const ways *w, const block *b, uint32_t leave, tests *t) {
    if (!stores_number(w->flow, leave, t) && !found_disposal(w->flow, w->disposal, leave, t)) {
        return false;
    }
    if (il_is_same_place(b->place, w->disposal)) {
        return il_is_same_place(t->place, b->place);
    }
    t->disposal = w->disposal;
    t->is_disposed = il_is_same_place(t->place, w->disposal);
    if (t->is_disposed) {
        t->place = b->place;
        t->number = 0; /* since the block was entered */
    }
    return il_is_same_place(t->place, b->place);
}

/* Follows the tests with the number of each leave of the block to its end. False when such a leave
 * has none, as where the last statement of the block goes on. */
static bool follow_ways_out(const ways *w, block b, outcomes *o) {
    uint32_t first = next_way_out(w, &b, b.clause->try_start);
    if (b.place.kind == IL_PLACE_NONE) {
        b.place = place_of_number(w, &b);
    }
    for (uint32_t u = first; u < b.clause->try_end; u = next_way_out(w, &b, u + 1)) {
        tests t = {0};
        if (!is_way_out(w, &b, u, &t) || !follow_from_end(w->m, &b, &t, o)) {
            return false;
        }
    }
    return first < b.clause->try_end || follow_exception(w->m, &b, o);
}

/* The tests with one outcome, into `leads`. */
static void take(outcomes *o, bool is_all, uint32_t *leads) {
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t test = o->tests[i];
        leads[test] = is_all && o->of[test] != SEVERAL ? o->of[test] : leads[test];
        o->of[test] = IL_NO_INSN;
    }
    o->count = 0;
}

static cc_err find_ways_out(const ways *w, cc_arena *arena, uint32_t *leads) {
    const il_body *body = &w->m->body;
    uint32_t count = body->insn_count;
    outcomes o = {CC_NEW_ARRAY(arena, uint32_t, count), CC_NEW_ARRAY(arena, uint32_t, count), 0};
    if (o.of == NULL || o.tests == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the flow of a method");
    }
    memset(o.of, 0xFF, count * sizeof *o.of);
    for (uint32_t i = 0; i < body->clause_count; i++) {
        block b = block_of(body, &body->clauses[i], w->disposal);
        if (b.end != IL_NO_INSN) {
            take(&o, follow_ways_out(w, b, &o), leads);
        }
    }
    return CC_OK;
}

cc_err mod_no_return_caught(const mth_method *m, const mod_caught_known *known, cc_arena *arena,
                            const uint32_t **leads) {
    flow_graph *flow = NULL;
    bool any = false;
    *leads = NULL;
    CC_TRY(flow_make(&flow, &m->body, arena));
    uint32_t *all = CC_NEW_ARRAY(arena, uint32_t, m->body.insn_count);
    if (all == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for the flow of a method");
    }
    for (uint32_t u = 0; u < m->body.insn_count; u++) {
        all[u] = il_long_op(&m->body.insns[u]) == IL_LEAVE ? lead_of(m, flow, u) : IL_NO_INSN;
    }
    il_place disposal = {known->disposal == 0 ? IL_PLACE_NONE : IL_PLACE_FIELD, known->disposal};
    const ways w = {m, flow, disposal, known->dead};
    CC_TRY(find_ways_out(&w, arena, all));
    for (uint32_t u = 0; u < m->body.insn_count; u++) {
        any = any || all[u] != IL_NO_INSN;
    }
    *leads = any ? all : NULL;
    return CC_OK;
}
