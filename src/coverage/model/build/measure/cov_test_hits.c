/* What tests hit of an assembly; see cov_test_hits.h. */
#include "coverage/model/build/measure/cov_test_hits.h"

#include <string.h>

/* Runs that are being written. */
typedef struct places {
    uint32_t end; /* of the last run that was written */
    cov_run open; /* count 0: none */
    uint8_t *bytes;
    size_t size, cap;
} places;

/* A set of counters of one method, and the regions that hit exactly it. */
typedef struct pattern {
    struct pattern *next;
    uint64_t *counters; /* 0 or 1 */
    cov_numbers regions;
} pattern;

struct cov_test_hits {
    const cov_tests *tests;
    const cov_gathered *gathered;
    cc_arena *arena;
    places *points, *arms; /* by region */
};

/* --- runs ------------------------------------------------------------------------------------- */

static void write_open(const cov_test_hits *h, places *to) {
    cc_buf run = {0};
    if (to->open.count == 0) {
        return;
    }
    cov_put_run(&run, to->end, &to->open);
    for (size_t i = 0; i < run.len; i++) {
        to->bytes = cc_arena_grow(h->arena, to->bytes, to->size, &to->cap, 1);
        to->bytes[to->size++] = run.data[i];
    }
    to->end = to->open.first + to->open.count;
    to->open.count = 0;
    cc_buf_free(&run);
}

/* Places of one region come in increasing order. */
static void add_place(const cov_test_hits *h, places *to, uint32_t place) {
    if (to->open.count > 0 && to->open.first + to->open.count == place) {
        to->open.count++;
        return;
    }
    write_open(h, to);
    to->open = (cov_run){place, 1};
}

/* --- patterns --------------------------------------------------------------------------------- */

static pattern *pattern_of(pattern **first, const uint64_t *counters, uint32_t count,
                           cc_arena *arena) {
    pattern *p = *first;
    while (p != NULL && memcmp(p->counters, counters, count * sizeof *counters) != 0) {
        p = p->next;
    }
    if (p != NULL) {
        return p;
    }
    p = CC_NEW(arena, pattern);
    p->counters = CC_NEW_ARRAY(arena, uint64_t, count);
    memcpy(p->counters, counters, count * sizeof *counters);
    p->next = *first;
    *first = p;
    return p;
}

/* The uses of one record, region by region. */
static void add_uses(pattern **first, const cov_use *uses, uint32_t use_count, uint32_t count,
                     cc_arena *arena) {
    uint64_t *counters = CC_NEW_ARRAY(arena, uint64_t, count);
    for (uint32_t i = 0; i < use_count; i++) {
        for (uint32_t k = 0; k < uses[i].count; k++) {
            counters[uses[i].first + k] = 1;
        }
        if (i + 1 == use_count || uses[i + 1].region != uses[i].region) {
            pattern *hit = pattern_of(first, counters, count, arena);
            cov_numbers_add(&hit->regions, uses[i].region, arena);
            memset(counters, 0, count * sizeof *counters);
        }
    }
}

/* Records with another plan cannot be told, as in cov_records_sum(). */
static pattern *find_patterns(const cov_test_hits *h, const mth_method *m, const cov_records *refs,
                              bool plan_all, cc_arena *arena) {
    pattern *first = NULL;
    for (uint32_t i = 0; i < refs->count; i++) {
        const ctr_file *file = h->gathered->files[refs->refs[i].file];
        const ctr_method_data *data = &file->methods[refs->refs[i].method];
        uint32_t count = 0;
        if (data->is_skip || data->record.plan_all != plan_all || data->record.plan_key != m->key ||
            data->record.count != m->plan->counter_count) {
            continue;
        }
        const cov_use *uses = cov_tests_uses(h->tests, &refs->refs[i], &count);
        add_uses(&first, uses, count, data->record.count, arena);
    }
    return first;
}

/* --- evaluating ------------------------------------------------------------------------------- */

/* Makes the body with the counters of the pattern alone, in an assembly for this purpose; false when
 * that fails. */
static bool evaluate(cov_raw_maker *maker, const cov_body *body, const pattern *p,
                     cov_raw_assembly *alone) {
    cov_body other = *body;
    cov_raw_assembly *kept = maker->assembly;
    cc_arena *arena = maker->arena;
    uint64_t *values = CC_NEW_ARRAY(maker->scratch, uint64_t, body->method.plan->node_count);
    if (probe_values(body->method.plan, p->counters, values) != CC_OK) {
        return false;
    }
    other.values = values;
    maker->assembly = alone;
    maker->arena = maker->scratch;
    cc_err err = cov_raw_make_body(maker, &other);
    maker->assembly = kept;
    maker->arena = arena;
    return err == CC_OK;
}

static const cov_raw_body *last_body(const cov_raw_assembly *of) {
    return &of->bodies[of->body_count - 1];
}

static uint32_t first_arm_of(const cov_raw_assembly *of) {
    const cov_raw_body *body = last_body(of);
    return body->decision_count == 0 ? of->arm_count
                                     : of->decisions[body->first_decision].first_arm;
}

/* Which points and arms a body has follows from its code. Where it does not, the pattern has all
 * that anybody hit: too much rather than too little. */
static bool is_alike(const cov_raw_assembly *a, const cov_raw_assembly *b) {
    const cov_raw_body *x = last_body(a);
    const cov_raw_body *y = last_body(b);
    return x->point_count == y->point_count && x->decision_count == y->decision_count &&
           a->arm_count - first_arm_of(a) == b->arm_count;
}

static void give_points(const cov_test_hits *h, const cov_raw_assembly *from, uint32_t first,
                        const pattern *p) {
    const cov_raw_body *body = last_body(from);
    uint64_t *hits = CC_NEW_ARRAY(h->arena, uint64_t, body->point_count);
    cov_raw_hits(from, body, hits);
    for (uint32_t i = 0; i < body->point_count; i++) {
        for (uint32_t r = 0; hits[i] > 0 && r < p->regions.count; r++) {
            add_place(h, &h->points[p->regions.items[r]], first + i);
        }
    }
}

static void give_arms(const cov_test_hits *h, const cov_raw_assembly *from, uint32_t from_arm,
                      uint32_t first, const pattern *p) {
    for (uint32_t i = from_arm; i < from->arm_count; i++) {
        for (uint32_t r = 0; from->arms[i].is_taken && r < p->regions.count; r++) {
            add_place(h, &h->arms[p->regions.items[r]], first + i - from_arm);
        }
    }
}

static void take_pattern(const cov_test_hits *h, cov_raw_maker *maker, const cov_body *body,
                         const pattern *p) {
    cov_raw_assembly alone = {0};
    const cov_raw_assembly *all = maker->assembly;
    uint32_t first_arm = first_arm_of(all);
    bool is_told = evaluate(maker, body, p, &alone) && is_alike(all, &alone);
    const cov_raw_assembly *from = is_told ? &alone : all;
    give_points(h, from, last_body(all)->first_point, p);
    give_arms(h, from, first_arm_of(from), first_arm, p);
}

/* --- the assembly ----------------------------------------------------------------------------- */

cov_test_hits *cov_test_hits_open(const cov_tests *tests, const cov_gathered *gathered,
                                  cc_arena *arena) {
    if (tests == NULL) {
        return NULL;
    }
    cov_test_hits *h = CC_NEW(arena, cov_test_hits);
    *h = (cov_test_hits){tests, gathered, arena, NULL, NULL};
    h->points = CC_NEW_ARRAY(arena, places, tests->region_count);
    h->arms = CC_NEW_ARRAY(arena, places, tests->region_count);
    return h;
}

void cov_test_hits_add(cov_test_hits *hits, cov_raw_maker *maker, const cov_body *body,
                       const cov_records *refs, bool plan_all) {
    if (hits == NULL) {
        return;
    }
    const pattern *p = find_patterns(hits, &body->method, refs, plan_all, maker->scratch);
    for (; p != NULL; p = p->next) {
        take_pattern(hits, maker, body, p);
    }
}

/* --- sums of tests ---------------------------------------------------------------------------- */

/* The places of one kind, points or arms, that the regions of one test hit. */
typedef struct summing {
    uint8_t *marks; /* by place; zero between two tests */
    uint32_t count;
    uint32_t low, high; /* marks are from `low` up to `high` */
} summing;

static void mark(summing *s, const places *of) {
    cc_span runs = {of->bytes, of->size};
    cov_run run = {0, 0};
    while (cov_next_run(&runs, &run)) {
        memset(s->marks + run.first, 1, run.count);
        s->low = run.first < s->low ? run.first : s->low;
        s->high = run.first + run.count > s->high ? run.first + run.count : s->high;
    }
}

static void mark_all(summing *s, const places *of_region, const cov_numbers *regions) {
    for (uint32_t i = 0; i < regions->count; i++) {
        mark(s, &of_region[regions->items[i]]);
    }
}

/* Takes the marks as runs. */
static cc_span take_runs(summing *s, cc_arena *arena) {
    cc_span kept =
        s->low < s->high ? cov_take_marks(s->marks, s->low, s->high, arena) : (cc_span){NULL, 0};
    s->low = s->count;
    s->high = 0;
    return kept;
}

static summing summing_of(uint32_t count, cc_arena *arena) {
    return (summing){CC_NEW_ARRAY(arena, uint8_t, count), count, count, 0};
}

static void add_hits(cov_raw_assembly *to, uint32_t test, cc_span points, cc_span arms) {
    if (points.len > 0 || arms.len > 0) {
        to->test_hits[to->test_hit_count++] =
            (cov_raw_test_hits){.test = test, .points = points, .arms = arms};
    }
}

void cov_test_hits_finish(const cov_test_hits *hits, cov_raw_assembly *assembly, cc_arena *arena) {
    const cov_tests *tests = hits->tests;
    summing points = summing_of(assembly->point_count, hits->arena);
    summing arms = summing_of(assembly->arm_count, hits->arena);
    for (uint32_t i = 0; i < tests->region_count; i++) {
        write_open(hits, &hits->points[i]);
        write_open(hits, &hits->arms[i]);
    }
    assembly->test_hits = CC_NEW_ARRAY(arena, cov_raw_test_hits, (size_t)tests->count + 1);
    mark_all(&points, hits->points, &tests->shared);
    mark_all(&arms, hits->arms, &tests->shared);
    add_hits(assembly, COV_RAW_SHARED, take_runs(&points, arena), take_runs(&arms, arena));
    for (uint32_t i = 0; i < tests->count; i++) {
        const cov_numbers *of_class = &tests->of_class[tests->class_of[i]];
        mark_all(&points, hits->points, &tests->of_test[i]);
        mark_all(&points, hits->points, of_class);
        mark_all(&arms, hits->arms, &tests->of_test[i]);
        mark_all(&arms, hits->arms, of_class);
        add_hits(assembly, i, take_runs(&points, arena), take_runs(&arms, arena));
    }
}
