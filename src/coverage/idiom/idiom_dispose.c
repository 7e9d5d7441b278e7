/* Disposal: a finally or fault block in which nothing of the user's stands belongs to using, foreach or
 * lock; Visual Basic gives it a point for the closing words. In async methods the call of DisposeAsync
 * stands behind the try statement, at a hidden point. */
#include "coverage/idiom/cov_view.h"

enum { MAX_HANDLER_STEPS = 24 };

static void drop_range(cov_view *v, uint32_t first, uint32_t end) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t unit = v->plan->branches[b].unit;
        if (v->fate[b] == COV_KEPT && unit >= first && unit < end) {
            cov_drop(v, b);
        }
    }
}

static bool is_cleanup_call(const cov_view *v, uint32_t unit) {
    if (cov_calls(v, unit, "Dispose")) {
        return cc_str_eqz(cov_member_type(v, unit), "System.IDisposable");
    }
    return cov_calls(v, unit, "Exit") &&
           cc_str_eqz(cov_member_type(v, unit), "System.Threading.Monitor");
}

/* One visible point at its very start, then only tests and a cleanup: `End Using`, `End SyncLock`,
 * `Next`. */
static bool is_closing_words(const cov_view *v, const il_clause *c) {
    bool cleans = false;
    if (c->handler_end - c->handler_start > MAX_HANDLER_STEPS ||
        (v->starts[c->handler_start] & COV_START_VISIBLE) == 0 ||
        cov_visible_in(v, c->handler_start + 1, c->handler_end)) {
        return false;
    }
    for (uint32_t u = c->handler_start; u < c->handler_end; u++) {
        cleans = cleans || is_cleanup_call(v, u);
        if (cov_is_call(v, u) && !is_cleanup_call(v, u)) {
            return false;
        }
    }
    return cleans;
}

static void drop_in_handlers(cov_view *v, bool closing_words) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (c->kind != IL_CLAUSE_FINALLY && c->kind != IL_CLAUSE_FAULT) {
            continue;
        }
        if (!cov_visible_in(v, c->handler_start, c->handler_end) ||
            (closing_words && is_closing_words(v, c))) {
            drop_range(v, c->handler_start, c->handler_end);
        }
    }
}

/* LOAD; brfalse N; LOAD; callvirt DisposeAsync, the first load at a hidden point. */
static void drop_async_disposal(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t first = 0;
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = cov_before(v, v->plan->branches[b].unit);
        if (!cov_plain_load(v, tested, &first) || (v->starts[first] & COV_START_HIDDEN) == 0) {
            continue;
        }
        uint32_t again = cov_settle(v, cov_arm_if(v, b, true));
        uint32_t length = again == COV_NO_UNIT ? 0 : cov_load_length(v, again);
        if (length > 0 && cov_same_load(v, tested, again + length - 1) &&
            cov_calls(v, again + length, "DisposeAsync")) {
            cov_drop(v, b);
        }
    }
}

void cov_idiom_dispose(cov_view *v) {
    drop_in_handlers(v, v->language == PDB_LANG_VB || v->language == PDB_LANG_FSHARP);
    if (v->is_move_next) {
        drop_async_disposal(v);
    }
}
