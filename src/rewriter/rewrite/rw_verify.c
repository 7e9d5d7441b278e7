/* The verifier: decodes the new body and compares it with the old body and the plan.
 *
 * Input: a rewriting's result. Output: CC_OK, or CC_E_MISMATCH with the offset in the message. Used
 * by tests, sweeps, fuzzing and debug builds. */
#include "rewriter/rewrite/rw_check.h"
#include "rewriter/rewrite/rw_internal.h"

static cc_err check_header(const rw_result *r, const il_body *new, const probe_plan *plan,
                           const rw_probe *probe) {
    const il_body *old = plan->body;
    if (((uintptr_t)r->body.data & 3) != 0 || new->total_size != r->body.len) {
        return cc_fail(CC_E_MISMATCH, "rewritten body: wrong alignment or size");
    }
    if (new->code.data != r->body.data + r->code_offset || new->code.len != r->code_size) {
        return cc_fail(CC_E_MISMATCH, "rewritten body: code is not where the result says");
    }
    bool has_probes = r->site_count > 0;
    if (new->local_sig != rw_local_sig(old, probe, has_probes) ||
        new->init_locals != old->init_locals ||
        new->max_stack != rw_max_stack(old, probe, has_probes)) {
        return cc_fail(CC_E_MISMATCH, "rewritten body: header differs");
    }
    return CC_OK;
}

/* Returns the new instruction for an old one, by the offset map; after the entry, which belongs to
 * the first instruction. */
static uint32_t new_insn(const rw_result *r, const il_body *new, uint32_t old) {
    uint32_t entry = old == 0 ? r->entry_size : 0;
    return old < r->map_count ? new->insn_at[r->map[old].new_offset + entry] : new->insn_count;
}

static cc_err check_clauses(const rw_result *r, const il_body *new, const il_body *old) {
    if (new->clause_count != old->clause_count) {
        return cc_fail(CC_E_MISMATCH, "rewritten body: %u clauses of %u", new->clause_count,
                       old->clause_count);
    }
    for (uint32_t i = 0; i < old->clause_count; i++) {
        const il_clause *a = &old->clauses[i];
        const il_clause *b = &new->clauses[i];
        bool same =
            a->kind == b->kind && a->class_token == b->class_token &&
            b->try_start == new_insn(r, new, a->try_start) &&
            b->try_end == new_insn(r, new, a->try_end) &&
            b->handler_start == new_insn(r, new, a->handler_start) &&
            b->handler_end == new_insn(r, new, a->handler_end) &&
            (a->kind != IL_CLAUSE_FILTER || b->filter_start == new_insn(r, new, a->filter_start));
        if (!same) {
            return cc_fail(CC_E_MISMATCH, "rewritten body: clause %u differs", i);
        }
    }
    return CC_OK;
}

static rw_probe_calls calls_of(const rw_matched *matched, const rw_probe *probe) {
    if (probe->kind == RW_PROBE_CALL) {
        return (rw_probe_calls){matched->is_probe_call, 2, 0};
    }
    if (probe->kind == RW_PROBE_LANE) {
        return (rw_probe_calls){matched->is_probe_call, 2, 1};
    }
    return (rw_probe_calls){matched->is_probe_call, 1, 1};
}

/* Compilers may leave dead code that breaks a rule, and hostile bodies break rules anywhere: the
 * new body has to be as good as the old body. */
static cc_err check_depth(const il_body *new, const il_body *old, const il_resolver *resolver,
                          const rw_probe_calls *calls, cc_arena *arena) {
    for (int dead_too = 1; dead_too >= 0; dead_too--) {
        cc_err err = rw_check_depth(old, resolver, NULL, dead_too != 0, arena);
        if (err == CC_OK) {
            return rw_check_depth(new, resolver, calls, dead_too != 0, arena);
        }
        if (err != CC_E_MISMATCH) {
            return err;
        }
    }
    return CC_OK;
}

static cc_err check_regions(const il_body *new, const il_body *old, cc_arena *arena) {
    cc_err err = rw_check_regions(old, arena);
    if (err != CC_OK) {
        return err == CC_E_MISMATCH ? CC_OK : err;
    }
    return rw_check_regions(new, arena);
}

cc_err rw_verify(const rw_result *result, const probe_plan *plan, const rw_probe *probe,
                 const il_resolver *resolver, cc_arena *arena) {
    il_body new;
    cc_err err = il_decode(&new, result->body, arena);
    if (err != CC_OK) {
        return cc_fail_in(err == CC_E_NOMEM ? err : CC_E_MISMATCH, "rewritten body");
    }
    rw_matched matched;
    CC_TRY(check_header(result, &new, plan, probe));
    CC_TRY(rw_match(&matched, result, &new, plan, probe, arena));
    CC_TRY(check_clauses(result, &new, plan->body));
    CC_TRY(check_regions(&new, plan->body, arena));
    rw_probe_calls calls = calls_of(&matched, probe);
    return check_depth(&new, plan->body, resolver, &calls, arena);
}
