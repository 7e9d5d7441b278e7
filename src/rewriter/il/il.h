/* IL method bodies: opcodes, decoded instructions, exception clauses (ECMA-335 II.25.4 and III).
 *
 * An il_insn is an opcode together with all its prefixes; offsets, branch targets, sequence points
 * and probes refer to its first byte. il_decode() decodes the body once, by linear sweep, into an
 * arena. Inside the rewriter positions are instruction indices, never byte offsets.
 *
 * Threads: an il_body is immutable after il_decode() and il_drop_padding(). */
#ifndef IL_H
#define IL_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

/* il_opcodes.def has one row for each opcode:
 * IL_OP(enum suffix, "mnemonic", first byte or 0xFE, second byte or code, operand kind,
 *       pops, pushes, flow, may_throw, long form). -1 in pops/pushes: depends on the operand. */
typedef enum il_op {
#define IL_OP(id, name, b0, b1, operand, pops, pushes, flow, throws, long_form) IL_##id,
#include "rewriter/il/il_opcodes.def"
#undef IL_OP
    IL_OP_COUNT
} il_op;

typedef enum il_operand {
    IL_OPERAND_NONE,
    IL_OPERAND_U8,  /* ldarg.s and similar, unaligned., no. */
    IL_OPERAND_I8,  /* ldc.i4.s */
    IL_OPERAND_U16, /* ldarg and similar */
    IL_OPERAND_I32,
    IL_OPERAND_I64,
    IL_OPERAND_R32,
    IL_OPERAND_R64,
    IL_OPERAND_TOKEN,   /* any metadata token */
    IL_OPERAND_BRANCH8, /* signed, from the end of the instruction */
    IL_OPERAND_BRANCH32,
    IL_OPERAND_SWITCH
} il_operand;

typedef enum il_flow {
    IL_FLOW_NEXT,
    /* call, callvirt, calli, newobj: falls through unless prefixed by tail. */
    IL_FLOW_CALL,
    IL_FLOW_BRANCH, /* br */
    IL_FLOW_COND,   /* two-armed */
    IL_FLOW_SWITCH,
    IL_FLOW_LEAVE,
    IL_FLOW_RETURN, /* ret, jmp */
    IL_FLOW_THROW,  /* throw, rethrow */
    IL_FLOW_ENDFILTER,
    IL_FLOW_ENDFINALLY,
    IL_FLOW_PREFIX
} il_flow;

typedef struct il_op_info {
    const char *name;
    uint8_t byte0; /* 0xFE for two-byte opcodes, else the opcode */
    uint8_t byte1; /* second byte of a two-byte opcode */
    uint8_t operand;
    int8_t pops;   /* stack items, -1: depends on the operand */
    int8_t pushes; /* likewise */
    uint8_t flow;
    bool may_throw;     /* may throw, call or never return; true for unknown opcodes */
    uint16_t long_form; /* il_op with the 4-byte (branches, ldc.i4) or 2-byte (variables) operand;
                           itself if none */
} il_op_info;

/* Returns the table row of an opcode; `op` < IL_OP_COUNT. Static storage. */
const il_op_info *il_op_get(il_op op);

enum {
    IL_PREFIX_CONSTRAINED = 1 << 0,
    IL_PREFIX_VOLATILE = 1 << 1,
    IL_PREFIX_TAIL = 1 << 2,
    IL_PREFIX_READONLY = 1 << 3,
    IL_PREFIX_UNALIGNED = 1 << 4,
    IL_PREFIX_NO = 1 << 5
};

typedef struct il_insn {
    uint32_t offset;     /* of the first byte, prefixes included, in the code */
    uint32_t size;       /* with prefixes and operand */
    uint16_t op;         /* il_op of the instruction after the prefixes */
    uint8_t prefixes;    /* IL_PREFIX_ bits */
    uint8_t prefix_size; /* bytes before the opcode */
    uint8_t flow;        /* il_flow of the opcode */
    bool may_throw;      /* of the opcode */
    /* Branches, leave: instruction index; switch: first index into body->targets */
    uint32_t target;
    uint32_t target_count; /* switch: number of table entries */
    int64_t operand;       /* sign-extended immediate, zero-extended index or token, raw bits of
                              reals; 0 for branches and switch */
} il_insn;

typedef enum il_clause_kind {
    IL_CLAUSE_CATCH = 0,
    IL_CLAUSE_FILTER = 1,
    IL_CLAUSE_FINALLY = 2,
    IL_CLAUSE_FAULT = 4
} il_clause_kind;

/* All positions are instruction indices; ends are exclusive and may equal insn_count. */
typedef struct il_clause {
    il_clause_kind kind;
    uint32_t try_start, try_end;
    uint32_t handler_start, handler_end;
    uint32_t filter_start; /* IL_CLAUSE_FILTER only: [filter_start, handler_start) */
    uint32_t class_token;  /* IL_CLAUSE_CATCH only */
} il_clause;

typedef struct il_body {
    bool init_locals;
    uint16_t max_stack;
    uint32_t local_sig; /* LocalVarSigTok: 0 or a StandAloneSig token */
    cc_span code;       /* borrowed from the input */
    size_t total_size;  /* header, code, padding and sections */
    uint32_t insn_count;
    il_insn *insns;
    uint32_t *targets; /* switch table entries, instruction indices */
    uint32_t jump_count;
    uint32_t *jumps; /* the instructions with targets, increasing: branches, switches, leaves */
    uint32_t clause_count;
    il_clause *clauses; /* in the order read: inner before outer */
    uint32_t *insn_at;  /* code.len + 1 entries: instruction index starting there, UINT32_MAX: none;
                           entry code.len is insn_count */
} il_body;

#define IL_NO_INSN UINT32_MAX

/* The instruction that starts at the offset; IL_NO_INSN: none does, as at the end of the code. */
static inline uint32_t il_insn_at(const il_body *body, uint64_t offset) {
    return offset < body->code.len ? body->insn_at[offset] : IL_NO_INSN;
}

/* Limits. A body that reaches one is CC_E_LIMIT, and clrcov leaves the method unchanged. */
#define IL_MAX_CODE (1u << 24)
#define IL_MAX_CLAUSES 8192u

/* Decodes a method body that starts at its header. `bytes` may be longer than the body. *out gets
 * memory of `arena`, which together with `bytes` must outlive it.
 *
 * Checks: every instruction is complete and known. Every target and clause boundary is the start of
 * an instruction (or, for ends, the end of the code). Regions are non-empty, inside the code and
 * nest properly: two regions are disjoint, or one is inside the other. Only trys may be equal. A
 * handler and its filter are in the region that contains their try. The code does not end in the
 * middle of an instruction. The function does not check the order of clauses, whether control may
 * run where it does, or the operand stack.
 *
 * CC_E_FORMAT, CC_E_TRUNCATED, CC_E_UNSUPPORTED (anything but one exception table after the code,
 * unknown header flags), CC_E_LIMIT (also more than 255 bytes of prefixes), CC_E_NOMEM. */
CC_NODISCARD cc_err il_decode(il_body *out, cc_span bytes, cc_arena *arena);

/* The body has nops that il_drop_padding() might remove. */
bool il_has_padding(const il_body *body);
/* Removes the two nops that compilers leave after accesses to variables with an index of 256 or
 * more (il_padding.c). Keeps each nop that is a branch target, a clause boundary or the place of
 * one of the `points` (byte offsets, in any order). Later instructions move up; each keeps its
 * offset and size. CC_E_NOMEM: the body is unchanged. */
CC_NODISCARD cc_err il_drop_padding(il_body *body, const uint32_t *points, uint32_t point_count,
                                    cc_arena *arena);

/* What the rewriter needs from metadata. The functions return false, or IL_TYPE_UNKNOWN, when they
 * do not know the token. They must be pure: for one token they return one answer, in the process
 * and in the report. */
typedef enum il_type {
    IL_TYPE_OTHER, /* known, and not bool */
    IL_TYPE_BOOL,
    /* an array of bool, or a reference or pointer to bool: a load from it gives a bool */
    IL_TYPE_BOOLS,
    IL_TYPE_UNKNOWN /* a type parameter, or not found */
} il_type;

typedef struct il_call_effect {
    uint32_t pops;   /* arguments, `this` and the function pointer of calli included */
    uint32_t pushes; /* 0 for void, else 1 */
    il_type result;
} il_call_effect;

typedef struct il_resolver {
    void *ctx;
    /* `token`: MethodDef, MemberRef, MethodSpec or, for calli, StandAloneSig. `op` is the calling
     * instruction: newobj pops no `this` and pushes 1. */
    bool (*call)(void *ctx, il_op op, uint32_t token, il_call_effect *out);
    /* Returns the type of the parameter whose argument has `above` arguments above it on the stack;
     * `op` as for call. */
    il_type (*argument)(void *ctx, il_op op, uint32_t token, uint32_t above);
    il_type (*type)(void *ctx,
                    /* TypeDef, TypeRef, TypeSpec: operand of box and unbox.any */
                    uint32_t token);
    il_type (*field)(void *ctx, uint32_t token);
    il_type (*local)(void *ctx, uint32_t index);
    il_type (*arg)(void *ctx, uint32_t index); /* 0 is `this` in instance methods */
    il_type (*returns)(void *ctx);             /* IL_TYPE_OTHER also for void */
    bool (*returns_void)(void *ctx);           /* what `ret` pops */
} il_resolver;

/* Sets the pops and pushes of an instruction; false when the resolver does not know the token.
 * `ret` pops 0 or 1. */
bool il_stack_effect(const il_insn *insn, const il_resolver *resolver, uint32_t *pops,
                     uint32_t *pushes);

/* Returns the opcode in its long form: IL_BR for br and br.s (il_op_info.long_form). */
il_op il_long_op(const il_insn *insn);

/* Returns the local or argument index of ldloc/stloc/ldloca (any form), -1 for other
 * instructions. */
int32_t il_local_index(const il_insn *insn, bool *is_store);
int32_t il_arg_index(const il_insn *insn, bool *is_store);
/* A branch or leave with one target; not a switch. */
bool il_has_target(const il_insn *insn);
/* True, and the value, for any ldc.i4 form. */
bool il_const_i4(const il_insn *insn, int32_t *value);

/* Appends one line of text for the instruction ("IL_0004: brfalse.s IL_0010"), without newline; for
 * dumps. */
void il_print_insn(const il_body *body, uint32_t index, cc_buf *out);

#endif
