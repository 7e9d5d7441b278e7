/* Ways in and out of protected regions, with the two passes of exception handling (ECMA-335
 * I.12.4.2): the first pass runs filters from the inside out and looks for a handler, the second
 * runs finally and fault handlers on the way there. A filter that throws says no. What a caller
 * would do with an exception that nobody here handles is the oracle's choice: handle it (then the
 * second pass runs) or crash. */
#include "sim_run.h"

static bool in_try(const sim_clause *k, uint32_t insn) {
    return insn >= k->try_start && insn < k->try_end;
}

static bool in_handler(const sim_clause *k, uint32_t insn) {
    return insn >= k->handler_start && insn < k->handler_end;
}

/* Handlers inside the try of `clause` are over. */
static void drop_scopes_in_try(run *r, uint32_t clause) {
    const sim_clause *outer = &r->prog->clauses[clause];
    while (r->scope_count > 0) {
        const sim_clause *k = &r->prog->clauses[r->scopes[r->scope_count - 1].clause];
        if (k->handler_start < outer->try_start || k->handler_end > outer->try_end) {
            break;
        }
        r->scope_count--;
    }
}

static void enter(run *r, scope entered, uint32_t insn, bool has_exception) {
    if (r->scope_count >= MAX_SCOPES) {
        sim_bad(r, "handlers nest too deep");
        return;
    }
    r->scopes[r->scope_count++] = entered;
    r->depth = 0;
    if (has_exception) {
        sim_push(r, entered.exception + SIM_CLASSES); /* not null, and the same class */
    }
    r->pc = insn;
}

/* Second pass, from clause `next` on. */
static void unwind(run *r, uint32_t exception, uint32_t from, uint32_t next, uint32_t catcher) {
    const sim_prog *prog = r->prog;
    uint32_t end = catcher == SIM_NONE ? prog->clause_count : catcher;
    for (uint32_t i = next; i < end; i++) {
        const sim_clause *k = &prog->clauses[i];
        if ((k->kind == 2 || k->kind == 4) && in_try(k, from)) {
            drop_scopes_in_try(r, i);
            enter(r, (scope){SCOPE_UNWIND, i, from, catcher, exception}, k->handler_start, false);
            return;
        }
    }
    if (catcher == SIM_NONE) {
        sim_finish(r, SIM_END_UNWIND);
        return;
    }
    drop_scopes_in_try(r, catcher);
    enter(r, (scope){SCOPE_CATCH, catcher, from, 0, exception},
          prog->clauses[catcher].handler_start, true);
}

/* First pass, from clause `next` on. */
static void search(run *r, uint32_t exception, uint32_t from, uint32_t next) {
    const sim_prog *prog = r->prog;
    for (uint32_t i = next; i < prog->clause_count; i++) {
        const sim_clause *k = &prog->clauses[i];
        if (!in_try(k, from)) {
            continue;
        }
        if (k->kind == 1) {
            enter(r, (scope){SCOPE_FILTER, i, from, 0, exception}, k->filter_start, true);
            return;
        }
        if (k->kind == 0 && (k->token == SIM_TOKEN_CLASS + exception ||
                             k->token == SIM_TOKEN_CLASS + SIM_CLASSES)) {
            unwind(r, exception, from, 0, i);
            return;
        }
    }
    if (sim_draw(r) % 100 < r->world->crash_percent) {
        sim_finish(r, SIM_END_CRASH);
        return;
    }
    unwind(r, exception, from, 0, SIM_NONE);
}

void sim_raise(run *r, uint32_t exception) {
    if (r->scope_count > 0 && r->scopes[r->scope_count - 1].kind == SCOPE_FILTER) {
        scope filter = r->scopes[--r->scope_count];
        search(r, filter.exception, filter.from, filter.clause + 1);
        return;
    }
    search(r, exception, r->pc, 0);
}

void sim_leave(run *r, uint32_t from, uint32_t target, uint32_t next) {
    const sim_prog *prog = r->prog;
    for (uint32_t i = next; i < prog->clause_count; i++) {
        const sim_clause *k = &prog->clauses[i];
        if (k->kind == 2 && in_try(k, from) && !in_try(k, target)) {
            drop_scopes_in_try(r, i);
            enter(r, (scope){SCOPE_LEAVE, i, from, target, 0}, k->handler_start, false);
            return;
        }
    }
    while (r->scope_count > 0 &&
           !in_handler(&prog->clauses[r->scopes[r->scope_count - 1].clause], target)) {
        r->scope_count--;
    }
    r->depth = 0;
    r->pc = target;
}

void sim_end_finally(run *r) {
    if (r->scope_count == 0 || r->scopes[r->scope_count - 1].kind > SCOPE_UNWIND) {
        sim_bad(r, "endfinally outside a finally");
        return;
    }
    scope s = r->scopes[--r->scope_count];
    if (s.kind == SCOPE_LEAVE) {
        sim_leave(r, s.from, s.target, s.clause + 1);
    } else {
        unwind(r, s.exception, s.from, s.clause + 1, s.target);
    }
}

void sim_end_filter(run *r) {
    int64_t value = sim_pop(r);
    if (r->is_over) {
        return;
    }
    if (r->scope_count == 0 || r->scopes[r->scope_count - 1].kind != SCOPE_FILTER) {
        sim_bad(r, "endfilter outside a filter");
        return;
    }
    scope s = r->scopes[--r->scope_count];
    if (value != 0) {
        unwind(r, s.exception, s.from, 0, s.clause);
    } else {
        search(r, s.exception, s.from, s.clause + 1);
    }
}

void sim_rethrow(run *r) {
    for (uint32_t i = r->scope_count; i-- > 0;) {
        const scope *s = &r->scopes[i];
        if (s->kind == SCOPE_CATCH && in_handler(&r->prog->clauses[s->clause], r->pc)) {
            sim_raise(r, s->exception);
            return;
        }
    }
    sim_bad(r, "rethrow outside a catch");
}
