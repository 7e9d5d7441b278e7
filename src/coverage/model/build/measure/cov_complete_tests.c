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

static cc_span moved(const places *p, cc_span runs, cc_arena *arena) {
    cov_mark_runs(p->marks, runs, p->to);
    return cov_take_marks(p->marks, 0, p->count, arena);
}

static places places_of(uint32_t count, const uint32_t *to, cc_arena *arena) {
    return (places){CC_NEW_ARRAY(arena, uint8_t, count), count, to};
}

/* What a test hit now, and what it hit in a suite for another framework that was left out. */
static cc_span united(const places *p, cc_span now, cc_span runs, cc_arena *arena) {
    cov_mark_runs(p->marks, now, NULL);
    return moved(p, runs, arena);
}

/* --- numbers ---------------------------------------------------------------------------------- */

static void **slot_of(cc_map *map, const cov_test *test) {
    const cc_str key[] = {test->assembly, test->type, test->method};
    return cc_map_put_texts(map, key, sizeof key / sizeof *key);
}

const uint32_t *cov_number_left_out(const cov_completion *completion, const cov_test *ran,
                                    uint32_t count, cc_arena *arena) {
    if (completion == NULL) {
        return NULL;
    }
    uint32_t next = count;
    uint32_t *numbers = CC_NEW_ARRAY(arena, uint32_t, completion->data->test_count);
    cc_map *known = cc_map_new();
    for (uint32_t i = 0; i < count; i++) {
        *slot_of(known, &ran[i]) = (void *)(uintptr_t)(i + 1);
    }
    for (uint32_t i = 0; i < completion->data->test_count; i++) {
        uintptr_t same = (uintptr_t)*slot_of(known, &completion->data->tests[i]);
        numbers[i] = !completion->is_left_out[i] ? COV_RAW_NONE
                     : same != 0                 ? (uint32_t)(same - 1)
                                                 : next++;
    }
    cc_map_free(known);
    return numbers;
}

/* --- the assembly ----------------------------------------------------------------------------- */

/* Test -> its hits of the tests that ran. */
static cc_map *index_hits(cov_raw_test_hits *hits, uint32_t count) {
    cc_map *index = cc_map_new();
    for (uint32_t i = 0; i < count; i++) {
        *cc_map_put_u64(index, hits[i].test) = &hits[i];
    }
    return index;
}

typedef struct kinds {
    places points, arms, members;
} kinds;

static void unite_hits(const kinds *k, cov_raw_test_hits *now, const cov_raw_test_hits *before,
                       cc_arena *arena) {
    now->points = united(&k->points, now->points, before->points, arena);
    now->arms = united(&k->arms, now->arms, before->arms, arena);
    now->members = united(&k->members, now->members, before->members, arena);
}

void cov_complete_tests(cov_complete *c, const uint32_t *numbers, cov_raw_assembly *assembly,
                        cc_arena *arena) {
    if (c->old == NULL) {
        return;
    }
    const kinds k = {places_of(assembly->point_count, c->to_point, c->arena),
                     places_of(assembly->arm_count, c->to_arm, c->arena),
                     places_of(assembly->member_count, map_members(c, assembly), c->arena)};
    uint32_t before = assembly->test_hit_count;
    cov_raw_test_hits *all = cc_arena_widen(arena, assembly->test_hits, before,
                                            (size_t)before + c->old->test_hit_count, sizeof *all);
    assembly->test_hits = all;
    cc_map *index = index_hits(all, before);
    for (uint32_t i = 0; i < c->old->test_hit_count; i++) {
        const cov_raw_test_hits *hits = &c->old->test_hits[i];
        bool is_shared = hits->test == COV_RAW_SHARED;
        uint32_t number = is_shared ? COV_RAW_SHARED : numbers[hits->test];
        if (!is_shared && number == COV_RAW_NONE) {
            continue;
        }
        cov_raw_test_hits *now = is_shared ? NULL : cc_map_get_u64(index, number);
        if (now != NULL) {
            unite_hits(&k, now, hits, arena);
            continue;
        }
        all[assembly->test_hit_count++] = (cov_raw_test_hits){
            number, moved(&k.points, hits->points, arena), moved(&k.arms, hits->arms, arena),
            moved(&k.members, hits->members, arena)};
    }
    cc_map_free(index);
}

/* --- assemblies that were not loaded ---------------------------------------------------------- */

static bool has_assembly(const cov_raw *raw, const cov_raw_assembly *assembly) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        const cov_raw_assembly *a = &raw->assemblies[i];
        if (cc_str_eq(a->name, assembly->name) && cc_str_eq(a->framework, assembly->framework)) {
            return true;
        }
    }
    return false;
}

static bool is_in_folder(const cov_raw_suite *suite, cc_str name) {
    for (uint32_t i = 0; i < suite->inputs.count; i++) {
        cc_str path = suite->inputs.items[i].path;
        if (path.len == name.len + strlen(".dll") && cc_str_starts(path, name.s) &&
            cc_str_ends(path, ".dll")) {
            return true;
        }
    }
    return false;
}

static bool is_of_idle_suite(const cov_completion *completion, cc_str name) {
    for (uint32_t i = 0; i < completion->data->suite_count; i++) {
        if (completion->is_idle[i] && is_in_folder(&completion->data->suites[i], name)) {
            return true;
        }
    }
    return false;
}

static cov_raw_assembly carried(const cov_raw_assembly *old, const uint32_t *numbers,
                                cc_arena *arena) {
    cov_raw_assembly out = *old;
    out.test_hits = CC_NEW_ARRAY(arena, cov_raw_test_hits, old->test_hit_count);
    out.test_hit_count = 0;
    for (uint32_t i = 0; i < old->test_hit_count; i++) {
        cov_raw_test_hits hits = old->test_hits[i];
        hits.test = hits.test == COV_RAW_SHARED ? COV_RAW_SHARED : numbers[hits.test];
        if (hits.test != COV_RAW_NONE) {
            out.test_hits[out.test_hit_count++] = hits;
        }
    }
    return out;
}

void cov_carry_assemblies(cov_raw *raw, const cov_completion *completion, const uint32_t *numbers,
                          cc_arena *arena) {
    uint32_t count = raw->assembly_count;
    size_t room = (size_t)count + completion->data->assembly_count;
    cov_raw_assembly *all = cc_arena_widen(arena, raw->assemblies, count, room, sizeof *all);
    for (uint32_t i = 0; i < completion->data->assembly_count; i++) {
        const cov_raw_assembly *old = &completion->data->assemblies[i];
        if (old->member_count > 0 && !has_assembly(raw, old) &&
            is_of_idle_suite(completion, old->name)) {
            all[count++] = carried(old, numbers, arena);
        }
    }
    raw->assemblies = all;
    raw->assembly_count = count;
}
