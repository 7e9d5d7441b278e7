/* Each table is made in one pass over the body, or in a number of passes that grows with its
 * logarithm. See dec_index.h. */
#include "coverage/decision/core/dec_index.h"

#include "base/cc_sort.h"
#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_value.h"

enum { LEVELS = 32 };

/* --- points ----------------------------------------------------------------------------------- */

static void note_points(dec_view *v) {
    dec_index *x = &v->index;
    uint32_t count = v->body->insn_count;
    uint32_t visible = 0;
    uint32_t start = 0;
    for (uint32_t u = 0; u <= count; u++) {
        visible = v->point_at[u] != PROBE_NONE ? u : visible;
        start = v->starts[u] != 0 ? u : start;
        x->last_visible[u] = visible;
        x->last_start[u] = start;
    }
    x->next_visible[count] = count;
    for (uint32_t u = count; u-- > 0;) {
        x->next_visible[u] = v->point_at[u] != PROBE_NONE ? u : x->next_visible[u + 1];
    }
}

/* The last visible point of each filter, at all its instructions. Of filters that overlap, in a
 * body that no compiler makes, the first one counts: `open` leads past the instructions that have
 * an answer. */
static void note_filters(dec_view *v) {
    uint32_t count = v->body->insn_count;
    uint32_t *open = NULL;
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        uint32_t end = c->handler_start < count ? c->handler_start : count;
        uint32_t point = end == 0 ? 0 : v->index.last_visible[end - 1];
        if (c->kind != IL_CLAUSE_FILTER || end <= c->filter_start || point < c->filter_start ||
            v->point_at[point] == PROBE_NONE) {
            continue;
        }
        if (open == NULL) {
            open = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)count + 1);
            v->index.filter_point = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)count + 1);
            for (uint32_t u = 0; u <= count; u++) {
                open[u] = u;
                v->index.filter_point[u] = DEC_NO_INSN;
            }
        }
        for (uint32_t u = c->filter_start; u < end; u++) {
            uint32_t next = open[u];
            open[u] = open[u] < end ? end : open[u];
            if (next == u) {
                v->index.filter_point[u] = point;
            } else {
                u = next - 1;
            }
        }
    }
}

/* --- jumps ------------------------------------------------------------------------------------ */

uint32_t dec_index_branch_from(const dec_view *v, uint32_t insn) {
    uint32_t low = 0;
    uint32_t high = v->plan->branch_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (dec_test_insn(v, middle) < insn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool dec_index_has_branch(const dec_view *v, uint32_t first, uint32_t end) {
    uint32_t b = dec_index_branch_from(v, first);
    while (b < v->plan->branch_count && dec_is_kind(v, b, PROBE_BRANCH_FORK)) {
        b++;
    }
    return b < v->plan->branch_count && dec_test_insn(v, b) < end;
}

static void note_jumps(dec_view *v) {
    uint32_t count = v->body->insn_count;
    uint32_t *at = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)count + 2);
    size_t all = 0;
    for (uint32_t u = 0; at != NULL && u < count; u++) {
        for (uint32_t i = 0; i < dec_target_count(v, u); i++, all++) {
            at[dec_target(v, u, i) + 1]++;
        }
    }
    uint32_t *jumps = CC_NEW_ARRAY(v->arena, uint32_t, all);
    for (uint32_t u = 0; u <= count; u++) {
        at[u + 1] += at[u];
    }
    /* The last jump first, each group from its end: `at` ends where it began. */
    for (uint32_t u = count; u-- > 0;) {
        for (uint32_t i = dec_target_count(v, u); i-- > 0;) {
            jumps[--at[dec_target(v, u, i) + 1]] = u;
        }
    }
    v->index.jumps_at = at + 1;
    v->index.jumps = jumps;
}

static int32_t local_of(const dec_view *v, uint32_t insn) {
    bool is_store = false;
    return il_local_index(dec_insn(v, insn), &is_store);
}

static void note_locals(dec_view *v) {
    dec_index *x = &v->index;
    uint32_t all = 0;
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        int32_t local = local_of(v, u);
        all += local >= 0 ? 1 : 0;
        x->local_count =
            local >= 0 && (uint32_t)local >= x->local_count ? (uint32_t)local + 1 : x->local_count;
    }
    uint32_t *at = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)x->local_count + 2);
    x->uses = CC_NEW_ARRAY(v->arena, uint32_t, all);
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        int32_t local = local_of(v, u);
        at[local + 2] += local >= 0 ? 1 : 0;
    }
    for (uint32_t i = 1; i <= x->local_count; i++) {
        at[i + 1] += at[i];
    }
    /* at[local + 1] is where the next one goes; in the end it is where those of the next local
     * begin */
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        int32_t local = local_of(v, u);
        if (local >= 0) {
            x->uses[at[local + 1]++] = u;
        }
    }
    x->uses_at = at;
}

static int compare_stores(const void *a, const void *b) {
    const dec_store *x = (const dec_store *)a;
    const dec_store *y = (const dec_store *)b;
    if (x->place.kind != y->place.kind) {
        return x->place.kind < y->place.kind ? -1 : 1;
    }
    if (x->place.key != y->place.key) {
        return x->place.key < y->place.key ? -1 : 1;
    }
    return (x->insn > y->insn) - (x->insn < y->insn);
}

static void note_stores(dec_view *v) {
    dec_index *x = &v->index;
    uint32_t count = 0;
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        count += il_stored(dec_insn(v, u)).kind != IL_PLACE_NONE ? 1 : 0;
    }
    x->stores = CC_NEW_ARRAY(v->arena, dec_store, count);
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        il_place place = il_stored(dec_insn(v, u));
        if (place.kind != IL_PLACE_NONE) {
            x->stores[x->store_count++] = (dec_store){place, u};
        }
    }
    cc_sort(x->stores, x->store_count, sizeof(dec_store), compare_stores);
}

uint32_t dec_index_store_from(const dec_view *v, il_place place, uint32_t insn) {
    const dec_index *x = &v->index;
    dec_store wanted = {place, insn};
    uint32_t low = 0;
    uint32_t high = x->store_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_stores(&x->stores[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t dec_index_last_store(const dec_view *v, il_place place, uint32_t first, uint32_t end) {
    uint32_t after = dec_index_store_from(v, place, end);
    const dec_store *last = after > 0 ? &v->index.stores[after - 1] : NULL;
    return last != NULL && il_is_same_place(last->place, place) && last->insn >= first
               ? last->insn
               : DEC_NO_INSN;
}

static void note_joins(dec_view *v) {
    uint32_t count = v->body->insn_count;
    for (uint32_t u = 0; u <= count; u++) {
        v->index.first_to[u] = DEC_NO_INSN;
    }
    for (uint32_t u = 0; u < count; u++) {
        bool is_test = u > 0 && dec_has_branch(v, u - 1);
        if (!is_test && dec_is_br(v, u)) {
            uint32_t end = dec_skip_jumps(v, u);
            v->index.is_joined[dec_insn(v, u)->target] = true;
            v->index.is_joined[end < count ? end : count] = true;
        }
        if (!is_test && dec_goes_on(v, u)) {
            v->index.is_joined[u + 1] = true;
        }
        il_flow flow = dec_flow(v, u);
        if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND) {
            uint32_t end = dec_skip_jumps(v, dec_insn(v, u)->target);
            uint32_t *first = &v->index.first_to[end < count ? end : count];
            *first = *first == DEC_NO_INSN ? u : *first;
        }
    }
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        uint32_t start = v->body->clauses[i].try_start;
        v->index.begins_try[start < count ? start : count] = true;
    }
}

/* --- points that contain others --------------------------------------------------------------- */

static uint64_t place(uint32_t line, uint32_t column) {
    return ((uint64_t)line << 32) | column;
}

static uint32_t blocks(uint32_t count, uint32_t level) {
    return (uint32_t)(((uint64_t)count + (UINT64_C(1) << level) - 1) >> level);
}

static void make_spans(dec_view *v) {
    dec_spans *s = &v->index.spans;
    uint32_t insns = v->body->insn_count;
    s->insns = CC_NEW_ARRAY(v->arena, uint32_t, insns);
    s->up_to = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)insns + 1);
    s->first[0] = CC_NEW_ARRAY(v->arena, uint64_t, insns);
    s->last[0] = CC_NEW_ARRAY(v->arena, uint64_t, insns);
    for (uint32_t u = 0; u < insns; u++) {
        if (v->point_at[u] != PROBE_NONE) {
            const pdb_point *p = &v->method->points[v->point_at[u]];
            s->insns[s->count] = u;
            s->first[0][s->count] = place(p->start_line, p->start_column);
            s->last[0][s->count++] = place(p->end_line, p->end_column);
        }
        s->up_to[u] = s->count;
    }
    for (uint32_t level = 1; blocks(s->count, level - 1) > 1; level++) {
        uint32_t below = blocks(s->count, level - 1);
        s->first[level] = CC_NEW_ARRAY(v->arena, uint64_t, blocks(s->count, level));
        s->last[level] = CC_NEW_ARRAY(v->arena, uint64_t, blocks(s->count, level));
        for (uint32_t i = 0; i < below; i += 2) {
            uint32_t j = i + 1 < below ? i + 1 : i;
            uint64_t *x = s->first[level - 1];
            uint64_t *y = s->last[level - 1];
            s->first[level][i / 2] = x[i] < x[j] ? x[i] : x[j];
            s->last[level][i / 2] = y[i] > y[j] ? y[i] : y[j];
        }
    }
}

static bool may_contain(const dec_spans *s, uint32_t level, uint32_t block, const pdb_point *p) {
    return s->first[level][block] < place(p->start_line, p->start_column) &&
           s->last[level][block] > place(p->end_line, p->end_column);
}

uint32_t dec_index_around(const dec_view *v, uint32_t insn, uint32_t limit) {
    const dec_spans *s = &v->index.spans;
    uint32_t insns = v->body->insn_count;
    if (limit == 0 || insns == 0 || v->point_at[insn] == PROBE_NONE) {
        return DEC_NO_INSN;
    }
    const pdb_point *p = &v->method->points[v->point_at[insn]];
    uint32_t end = s->up_to[(limit < insns ? limit : insns) - 1];
    while (end > 0) {
        /* the largest block that ends here; where its hull does not say no, its right half */
        uint32_t level = (uint32_t)__builtin_ctz(end);
        while (level > 0 && may_contain(s, level, (end >> level) - 1, p)) {
            level--;
        }
        if (level == 0 && dec_point_contains(v, s->insns[end - 1], insn)) {
            return s->insns[end - 1];
        }
        end -= UINT32_C(1) << level;
    }
    return DEC_NO_INSN;
}

/* --- jumps over ------------------------------------------------------------------------------- */

/* What leads where: least[0]. */
static void note_least(dec_view *v) {
    uint32_t *least = v->index.least[0];
    uint32_t count = v->body->insn_count;
    for (uint32_t u = 0; u < count; u++) {
        least[u] = DEC_NO_INSN;
    }
    for (uint32_t u = 0; u < count; u++) {
        uint32_t branch = dec_branch_at(v, u);
        bool is_users = branch == PROBE_NONE || !dec_is_dropped(v, branch);
        uint32_t ways = is_users && !dec_goes_on(v, u) ? dec_successor_count(v, u) : 0;
        for (uint32_t i = 0; i < ways; i++) {
            uint32_t target = dec_skip_jumps(v, dec_successor(v, u, i));
            if (target != DEC_NO_INSN && least[target] == DEC_NO_INSN) {
                least[target] = u;
            }
        }
    }
}

static void make_least(dec_view *v) {
    uint32_t count = v->body->insn_count;
    uint32_t **least = v->index.least;
    for (uint32_t level = 0; level == 0 || blocks(count, level - 1) > 1; level++) {
        uint32_t size = blocks(count, level);
        least[level] = CC_NEW_ARRAY(v->arena, uint32_t, size);
        if (level == 0) {
            note_least(v);
            continue;
        }
        const uint32_t *below = least[level - 1];
        for (uint32_t i = 0; i < size; i++) {
            uint32_t j = 2 * i + 1 < blocks(count, level - 1) ? 2 * i + 1 : 2 * i;
            least[level][i] = below[2 * i] < below[j] ? below[2 * i] : below[j];
        }
    }
}

/* Targets in their order: each is noted at the points between it and the first jump to it that have
 * none yet. `open` leads past points that have one. */
static void note_over(dec_view *v, uint32_t *open) {
    const dec_spans *s = &v->index.spans;
    uint32_t *over = v->index.over;
    for (uint32_t k = 0; k <= s->count; k++) {
        open[k] = k;
    }
    for (uint32_t k = 0; k < s->count; k++) {
        over[k] = DEC_NO_INSN;
    }
    for (uint32_t target = 1; dec_is_insn(v, target); target++) {
        uint32_t jump = v->index.least[0][target];
        uint32_t end = s->up_to[target - 1];
        for (uint32_t k = jump < target ? s->up_to[jump] : end; k < end; k++) {
            uint32_t next = open[k];
            open[k] = open[k] < end ? end : open[k];
            if (next == k) {
                over[k] = target;
            } else {
                k = next - 1;
            }
        }
    }
}

static void note_outer(dec_view *v) {
    const uint32_t *over = v->index.over;
    uint32_t *outer = v->index.outer;
    for (uint32_t k = 0; k < v->index.spans.count; k++) {
        uint32_t before = k;
        while (before > 0 && over[before - 1] <= over[k]) {
            before = outer[before - 1];
        }
        outer[k] = before;
    }
}

void dec_index_jumps(dec_view *v) {
    size_t points = (size_t)v->index.spans.count + 1;
    uint32_t *open = CC_NEW_ARRAY(v->arena, uint32_t, points);
    v->index.over = CC_NEW_ARRAY(v->arena, uint32_t, points);
    v->index.outer = CC_NEW_ARRAY(v->arena, uint32_t, points);
    make_least(v);
    note_over(v, open);
    note_outer(v);
}

uint32_t dec_index_always_before(const dec_view *v, uint32_t insn) {
    const dec_index *x = &v->index;
    uint32_t count = v->body->insn_count;
    uint32_t k = count == 0 ? 0 : x->spans.up_to[insn < count ? insn : count - 1];
    while (k > 0 && x->over[k - 1] <= insn) {
        k = x->outer[k - 1];
    }
    return k == 0 ? DEC_NO_INSN : x->spans.insns[k - 1];
}

uint32_t dec_index_jump_over(const dec_view *v, uint32_t from, uint32_t to) {
    uint32_t count = v->body->insn_count;
    uint32_t found = DEC_NO_INSN;
    uint32_t end = to < count ? to + 1 : count;
    uint32_t at = from + 1;
    while (at < end) {
        uint32_t level = (uint32_t)__builtin_ctz(at);
        while (at + (UINT64_C(1) << level) > end) {
            level--;
        }
        uint32_t least = v->index.least[level][at >> level];
        found = least < found ? least : found;
        at += UINT32_C(1) << level;
    }
    return found;
}

/* ---------------------------------------------------------------------------------------------- */

void dec_index_make(dec_view *v) {
    dec_index *x = &v->index;
    size_t insns = (size_t)v->body->insn_count + 1;
    x->last_visible = CC_NEW_ARRAY(v->arena, uint32_t, insns);
    x->next_visible = CC_NEW_ARRAY(v->arena, uint32_t, insns);
    x->last_start = CC_NEW_ARRAY(v->arena, uint32_t, insns);
    x->first_to = CC_NEW_ARRAY(v->arena, uint32_t, insns);
    x->is_joined = CC_NEW_ARRAY(v->arena, bool, insns);
    x->begins_try = CC_NEW_ARRAY(v->arena, bool, insns);
    note_points(v);
    note_joins(v);
    note_filters(v);
    note_jumps(v);
    note_locals(v);
    note_stores(v);
    make_spans(v);
}
