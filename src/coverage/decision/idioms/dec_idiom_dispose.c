/* Disposal: a finally or fault block that begins without a visible point belongs to using, foreach
 * or lock (in Visual Basic the closing words have their point at its end, those of Using at its
 * start). In async methods the call of DisposeAsync is after the try statement, at a hidden
 * point. */
#include "coverage/decision/core/dec_idioms.h"

/* The handler has one visible point, at its very start (in state machines after the test of the
 * state), as wide as `End Using`, and calls nothing but Dispose. */
static bool is_end_using(const dec_view *v, const il_clause *c) {
    enum { END_USING = 9 };
    uint32_t first = c->handler_start;
    if (v->is_machine) {
        first = dec_next_visible(v, first, c->handler_end - 1);
    }
    const pdb_point *p = dec_visible_point(v, first);
    if (p == NULL || dec_visible_in(v, first + 1, c->handler_end)) {
        return false;
    }
    for (uint32_t u = c->handler_start; u < c->handler_end; u++) {
        if (dec_is_call(v, u) && !dec_calls_of(v, u, "System.IDisposable", "Dispose")) {
            return false;
        }
    }
    return p->start_line == p->end_line && p->end_column - p->start_column == END_USING;
}

/* A switch over a plain variable begins the block: the tests that have no point are the user's. */
static bool begins_with_switch(const dec_view *v, const il_clause *c) {
    return dec_does(v, DEC_HIDES_SWITCH_HEADS) &&
           dec_visible_in(v, c->handler_start, c->handler_end);
}

static bool is_cleanup(const il_clause *c) {
    return c->kind == IL_CLAUSE_FINALLY || c->kind == IL_CLAUSE_FAULT;
}

/* A variable that a lambda captures is loaded from its closure, which may itself be loaded from
 * another one: field by field after a plain load. Returns the end of the plain load. */
static uint32_t owner_of_fields(const dec_view *v, uint32_t insn) {
    while (insn != DEC_NO_INSN && !dec_plain_load(v, insn, NULL)) {
        insn = dec_is_op(v, insn, IL_LDFLD) ? dec_insn_before(v, insn) : DEC_NO_INSN;
    }
    return insn;
}

/* LOAD; brfalse N; LOAD; callvirt DisposeAsync, with the first load at a hidden point. A stream
 * clears its current element before it awaits. The same fields are after both plain loads. A value of
 * a type parameter is boxed for the test; for the call it is boxed, too, or its address is loaded. */
static bool is_async_disposal(const dec_view *v, uint32_t branch) {
    uint32_t first = 0;
    dec_cursor value = dec_before(v, dec_test_insn(v, branch));
    (void)dec_maybe(&value, IL_BOX);
    uint32_t tested = value.at;
    uint32_t owner = owner_of_fields(v, tested);
    dec_cursor c = dec_if(v, branch, true);
    (void)dec_clears_field(&c);
    bool is_again = dec_plain_load(v, owner, &first) &&
                    (v->starts[first] & DEC_START_HIDDEN) != 0 && dec_load_again(&c, owner);
    for (uint32_t field = owner + 1; is_again && field <= tested; field++) {
        is_again = il_is_same_place(dec_named(v, c.at), dec_named(v, field));
        c.at++;
    }
    return is_again && dec_maybe(&c, IL_BOX) && dec_call(&c, "DisposeAsync");
}

void dec_idiom_end_using(dec_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (is_cleanup(c) && is_end_using(v, c)) {
            dec_drop_in(v, c->handler_start, c->handler_end);
        }
    }
}

void dec_idiom_dispose(dec_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        uint32_t point = dec_next_visible(v, c->handler_start, c->handler_end);
        if (is_cleanup(c) && !begins_with_switch(v, c)) {
            dec_drop_in(v, c->handler_start, point);
        }
    }
    if (v->is_machine) {
        dec_drop_truth_tests(v, is_async_disposal);
    }
}
