/* il_resolver, implemented with md_callsite_of() and related functions.
 *
 * Input: tables, a method, the signature of its locals. Output: a resolver with its state in the
 * arena. Pure: the results in the user's process and in the report are equal. */
#include "method/mth.h"

typedef struct resolver_state {
    const md_tables *tables;
    md_kind *locals;
    uint32_t local_count;
    md_kind *args;
    uint32_t arg_count;
    md_callsite self;
} resolver_state;

static il_type type_of_kind(md_kind kind) {
    switch (kind) {
    case MD_KIND_BOOL:
        return IL_TYPE_BOOL;
    case MD_KIND_BOOLS:
        return IL_TYPE_BOOLS;
    case MD_KIND_OTHER:
        return IL_TYPE_OTHER;
    case MD_KIND_UNKNOWN:
        break;
    }
    return IL_TYPE_UNKNOWN;
}

static bool resolve_call(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    const resolver_state *state = ctx;
    md_callsite site;
    if (!md_callsite_of(state->tables, token, &site)) {
        return false;
    }
    out->pops = site.params;
    if (op == IL_NEWOBJ) {
        out->pushes = 1;
        out->result = IL_TYPE_OTHER;
        return true;
    }
    out->pops += site.has_this ? 1 : 0;
    out->pops += op == IL_CALLI ? 1 : 0; /* the function pointer */
    out->pushes = site.returns_void ? 0 : 1;
    out->result = type_of_kind(site.result);
    return true;
}

static il_type resolve_argument(void *ctx, il_op op, uint32_t token, uint32_t above) {
    const resolver_state *state = ctx;
    md_callsite site;
    /* it is on top of the arguments */
    uint32_t pointers = op == IL_CALLI ? 1 : 0;
    if (above < pointers || !md_callsite_of(state->tables, token, &site) ||
        above - pointers >= site.params) {
        return IL_TYPE_OTHER;
    }
    uint32_t index = site.params - 1 - (above - pointers);
    return type_of_kind(md_parameter_kind(state->tables, token, index));
}

static il_type resolve_type(void *ctx, uint32_t token) {
    const resolver_state *state = ctx;
    return type_of_kind(md_type_kind(state->tables, token));
}

static il_type resolve_field(void *ctx, uint32_t token) {
    const resolver_state *state = ctx;
    return type_of_kind(md_field_kind(state->tables, token));
}

static il_type resolve_local(void *ctx, uint32_t index) {
    const resolver_state *state = ctx;
    return index < state->local_count ? type_of_kind(state->locals[index]) : IL_TYPE_UNKNOWN;
}

static il_type resolve_arg(void *ctx, uint32_t index) {
    const resolver_state *state = ctx;
    return index < state->arg_count ? type_of_kind(state->args[index]) : IL_TYPE_UNKNOWN;
}

static il_type resolve_returns(void *ctx) {
    const resolver_state *state = ctx;
    return type_of_kind(state->self.result);
}

static bool resolve_returns_void(void *ctx) {
    const resolver_state *state = ctx;
    return state->self.returns_void;
}

cc_err mth_resolver(il_resolver *out, const md_tables *tables, uint32_t method_rid,
                    uint32_t local_sig, cc_arena *arena) {
    resolver_state *state = CC_NEW(arena, resolver_state);
    if (state == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a resolver");
    }
    state->tables = tables;
    CC_TRY(md_local_kinds(tables, local_sig, arena, &state->locals, &state->local_count));
    CC_TRY(md_arg_kinds(tables, method_rid, arena, &state->args, &state->arg_count, &state->self));
    *out = (il_resolver){.ctx = state,
                         .call = resolve_call,
                         .argument = resolve_argument,
                         .type = resolve_type,
                         .field = resolve_field,
                         .local = resolve_local,
                         .arg = resolve_arg,
                         .returns = resolve_returns,
                         .returns_void = resolve_returns_void};
    return CC_OK;
}
