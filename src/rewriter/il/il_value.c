/* Places and copies; see il_value.h. Source of the opcodes: ECMA-335 III.3 and III.4. */
#include "rewriter/il/il_value.h"

static const il_place nowhere = {IL_PLACE_NONE, 0};

static bool is_local_address(const il_insn *insn) {
    return insn->op == IL_LDLOCA || insn->op == IL_LDLOCA_S;
}

static bool is_arg_address(const il_insn *insn) {
    return insn->op == IL_LDARGA || insn->op == IL_LDARGA_S;
}

/* The instruction names a local or an argument; *is_store: it stores it. */
static il_place variable(const il_insn *insn, bool *is_store) {
    int32_t local = il_local_index(insn, is_store);
    if (local >= 0) {
        return (il_place){IL_PLACE_LOCAL, local};
    }
    int32_t arg = il_arg_index(insn, is_store);
    return arg >= 0 ? (il_place){IL_PLACE_ARG, arg} : nowhere;
}

il_place il_stored(const il_insn *insn) {
    bool is_store = false;
    il_place place = variable(insn, &is_store);
    if (place.kind != IL_PLACE_NONE) {
        return is_store ? place : nowhere;
    }
    return insn->op == IL_STFLD    ? (il_place){IL_PLACE_FIELD, insn->operand}
           : insn->op == IL_STSFLD ? (il_place){IL_PLACE_STATIC, insn->operand}
                                   : nowhere;
}

il_place il_loaded(const il_insn *insn) {
    bool is_store = false;
    il_place place = variable(insn, &is_store);
    if (place.kind != IL_PLACE_NONE) {
        bool is_load = !is_store && !is_local_address(insn) && !is_arg_address(insn);
        return is_load ? place : nowhere;
    }
    return insn->op == IL_LDFLD    ? (il_place){IL_PLACE_FIELD, insn->operand}
           : insn->op == IL_LDSFLD ? (il_place){IL_PLACE_STATIC, insn->operand}
                                   : nowhere;
}

il_place il_addressed(const il_insn *insn) {
    bool is_store = false;
    if (is_local_address(insn) || is_arg_address(insn)) {
        return variable(insn, &is_store);
    }
    return insn->op == IL_LDFLDA    ? (il_place){IL_PLACE_FIELD, insn->operand}
           : insn->op == IL_LDSFLDA ? (il_place){IL_PLACE_STATIC, insn->operand}
                                    : nowhere;
}

il_place il_named(const il_insn *insn) {
    il_place place = il_loaded(insn);
    return place.kind == IL_PLACE_NONE ? il_addressed(insn) : place;
}

bool il_is_same_place(il_place a, il_place b) {
    return a.kind != IL_PLACE_NONE && a.kind == b.kind && a.key == b.key;
}

bool il_loads_this(const il_insn *insn) {
    return il_is_same_place(il_loaded(insn), (il_place){IL_PLACE_ARG, 0});
}

uint32_t il_insn_before(const il_body *body, uint32_t insn) {
    while (insn > 0 && insn <= body->insn_count) {
        insn--;
        if (body->insns[insn].op != IL_NOP) {
            return insn;
        }
    }
    return IL_NO_INSN;
}

uint32_t il_load_begin(const il_body *body, uint32_t insn) {
    il_place place = insn < body->insn_count ? il_named(&body->insns[insn]) : nowhere;
    if (place.kind != IL_PLACE_FIELD) {
        return place.kind == IL_PLACE_NONE ? IL_NO_INSN : insn;
    }
    uint32_t object = il_insn_before(body, insn);
    return object != IL_NO_INSN && il_loads_this(&body->insns[object]) ? object : IL_NO_INSN;
}

uint32_t il_store_before(const il_body *body, uint32_t load) {
    uint32_t begin = il_load_begin(body, load);
    uint32_t store = begin == IL_NO_INSN ? IL_NO_INSN : il_insn_before(body, begin);
    bool is_field = begin != load;
    if (is_field && store != IL_NO_INSN && il_loads_this(&body->insns[store])) {
        store = il_insn_before(body, store);
    }
    bool is_copy = store != IL_NO_INSN &&
                   il_is_same_place(il_stored(&body->insns[store]), il_loaded(&body->insns[load]));
    return is_copy ? store : IL_NO_INSN;
}
