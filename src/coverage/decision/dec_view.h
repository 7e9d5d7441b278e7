/* What an idiom sees of a method, and the questions that most idioms ask.
 * "Visible" and "hidden" are kinds of sequence points; "start" means that one begins at the
 * instruction. */
#ifndef DEC_VIEW_H
#define DEC_VIEW_H

#include "coverage/decision/dec.h"

#define DEC_NO_INSN UINT32_MAX
#define DEC_NO_BRANCH UINT32_MAX

typedef enum dec_status {
    DEC_KEPT = 0,
    DEC_DROPPED,  /* compiler-made */
    DEC_CONSTANT, /* compiler-made, and always goes to `certain` */
    DEC_NUMBERED, /* compiler-made, but a way to the next label of a switch */
    DEC_GROUPED   /* a test inside a switch */
} dec_status;

typedef struct dec_view {
    const mth_method *method;
    const il_body *body;
    const probe_plan *plan;
    const md_tables *tables;
    cc_arena *arena;
    uint8_t *starts;     /* by instruction: COV_START_ bits */
    uint32_t *point_at;  /* by instruction: first visible point that starts there, PROBE_NONE */
    bool *is_target;     /* by instruction: some branch, switch or leave names it */
    dec_status *status;  /* by branch */
    uint32_t *canonical; /* by point: the point whose hits it adds to; itself as a rule */
    uint32_t *around; /* by visible point: instruction of the nearest one in front that contains it;
                           DEC_NO_INSN */
    bool has_parts;   /* some point has one around it */
    uint32_t *certain_target; /* by branch, DEC_CONSTANT: instruction where control always goes */
    /* By branch, DEC_DROPPED: instruction from where all its ways lead alike; DEC_NUMBERED: instruction of the
     * condition in front of it; DEC_NO_INSN. */
    uint32_t *resume_at;
    pdb_language language;
    dec_role role;
    const pdb_point *
        *part_at;    /* by instruction: where the part begins that is called here; NULL: none is */
    bool is_rest;    /* F#, optimised: it seems to be the rest of a match */
    bool is_machine; /* the body of a compiler's state machine */
    uint32_t *
        lost_point; /* by branch: instruction of the point that it lost, in front of a rule; DEC_NO_INSN */
    /* C#: the code of an arm of a switch expression begins in front of its point. By instruction, or
     * DEC_NO_INSN: */
    uint32_t *arm_from; /* instruction of the point of the arm that begins here */
    uint32_t *arm_of;   /* the same, of the innermost arm that the instruction belongs to */
    dec_decision *groups;
    uint32_t group_count, group_cap;
    bool failed; /* out of memory */
} dec_view;

enum { DEC_START_VISIBLE = 1, DEC_START_HIDDEN = 2 };

/* An idiom marks branches in `fate`. */
typedef void dec_idiom_fn(dec_view *view);
#define DEC_IDIOM(name, text) dec_idiom_fn dec_idiom_##name;
#include "coverage/decision/dec_idioms.def"
#undef DEC_IDIOM

static inline const il_insn *dec_insn(const dec_view *v, uint32_t insn) {
    return &v->body->insns[insn];
}

/* The instruction before, nops skipped; DEC_NO_INSN at the start. Not a question of control flow. */
uint32_t dec_insn_before(const dec_view *v, uint32_t insn);
/* The instruction at or after, nops and br skipped (br followed); DEC_NO_INSN at the end. */
uint32_t dec_skip_jumps(const dec_view *v, uint32_t insn);
/* Successor number `index` of the instruction: where its branch, switch or leave goes, in the order of the
 * operands, then the instruction behind when control may go on there. DEC_NO_INSN: there are no more. */
uint32_t dec_successor(const dec_view *v, uint32_t insn, uint32_t index);
/* The last instruction at or before `insn` where a visible point starts; 0 when there is none. */
uint32_t dec_last_visible(const dec_view *v, uint32_t insn);
/* The first instruction in [instruction, end) where a visible point starts; `end` when there is none. */
uint32_t dec_next_visible(const dec_view *v, uint32_t insn, uint32_t end);
/* Some visible point starts in [first, end). */
bool dec_visible_in(const dec_view *v, uint32_t first, uint32_t end);
/* brtrue or brfalse, whatever became of it. */
bool dec_asks_truth(const dec_view *v, uint32_t insn);
/* A kept two-armed branch whose instruction is brtrue or brfalse. */
bool dec_is_truth_test(const dec_view *v, uint32_t branch);
/* Where control goes when the value tested by brtrue/brfalse is true/not null, or false/null. */
uint32_t dec_arm_if(const dec_view *v, uint32_t branch, bool truth);

/* Opcodes, short forms included. */
bool dec_is_op(const dec_view *v, uint32_t insn, il_op op);
bool dec_is_call(const dec_view *v, uint32_t insn);
il_flow dec_flow(const dec_view *v, uint32_t insn);
/* The instruction goes on to the next one, and nowhere else. */
bool dec_goes_on(const dec_view *v, uint32_t insn);
bool dec_is_store_local(const dec_view *v, uint32_t insn, int32_t *local);
bool dec_is_load_local(const dec_view *v, uint32_t insn, int32_t *local);
/* The instruction loads the address of the local. */
bool dec_takes_address(const dec_view *v, uint32_t insn, int32_t local);
bool dec_is_const(const dec_view *v, uint32_t insn, int32_t *value);

/* Name of the method or field that the instruction names; empty when it names none. */
cc_str dec_member(const dec_view *v, uint32_t insn);
/* Full name of the type that declares it, in the view's arena; empty when there is none. */
cc_str dec_member_type(const dec_view *v, uint32_t insn);
/* Full name of the type that an isinst, box, initobj or the like names. */
cc_str dec_type_operand(const dec_view *v, uint32_t insn);
bool dec_calls(const dec_view *v, uint32_t insn, const char *name);
/* An exception that was kept is thrown again: ExceptionDispatchInfo.Throw, where `rethrow` cannot stand because the
 * handler waits. */
bool dec_rethrows(const dec_view *v, uint32_t insn);

/* The value that ends at `insn` was loaded without any computing: `ldloc x`, `ldarg x`, `ldsfld f`,
 * `ldarg.0; ldfld f`, an address of one of these, in F# an element of a tuple; copies through
 * `stloc t; ldloc t` are followed back. *first is where the load begins; false when it is something else. */
bool dec_plain_load(const dec_view *v, uint32_t insn, uint32_t *first);
/* Two plain loads that end at these instructions load the same thing, or one of them a copy of it. */
bool dec_same_load(const dec_view *v, uint32_t a, uint32_t b);
/* Loads a field of a state machine in which the compiler keeps an operand over an await. */
bool dec_is_kept_operand(const dec_view *v, uint32_t insn);
/* What the instruction loads, or whose address, was stored in the same statement: operators of the compiler
 * copy their operands; what somebody writes names a variable as it is. */
bool dec_is_copy(const dec_view *v, uint32_t insn);
/* Length in instructions of a plain load that begins at `insn`; 0 when none does. */
uint32_t dec_load_length(const dec_view *v, uint32_t insn);

/* The instruction of the last visible point of the filter that holds the instruction: that of its `when`; patterns and
 * switch expressions are asked in front of it. DEC_NO_INSN: no filter, or none in it. */
uint32_t dec_filter_point(const dec_view *v, uint32_t insn);
/* The last instruction at or before `insn` where a point starts; 0 when there is none. */
uint32_t dec_last_start(const dec_view *v, uint32_t insn);
/* The visible point at instruction `inner` begins later and ends earlier than the one at `outer`. */
bool dec_point_contains(const dec_view *v, uint32_t outer, uint32_t inner);
/* The place of x in the source is in front of that of y, in one document. */
bool dec_is_earlier(const pdb_point *x, const pdb_point *y);
/* The nearest instruction in front whose visible point contains that at the instruction; DEC_NO_INSN: none. */
uint32_t dec_enclosing(const dec_view *v, uint32_t insn);
/* Some visible point at or before instruction `last` contains that at the instruction. */
bool dec_is_part(const dec_view *v, uint32_t insn, uint32_t last);
/* The visible points at the instructions have the same place in the source. */
bool dec_same_place(const dec_view *v, uint32_t a, uint32_t b);
/* The instruction is a place of the debugger that no code ever reaches. */
bool dec_is_phantom(const dec_view *v, uint32_t insn);
/* A field that holds the state of a state machine; no source can have these names in such a
 * type. */
bool dec_is_state_field(const dec_view *v, uint32_t insn);
/* The local that the state is copied to where the method begins; -1: none. */
int32_t dec_state_local(const dec_view *v);
/* The branch at the instruction asks for the state, as it is or in that local. */
bool dec_tests_state(const dec_view *v, uint32_t insn, int32_t state);
/* F#, optimised: the instruction calls a method that holds a part of this one, `f$cont@12`; the line in its name, 0: it
 * does not. The part has no point here. */
uint32_t dec_part_line(const dec_view *v, uint32_t insn);
/* Fills part_at and is_rest; with no symbols nothing is known of the parts. CC_E_NOMEM. */
CC_NODISCARD cc_err dec_find_parts(dec_view *v, const pdb_file *pdb);
/* The visible point that starts at the instruction, or where the part begins that is called there; NULL: none. */
const pdb_point *dec_point_here(const dec_view *v, uint32_t insn);
/* Of the parts that are called, where the one begins that comes first in the source; NULL: there are none. */
const pdb_point *dec_first_part(const dec_view *v);
/* The method called here goes on with the rules of a match; 0: none is, or the part is the body of a rule. */
uint32_t dec_rest_called(const dec_view *v, uint32_t insn);
/* The same, 0 also when one of the first `groups` decisions goes on there: in a method that is whole its
 * tests would be that decision's. */
uint32_t dec_rest_to_add(const dec_view *v, uint32_t groups, uint32_t insn);
bool dec_rest_is_taken(const dec_view *v, uint32_t insn);
/* No visible point stands in front of the instruction. */
bool dec_is_before_points(const dec_view *v, uint32_t insn);
/* The instruction before the branch, seen through `stloc t; ldloc t` with the same t (in Debug code a
 * hidden point stands between): the instruction that made the tested value. DEC_NO_INSN: several did, or
 * none. */
uint32_t dec_tested_value(const dec_view *v, uint32_t branch_insn);
/* For tests of one loaded value against constants (brtrue, beq, sub + switch and so on): the instruction
 * at which the load ends. DEC_NO_INSN for other tests. */
uint32_t dec_compared_value(const dec_view *v, uint32_t branch_insn);

/* F#, optimised: a text is compared with "" by its length,
 *   LOAD; brfalse L; LOAD; call get_Length; ldc.i4.0; ceq; [nop;] br M; L: ldc.i4.0; [nop;] M: test
 * The instruction where the load ends; DEC_NO_INSN for anything else. */
uint32_t dec_emptiness_test(const dec_view *v, uint32_t test);

/* The instruction whose last point tells the line of a decision that begins at `insn`. */
uint32_t dec_line_insn(const dec_view *v, uint32_t insn);

/* The second arm of a two-armed branch comes first in every build of the source. */
bool dec_arms_are_swapped(const dec_view *v, uint32_t branch);

void dec_drop(dec_view *v, uint32_t branch);
/* Adds a group, its arms uninitialised; NULL when out of memory (`failed` is set). */
dec_decision *dec_add_group(dec_view *v, uint32_t insn, uint32_t arm_count);
/* Adds nodes of the plan to an arm; false when out of memory (`failed` is set). */
bool dec_arm_add(dec_view *v, dec_decision_arm *arm, const uint32_t *nodes, uint32_t count);
/* An arm made of two; false when out of memory (`failed` is set). */
bool dec_join_arms(dec_view *v, dec_decision_arm *out, const probe_arm *x, const probe_arm *y);

#endif
