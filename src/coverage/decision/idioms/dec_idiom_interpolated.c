/* Interpolated strings passed to a handler: its constructor and its Append methods may return that
 * the rest is not wanted. */
#include <string.h>

#include "coverage/decision/core/dec_idioms.h"

static bool is_append(const dec_view *v, uint32_t insn) {
    return dec_calls(v, insn, "AppendLiteral") || dec_calls(v, insn, "AppendFormatted");
}

/* The parameters begin with two numbers: the characters of the literals, and the holes. */
static bool takes_two_counts(const dec_view *v, uint32_t constructor) {
    static const char counts[] = "System.Int32,System.Int32";
    cc_buf text = {0};
    bool is_read = md_member_signature(v->tables, constructor, &text) == CC_OK;
    cc_str signature = cc_buf_str(&text);
    const char *open = is_read ? memchr(signature.s, '(', signature.len) : NULL;
    size_t left = open == NULL ? 0 : signature.len - (size_t)(open + 1 - signature.s);
    bool begins = left > sizeof counts - 1 && memcmp(open + 1, counts, sizeof counts - 1) == 0;
    char next = begins ? open[sizeof counts] : '\0';
    cc_buf_free(&text);
    return next == ',' || next == ')';
}

static bool creates(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_NEWOBJ) || dec_calls(v, insn, ".ctor");
}

/* The attribute makes a type a handler. The attributes of a type of another module are not known;
 * its constructor tells. */
static bool creates_handler(const dec_view *v, uint32_t insn) {
    static const char attribute[] =
        "System.Runtime.CompilerServices.InterpolatedStringHandlerAttribute";
    if (!creates(v, insn)) {
        return false;
    }
    uint32_t constructor = (uint32_t)dec_insn(v, insn)->operand;
    uint32_t type = md_member_owner(v->tables, constructor);
    return type == 0 ? takes_two_counts(v, constructor)
                     : md_has_attribute(v->tables, MD_TOKEN(MD_TYPEDEF, type), attribute);
}

/* A handler of the same type was created before: calls by the user on an object that was passed in
 * are the user's own. */
static bool is_handler_made_here(const dec_view *v, uint32_t append) {
    cc_str type = dec_member_type(v, append);
    for (uint32_t u = 0; u < append; u++) {
        if (creates(v, u) && cc_str_eq(dec_member_type(v, u), type) && creates_handler(v, u)) {
            return true;
        }
    }
    return false;
}

/* The local's address is the last argument of a constructor, and an Append call follows where the
 * local is true. */
static bool is_flag_of_handler(const dec_view *v, int32_t local, uint32_t wanted, uint32_t test) {
    bool appends = false;
    for (uint32_t u = wanted; !appends && dec_is_insn(v, u) && !dec_starts_visible(v, u); u++) {
        appends = is_append(v, u);
    }
    for (uint32_t u = 0; appends && u + 1 < test; u++) {
        if (dec_takes_address(v, u, local) && creates_handler(v, u + 1) &&
            !dec_visible_in(v, u + 1, test + 1)) {
            return true;
        }
    }
    return false;
}

/* The last of the Append calls is tested by a fork. */
static bool tests_handler(const dec_view *v, uint32_t b) {
    int32_t local = -1;
    uint32_t insn = dec_test_insn(v, b);
    bool is_fork = dec_is_kind(v, b, PROBE_BRANCH_FORK);
    uint32_t tested = is_fork ? dec_insn_before(v, insn) : dec_tested_value(v, insn);
    if (is_append(v, tested) && is_handler_made_here(v, tested)) {
        return true;
    }
    return !is_fork && dec_is_load_local(v, tested, &local) &&
           is_flag_of_handler(v, local, dec_arm_if(v, b, true), insn);
}

void dec_idiom_interpolated(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        bool is_test = dec_is_kind(v, b, PROBE_BRANCH_FORK) || dec_is_truth_test(v, b);
        if (is_test && tests_handler(v, b)) {
            dec_drop(v, b);
        }
    }
}
