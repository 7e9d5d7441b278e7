/* Reading some sources of a file: they have what they have in the whole file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/data/dat.h"
#include "test_main.h"

static cc_arena *arena;
static char folder[] = "/tmp/clrcov-part-XXXXXX";
static uint64_t seed = 47;

enum { BUILDS = 3, DOCUMENTS = 6, BODIES = 30, TESTS = 12, ROUNDS = 300 };

static uint32_t below(uint32_t limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* --- random data -------------------------------------------------------------------------------- */

static void add_points(cov_raw_assembly *a, uint32_t home) {
    uint32_t count = 1 + below(5);
    for (uint32_t i = 0; i < count; i++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        uint32_t line = 1 + below(50);
        point->document = below(12) == 0 ? below(DOCUMENTS) : home;
        point->span = (cov_span){line, 5, line + below(2), 9};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN;
        point->hits = below(2);
        point->is_passed = point->hits == 0 && below(2) == 0;
        point->loop = COV_RAW_NONE;
    }
    if (count > 2 && below(2) == 0) {
        a->points[a->point_count - 1].loop = a->point_count - 3;
    }
}

static void add_decisions(cov_raw_assembly *a, const cov_raw_body *body) {
    for (uint32_t i = below(3); i > 0; i--) {
        cov_raw_decision *decision = cov_raw_add_decision(a, arena);
        decision->point = body->first_point + below(a->point_count - body->first_point);
        decision->otherwise = below(2) == 0 ? body->first_point : COV_RAW_NONE;
        for (uint32_t k = 1 + below(3); k > 0; k--) {
            cov_raw_arm *arm = cov_raw_add_arm(a, arena);
            arm->place = k;
            arm->is_taken = below(2) == 0;
        }
    }
}

static void make_assembly(cov_raw_assembly *a, uint32_t number) {
    *a = (cov_raw_assembly){.name = cc_strz(cc_arena_printf(arena, "A%u", number)),
                            .framework = CC_STR("net"),
                            .was_loaded = true};
    for (uint32_t i = 0; i < DOCUMENTS; i++) {
        cov_raw_document *document = cov_raw_add_document(a, arena);
        *document =
            (cov_raw_document){.path = cc_strz(cc_arena_printf(arena, "src/%u/F%u.cs", number, i))};
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        cov_raw_body *body = cov_raw_add_body(a, arena);
        body->token = 0x06000001 + i;
        body->type = CC_STR("T");
        body->name = cc_strz(cc_arena_printf(arena, "M%u", i));
        body->signature = CC_STR("()");
        add_points(a, below(DOCUMENTS));
        add_decisions(a, &a->bodies[a->body_count - 1]);
        cov_raw_end_body(a);
    }
}

static cc_span random_runs(uint32_t count) {
    cc_buf out = {0};
    uint32_t end = 0;
    while (end < count && below(10) != 0) {
        cov_run run = {end + below(6), 1 + below(8)};
        if (run.first + run.count > count) {
            break;
        }
        cov_put_run(&out, end, &run);
        end = run.first + run.count;
    }
    cc_span kept = out.len == 0 ? (cc_span){NULL, 0} : cc_arena_copy(arena, cc_buf_span(&out));
    cc_buf_free(&out);
    return kept;
}

static cov_raw *make_raw(void) {
    cov_raw *raw = CC_NEW(arena, cov_raw);
    raw->runs = CC_NEW(arena, cov_raw_run);
    raw->run_count = 1;
    *raw->runs = (cov_raw_run){.id = CC_STR("a"), .tool = CC_STR("test"), .hits = CTR_HITS_ONCE};
    raw->assemblies = CC_NEW_ARRAY(arena, cov_raw_assembly, BUILDS);
    raw->assembly_count = BUILDS;
    raw->tests = CC_NEW_ARRAY(arena, cov_test, TESTS);
    for (uint32_t i = 0; i < TESTS; i++) {
        raw->tests[raw->test_count++] =
            (cov_test){.assembly = CC_STR("Tests"),
                       .type = CC_STR("C"),
                       .method = cc_strz(cc_arena_printf(arena, "Test%02u", i)),
                       .runs = 1};
    }
    for (uint32_t i = 0; i < BUILDS; i++) {
        cov_raw_assembly *a = &raw->assemblies[i];
        make_assembly(a, i);
        a->test_hits = CC_NEW_ARRAY(arena, cov_raw_test_hits, TESTS + 1);
        for (uint32_t k = 0; k <= TESTS; k++) {
            a->test_hits[a->test_hit_count++] =
                (cov_raw_test_hits){.test = k == 0 ? COV_RAW_SHARED : k - 1,
                                    .points = random_runs(a->point_count),
                                    .arms = random_runs(a->arm_count)};
        }
    }
    return raw;
}

/* --- what is known of sources ------------------------------------------------------------------- */

typedef struct wanted {
    bool documents[BUILDS][DOCUMENTS];
} wanted;

static bool wants(void *ctx, cc_str path) {
    const wanted *w = ctx;
    unsigned build = 0;
    unsigned document = 0;
    char text[32];
    (void)snprintf(text, sizeof text, "%.*s", CC_STR_ARGS(path));
    bool is_one = sscanf(text, "src/%u/F%u.cs", &build, &document) == 2 && build < BUILDS &&
                  document < DOCUMENTS; /* else it is damaged */
    return is_one && w->documents[build][document];
}

static bool is_about(const cov_raw_assembly *a, const cov_raw_body *body, wanted *w) {
    for (uint32_t i = 0; i < body->point_count; i++) {
        const cov_raw_point *point = &a->points[body->first_point + i];
        if (wants(w, a->documents[point->document].path)) {
            return true;
        }
    }
    return false;
}

static bool has_place(cc_span runs, uint32_t place) {
    cov_run run = {0, 0};
    while (cov_next_run(&runs, &run)) {
        if (place >= run.first && place < run.first + run.count) {
            return true;
        }
    }
    return false;
}

static void put_tests(cc_buf *out, const cov_raw_assembly *a, uint32_t place, bool is_point) {
    for (uint32_t i = 0; i < a->test_hit_count; i++) {
        const cov_raw_test_hits *hits = &a->test_hits[i];
        if (has_place(is_point ? hits->points : hits->arms, place)) {
            cc_buf_printf(out, " t%d", (int)hits->test);
        }
    }
}

static void put_body(cc_buf *out, const cov_raw_assembly *a, const cov_raw_body *body) {
    cc_buf_printf(out, "%.*s %.*s\n", CC_STR_ARGS(a->name), CC_STR_ARGS(body->name));
    for (uint32_t i = body->first_point; i < body->first_point + body->point_count; i++) {
        const cov_raw_point *p = &a->points[i];
        cc_buf_printf(out, " %.*s %u-%u %u%s %d", CC_STR_ARGS(a->documents[p->document].path),
                      p->span.start_line, p->span.end_line, (unsigned)p->hits,
                      p->is_passed ? "p" : "",
                      p->loop == COV_RAW_NONE ? -1 : (int)(p->loop - body->first_point));
        put_tests(out, a, i, true);
        cc_buf_puts(out, "\n");
    }
    for (uint32_t i = 0; i < body->decision_count; i++) {
        const cov_raw_decision *d = &a->decisions[body->first_decision + i];
        cc_buf_printf(out, " at %u\n", d->point - body->first_point);
        for (uint32_t k = d->first_arm; k < d->first_arm + d->arm_count; k++) {
            cc_buf_printf(out, "  %u%s", (unsigned)a->arms[k].place,
                          a->arms[k].is_taken ? "x" : "");
            put_tests(out, a, k, false);
            cc_buf_puts(out, "\n");
        }
    }
}

static const char *text_of(const cov_raw *raw, wanted *w) {
    cc_buf out = {0};
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        const cov_raw_assembly *a = &raw->assemblies[i];
        for (uint32_t k = 0; k < a->body_count; k++) {
            if (is_about(a, &a->bodies[k], w)) {
                put_body(&out, a, &a->bodies[k]);
            }
        }
    }
    const char *text = cc_arena_strdup(arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return text;
}

/* --- tests -------------------------------------------------------------------------------------- */

static uint32_t count_bodies(const cov_raw *raw) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        count += raw->assemblies[i].body_count;
    }
    return count;
}

/* The wanted documents have all bodies that are in them, with everything that these have. */
static void test_parts(void) {
    const char *path = cc_path_join(arena, folder, "part.clrcov");
    cov_raw *whole = make_raw();
    uint32_t fewer = 0;
    CU_ASSERT_EQUAL_FATAL(dat_write(path, whole), CC_OK);
    for (int round = 0; round < ROUNDS; round++) {
        wanted w = {0};
        cov_raw *part = NULL;
        for (uint32_t i = below(4); i > 0; i--) {
            w.documents[below(BUILDS)][below(DOCUMENTS)] = true;
        }
        const dat_choice choice = {.wants = wants, .ctx = &w, .takes_parts = round % 2 == 0};
        CU_ASSERT_EQUAL_FATAL(dat_read_chosen(&part, path, &choice, arena), CC_OK);
        CU_ASSERT_STRING_EQUAL(text_of(part, &w), text_of(whole, &w));
        CU_ASSERT_EQUAL(part->test_count, TESTS);
        fewer += count_bodies(part) < count_bodies(whole);
    }
    CU_ASSERT(fewer > ROUNDS / 2);
}

/* With all parts: no body that was read is in a source whose other bodies were not. */
static void test_other_parts(void) {
    const char *path = cc_path_join(arena, folder, "part.clrcov");
    cov_raw *whole = make_raw();
    CU_ASSERT_EQUAL_FATAL(dat_write(path, whole), CC_OK);
    wanted w = {.documents = {{true}}};
    wanted all = {0};
    cov_raw *part = NULL;
    const dat_choice choice = {.wants = wants, .ctx = &w, .takes_parts = true};
    CU_ASSERT_EQUAL_FATAL(dat_read_chosen(&part, path, &choice, arena), CC_OK);
    for (uint32_t i = 0; i < part->assemblies[0].document_count; i++) {
        unsigned document = 0;
        CU_ASSERT_EQUAL(sscanf(part->assemblies[0].documents[i].path.s, "src/0/F%u.cs", &document),
                        1);
        all.documents[0][document] = true;
    }
    CU_ASSERT(part->assemblies[0].document_count > 1);
    CU_ASSERT_EQUAL(part->assemblies[1].body_count, 0);
    CU_ASSERT_STRING_EQUAL(text_of(part, &all), text_of(whole, &all));
}

/* Any byte may be wrong: then it is an error, or other data. */
static void test_damage(void) {
    const char *path = cc_path_join(arena, folder, "part.clrcov");
    const char *changed = cc_path_join(arena, folder, "changed.clrcov");
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(dat_write(path, make_raw()), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, false), CC_OK);
    uint8_t *bytes = malloc(file.bytes.len);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    for (int round = 0; round < ROUNDS; round++) {
        cov_raw *part = NULL;
        wanted w = {.documents = {{true, true}, {false, true}}};
        const dat_choice choice = {.wants = wants, .ctx = &w};
        memcpy(bytes, file.bytes.data, file.bytes.len);
        for (int i = 0; i < 4; i++) {
            bytes[4096 + below((uint32_t)file.bytes.len - 4096)] ^= (uint8_t)(1 + below(255));
        }
        CU_ASSERT_EQUAL_FATAL(cc_file_write(changed, cc_span_of(bytes, file.bytes.len), 0600),
                              CC_OK);
        if (dat_read_chosen(&part, changed, &choice, arena) == CC_OK) {
            CU_ASSERT_PTR_NOT_NULL(part);
        }
        cc_file_remove(changed);
    }
    free(bytes);
    cc_file_unmap(&file);
}

static const test_case cases[] = {
    {"some sources have what they have in the whole", test_parts},
    {"sources that share a body", test_other_parts},
    {"damaged files", test_damage},
};

int main(void) {
    arena = cc_arena_new();
    if (arena == NULL || mkdtemp(folder) == NULL) {
        return 2;
    }
    int failed = test_run("parts of data files", cases, sizeof cases / sizeof *cases);
    (void)!cc_dir_remove(folder);
    cc_arena_free(arena);
    return failed;
}
