/* What an idiom sees of a method, and the predicates that most idioms use. All memory is of the
 * view's arena.
 *
 * "Visible" and "hidden" are kinds of sequence points; a point "starts" at the instruction at its
 * offset. */
#ifndef DEC_VIEW_H
#define DEC_VIEW_H

#include "coverage/decision/core/dec.h"
#include "coverage/decision/core/dec_index.h"
#include "rewriter/il/il_env.h"

#define DEC_NO_INSN UINT32_MAX
#define DEC_NO_BRANCH UINT32_MAX

typedef struct dec_edits dec_edits; /* private to dec_edit.c */

/* What compilers of a language do (dec_habits.def). Code for all languages asks for one of these,
 * and not for the language. */
typedef enum dec_habit {
#define DEC_HABIT(name, languages, text) DEC_##name,
#include "coverage/decision/core/dec_habits.def"
#undef DEC_HABIT
} dec_habit;

/* A bit for each habit: 1 << habit. */
uint32_t dec_habits_of(pdb_language language);

typedef struct dec_view {
    const mth_method *method;
    const il_body *body;
    const probe_plan *plan;
    const md_tables *tables;
    const pdb_file *pdb; /* NULL: no symbols but the points */
    dec_sources sources;
    cc_arena *arena;
    uint8_t *starts; /* by instruction: DEC_START_ bits */
    /* by instruction: first visible point that starts there; PROBE_NONE */
    uint32_t *point_at;
    bool *is_target; /* by instruction: a branch, switch or leave names it */
    /* by visible point: instruction of the nearest earlier point that contains it; DEC_NO_INSN */
    uint32_t *around;
    bool has_parts; /* some point is contained in another */
    pdb_language language;
    uint32_t habits; /* of the language */
    dec_role role;
    uint32_t document; /* of all visible points; 0: they are in several */
    /* by instruction: where the part begins that is called here; NULL when none is */
    const pdb_point **part_at;
    bool is_rest; /* F#, optimised: the method seems to continue a match */
    bool is_optimised;
    bool is_machine; /* the body of a compiler's state machine */
    /* C#: the code of an arm of a switch expression begins before its point. By instruction,
     * or DEC_NO_INSN: */
    const uint32_t *arm_from; /* instruction of the point of the arm that begins here */
    const uint32_t *arm_of;   /* the same, of the innermost arm that the instruction belongs to */
    /* By instruction: a statement without a point begins (dec_idiom_switches.c, dec_idiom_next.c) */
    const bool *begins_statement;
    const bool *is_hidden; /* by instruction: the source hides it (dec_idiom_hidden.c) */
    dec_index index;
    il_env_rules rules; /* what a trace follows */
    dec_edits *edits;   /* dec_edit.h */
} dec_view;

enum { DEC_START_VISIBLE = 1, DEC_START_HIDDEN = 2 };

static inline bool dec_does(const dec_view *v, dec_habit habit) {
    return (v->habits >> habit & 1) != 0;
}

static inline const il_insn *dec_insn(const dec_view *v, uint32_t insn) {
    return &v->body->insns[insn];
}

/* The instruction is in the code. */
static inline bool dec_is_insn(const dec_view *v, uint32_t insn) {
    return insn < v->body->insn_count;
}

/* --- branches of the plan --- */

/* The instruction of the branch. */
static inline uint32_t dec_test_insn(const dec_view *v, uint32_t branch) {
    return v->plan->branches[branch].insn;
}

/* The branch at the instruction, switches included; DEC_NO_BRANCH: none, or outside of the code. */
static inline uint32_t dec_branch_at(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) ? v->plan->branch_of_insn[insn] : DEC_NO_BRANCH;
}

static inline bool dec_has_branch(const dec_view *v, uint32_t insn) {
    return dec_branch_at(v, insn) != DEC_NO_BRANCH;
}

/* A branch of this kind; false for DEC_NO_BRANCH. */
static inline bool dec_is_kind(const dec_view *v, uint32_t branch, probe_branch_kind kind) {
    return branch != DEC_NO_BRANCH && v->plan->branches[branch].kind == kind;
}

static inline uint32_t dec_arm_target(const dec_view *v, uint32_t branch, uint32_t arm) {
    return v->plan->branches[branch].arms[arm].target;
}

/* --- points --- */

/* The first visible point that starts at the instruction; NULL: none does. */
static inline const pdb_point *dec_visible_point(const dec_view *v, uint32_t insn) {
    bool has_one = dec_is_insn(v, insn) && v->point_at[insn] != PROBE_NONE;
    return has_one ? &v->method->points[v->point_at[insn]] : NULL;
}

/* A visible point starts at the instruction; false outside of the code. */
static inline bool dec_starts_visible(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) && (v->starts[insn] & DEC_START_VISIBLE) != 0;
}

/* Only hidden points start there. */
static inline bool dec_starts_hidden(const dec_view *v, uint32_t insn) {
    return dec_is_insn(v, insn) && v->starts[insn] == DEC_START_HIDDEN;
}

/* --- instructions and control flow --- */

/* The previous instruction, skipping nops; DEC_NO_INSN at the start. Ignores control flow. */
uint32_t dec_insn_before(const dec_view *v, uint32_t insn);
/* The instruction at or after `insn` that is not a nop, following br; DEC_NO_INSN at the end. */
uint32_t dec_skip_jumps(const dec_view *v, uint32_t insn);
/* Optimised code copies the `ret` of a method without a value, and only the last one has the point
 * of the closing brace. The last one, of which the `ret` at the instruction is a copy; DEC_NO_INSN:
 * it is not a copy. The point of a `return;` is wider than a brace; the last `ret` of Visual Basic
 * is the one of `End Sub`. */
uint32_t dec_ret_of_brace(const dec_view *v, uint32_t insn);
/* The targets of a branch, switch or leave, in the order of the operands. */
uint32_t dec_target_count(const dec_view *v, uint32_t insn);
uint32_t dec_target(const dec_view *v, uint32_t insn, uint32_t index);
uint32_t dec_successor_count(const dec_view *v, uint32_t insn);
/* Successor number `index` of the instruction: the targets of its branch, switch or leave in the
 * order of the operands, then the next instruction if control can fall through. DEC_NO_INSN: there
 * are no more. */
uint32_t dec_successor(const dec_view *v, uint32_t insn, uint32_t index);
/* The last instruction at or before `insn` where a visible point starts; 0 when there is none. */
uint32_t dec_last_visible(const dec_view *v, uint32_t insn);
/* The first instruction in [insn, end) where a visible point starts; `end` when there is none. */
uint32_t dec_next_visible(const dec_view *v, uint32_t insn, uint32_t end);
/* The first instruction at or after `insn` where a visible point starts; DEC_NO_INSN: none. */
uint32_t dec_next_point(const dec_view *v, uint32_t insn);
/* The next instruction after `insn` where any point starts, or the end of the code. */
uint32_t dec_next_start(const dec_view *v, uint32_t insn);
/* Some visible point starts in [first, end). */
bool dec_visible_in(const dec_view *v, uint32_t first, uint32_t end);
/* brtrue or brfalse, whatever the status of the branch. */
bool dec_asks_truth(const dec_view *v, uint32_t insn);
/* Whether the result of a call is null: `isNull` of F#, a function of the library, which is always
 * inlined.
 *
 *     [visible] ...; call; stloc t; ldloc t; box; brtrue */
bool dec_tests_result(const dec_view *v, uint32_t branch);
/* The branch asks for the bool that such a test made: that test, else DEC_NO_BRANCH.
 *
 *     call F; stloc t; ldloc t; box; brtrue L; ldc.i4.1; br M;  L: ldc.i4.0;  M: [ldc.i4.0; ceq;] brfalse */
uint32_t dec_result_asked(const dec_view *v, uint32_t branch);
/* Optimised code: whether the result of a call is None, `Option.isSome (F ())` of F#, a function of
 * the library that was inlined, without a point of its own: `call F; brfalse`. Parts of a value
 * that a match tests, and active patterns, are none. */
bool dec_tests_option(const dec_view *v, uint32_t branch);
/* Where control goes when the value tested by brtrue/brfalse is true or not null, or else false or
 * null. */
uint32_t dec_arm_if(const dec_view *v, uint32_t branch, bool truth);
/* The same, over nops and br. */
uint32_t dec_dest_if(const dec_view *v, uint32_t branch, bool truth);
/* Where the arm leads, over nops and br. */
uint32_t dec_arm_dest(const dec_view *v, uint32_t branch, uint32_t arm);
/* One of the successors of `from` is `insn`. */
bool dec_leads_to(const dec_view *v, uint32_t from, uint32_t insn);

/* Opcodes, short forms included. Instructions outside of the code are nothing. */
bool dec_is_op(const dec_view *v, uint32_t insn, il_op op);
bool dec_is_call(const dec_view *v, uint32_t insn);
bool dec_is_br(const dec_view *v, uint32_t insn);
il_flow dec_flow(const dec_view *v, uint32_t insn);
/* The instruction falls through to the next one, and has no other destination. */
bool dec_goes_on(const dec_view *v, uint32_t insn);
/* What is stored, loaded; `local` and `value` may be NULL. */
bool dec_is_store_local(const dec_view *v, uint32_t insn, int32_t *local);
bool dec_is_load_local(const dec_view *v, uint32_t insn, int32_t *local);
/* The instruction loads the address of the local. */
bool dec_takes_address(const dec_view *v, uint32_t insn, int32_t local);
bool dec_is_const(const dec_view *v, uint32_t insn, int32_t *value);
/* The instruction loads this constant. */
bool dec_is_number(const dec_view *v, uint32_t insn, int32_t value);
bool dec_loads_local(const dec_view *v, uint32_t insn, int32_t local);
bool dec_stores_local(const dec_view *v, uint32_t insn, int32_t local);
/* The instruction loads argument 0, the object of an instance method. */
bool dec_loads_this(const dec_view *v, uint32_t insn);

/* Name of the method or field that is the instruction's operand; empty when it has none. */
cc_str dec_member(const dec_view *v, uint32_t insn);
/* Full name of the type that declares it, in the view's arena; empty when there is none. */
cc_str dec_member_type(const dec_view *v, uint32_t insn);
/* Full name of the type operand of an isinst, box, initobj or the like. */
cc_str dec_type_operand(const dec_view *v, uint32_t insn);
bool dec_calls(const dec_view *v, uint32_t insn, const char *name);
/* The same, of the type with this full name. */
bool dec_calls_of(const dec_view *v, uint32_t insn, const char *type, const char *name);
/* The first instruction in [first, last] that calls it; DEC_NO_INSN: none does. */
uint32_t dec_find_call(const dec_view *v, uint32_t first, uint32_t last, const char *name);
/* The call is one of those that tests of patterns, of nullable values and of strings make, or of
 * those that take the slice of a list pattern, whose value may be used by nothing. */
bool dec_is_call_of_tests(const dec_view *v, uint32_t insn);
/* The instruction throws a kept exception again: ExceptionDispatchInfo.Throw, where `rethrow` is
 * not possible because the handler awaits. */
bool dec_rethrows(const dec_view *v, uint32_t insn);

/* The instruction of the last visible point of the filter around `insn`: the point of its `when`;
 * patterns and switch expressions are tested before it. DEC_NO_INSN: no filter, or it has no
 * point. */
uint32_t dec_filter_point(const dec_view *v, uint32_t insn);
/* The last instruction at or before `insn` where a point starts; 0 when there is none. */
uint32_t dec_last_start(const dec_view *v, uint32_t insn);
/* The visible point at instruction `inner` begins later and ends earlier than the one at
 * `outer`. */
bool dec_point_contains(const dec_view *v, uint32_t outer, uint32_t inner);
/* x comes before y in the source, in one document. */
bool dec_is_earlier(const pdb_point *x, const pdb_point *y);
/* The nearest earlier instruction whose visible point contains the one at `insn`; DEC_NO_INSN:
 * none. */
uint32_t dec_enclosing(const dec_view *v, uint32_t insn);
/* A visible point at or before instruction `last` contains the one at `insn`. */
bool dec_is_part(const dec_view *v, uint32_t insn, uint32_t last);
/* The visible points at the instructions have the same place in the source. */
bool dec_same_place(const dec_view *v, uint32_t a, uint32_t b);
/* A field that holds the state of a state machine; source code cannot declare such names in such a
 * type. */
bool dec_is_state_field(const dec_view *v, uint32_t insn);
/* The local to which the state is copied at the start of the method; -1: none. */
int32_t dec_state_local(const dec_view *v);
/* The branch at the instruction tests the state field, or that local. */
bool dec_tests_state(const dec_view *v, uint32_t insn, int32_t state);
/* F#, optimised: the line in the name of the method called here when it holds a part of this
 * method, `f$cont@12`; else 0. The part has no point here. */
uint32_t dec_part_line(const dec_view *v, uint32_t insn);
/* Fills part_at and is_rest; without symbols (`pdb` NULL) parts are not found. */
void dec_find_parts(dec_view *v, const pdb_file *pdb);
/* The visible point that starts at the instruction, or the first point of the part that is called
 * there; NULL: neither. */
const pdb_point *dec_point_here(const dec_view *v, uint32_t insn);
/* Of all parts that are called, the first point that comes first in the source; NULL: there are
 * none. */
const pdb_point *dec_first_part(const dec_view *v);
/* Row of the method called here when it continues the rules of a match; 0: no part is called, or
 * the part is the body of a rule. */
uint32_t dec_rest_called(const dec_view *v, uint32_t insn);
/* The same, but 0 when one of the first `groups` decisions continues there: had the method not been
 * split, those tests would belong to that decision. */
uint32_t dec_rest_to_add(const dec_view *v, uint32_t groups, uint32_t insn);
bool dec_rest_is_taken(const dec_view *v, uint32_t insn);
/* No visible point starts before the instruction. */
bool dec_is_before_points(const dec_view *v, uint32_t insn);
/* F#, optimised: a string is compared with "" by its length,
 *
 *     LOAD; brfalse L; LOAD; call get_Length; ldc.i4.0; ceq; [nop;] br M; L: ldc.i4.0; [nop;] M: test
 *
 * Returns the instruction where the load ends; DEC_NO_INSN for anything else. */
uint32_t dec_emptiness_test(const dec_view *v, uint32_t test);

/* The instruction whose last point gives the line of a decision that begins at `insn`. */
uint32_t dec_line_insn(const dec_view *v, uint32_t insn);

/* C#: the code here makes the object that holds variables which lambdas capture. */
bool dec_makes_closure(const dec_view *v, uint32_t insn);
/* C#: the instruction after `insn` loads a captured variable from the object or structure that `insn`
 * gives. */
bool dec_loads_captured(const dec_view *v, uint32_t insn);
/* Finds the head of a switch statement that has no point; dec_switch_head.c. */
void dec_find_switch_head(dec_view *v, dec_decision *decision);

/* The second arm of a two-armed branch comes first in the decision, as in every build of the
 * source. */
bool dec_arms_are_swapped(const dec_view *v, uint32_t branch);
/* What a two-armed branch tests; *holds is the arm of the branch on which the test holds. */
dec_test dec_test_of(const dec_view *v, uint32_t branch, uint32_t *holds);

/* cc_arena_grow() in the arena of the view. */
void *dec_grow(dec_view *v, void *items, uint32_t count, size_t *cap, size_t size);

#endif
