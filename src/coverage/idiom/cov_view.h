/* What an idiom sees of a method, and the questions that most idioms ask.
 * "Visible" and "hidden" are kinds of sequence points; "start" means that one begins at the
 * unit. */
#ifndef COV_VIEW_H
#define COV_VIEW_H

#include "coverage/idiom/cov_idiom.h"

#define COV_NO_UNIT UINT32_MAX
#define COV_NO_BRANCH UINT32_MAX

typedef enum cov_fate {
    COV_KEPT = 0,
    COV_DROPPED,  /* compiler-made */
    COV_CONSTANT, /* compiler-made, and always goes to `certain` */
    COV_NUMBERED, /* compiler-made, but a way to the next label of a switch */
    COV_GROUPED   /* a test inside a switch */
} cov_fate;

typedef struct cov_view {
    const mth_method *method;
    const il_body *body;
    const probe_plan *plan;
    const md_tables *tables;
    cc_arena *arena;
    uint8_t *starts;    /* by unit: COV_START_ bits */
    uint32_t *point_at; /* by unit: first visible point that starts there, PROBE_NONE */
    bool *is_target;    /* by unit: some branch, switch or leave names it */
    cov_fate *fate;     /* by branch */
    uint32_t *twin;     /* by point: the point whose hits it adds to; itself as a rule */
    uint32_t *around;   /* by visible point: unit of the nearest one in front that contains it;
                           COV_NO_UNIT */
    bool has_parts;     /* some point has one around it */
    uint32_t *certain;  /* by branch, COV_CONSTANT: unit where control always goes */
    /* By branch, COV_DROPPED: unit from where all its ways lead alike; COV_NUMBERED: unit of the
     * condition in front of it; COV_NO_UNIT. */
    uint32_t *over;
    pdb_language language;
    cov_role role;
    const pdb_point *
        *part_at;    /* by unit: where the part begins that is called here; NULL: none is */
    bool is_rest;    /* F#, optimised: it seems to be the rest of a match */
    bool is_machine; /* the body of a compiler's state machine */
    uint32_t
        *stands; /* by branch: unit of the point that it lost, in front of a rule; COV_NO_UNIT */
    /* C#: the code of an arm of a switch expression begins in front of its point. By unit, or
     * COV_NO_UNIT: */
    uint32_t *arm_from; /* unit of the point of the arm that begins here */
    uint32_t *arm_of;   /* the same, of the innermost arm that the unit belongs to */
    cov_decision *groups;
    uint32_t group_count, group_cap;
    bool failed; /* out of memory */
} cov_view;

enum { COV_START_VISIBLE = 1, COV_START_HIDDEN = 2 };

/* An idiom marks branches in `fate`. */
typedef void cov_idiom_fn(cov_view *view);
#define COV_IDIOM(name, text) cov_idiom_fn cov_idiom_##name;
#include "coverage/idiom/idiom.def"
#undef COV_IDIOM

static inline const il_unit *cov_unit(const cov_view *v, uint32_t unit) {
    return &v->body->units[unit];
}

/* The unit before, nops skipped; COV_NO_UNIT at the start. Not a question of control flow. */
uint32_t cov_before(const cov_view *v, uint32_t unit);
/* The unit at or after, nops and br skipped (br followed); COV_NO_UNIT at the end. */
uint32_t cov_settle(const cov_view *v, uint32_t unit);
/* Successor number `index` of the unit: where its branch, switch or leave goes, in the order of the
 * operands, then the unit behind when control may go on there. COV_NO_UNIT: there are no more. */
uint32_t cov_successor(const cov_view *v, uint32_t unit, uint32_t index);
/* The last unit at or before `unit` where a visible point starts; 0 when there is none. */
uint32_t cov_last_visible(const cov_view *v, uint32_t unit);
/* The first unit in [unit, end) where a visible point starts; `end` when there is none. */
uint32_t cov_next_visible(const cov_view *v, uint32_t unit, uint32_t end);
/* Some visible point starts in [first, end). */
bool cov_visible_in(const cov_view *v, uint32_t first, uint32_t end);
/* brtrue or brfalse, whatever became of it. */
bool cov_asks_truth(const cov_view *v, uint32_t unit);
/* A kept two-armed branch whose unit is brtrue or brfalse. */
bool cov_is_truth_test(const cov_view *v, uint32_t branch);
/* Where control goes when the value tested by brtrue/brfalse is true/not null, or false/null. */
uint32_t cov_arm_if(const cov_view *v, uint32_t branch, bool truth);

/* Opcodes, short forms included. */
bool cov_is_op(const cov_view *v, uint32_t unit, il_op op);
bool cov_is_call(const cov_view *v, uint32_t unit);
il_flow cov_flow(const cov_view *v, uint32_t unit);
/* The unit goes on to the next one, and nowhere else. */
bool cov_goes_on(const cov_view *v, uint32_t unit);
bool cov_is_store_local(const cov_view *v, uint32_t unit, int32_t *local);
bool cov_is_load_local(const cov_view *v, uint32_t unit, int32_t *local);
/* The unit loads the address of the local. */
bool cov_takes_address(const cov_view *v, uint32_t unit, int32_t local);
bool cov_is_const(const cov_view *v, uint32_t unit, int32_t *value);

/* Name of the method or field that the unit names; empty when it names none. */
cc_str cov_member(const cov_view *v, uint32_t unit);
/* Full name of the type that declares it, in the view's arena; empty when there is none. */
cc_str cov_member_type(const cov_view *v, uint32_t unit);
/* Full name of the type that an isinst, box, initobj or the like names. */
cc_str cov_type_operand(const cov_view *v, uint32_t unit);
bool cov_calls(const cov_view *v, uint32_t unit, const char *name);
/* An exception that was kept is thrown again: ExceptionDispatchInfo.Throw, where `rethrow` cannot stand because the
 * handler waits. */
bool cov_throws_on(const cov_view *v, uint32_t unit);

/* The value that ends at `unit` was loaded without any computing: `ldloc x`, `ldarg x`, `ldsfld f`,
 * `ldarg.0; ldfld f`, an address of one of these, in F# an element of a tuple; copies through
 * `stloc t; ldloc t` are followed back. *first is where the load begins; false when it is something else. */
bool cov_plain_load(const cov_view *v, uint32_t unit, uint32_t *first);
/* Two plain loads that end at these units load the same thing, or one of them a copy of it. */
bool cov_same_load(const cov_view *v, uint32_t a, uint32_t b);
/* Loads a field of a state machine in which the compiler keeps an operand over an await. */
bool cov_is_kept_operand(const cov_view *v, uint32_t unit);
/* What the unit loads, or whose address, was stored in the same statement: operators of the compiler
 * copy their operands; what somebody writes names a variable as it is. */
bool cov_is_copy(const cov_view *v, uint32_t unit);
/* Length in units of a plain load that begins at `unit`; 0 when none does. */
uint32_t cov_load_length(const cov_view *v, uint32_t unit);

/* The unit of the last visible point of the filter that holds the unit: that of its `when`; patterns and
 * switch expressions are asked in front of it. COV_NO_UNIT: no filter, or none in it. */
uint32_t cov_filter_point(const cov_view *v, uint32_t unit);
/* The last unit at or before `unit` where a point starts; 0 when there is none. */
uint32_t cov_last_start(const cov_view *v, uint32_t unit);
/* The visible point at unit `inner` begins later and ends earlier than the one at `outer`. */
bool cov_point_contains(const cov_view *v, uint32_t outer, uint32_t inner);
/* The place of x in the source is in front of that of y, in one document. */
bool cov_is_earlier(const pdb_point *x, const pdb_point *y);
/* The nearest unit in front whose visible point contains that at the unit; COV_NO_UNIT: none. */
uint32_t cov_around(const cov_view *v, uint32_t unit);
/* Some visible point at or before unit `last` contains that at the unit. */
bool cov_is_part(const cov_view *v, uint32_t unit, uint32_t last);
/* The visible points at the units have the same place in the source. */
bool cov_same_place(const cov_view *v, uint32_t a, uint32_t b);
/* The unit is a place of the debugger that no code ever reaches. */
bool cov_is_phantom(const cov_view *v, uint32_t unit);
/* A field that holds the state of a state machine; no source can have these names in such a
 * type. */
bool cov_is_state_field(const cov_view *v, uint32_t unit);
/* The local that the state is copied to where the method begins; -1: none. */
int32_t cov_state_local(const cov_view *v);
/* The branch at the unit asks for the state, as it is or in that local. */
bool cov_tests_state(const cov_view *v, uint32_t unit, int32_t state);
/* F#, optimised: the unit calls a method that holds a part of this one, `f$cont@12`; the line in its name, 0: it
 * does not. The part has no point here. */
uint32_t cov_part_line(const cov_view *v, uint32_t unit);
/* Fills part_at and is_rest; with no symbols nothing is known of the parts. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_find_parts(cov_view *v, const pdb_file *pdb);
/* The visible point that starts at the unit, or where the part begins that is called there; NULL: none. */
const pdb_point *cov_point_here(const cov_view *v, uint32_t unit);
/* Of the parts that are called, where the one begins that comes first in the source; NULL: there are none. */
const pdb_point *cov_first_part(const cov_view *v);
/* The method called here goes on with the rules of a match; 0: none is, or the part is the body of a rule. */
uint32_t cov_rest_called(const cov_view *v, uint32_t unit);
/* The same, 0 also when one of the first `groups` decisions goes on there: in a method that is whole its
 * tests would be that decision's. */
uint32_t cov_rest_to_add(const cov_view *v, uint32_t groups, uint32_t unit);
bool cov_rest_is_taken(const cov_view *v, uint32_t unit);
/* No visible point stands in front of the unit. */
bool cov_is_before_points(const cov_view *v, uint32_t unit);
/* The unit before the branch, seen through `stloc t; ldloc t` with the same t (in Debug code a
 * hidden point stands between): the unit that made the tested value. COV_NO_UNIT: several did, or
 * none. */
uint32_t cov_tested(const cov_view *v, uint32_t branch_unit);
/* For tests of one loaded value against constants (brtrue, beq, sub + switch and so on): the unit
 * at which the load ends. COV_NO_UNIT for other tests. */
uint32_t cov_tested_against_constants(const cov_view *v, uint32_t branch_unit);

/* F#, optimised: a text is compared with "" by its length,
 *   LOAD; brfalse L; LOAD; call get_Length; ldc.i4.0; ceq; [nop;] br M; L: ldc.i4.0; [nop;] M: test
 * The unit where the load ends; COV_NO_UNIT for anything else. */
uint32_t cov_emptied_text(const cov_view *v, uint32_t test);

/* The unit whose last point tells the line of a decision that begins at `unit`. */
uint32_t cov_place_of(const cov_view *v, uint32_t unit);

/* The second arm of a two-armed branch comes first in every build of the source. */
bool cov_arms_are_swapped(const cov_view *v, uint32_t branch);

void cov_drop(cov_view *v, uint32_t branch);
/* Adds a group, its arms uninitialised; NULL when out of memory (`failed` is set). */
cov_decision *cov_add_group(cov_view *v, uint32_t unit, uint32_t arm_count);
/* Adds nodes of the plan to an arm; false when out of memory (`failed` is set). */
bool cov_arm_add(cov_view *v, cov_decision_arm *arm, const uint32_t *nodes, uint32_t count);
/* An arm made of two; false when out of memory (`failed` is set). */
bool cov_join_arms(cov_view *v, cov_decision_arm *out, const probe_arm *x, const probe_arm *y);

#endif
