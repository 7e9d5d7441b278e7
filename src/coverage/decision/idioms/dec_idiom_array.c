/* Arrays of constants made once: a span reads `new[] { "a", "b" }`, and nothing else has the array.
 * The compiler tests a field of its own class, and fills it if it is null.
 *
 *     ldsfld <PrivateImplementationDetails>::F; dup; brtrue L; pop; ... newarr ...; dup; stsfld F; L: */
#include "coverage/decision/core/dec_idioms.h"

static bool is_of_compiler(const dec_view *v, uint32_t load) {
    return cc_str_starts(dec_member_type(v, load), "<PrivateImplementationDetails>");
}

static bool tests_array(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_back_at(v, dec_tested_value(v, dec_test_insn(v, b)));
    bool is_copy = dec_op(&c, IL_DUP);
    uint32_t load = c.at;
    dec_cursor made = dec_if(v, b, false);
    return is_copy && dec_op(&c, IL_LDSFLD) && is_of_compiler(v, load) && dec_op(&made, IL_POP);
}

void dec_idiom_array(dec_view *v) {
    dec_drop_truth_tests(v, tests_array);
}
