/* F#: a text that is compared with "" by its length. See cov_view.h. */
#include "coverage/idiom/cov_view.h"

/* The zero in front of `ceq`. */
static uint32_t zero_before(const cov_view *v, uint32_t equal) {
    int32_t value = 1;
    uint32_t zero = cov_is_op(v, equal, IL_CEQ) ? cov_before(v, equal) : COV_NO_UNIT;
    return zero != COV_NO_UNIT && cov_is_const(v, zero, &value) && value == 0 ? zero : COV_NO_UNIT;
}

/* `LOAD; stloc t; ldloc t`: the unit where the load of what is copied ends; the unit itself when it loads no copy. */
static uint32_t load_of_original(const cov_view *v, uint32_t unit) {
    uint32_t first = 0;
    int32_t stored = -1;
    int32_t loaded = -1;
    uint32_t store = cov_before(v, unit);
    bool is_copied = store != COV_NO_UNIT && cov_is_store_local(v, store, &stored) &&
                     cov_is_load_local(v, unit, &loaded) && stored == loaded;
    uint32_t load = is_copied ? cov_before(v, store) : COV_NO_UNIT;
    bool is_copy = load != COV_NO_UNIT && !v->is_target[unit] && !v->is_target[store] &&
                   cov_plain_load(v, load, &first);
    return is_copy ? load : unit;
}

/* The value is asked for null right in front of `unit`, and null leads to `null`: the unit where its load ends, or
 * that of what is copied there. COV_NO_UNIT: it is not. */
static uint32_t load_before_null_test(const cov_view *v, uint32_t unit, uint32_t null) {
    uint32_t first = 0;
    uint32_t test = unit == 0 ? COV_NO_UNIT : unit - 1;
    bool is_test = test != COV_NO_UNIT && cov_flow(v, test) == IL_FLOW_COND &&
                   cov_unit(v, test)->target == null;
    uint32_t load = is_test ? cov_before(v, test) : COV_NO_UNIT;
    bool is_load = load != COV_NO_UNIT && cov_plain_load(v, load, &first);
    return is_load ? load_of_original(v, load) : COV_NO_UNIT;
}

uint32_t cov_emptied_text(const cov_view *v, uint32_t test) {
    int32_t value = 1;
    uint32_t first = 0;
    uint32_t null = cov_before(v, test);
    uint32_t jump = null == COV_NO_UNIT ? null : cov_before(v, null);
    if (v->language != PDB_LANG_FSHARP || jump == COV_NO_UNIT || !cov_is_const(v, null, &value) ||
        value != 0 || cov_settle(v, jump) != test) {
        return COV_NO_UNIT;
    }
    uint32_t equal = cov_before(v, jump);
    uint32_t zero = equal == COV_NO_UNIT ? equal : zero_before(v, equal);
    uint32_t length = zero == COV_NO_UNIT ? zero : cov_before(v, zero);
    uint32_t load = length == COV_NO_UNIT ? length : cov_before(v, length);
    bool is_length = load != COV_NO_UNIT && cov_calls(v, length, "get_Length") &&
                     cc_str_eqz(cov_member_type(v, length), "System.String");
    if (!is_length || !cov_plain_load(v, load, &first)) {
        return COV_NO_UNIT;
    }
    uint32_t asked = load_before_null_test(v, first, null);
    return asked == COV_NO_UNIT ? load : asked;
}
