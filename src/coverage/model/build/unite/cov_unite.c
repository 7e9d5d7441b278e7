/* One branch of the source, compiled into several builds. Each build has its branches in the order
 * of the source, but not at equal points: optimised code has fewer. So they are united line by
 * line: when two builds have the same number of branches on a line, with the same numbers of arms,
 * they are united in order. Else those at one place are united, and of the others the n-th with the
 * same number of arms. The remaining ones stay separate. See cov_point.h. */
#include "coverage/model/build/unite/cov_point.h"

/* branches on one line up to which they are matched one by one */
enum { MAX_UNLIKE = 1024 };

typedef struct line_arms {
    cov_arms **items; /* by place */
    uint32_t count;
    uint32_t build; /* the build that is being united with earlier ones */
    cc_arena *arena;
} line_arms;

static bool is_earlier(const line_arms *l, const cov_arms *a) {
    return a->build < l->build && a->same == NULL;
}

/* The first arm of `kept` that was not matched yet (a matched one is marked): with its body at the
 * place, or, with 0, any. */
static uint32_t find_arm(const cov_arms *kept, uint64_t place) {
    uint32_t i = 0;
    while (i < kept->arm_count &&
           (kept->arms[i].mark || (place != 0 && kept->places[i] != place))) {
        i++;
    }
    return i;
}

static void join_arms(cov_arms *kept, cov_arms *arms, bool at_place) {
    for (uint32_t i = 0; i < arms->arm_count; i++) {
        uint64_t place = at_place ? arms->places[i] : 0;
        bool is_searched = !arms->arms[i].mark && (!at_place || place != 0);
        uint32_t at = is_searched ? find_arm(kept, place) : kept->arm_count;
        if (at < kept->arm_count) {
            kept->arms[at].is_taken = kept->arms[at].is_taken || arms->arms[i].is_taken;
            kept->arms[at].line =
                kept->arms[at].line != 0 ? kept->arms[at].line : arms->arms[i].line;
            kept->arms[at].mark = true;
            arms->arms[i].mark = true;
            arms->joined[i] = at;
        }
    }
}

/* Arms are joined where their bodies begin at one place, the others in order: optimised code has no
 * point for the body of `| A -> ()`. */
static void join(const line_arms *l, cov_arms *kept, cov_arms *arms) {
    arms->joined = CC_NEW_ARRAY(l->arena, uint32_t, arms->arm_count);
    for (uint32_t i = 0; i < arms->arm_count; i++) {
        arms->joined[i] = kept->arm_count;
    }
    join_arms(kept, arms, true);
    join_arms(kept, arms, false);
    for (uint32_t i = 0; i < kept->arm_count; i++) {
        kept->arms[i].mark = false;
        arms->arms[i].mark = false;
    }
    kept->last_build = l->build;
    arms->same = kept;
}

static uint32_t next_earlier(const line_arms *l, uint32_t from) {
    while (from < l->count && !is_earlier(l, l->items[from])) {
        from++;
    }
    return from;
}

static uint32_t next_own(const line_arms *l, uint32_t from) {
    while (from < l->count && l->items[from]->build != l->build) {
        from++;
    }
    return from;
}

/* The same number of branches, with the same numbers of arms, in the same order. */
static bool are_alike(const line_arms *l) {
    uint32_t a = next_earlier(l, 0);
    uint32_t b = next_own(l, 0);
    while (a < l->count && b < l->count && l->items[a]->arm_count == l->items[b]->arm_count) {
        a = next_earlier(l, a + 1);
        b = next_own(l, b + 1);
    }
    return a == l->count && b == l->count;
}

static void join_in_order(const line_arms *l) {
    uint32_t a = next_earlier(l, 0);
    for (uint32_t b = next_own(l, 0); b < l->count; b = next_own(l, b + 1)) {
        cov_arms *kept = l->items[a];
        a = next_earlier(l, a + 1);
        join(l, kept, l->items[b]);
    }
}

/* The first branch with the same place and ordinal, or, without `at_place`, with the same number of
 * arms. */
static cov_arms *find(const line_arms *l, const cov_arms *arms, bool at_place) {
    for (uint32_t a = next_earlier(l, 0); a < l->count; a = next_earlier(l, a + 1)) {
        cov_arms *other = l->items[a];
        bool is_there = other->point == arms->point && other->ordinal == arms->ordinal;
        if (other->last_build != l->build && other->arm_count == arms->arm_count &&
            (is_there || !at_place)) {
            return other;
        }
    }
    return NULL;
}

static void join_what_fits(const line_arms *l, bool at_place) {
    for (uint32_t b = next_own(l, 0); b < l->count; b = next_own(l, b + 1)) {
        cov_arms *kept = l->items[b]->same == NULL ? find(l, l->items[b], at_place) : NULL;
        if (kept != NULL) {
            join(l, kept, l->items[b]);
        }
    }
}

/* The next build on the line; 0: there is none. */
static uint32_t next_build(const line_arms *l) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t build = l->items[i]->build;
        next = build > l->build && (next == 0 || build < next) ? build : next;
    }
    return next;
}

static void unite_line(line_arms *l) {
    l->build = 0;
    l->build = next_build(l);
    for (l->build = next_build(l); l->build != 0; l->build = next_build(l)) {
        if (are_alike(l)) {
            join_in_order(l);
        } else if (l->count <= MAX_UNLIKE) {
            join_what_fits(l, true);
            join_what_fits(l, false);
        }
    }
}

static uint32_t count_arms(const cc_list *points) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < points->count; i++) {
        for (const cov_arms *a = ((const cov_point *)points->items[i])->arms; a != NULL;
             a = a->next) {
            count++;
        }
    }
    return count;
}

void cov_unite_builds(cov_source *source, cc_arena *arena) {
    const cc_list *points = &source->points;
    line_arms line = {.items = CC_NEW_ARRAY(arena, cov_arms *, count_arms(points)), .arena = arena};
    uint32_t number = 0;
    cov_points_sort(source);
    for (uint32_t i = 0; i < points->count; i++) {
        const cov_point *point = (const cov_point *)points->items[i];
        if (point->span.start_line != number) {
            unite_line(&line);
            number = point->span.start_line;
            line.count = 0;
        }
        for (cov_arms *a = point->arms; a != NULL; a = a->next) {
            line.items[line.count++] = a;
        }
    }
    unite_line(&line);
}
