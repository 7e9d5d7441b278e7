/* Async iterators test whether they are being disposed of, and combine cancellation tokens; the
 * fields have names that source code cannot declare. */
#include "coverage/decision/core/dec_idioms.h"

static bool is_streams(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_back_at(v, dec_tested_value(v, dec_test_insn(v, b)));
    return dec_op_of(&c, IL_LDFLD, "<>w__disposeMode") ||
           dec_op_of(&c, IL_LDFLD, "<>x__combinedTokens");
}

void dec_idiom_stream(dec_view *v) {
    dec_drop_truth_tests(v, is_streams);
}
