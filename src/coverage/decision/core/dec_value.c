/* Loads, copies and tests of values; see dec_value.h. */
#include "coverage/decision/core/dec_match.h"

/* --- places ------------------------------------------------------------------------------------- */

static const il_place nowhere = {IL_PLACE_NONE, 0};

il_place dec_stored(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) ? il_stored(dec_insn(v, insn)) : nowhere;
}

il_place dec_loaded(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) ? il_loaded(dec_insn(v, insn)) : nowhere;
}

il_place dec_named(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) ? il_named(dec_insn(v, insn)) : nowhere;
}

bool dec_reloads(const dec_view *v, uint32_t store, uint32_t load) {
    return il_is_same_place(dec_stored(v, store), dec_loaded(v, load));
}

bool dec_reloads_from(const dec_view *v, uint32_t store, uint32_t begin) {
    if (dec_stored(v, store).kind != IL_PLACE_FIELD) {
        return dec_reloads(v, store, begin);
    }
    uint32_t load = begin + 1;
    while (dec_loads_this(v, load)) {
        load++; /* what is made of the field is stored in another one */
    }
    while (dec_loaded(v, load).kind == IL_PLACE_FIELD && !dec_reloads(v, store, load)) {
        load++;
    }
    return il_is_same_place(dec_stored(v, store), dec_named(v, load));
}

uint32_t dec_copied_by(const dec_view *v, uint32_t load) {
    uint32_t store = il_store_before(v->body, load);
    for (uint32_t u = load; store != DEC_NO_INSN && u > store; u--) {
        store = v->is_target[u] ? DEC_NO_INSN : store;
    }
    return store;
}

/* --- loads -------------------------------------------------------------------------------------- */

static bool is_field_load(const dec_view *v, uint32_t insn) {
    return dec_named(v, insn).kind == IL_PLACE_FIELD;
}

/* A local, an argument, a static field, or the address of one. */
static bool is_simple_load(const dec_view *v, uint32_t insn) {
    il_place_kind kind = dec_named(v, insn).kind;
    return kind != IL_PLACE_NONE && kind != IL_PLACE_FIELD;
}

/* F#: an element of a tuple, `LOAD; call Tuple`2::get_Item1` or `LOAD; ldfld
 * ValueTuple`2::Item1`. */
static bool is_element_load(const dec_view *v, uint32_t insn) {
    if (!dec_does(v, DEC_LOADS_ELEMENTS)) {
        return false;
    }
    bool is_struct = is_field_load(v, insn);
    const char *name = is_struct ? "Item" : "get_Item";
    const char *type = is_struct ? "System.ValueTuple`" : "System.Tuple`";
    return (is_struct || dec_is_call(v, insn)) && cc_str_starts(dec_member(v, insn), name) &&
           cc_str_starts(dec_member_type(v, insn), type);
}

bool dec_plain_load(const dec_view *v, uint32_t insn, uint32_t *first) {
    uint32_t begin = il_load_begin(v->body, insn);
    if (is_element_load(v, insn)) {
        uint32_t tuple = dec_insn_before(v, insn);
        begin = is_simple_load(v, tuple) ? tuple : DEC_NO_INSN;
    }
    if (first != NULL && begin != DEC_NO_INSN) {
        *first = begin;
    }
    return begin != DEC_NO_INSN;
}

uint32_t dec_load_length(const dec_view *v, uint32_t insn) {
    if (dec_loads_this(v, insn) && is_field_load(v, insn + 1)) {
        return 2;
    }
    return is_simple_load(v, insn) ? 1 : 0;
}

/* F#: what `load` loads is stored in a variable at once, and `copy` loads that. (In C# the variable
 * may be a different one by then: its slots are reused.) */
static bool is_copied(const dec_view *v, uint32_t load, uint32_t copy) {
    return dec_does(v, DEC_KEEPS_SLOTS) && dec_stored(v, load + 1).kind == IL_PLACE_LOCAL &&
           dec_reloads(v, load + 1, copy);
}

/* Both name one place: its value or its address. Elements of tuples are those of one tuple. */
static bool names_the_same(const dec_view *v, uint32_t a, uint32_t b) {
    if (!is_element_load(v, a) && !is_element_load(v, b)) {
        return il_is_same_place(dec_named(v, a), dec_named(v, b));
    }
    return is_field_load(v, a) == is_field_load(v, b) &&
           dec_insn(v, a)->operand == dec_insn(v, b)->operand &&
           dec_same_load(v, dec_insn_before(v, a), dec_insn_before(v, b));
}

bool dec_same_load(const dec_view *v, uint32_t a, uint32_t b) {
    return dec_plain_load(v, a, NULL) && dec_plain_load(v, b, NULL) &&
           (names_the_same(v, a, b) || is_copied(v, a, b) || is_copied(v, b, a));
}

bool dec_is_kept_operand(const dec_view *v, uint32_t insn) {
    cc_str name = is_field_load(v, insn) ? dec_member(v, insn) : CC_STR("");
    return cc_str_starts(name, "<>s__") || cc_str_starts(name, "<>7__wrap");
}

/* The last store of the place, in this statement. */
static uint32_t last_store(const dec_view *v, il_place place, uint32_t insn) {
    return dec_index_last_store(v, place, dec_last_visible(v, insn), insn);
}

bool dec_is_copy(const dec_view *v, uint32_t insn) {
    il_place place = dec_named(v, insn);
    return dec_is_kept_operand(v, insn) ||
           (place.kind == IL_PLACE_LOCAL && last_store(v, place, insn) != DEC_NO_INSN);
}

uint32_t dec_kept_value(const dec_view *v, uint32_t insn) {
    il_place place = dec_loaded(v, insn);
    bool is_kept = place.kind == IL_PLACE_LOCAL || (v->is_machine && dec_is_kept_operand(v, insn));
    if (!is_kept) {
        return insn;
    }
    uint32_t store = last_store(v, dec_named(v, insn), insn);
    return dec_insn_before(v, store);
}

uint32_t dec_first_load(const dec_view *v, uint32_t load) {
    uint32_t first = 0;
    uint32_t kept = dec_kept_value(v, load);
    while (kept != load && dec_plain_load(v, kept, &first)) {
        load = kept;
        kept = dec_kept_value(v, load);
    }
    return load;
}

/* --- tests -------------------------------------------------------------------------------------- */

uint32_t dec_tested_value(const dec_view *v, uint32_t branch_insn) {
    uint32_t insn = v->is_target[branch_insn] ? DEC_NO_INSN : dec_insn_before(v, branch_insn);
    while (insn != DEC_NO_INSN) {
        uint32_t store = dec_copied_by(v, insn);
        if (store == DEC_NO_INSN || v->is_target[store] || dec_visible_in(v, store + 1, insn + 1)) {
            break;
        }
        insn = dec_insn_before(v, store);
    }
    return insn;
}

/* Walks back over constants with sub/add and over conversions to the value they apply to. */
static uint32_t skip_arithmetic(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_back_at(v, insn);
    bool goes_on = true;
    while (goes_on) {
        bool is_shifted = dec_op2(&c, IL_SUB, IL_ADD);
        if (is_shifted && !dec_const(&c, NULL)) {
            return DEC_NO_INSN;
        }
        goes_on = is_shifted || dec_op2(&c, IL_CONV_I4, IL_CONV_U4) || dec_op(&c, IL_CONV_I8);
    }
    return c.at;
}

uint32_t dec_compared_value(const dec_view *v, uint32_t branch_insn) {
    bool is_switch = dec_is_op(v, branch_insn, IL_SWITCH);
    uint32_t before = dec_insn_before(v, branch_insn);
    uint32_t insn = dec_tested_value(v, branch_insn);
    if (!is_switch && !dec_asks_truth(v, branch_insn)) {
        bool is_constant = dec_is_const(v, before, NULL) || dec_is_op(v, before, IL_LDC_I8);
        insn = is_constant ? dec_insn_before(v, before) : DEC_NO_INSN;
    }
    insn = skip_arithmetic(v, insn);
    if (is_switch && insn != DEC_NO_INSN && !dec_plain_load(v, insn, NULL)) {
        insn = before; /* the variable in which `switch (F())` keeps its value */
    }
    return dec_plain_load(v, insn, NULL) ? insn : DEC_NO_INSN;
}

uint32_t dec_looked_up(const dec_view *v, uint32_t table) {
    dec_cursor c = dec_before(v, table);
    uint32_t before = c.at;
    return dec_op(&c, IL_SUB) && dec_const(&c, NULL) ? c.at : before;
}
