/* Bodies that are made together with the body of a neighbour, before the program calls the method. */
#include <CUnit/CUnit.h>

#include "profiler/fake_runtime.h"
#include "profiler/prof_body.h"
#include "profiler/test_profiler.h"

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

static prof_image *image_of(fake_runtime *rt) {
    return ((prof_profiler *)(void *)rt->profiler)->images;
}

static const prof_body *made(fake_runtime *rt, uint32_t row) {
    return atomic_load(&image_of(rt)->bodies[row - 1]);
}

static bool is_ahead(fake_runtime *rt, uint32_t row) {
    const prof_body *body = made(rt, row);
    return body != NULL && body->skip == MTH_OK && body->is_ahead;
}

/* Compiles methods until one has a neighbour whose body was made with it; returns the neighbour. */
static uint32_t row_ahead(fake_runtime *rt) {
    for (unsigned i = 0; i < fake_row_count(rt, 1); i++) {
        compile(rt, fake_function(1, 0, fake_row(rt, 1, i)));
        for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
            if (is_ahead(rt, row) && rt->modules[1].sets[row] == 0) {
                return row;
            }
        }
    }
    return 0;
}

static unsigned count_records(fake_runtime *rt, uint32_t row) {
    unsigned count = 0;
    ctr_file *counters = fake_read(rt);
    for (uint32_t i = 0; i < counters->method_count; i++) {
        bool is_of_row = counters->methods[i].record.token == MD_TOKEN(MD_METHODDEF, row);
        count += is_of_row && !counters->methods[i].is_skip ? 1 : 0;
    }
    ctr_close(counters);
    return count;
}

/* Nobody sees a body that was made ahead until the program calls the method. */
void test_ahead_is_set_when_called(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = row_ahead(rt);
    CU_ASSERT_FATAL(row != 0);
    CU_ASSERT_PTR_NULL(rt->modules[1].body[row]);
    CU_ASSERT_EQUAL(count_records(rt, row), 0);
    const prof_body *body = made(rt, row);
    unsigned used = atomic_load(&image_of(rt)->ahead_used);
    for (int tier = 0; tier < 3; tier++) {
        compile(rt, fake_function(1, 0, row));
    }
    CU_ASSERT_PTR_EQUAL(made(rt, row), body);
    CU_ASSERT_PTR_EQUAL(rt->modules[1].body[row], body->bytes);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    CU_ASSERT_EQUAL(count_records(rt, row), 1);
    CU_ASSERT_EQUAL(atomic_load(&image_of(rt)->ahead_used), used + 1);
    fake_free(rt);
}

/* A hot reload replaced the code after its body was made. */
void test_ahead_of_a_hot_reload(void) {
    static const uint8_t update[4096] = {0x06, 0x2A};
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = row_ahead(rt);
    CU_ASSERT_FATAL(row != 0);
    rt->modules[1].body[row] = update;
    for (int tier = 0; tier < 3; tier++) {
        compile(rt, fake_function(1, 0, row));
    }
    CU_ASSERT_PTR_EQUAL(rt->modules[1].body[row], update);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 0);
    CU_ASSERT_EQUAL(count_records(rt, row), 0);
    ctr_file *counters = fake_read(rt);
    const ctr_method_data *last = &counters->methods[counters->method_count - 1];
    CU_ASSERT(last->is_skip && last->record.token == MD_TOKEN(MD_METHODDEF, row));
    CU_ASSERT(cc_str_starts(last->detail, "its code was replaced"));
    ctr_close(counters);
    rt->modules[1].body[row] = NULL;
    fake_free(rt);
}

/* Methods of one type alone, and none where most were made in vain. */
void test_ahead_where_it_pays(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = row_ahead(rt);
    CU_ASSERT_FATAL(row != 0);
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    prof_module module = {.image = image_of(rt)};
    const md_tables *tables = md_image_tables(module.image->image);
    bool has_some = false;
    for (uint32_t i = 1; i <= module.image->method_count; i++) {
        uint32_t last = prof_last_ahead(p, &module, i);
        CU_ASSERT(last >= i && last <= module.image->method_count);
        CU_ASSERT_EQUAL(md_owner_of_method(tables, last), md_owner_of_method(tables, i));
        has_some = has_some || last > i;
    }
    CU_ASSERT_TRUE(has_some);
    atomic_store(&module.image->ahead_made, 3000);
    atomic_store(&module.image->ahead_used, 900);
    CU_ASSERT_EQUAL(prof_last_ahead(p, &module, row - 1), row - 1);
    atomic_store(&module.image->ahead_used, 1100);
    CU_ASSERT(prof_last_ahead(p, &module, row - 1) > row - 1);
    fake_free(rt);
}

/* Exact counts take eight bytes each. */
void test_ahead_not_of_exact_counts(void) {
    fake_runtime *rt = fake_ready(&(ses_settings){.hits = CTR_HITS_EXACT});
    CU_ASSERT_EQUAL(row_ahead(rt), 0);
    fake_free(rt);
}
