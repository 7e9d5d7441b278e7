/* Which tests ran a member. The data has the members of each test; here they are turned round, once
 * for each build. */
#include "coverage/impact/imp_internal.h"

static uint32_t count_members(const cov_raw_assembly *old, uint32_t *counts) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < old->test_hit_count; i++) {
        cc_span members = old->test_hits[i].members;
        cov_run run = {0, 0};
        while (cov_next_run(&members, &run)) {
            for (uint32_t k = run.first; k < run.first + run.count; k++) {
                counts[k]++;
            }
            all += run.count;
        }
    }
    return all;
}

static void fill(imp_runs *runs, const cov_raw_assembly *old, uint32_t *next) {
    for (uint32_t i = 0; i < old->test_hit_count; i++) {
        cc_span members = old->test_hits[i].members;
        cov_run run = {0, 0};
        while (cov_next_run(&members, &run)) {
            for (uint32_t k = run.first; k < run.first + run.count; k++) {
                runs->tests[next[k]++] = old->test_hits[i].test;
            }
        }
    }
}

static void open_runs(imp_runs *runs, const cov_raw_assembly *old, cc_arena *arena) {
    uint32_t *next = CC_NEW_ARRAY(arena, uint32_t, old->member_count);
    uint32_t at = 0;
    runs->tests = CC_NEW_ARRAY(arena, uint32_t, count_members(old, next));
    runs->first = CC_NEW_ARRAY(arena, uint32_t, (size_t)old->member_count + 1);
    for (uint32_t i = 0; i < old->member_count; i++) {
        uint32_t count = next[i];
        runs->first[i] = next[i] = at;
        at += count;
    }
    runs->first[old->member_count] = at;
    fill(runs, old, next);
}

static const imp_runs *runs_of(const imp_state *s, const cov_raw_assembly *old) {
    imp_runs *runs = &s->runs[old - s->request->data->assemblies];
    if (runs->first == NULL) {
        open_runs(runs, old, s->arena);
    }
    return runs;
}

/* What changed is the member itself, or something that it depends on. */
static void run_for_every_test(imp_state *s, const mbr_member *member, const char *reason) {
    const char *name = cc_arena_printf(s->arena, "%.*s.%.*s", CC_STR_ARGS(member->type),
                                       CC_STR_ARGS(member->name));
    bool is_itself = cc_str_starts(cc_strz(reason), name);
    imp_run_all(s, "%s, and %s ran for every test", reason, is_itself ? "it" : name);
}

void imp_run_member(imp_state *s, const cov_raw_assembly *old, uint32_t member,
                    const char *reason) {
    const imp_runs *runs = runs_of(s, old);
    for (uint32_t i = runs->first[member]; i < runs->first[member + 1]; i++) {
        uint32_t test = runs->tests[i];
        if (test == COV_RAW_SHARED) {
            run_for_every_test(s, &old->members[member], reason);
            return;
        }
        if (s->is_of_suite[test] && s->reasons[test] == NULL) {
            s->reasons[test] = reason;
        }
    }
}

void imp_run_member_of_tests(imp_state *s, const cov_raw_assembly *old, uint32_t member,
                             const char *reason) {
    const imp_runs *runs = runs_of(s, old);
    for (uint32_t i = runs->first[member]; i < runs->first[member + 1]; i++) {
        uint32_t test = runs->tests[i];
        if (test != COV_RAW_SHARED && s->is_of_suite[test] && s->reasons[test] == NULL) {
            s->reasons[test] = reason;
        }
    }
}

uint32_t imp_count_runs(const imp_state *s, const cov_raw_assembly *old, uint32_t member) {
    const imp_runs *runs = runs_of(s, old);
    uint32_t count = 0;
    for (uint32_t i = runs->first[member]; i < runs->first[member + 1]; i++) {
        if (runs->tests[i] == COV_RAW_SHARED) {
            return UINT32_MAX;
        }
        count += s->is_of_suite[runs->tests[i]] ? 1 : 0;
    }
    return count;
}
