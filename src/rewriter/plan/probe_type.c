/* Decides whether the value before an instruction is a bool. A value fork needs this: `c ? F() : 1`
 * of int has the same shape as `!c || F()`.
 *
 * The search reads the instructions that push the value backwards in straight-line code. For `and`,
 * `or` and `xor` one bool operand suffices when no operand is known to be of another type: `n & (b
 * ? 1 : 0)` is compiled to `n & b`. The type of an element follows from its array, the type of a
 * value loaded through a reference from the reference. All producers of one value have one type.
 * When the nearest does not decide (0 and 1, a type parameter), the search examines the producers
 * that branch to the instruction, and finally the consumer. */
#include "rewriter/plan/probe_internal.h"

static il_type ask_local(const il_resolver *resolver, int32_t index) {
    return resolver == NULL || resolver->local == NULL
               ? IL_TYPE_UNKNOWN
               : resolver->local(resolver->ctx, (uint32_t)index);
}

static il_type ask_arg(const il_resolver *resolver, int32_t index) {
    return resolver == NULL || resolver->arg == NULL
               ? IL_TYPE_UNKNOWN
               : resolver->arg(resolver->ctx, (uint32_t)index);
}

static il_type ask_field(const il_resolver *resolver, const il_insn *insn) {
    return resolver == NULL || resolver->field == NULL
               ? IL_TYPE_UNKNOWN
               : resolver->field(resolver->ctx, (uint32_t)insn->operand);
}

static il_type ask_returns(const il_resolver *resolver) {
    return resolver == NULL || resolver->returns == NULL ? IL_TYPE_UNKNOWN
                                                         : resolver->returns(resolver->ctx);
}

static il_type ask_call(const il_resolver *resolver, const il_insn *insn) {
    il_call_effect effect = {0, 0, IL_TYPE_UNKNOWN};
    if (resolver == NULL || resolver->call == NULL ||
        !resolver->call(resolver->ctx, (il_op)insn->op, (uint32_t)insn->operand, &effect)) {
        return IL_TYPE_UNKNOWN;
    }
    return effect.result;
}

static il_type ask_argument(const il_resolver *resolver, const il_insn *insn, uint32_t above) {
    return resolver == NULL || resolver->argument == NULL
               ? IL_TYPE_UNKNOWN
               : resolver->argument(resolver->ctx, (il_op)insn->op, (uint32_t)insn->operand, above);
}

static il_type ask_type(const il_resolver *resolver, const il_insn *insn) {
    return resolver == NULL || resolver->type == NULL
               ? IL_TYPE_UNKNOWN
               : resolver->type(resolver->ctx, (uint32_t)insn->operand);
}

/* Returns the type of the variable that the instruction loads or stores; *known is false when it
 * does neither. An address (ldloca, ldarga) is not a load. */
static il_type variable_type(const il_resolver *resolver, const il_insn *insn, bool store,
                             bool *known) {
    bool is_store = false;
    *known = true;
    int32_t index = il_local_index(insn, &is_store);
    if (index >= 0 && is_store == store && insn->op != IL_LDLOCA && insn->op != IL_LDLOCA_S) {
        return ask_local(resolver, index);
    }
    index = il_arg_index(insn, &is_store);
    if (index >= 0 && is_store == store && insn->op != IL_LDARGA && insn->op != IL_LDARGA_S) {
        return ask_arg(resolver, index);
    }
    *known = false;
    return IL_TYPE_OTHER;
}

/* Returns the type of the value that one instruction pushes, without its context. 0 and 1 may be
 * bools, other numbers are not. */
static il_type pushed_type(const probe_work *work, uint32_t index) {
    const il_insn *insn = &work->body->insns[index];
    bool known = false;
    il_type type = variable_type(work->resolver, insn, false, &known);
    if (known) {
        return type;
    }
    switch ((int)insn->op) {
    case IL_CEQ:
    case IL_CGT:
    case IL_CGT_UN:
    case IL_CLT:
    case IL_CLT_UN:
        return IL_TYPE_BOOL;
    case IL_CALL:
    case IL_CALLVIRT:
    case IL_CALLI:
        return ask_call(work->resolver, insn);
    case IL_LDFLD:
    case IL_LDSFLD:
        return ask_field(work->resolver, insn);
    case IL_UNBOX_ANY:
        return ask_type(work->resolver, insn);
    case IL_LDC_I4_0:
    case IL_LDC_I4_1:
        return IL_TYPE_UNKNOWN;
    default:
        return IL_TYPE_OTHER;
    }
}

/* State of the backward search: `skip` values on top of the stack do not matter, and the `want`
 * values below them decide the type. */
typedef struct demand {
    uint32_t skip;
    uint32_t want;
    /* the next wanted value is the array or reference from which the value is loaded */
    bool of_holder;
    il_type type; /* UNKNOWN: no value so far decides it */
} demand;

/* A value may be a bool even when its source is not known to hold bools: through a type parameter,
 * or from a computed address. */
static void take_type(demand *d, il_type type) {
    il_type told = type == IL_TYPE_BOOLS ? IL_TYPE_OTHER : type;
    if (d->of_holder) {
        told = type == IL_TYPE_BOOLS ? IL_TYPE_BOOL : IL_TYPE_UNKNOWN;
    }
    d->type = told == IL_TYPE_UNKNOWN ? d->type : told;
    d->of_holder = false;
}

/* Returns the number of values above the array or reference from which the instruction loads a
 * value that may be a bool; -1: it loads something else. */
static int above_holder(const il_insn *insn) {
    switch ((int)insn->op) {
    case IL_LDELEM_I1:
    case IL_LDELEM_U1:
    case IL_LDELEM:
        return 1;
    case IL_LDIND_I1:
    case IL_LDIND_U1:
    case IL_LDOBJ:
        return 0;
    default:
        return -1;
    }
}

/* dup copies the value below it: it is not a producer of its own. */
static void before_dup(demand *d) {
    if (d->skip > 0) {
        d->skip--;
    } else if (d->want > 1) {
        d->want--;
    }
}

/* Turns the demand after an instruction into the demand before it. False when the effect of the
 * instruction is not known. */
static bool before_insn(const probe_work *work, uint32_t index, demand *d) {
    const il_insn *insn = &work->body->insns[index];
    uint32_t pops = 0;
    uint32_t pushes = 0;
    if (insn->op == IL_DUP) {
        before_dup(d);
        return true;
    }
    bool is_wanted = d->skip == 0;
    bool is_value = is_wanted && !d->of_holder;
    if (is_value && (insn->op == IL_AND || insn->op == IL_OR || insn->op == IL_XOR)) {
        d->want++;
        return true;
    }
    if (is_value && above_holder(insn) >= 0) {
        d->skip = (uint32_t)above_holder(insn);
        d->of_holder = true;
        return true;
    }
    bool is_known = il_stack_effect(insn, work->resolver, &pops, &pushes);
    if (is_wanted && !(is_known && pushes == 0)) {
        take_type(d, pushed_type(work, index));
        d->want--;
        d->skip = pops;
        return is_known || d->want == 0;
    }
    if (!is_known || pushes > d->skip || pops > UINT16_MAX) {
        return false;
    }
    d->skip = d->skip - pushes + pops;
    return true;
}

uint32_t probe_producer(const probe_work *work, uint32_t insn) {
    uint32_t p = insn;
    do {
        if (p == 0) {
            return FLOW_NONE;
        }
        p--;
    } while (work->body->insns[p].op == IL_NOP && flow_source_count(work->flow, p) == 0);
    return p;
}

static il_type made_type(const probe_work *work, uint32_t insn) {
    demand d = {0, 1, false, IL_TYPE_UNKNOWN};
    uint32_t region = work->flow->region_of_insn[insn];
    uint32_t at = insn;
    while (d.want > 0 && d.type != IL_TYPE_OTHER) {
        /* Only straight-line code decides: the value of a ?: has several producers. The first step
         * may be a join point: the last operand of a ?: has the type of the other operands. */
        bool is_join = at != insn && flow_source_count(work->flow, at) > 0;
        uint32_t p = probe_producer(work, at);
        if (p == FLOW_NONE || is_join || work->flow->region_of_insn[p] != region ||
            !flow_falls_through(&work->body->insns[p]) || !before_insn(work, p, &d)) {
            break;
        }
        at = p;
    }
    return d.type;
}

/* Maximum number of other producers that the search examines: a limit against trees of thousands of
 * ?:. */
#define MAX_MAKERS 64

/* Returns the type of the values that a `br` brings to the instruction, from the last source on.
 * Only sources before the instruction count, so the search ends. */
static il_type brought_type(const probe_work *work, uint32_t insn) {
    const flow_graph *flow = work->flow;
    il_type type = IL_TYPE_UNKNOWN;
    uint32_t asked = 0;
    uint32_t left = flow->source_at[insn + 1];
    while (type == IL_TYPE_UNKNOWN && left > flow->source_at[insn] && asked < MAX_MAKERS) {
        uint32_t source = flow->sources[--left];
        if (source < insn && flow_is_br(&work->body->insns[source])) {
            type = made_type(work, source);
            asked++;
        }
    }
    return type;
}

/* Returns the type of the value that the instruction pops when `above` other values are on top of
 * it. */
static il_type taker_type(const probe_work *work, const il_insn *insn, uint32_t above) {
    bool known = false;
    il_type type = variable_type(work->resolver, insn, true, &known);
    if (known) {
        return type;
    }
    switch ((int)insn->op) {
    case IL_CALL:
    case IL_CALLVIRT:
    case IL_CALLI:
    case IL_NEWOBJ:
        return ask_argument(work->resolver, insn, above);
    case IL_BOX:
        return ask_type(work->resolver, insn);
    case IL_RET:
        return ask_returns(work->resolver);
    case IL_STFLD:
    case IL_STSFLD:
        return above == 0 ? ask_field(work->resolver, insn) : IL_TYPE_OTHER;
    case IL_BRTRUE:
    case IL_BRTRUE_S:
    case IL_BRFALSE:
    case IL_BRFALSE_S:
        return IL_TYPE_BOOL;
    default:
        return IL_TYPE_UNKNOWN;
    }
}

/* Maximum number of instructions from the join point to the consumer of the value: a limit against
 * loops of br, far above what nested conditions need. */
#define MAX_STEPS_TO_CONSUMER 256

/* Any path to the consumer suffices: the stack is equal on all of them. */
static il_type taken_type(const probe_work *work, uint32_t join) {
    uint32_t at = join;
    uint32_t above = 0;
    for (uint32_t step = 0; step < MAX_STEPS_TO_CONSUMER && at < work->body->insn_count; step++) {
        const il_insn *insn = &work->body->insns[at];
        uint32_t pops = 0;
        uint32_t pushes = 0;
        /* the consumer of the copy decides, too */
        bool is_copied = insn->op == IL_DUP && above == 0;
        if (!is_copied && !il_stack_effect(insn, work->resolver, &pops, &pushes)) {
            return IL_TYPE_UNKNOWN;
        }
        if (pops > above) {
            return taker_type(work, insn, above);
        }
        above = above - pops + pushes;
        if (!flow_is_br(insn) && !flow_falls_through(insn)) {
            return IL_TYPE_UNKNOWN;
        }
        at = flow_is_br(insn) ? insn->target : at + 1;
    }
    return IL_TYPE_UNKNOWN;
}

bool probe_is_bool(const probe_work *work, uint32_t insn, uint32_t join) {
    il_type type = made_type(work, insn);
    if (type == IL_TYPE_UNKNOWN) {
        type = brought_type(work, insn);
    }
    if (type == IL_TYPE_UNKNOWN) {
        type = taken_type(work, join);
    }
    return type == IL_TYPE_BOOL;
}

bool probe_stores_bool(const probe_work *work, uint32_t insn) {
    const il_insn *store = &work->body->insns[insn];
    bool known = false;
    il_type type = variable_type(work->resolver, store, true, &known);
    if (!known && (store->op == IL_STFLD || store->op == IL_STSFLD)) {
        type = ask_field(work->resolver, store);
    }
    return type == IL_TYPE_BOOL;
}
