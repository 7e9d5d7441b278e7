/* What left-out tests ran, as hits of the build that is there: with it the data of this run is a map
 * of all tests again. See cov_complete.h. */
#include "coverage/model/build/measure/cov_complete.h"

#include <string.h>

/* --- members ---------------------------------------------------------------------------------- */

/* Left-out tests ran no member that changed, so its identity is enough. */
static uint32_t *map_members(const cov_complete *c, const cov_raw_assembly *now) {
    cc_map *by_identity = cc_map_new();
    uint32_t *to = CC_NEW_ARRAY(c->arena, uint32_t, c->old->member_count);
    for (uint32_t i = 0; i < now->member_count; i++) {
        *cc_map_put_u64(by_identity, now->members[i].identity) = (void *)(uintptr_t)(i + 1);
    }
    for (uint32_t i = 0; i < c->old->member_count; i++) {
        uintptr_t found = (uintptr_t)cc_map_get_u64(by_identity, c->old->members[i].identity);
        to[i] = found == 0 ? COV_RAW_NONE : (uint32_t)(found - 1);
    }
    cc_map_free(by_identity);
    return to;
}

/* --- runs ------------------------------------------------------------------------------------- */

/* Places of one kind of the build that is there. */
typedef struct places {
    uint8_t *marks; /* zero between two tests */
    uint32_t count;
    const uint32_t *to; /* by place of the old build; COV_RAW_NONE: it is gone */
} places;

static void mark(const places *p, cc_span runs) {
    cov_run run = {0, 0};
    while (cov_next_run(&runs, &run)) {
        for (uint32_t i = run.first; i < run.first + run.count; i++) {
            if (p->to[i] != COV_RAW_NONE) {
                p->marks[p->to[i]] = 1;
            }
        }
    }
}

static cc_span moved(const places *p, cc_span runs, cc_arena *arena) {
    mark(p, runs);
    return cov_take_marks(p->marks, p->count, arena);
}

static places places_of(uint32_t count, const uint32_t *to, cc_arena *arena) {
    return (places){CC_NEW_ARRAY(arena, uint8_t, count), count, to};
}

/* --- the assembly ----------------------------------------------------------------------------- */

void cov_complete_tests(cov_complete *c, const cov_completion *completion, uint32_t first_test,
                        cov_raw_assembly *assembly, cc_arena *arena) {
    if (c->old == NULL) {
        return;
    }
    uint32_t number = first_test;
    uint32_t *numbers = CC_NEW_ARRAY(c->arena, uint32_t, completion->data->test_count);
    for (uint32_t i = 0; i < completion->data->test_count; i++) {
        numbers[i] = completion->is_left_out[i] ? number++ : COV_RAW_NONE;
    }
    const places points = places_of(assembly->point_count, c->to_point, c->arena);
    const places arms = places_of(assembly->arm_count, c->to_arm, c->arena);
    const places members = places_of(assembly->member_count, map_members(c, assembly), c->arena);
    size_t room = (size_t)assembly->test_hit_count + c->old->test_hit_count;
    cov_raw_test_hits *all = CC_NEW_ARRAY(arena, cov_raw_test_hits, room);
    if (assembly->test_hit_count > 0) {
        memcpy(all, assembly->test_hits, assembly->test_hit_count * sizeof *all);
    }
    assembly->test_hits = all;
    for (uint32_t i = 0; i < c->old->test_hit_count; i++) {
        const cov_raw_test_hits *hits = &c->old->test_hits[i];
        bool is_shared = hits->test == COV_RAW_SHARED;
        if (!is_shared && numbers[hits->test] == COV_RAW_NONE) {
            continue;
        }
        all[assembly->test_hit_count++] = (cov_raw_test_hits){
            is_shared ? COV_RAW_SHARED : numbers[hits->test], moved(&points, hits->points, arena),
            moved(&arms, hits->arms, arena), moved(&members, hits->members, arena)};
    }
}
