/* See dec_point_walk.h. */
#include "coverage/decision/fsharp/dec_point_walk.h"

void dec_walk_open(dec_point_walk *w, dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    *w = (dec_point_walk){.v = v,
                          .seen = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                          .reached = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                          .stack = CC_NEW_ARRAY(v->arena, uint32_t, insns),
                          .places = CC_NEW_ARRAY(v->arena, uint32_t, insns)};
}

/* The throw of a match without a fitting arm is a place of its own, which the user's tests
 * decide. */
static bool is_place(const dec_point_walk *w, uint32_t insn) {
    const dec_view *v = w->v;
    uint32_t branch = dec_branch_at(v, insn);
    bool is_test = w->stops_at_tests && branch != PROBE_NONE &&
                   v->plan->branches[branch].kind != PROBE_BRANCH_FORK &&
                   (dec_is_kept(v, branch) || dec_is_merged(v, branch));
    return is_test || dec_starts_visible(v, insn) || dec_part_line(v, insn) > 0 ||
           (dec_is_op(v, insn, IL_NEWOBJ) &&
            cc_str_eqz(dec_member_type(v, insn), "Microsoft.FSharp.Core.MatchFailureException"));
}

static void walk_to(dec_point_walk *w, uint32_t insn) {
    if (!dec_is_insn(w->v, insn) || w->seen[insn] == w->id) {
        return;
    }
    w->seen[insn] = w->id;
    if (!is_place(w, insn)) {
        w->stack[w->depth++] = insn;
        return;
    }
    w->places[w->count++] = insn;
    w->common += w->reached[insn] == w->first ? 1 : 0;
    w->reached[insn] = w->id == w->first ? w->id : w->reached[insn];
}

/* An exception that is created where it is thrown, without a point: a check of an argument. */
static bool is_check(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_THROW) && dec_is_op(v, dec_insn_before(v, insn), IL_NEWOBJ);
}

static void walk_on(dec_point_walk *w, uint32_t at) {
    il_flow flow = dec_flow(w->v, at);
    uint32_t next = dec_successor(w->v, at, 0);
    w->throws = w->throws || (flow == IL_FLOW_THROW && !is_check(w->v, at));
    w->returns = w->returns || flow == IL_FLOW_RETURN || flow == IL_FLOW_ENDFINALLY ||
                 flow == IL_FLOW_ENDFILTER;
    for (uint32_t i = 1; next != DEC_NO_INSN; i++) {
        walk_to(w, next);
        next = dec_successor(w->v, at, i);
    }
}

void dec_walk_from(dec_point_walk *w, uint32_t insn) {
    w->id++;
    w->depth = w->count = w->common = 0;
    w->returns = w->throws = false;
    walk_to(w, insn);
    while (w->depth > 0) {
        walk_on(w, w->stack[--w->depth]);
    }
}
