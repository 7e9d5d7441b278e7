/* One branch of the source, compiled into several builds. Each build has its branches in the order
 * of the source, but not at equal points: optimised code has fewer. So they are united line by
 * line: when two builds have the same number of branches on a line, with the same numbers of arms,
 * they are united in order. Else those at one place are united, and of the others the n-th with the
 * same number of arms. The remaining ones stay separate. See cov_point.h. */
#include "base/cc_sort.h"
#include "coverage/model/build/unite/cov_point.h"

/* branches on one line up to which those of a build are matched one by one: kept ones and its own */
enum { MAX_UNLIKE = 1024 };

typedef struct branch {
    cov_arms *arms;
    uint32_t rank; /* its number on the line, by place */
} branch;

typedef struct branches {
    branch *items; /* by rank */
    uint32_t count;
} branches;

typedef struct line_arms {
    branches all;   /* of the line: by build, then by rank */
    branches kept;  /* of earlier builds, without those that were united with others */
    branches own;   /* of the build that is being united with them; a part of `all` */
    uint32_t build; /* its number */
    cc_arena *arena;
} line_arms;

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

/* The same number of branches, with the same numbers of arms, in the same order. */
static bool are_alike(const line_arms *l) {
    uint32_t same = 0;
    if (l->kept.count != l->own.count) {
        return false;
    }
    while (same < l->own.count &&
           l->kept.items[same].arms->arm_count == l->own.items[same].arms->arm_count) {
        same++;
    }
    return same == l->own.count;
}

static void join_in_order(const line_arms *l) {
    for (uint32_t i = 0; i < l->own.count; i++) {
        join(l, l->kept.items[i].arms, l->own.items[i].arms);
    }
}

/* The first kept branch with the same place and ordinal, or, without `at_place`, with the same
 * number of arms. */
static cov_arms *find(const line_arms *l, const cov_arms *arms, bool at_place) {
    for (uint32_t i = 0; i < l->kept.count; i++) {
        cov_arms *other = l->kept.items[i].arms;
        bool is_there = other->point == arms->point && other->ordinal == arms->ordinal;
        if (other->last_build != l->build && other->arm_count == arms->arm_count &&
            (is_there || !at_place)) {
            return other;
        }
    }
    return NULL;
}

static void join_what_fits(const line_arms *l, bool at_place) {
    for (uint32_t i = 0; i < l->own.count; i++) {
        cov_arms *arms = l->own.items[i].arms;
        cov_arms *kept = arms->same == NULL ? find(l, arms, at_place) : NULL;
        if (kept != NULL) {
            join(l, kept, arms);
        }
    }
}

static void join_build(const line_arms *l) {
    if (are_alike(l)) {
        join_in_order(l);
    } else if (l->kept.count + l->own.count <= MAX_UNLIKE) {
        join_what_fits(l, true);
        join_what_fits(l, false);
    }
}

static uint32_t count_alone(const branches *own) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < own->count; i++) {
        count += own->items[i].arms->same == NULL ? 1 : 0;
    }
    return count;
}

/* Keeps the branches of the build that no earlier one has. The last ones take their places first. */
static void keep_rest(line_arms *l) {
    uint32_t from = l->kept.count;
    uint32_t to = from + count_alone(&l->own);
    l->kept.count = to;
    for (uint32_t i = l->own.count; to > from; i--) {
        branch next = l->own.items[i - 1];
        if (next.arms->same != NULL) {
            continue;
        }
        while (from > 0 && l->kept.items[from - 1].rank > next.rank) {
            l->kept.items[--to] = l->kept.items[--from];
        }
        l->kept.items[--to] = next;
    }
}

/* The branches of one build, which begin at this one. */
static branches take_build(const branches *all, uint32_t first) {
    branches own = {all->items + first, 1};
    while (first + own.count < all->count &&
           own.items[own.count].arms->build == own.items->arms->build) {
        own.count++;
    }
    return own;
}

static int compare_builds(const void *a, const void *b) {
    const branch *x = a;
    const branch *y = b;
    int order = cc_compare(x->arms->build, y->arms->build);
    return order != 0 ? order : cc_compare(x->rank, y->rank);
}

static void unite_line(line_arms *l) {
    l->kept.count = 0;
    cc_sort(l->all.items, l->all.count, sizeof *l->all.items, compare_builds);
    for (uint32_t first = 0; first < l->all.count; first += l->own.count) {
        l->own = take_build(&l->all, first);
        l->build = l->own.items->arms->build;
        join_build(l);
        keep_rest(l);
    }
    l->all.count = 0;
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

/* All branches are of one build, as in most sources: those of each point are in order. */
static bool has_one_build(const cc_list *points) {
    const cov_arms *first = NULL;
    for (uint32_t i = 0; i < points->count; i++) {
        const cov_point *point = points->items[i];
        for (const cov_arms *a = point->arms; a != NULL; a = a->next) {
            first = first == NULL ? a : first;
            if (a->build != first->build) {
                return false;
            }
        }
    }
    return true;
}

static int compare_in_point(const void *a, const void *b) {
    const cov_arms *x = ((const branch *)a)->arms;
    const cov_arms *y = ((const branch *)b)->arms;
    int order = cc_compare(x->ordinal, y->ordinal);
    order = order != 0 ? order : cc_compare(x->arm_count, y->arm_count);
    return order != 0 ? order : cc_compare(x->build, y->build);
}

static void link_in_order(cov_point *point, branch *first, uint32_t count) {
    cov_arms **end = &point->arms;
    for (uint32_t i = 0; i < count; i++) {
        *end = first[i].arms;
        end = &(*end)->next;
    }
    *end = NULL;
}

/* Adds the branches of a point to the line, in the order of the report. */
static void add_point(line_arms *l, cov_point *point) {
    uint32_t from = l->all.count;
    branch *first = l->all.items + from;
    for (cov_arms *a = point->arms; a != NULL; a = a->next) {
        l->all.items[l->all.count++].arms = a;
    }
    cc_sort(first, l->all.count - from, sizeof *first, compare_in_point);
    for (uint32_t i = from; i < l->all.count; i++) {
        l->all.items[i].rank = i;
    }
    link_in_order(point, first, l->all.count - from);
}

void cov_unite_builds(cov_source *source, cc_arena *arena) {
    const cc_list *points = &source->points;
    cov_points_sort(source);
    if (has_one_build(points)) {
        return;
    }
    uint32_t most = count_arms(points);
    line_arms line = {.all = {CC_NEW_ARRAY(arena, branch, most), 0},
                      .kept = {CC_NEW_ARRAY(arena, branch, most), 0},
                      .arena = arena};
    uint32_t number = 0;
    for (uint32_t i = 0; i < points->count; i++) {
        cov_point *point = points->items[i];
        if (point->span.start_line != number) {
            unite_line(&line);
            number = point->span.start_line;
        }
        add_point(&line, point);
    }
    unite_line(&line);
}
