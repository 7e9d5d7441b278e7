/* What became of the tests of a method, and the few things that an idiom may do to them. What is
 * recorded is private to dec_edit.c: an idiom asks and changes it by these functions alone.
 *
 * A test is a branch of the plan. It is kept until an idiom says otherwise; what is kept at the end
 * is a decision of its own. Of two idioms that say something of one test the later one counts,
 * which is why the rows of dec_idioms.def name those that run before them.
 *
 * Threads: a view belongs to one thread. */
#ifndef DEC_EDIT_H
#define DEC_EDIT_H

#include "coverage/decision/core/dec_view.h"

/* Everything is as the plan has it: each test is kept, but for those that repeat what was counted. */
void dec_edits_make(dec_view *v);

/* --- what became of a test ----------------------------------------------------------------------
 *
 * Nothing became of DEC_NO_BRANCH: all answers are false, or DEC_NO_INSN. */

bool dec_is_kept(const dec_view *v, uint32_t branch);
/* Compiler-made: no decision. */
bool dec_is_dropped(const dec_view *v, uint32_t branch);
/* Compiler-made, and control always goes to dec_certain_target(). */
bool dec_is_constant(const dec_view *v, uint32_t branch);
/* Compiler-made, but it leads to the next label of a switch. */
bool dec_is_numbered(const dec_view *v, uint32_t branch);
/* Part of a decision that was added. */
bool dec_is_merged(const dec_view *v, uint32_t branch);
/* A kept two-armed branch whose instruction is brtrue or brfalse. */
bool dec_is_truth_test(const dec_view *v, uint32_t branch);

/* Of a constant test: the instruction where control goes. */
uint32_t dec_certain_target(const dec_view *v, uint32_t branch);
/* Of a dropped test: the instruction at which all its arms go on alike; DEC_NO_INSN: not known. */
uint32_t dec_resume_of(const dec_view *v, uint32_t branch);
/* Of a numbered test: the instruction of the condition before it. */
uint32_t dec_condition_of(const dec_view *v, uint32_t branch);
/* The instruction of the point that the test lost, before a rule; DEC_NO_INSN: none. */
uint32_t dec_lost_point(const dec_view *v, uint32_t branch);
/* The instruction is a place for a breakpoint that no code reaches. */
bool dec_is_phantom(const dec_view *v, uint32_t insn);

/* The decisions that were added, in the order in which they were. */
uint32_t dec_added_count(const dec_view *v);
const dec_decision *dec_added(const dec_view *v, uint32_t index);

/* --- what an idiom may do ----------------------------------------------------------------------- */

/* The test is the compiler's. */
void dec_drop(dec_view *v, uint32_t branch);
/* Drops each test that is kept and that the compiler made, according to `is_made`: all of them, or
 * only those of dec_is_truth_test(). In the order of the branches. */
typedef bool dec_is_made_fn(const dec_view *v, uint32_t branch);
void dec_drop_tests(dec_view *v, dec_is_made_fn *is_made);
void dec_drop_truth_tests(dec_view *v, dec_is_made_fn *is_made);
/* Drops the tests at the instructions in [first, end) that are kept. */
void dec_drop_in(dec_view *v, uint32_t first, uint32_t end);
/* The same, and whatever its result, the code goes on alike at the instruction. */
void dec_drop_to(dec_view *v, uint32_t branch, uint32_t insn);
/* The test is a decision after all. */
void dec_take_back(dec_view *v, uint32_t branch);
/* The test always leads to the instruction. */
void dec_make_constant(dec_view *v, uint32_t branch, uint32_t insn);
/* The test leads to the label after the condition at the instruction. */
void dec_make_numbered(dec_view *v, uint32_t branch, uint32_t condition);

/* Adds a decision with empty arms that begins at the instruction. It is valid until the next one is
 * added; NULL: out of memory. */
dec_decision *dec_add_decision(dec_view *v, uint32_t insn, uint32_t arm_count);
/* The test is part of a decision that was added; its arms count nothing by themselves. */
void dec_merge(dec_view *v, uint32_t branch);
/* Merges a test with two arms: arm a counts for arm a ^ flip of the decision (0 or 1). False: out of
 * memory. */
void dec_merge_arms(dec_view *v, dec_decision *decision, uint32_t branch, uint32_t flip);
/* Adds nodes of the plan to an arm. False: out of memory. */
void dec_arm_add(const dec_view *v, dec_decision_arm *arm, const uint32_t *nodes, uint32_t count);
/* The arm of the test counts what `x` and `y` of other tests do, instead of its own; `y` may be
 * NULL. For two arms. */
void dec_set_arm(dec_view *v, uint32_t branch, uint32_t arm, const probe_arm *x,
                 const probe_arm *y);

/* The decision of a test with two arms stands at the instruction, where it has a point. */
void dec_anchor(dec_view *v, uint32_t branch, uint32_t insn);
/* The same, of a test that lost its point: the rule begins at the instruction. */
void dec_anchor_rule(dec_view *v, uint32_t branch, uint32_t insn);
/* Of two such tests the second one is a copy: its decision counts with that of the first. `flip`: 1
 * when its arms are in the other order. */
void dec_join_rules(dec_view *v, uint32_t first, uint32_t copy, uint32_t flip);
/* The code from `begin` on belongs to the arm of a switch expression whose point is at the
 * instruction `point`. */
void dec_anchor_arm(dec_view *v, uint32_t begin, uint32_t point);
/* The source hides the instruction: a decision that begins there is not shown. */
void dec_hide(dec_view *v, uint32_t insn);

/* A statement of the source begins at the instruction, which has no visible point. */
void dec_begin_statement(dec_view *v, uint32_t insn);

/* The visible points at the instructions are copies: hits of the second one count at the first. */
void dec_join_points(dec_view *v, uint32_t first, uint32_t copy);
/* The point ran as often as the arm was taken, too: the compiler emitted its code once more without
 * it. */
void dec_count_copy(dec_view *v, uint32_t point, const probe_arm *arm);

/* The visible point at the instruction ran as often as that at `other`. */
void dec_count_as(dec_view *v, uint32_t insn, uint32_t other);

/* Hands the joined and copied points over. */
void dec_points_of(const dec_view *v, dec_decisions *out);

#endif
