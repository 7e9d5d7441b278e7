/* Bodies that the generator of the simulation makes of the input's choices, through everything:
 * plan, rewrite, verify, and both bodies run by an interpreter that knows nothing of src/rewriter;
 * what was seen in the original is what the plan tells from the counters
 * (tests/instruction/rewriter/sim.h). Input: two bytes for probe, worlds and oracle, then one byte
 * for each choice of the generator; it goes on with random numbers where they end. */
#include "tests/fuzz/fuzz.h"
#include "tests/unit/rewriter/sim.h"

static void show(const sim_lab *lab, const sim_report *report) {
    cc_buf text = {0};
    sim_lab_print(lab, &text);
    fprintf(stderr, "%s\n%.*s", report->text, (int)text.len, (const char *)text.data);
    cc_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sim_lab *lab;
    sim_stats stats = {0};
    sim_report report;
    cc_span in = cc_span_of(data, size);
    uint16_t seed = 0;
    lab = lab == NULL ? sim_lab_new(true) : lab;
    if (lab == NULL || !cc_span_u16(&in, &seed)) {
        return 0;
    }
    sim_lab_choices(lab, in);
    if (!sim_lab_body(lab, seed, &stats, &report)) {
        show(lab, &report);
        fuzz_require(false, "the new body does what the original does, and the counters tell it");
    }
    return 0;
}
