/* Tests that run whatever changed. */
#include "coverage/impact/imp_internal.h"

/* Names of tests that return a value, which a framework may judge after their end. */
static cc_map *find_open(const imp_state *s) {
    cc_map *open = cc_map_new();
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        for (uint32_t k = 0; build->image != NULL && k < build->now.count; k++) {
            if (build->is_open[k]) {
                *cc_map_put_str(open, imp_plain_name(build->now.members[k].name)) = open;
            }
        }
    }
    return open;
}

/* Classes, as tests name them, whose set-up or tear-down may fail a test whose method ended well. */
static cc_map *find_set_up(const imp_state *s) {
    cc_map *classes = cc_map_new();
    for (uint32_t i = 0; i < s->build_count; i++) {
        const imp_build *build = &s->builds[i];
        for (uint32_t k = 0; build->image != NULL && k < build->now.count; k++) {
            if (build->now.members[k].kind == MBR_TYPE && imp_has_set_up(s, build, k)) {
                cc_str name = imp_name_of_tests(s->arena, build->now.members[k].type);
                *cc_map_put_str(classes, name) = classes;
            }
        }
    }
    return classes;
}

/* Of a run that failed; NULL where it did not. */
typedef struct doubts {
    cc_map *open;   /* methods */
    cc_map *set_up; /* classes */
} doubts;

static const char *why_unsure(const doubts *d, const cov_test *test) {
    if (test->outcome == COV_OUTCOME_THREW) {
        return "an exception left it in its last run";
    }
    if (test->outcome == COV_OUTCOME_OPEN) {
        return "its end was not seen in its last run";
    }
    if (test->is_overlapped) {
        return "other tests ran at the same time";
    }
    if (d->open != NULL && cc_map_get_str(d->open, test->method) != NULL) {
        return "the last run failed, and what it returned may be why";
    }
    if (d->set_up != NULL && cc_map_get_str(d->set_up, test->type) != NULL) {
        return "the last run failed, and set-up or tear-down of its class may be why";
    }
    return NULL;
}

void imp_run_unsure(imp_state *s) {
    const cov_raw *data = s->request->data;
    bool has_failed_test = false;
    const doubts d =
        s->suite->has_failed ? (doubts){find_open(s), find_set_up(s)} : (doubts){NULL, NULL};
    for (uint32_t i = 0; i < data->test_count; i++) {
        if (s->is_of_suite[i]) {
            const char *reason = why_unsure(&d, &data->tests[i]);
            s->reasons[i] = s->reasons[i] == NULL ? reason : s->reasons[i];
            has_failed_test = has_failed_test || data->tests[i].outcome != COV_OUTCOME_ENDED;
        }
    }
    cc_map_free(d.open);
    cc_map_free(d.set_up);
    if (s->suite->has_failed && !has_failed_test) {
        imp_run_all(s, "the last run failed, and which test failed is not known");
    }
}
