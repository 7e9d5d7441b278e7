/* clrcov dump of the tests and regions of a counters file; see cmd_dump.h. */
#include <inttypes.h>

#include "cli/dump/cmd_dump.h"
#include "coverage/counters/ctr_tests.h"

static void put_test(const ctr_test *test, cc_buf *out) {
    static const char *const outcomes[] = {
        [CLRCOV_OUTCOME_OPEN] = "open",
        [CLRCOV_OUTCOME_ENDED] = "ended",
        [CLRCOV_OUTCOME_THREW] = "threw",
    };
    cc_buf_printf(out,
                  "test %u method %u %08x class %" PRIx64 " %s, ns %" PRIu64 " to %" PRIu64 "\n",
                  test->begin.test, test->begin.module_id, test->begin.token, test->begin.class_id,
                  outcomes[test->outcome], test->begin.start_ns, test->end_ns);
}

static void put_region(const ctr_region *region, cc_buf *out) {
    cc_span runs = region->runs;
    ctr_run run = {0, 0};
    switch (region->last) {
    case CLRCOV_REGION_SHARED:
        cc_buf_puts(out, "region of every test");
        break;
    case CLRCOV_REGION_TEST:
        cc_buf_puts(out, "lane of");
        break;
    case CLRCOV_REGION_CLASS:
        cc_buf_puts(out, "lane of the class of");
        break;
    default:
        cc_buf_printf(out, "region after %u of", region->last);
    }
    for (uint32_t i = 0; i < region->alive_count; i++) {
        cc_buf_printf(out, " %u", region->alive[i]);
    }
    cc_buf_puts(out, region->alive_count == 0 ? " no test:" : ":");
    while (ctr_next_run(&runs, &run)) {
        cc_buf_printf(out, " %" PRIu64 "+%" PRIu64, run.first, run.count);
    }
    cc_buf_putc(out, '\n');
}

void cmd_dump_tests(const ctr_tests *tests, cc_buf *out) {
    for (uint32_t i = 0; i < tests->count; i++) {
        put_test(&tests->tests[i], out);
    }
    for (uint32_t i = 0; i < tests->class_count; i++) {
        const clrcov_class_payload *type = &tests->classes[i];
        cc_buf_printf(out, "class %" PRIx64 " is %u %08x\n", type->class_id, type->module_id,
                      type->token);
    }
    for (uint32_t i = 0; i < tests->region_count; i++) {
        put_region(&tests->regions[i], out);
    }
}
