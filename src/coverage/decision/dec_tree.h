/* A switch as the compiler made it: tests connected without visible points between them, and the
 * exits that they lead to. Private to idiom_tree*.c. */
#ifndef DEC_TREE_H
#define DEC_TREE_H

#include "coverage/decision/dec_view.h"

typedef enum dec_dest_kind {
    DEC_DEST_TEST,     /* a two-armed branch or a switch that is still kept */
    DEC_DEST_VISIBLE,  /* a visible point: code of the user */
    DEC_DEST_OUT,      /* ret, endfinally and the like, without a visible point */
    DEC_DEST_THROW,    /* an exception without a visible point */
    DEC_DEST_NO_MATCH, /* the throw of a switch expression that no arm matched */
    DEC_DEST_BARRIER   /* something that no switch contains */
} dec_dest_kind;

/* Where control comes to from some instruction without visible points on the way. */
typedef struct dec_dest {
    dec_dest_kind kind;
    uint32_t insn;   /* of the test, the visible point or the last instruction */
    uint32_t branch; /* DEC_DEST_TEST */
} dec_dest;
dec_dest dec_tree_dest(const dec_view *v, uint32_t insn);
/* The same for an edge: an arm that begins at a hidden point is as good as a visible one. */
dec_dest dec_tree_edge_dest(const dec_view *v, uint32_t insn);
/* The same for an arm of a condition's operand: what && and || make constant is followed. */
dec_dest dec_tree_arm_dest(const dec_view *v, const probe_branch *branch, uint32_t arm);

typedef struct dec_exit {
    dec_dest_kind kind; /* VISIBLE, OUT, THROW or NO_MATCH */
    uint32_t insn;      /* OUT, NO_MATCH: the first one met */
    uint32_t canonical; /* the first exit with the same place in the source; as a rule itself */
    bool is_condition;  /* C#: of a label, `case L when c:` */
} dec_exit;

/* The constant of a label "": no token of a text, and unlike the zero of null. */
enum { DEC_EMPTY_TEXT = -1 };

typedef struct dec_edge {
    uint32_t branch, arm;
    uint32_t exit;    /* index of the exit; DEC_NO_EXIT: leads to another test */
    uint32_t test;    /* that test's branch */
    uint32_t label;   /* of "equal to a constant": instruction where the load of the value ends */
    int64_t constant; /* which one */
    bool is_zero;     /* brfalse: zero perhaps, or just null */
    bool is_part;  /* a pattern compares a part of the text that other labels are compared with */
    bool is_char;  /* the text of this one character, which no comparison tells */
    uint32_t node; /* counts this node of the plan instead of an arm; PROBE_NONE */
} dec_edge;

#define DEC_NO_EXIT UINT32_MAX

/* An edge without a label. */
static inline dec_edge dec_edge_of(uint32_t branch, uint32_t arm, uint32_t exit) {
    return (dec_edge){.branch = branch,
                      .arm = arm,
                      .exit = exit,
                      .test = DEC_NO_BRANCH,
                      .label = DEC_NO_INSN,
                      .node = PROBE_NONE};
}

/* Control comes to the exit as often as to the node: no test leads there. */
static inline dec_edge dec_edge_to_node(uint32_t exit, uint32_t node) {
    dec_edge edge = dec_edge_of(DEC_NO_BRANCH, 0, exit);
    edge.node = node;
    return edge;
}

/* F#: an operand of the condition of a rule. Its two ways, by their place in the source. */
typedef struct dec_operand {
    uint32_t insn; /* of its point */
    uint32_t branch;
    uint32_t near_arm;
    dec_dest near, far;
} dec_operand;

enum { DEC_MAX_OPERANDS = 64 };

typedef struct dec_guard {
    const dec_operand *operands;
    uint32_t count;
    struct dec_guard *next;
} dec_guard;

typedef struct dec_tree {
    dec_view *v;
    uint32_t *members; /* branches, increasing until dec_tree_finish() adds to them */
    uint32_t member_count;
    bool *is_member;  /* by branch */
    bool *is_visited; /* by branch: it is not looked at any more as the first of a tree */
    dec_edge *edges;
    uint32_t edge_count, edge_cap;
    uint32_t *alike;    /* by edge: dec_tree_alike(), while arms are made of them */
    uint32_t last_test; /* in front of all conditions of labels */
    dec_exit *exits;
    uint32_t exit_count, exit_cap;
    uint32_t *exit_at; /* by instruction: exit + 1 */
    dec_guard *guards; /* F#: the conditions of rules, last first */
    bool has_barrier;
    bool has_no_match;
    bool is_expression; /* a switch expression: its arms have points inside the tree's own */
    uint32_t
        condition; /* of an expression that begins with `_ when c`: instruction of c; DEC_NO_INSN */
} dec_tree;

/* Adds a test and all tests that it leads to. False when out of memory. */
bool dec_tree_grow(dec_tree *t, uint32_t branch);
void dec_tree_add_edge(dec_tree *t, dec_edge edge);
uint32_t dec_tree_exit(dec_tree *t, dec_dest dest);
/* Exits that are arms of the source: not a throw without a point. */
uint32_t dec_tree_arms(const dec_tree *t);
/* Where it begins: its first test, or the end of the head when it begins with a condition. */
uint32_t dec_tree_insn(const dec_tree *t);
/* The instruction's visible point lies inside one before the tree. Only the parts of a switch expression
 * do: its point is the whole expression, that of a statement just its head. */
bool dec_tree_is_inside_head(const dec_tree *t, uint32_t insn);
/* The edge is the arm of a comparison that says "equal to a constant": the constant's instruction; DEC_NO_INSN. */
uint32_t dec_tree_compared(const dec_view *v, const dec_edge *edge);
/* Two plain loads that end at the instructions load the same value. C#: or copies of it that this statement made. */
bool dec_tree_same_value(const dec_view *v, uint32_t a, uint32_t b);
/* C#: tells labels that ask for parts of a text from labels of the text. */
void dec_tree_label_parts(dec_tree *t);
/* By edge: the first one with the same constant and exit; itself as a rule. In the view's arena; NULL when out of memory. */
uint32_t *dec_tree_alike(const dec_tree *t);
/* Gives the decision's arms the nodes that count their edges. `arms`, by edge: the arm, UINT32_MAX: none. False when out
 * of memory. */
bool dec_tree_fill(const dec_tree *t, const uint32_t *arms, dec_decision *decision);
/* One decision of the tree: its arms in the order of the source. */
void dec_tree_group(dec_tree *t);
/* F#: does an exit lead to the condition of `| pattern when c -> ...`? */
bool dec_tree_has_guard(const dec_tree *t);
/* The first rule is `| n when c ->`, and the branch the first test of c: then the tree is that of the
 * rules behind it, too. False: the tree is to be forgotten. */
bool dec_tree_begin_guard(dec_tree *t, uint32_t branch);
/* Adds the edges of those conditions that fail, and the tests that only they lead to. */
void dec_tree_add_guards(dec_tree *t);
/* Copies of one condition become one: its decisions, and the hits of its points. */
void dec_tree_join_copies(dec_tree *t);
/* C#: a test that the compiler made several times goes on at the instruction. */
bool dec_tree_is_behind_copies(const dec_view *v, uint32_t insn);
/* F#: adds the copies of the pattern with arguments that the branch asks, and the tests that they lead to. The
 * number of copies. */
uint32_t dec_tree_grow_copies(dec_tree *t, uint32_t branch);
/* The points of such copies are counted as one; before the tree is a decision. */
void dec_tree_count_copies(const dec_tree *t);
/* F#: one decision for tests of patterns with arguments that no tree took. */
void dec_tree_join_patterns(dec_view *v);
/* The condition of a label `_ when c`, with which a switch expression begins, is the branch the first
 * test of? Then the tree is that of the labels: it has no test in front of the condition. */
bool dec_tree_begin_when(dec_tree *t, uint32_t branch);
/* Optimised code keeps nothing of a switch with one label `case L when c` but the label's test and
 * where the condition and the label's body stand. True: it is one. */
bool dec_tree_is_lone_label(dec_tree *t);
/* `case L when c`: a condition that fails goes on to the labels behind it. Adds those edges, and
 * the tests that only they lead to. */
bool dec_tree_finish(dec_tree *t);

/* --- conditions of labels, dec_tree_scan.c --- */

enum { DEC_WHEN_UNKNOWN = -1 };

typedef struct dec_when_edge {
    uint32_t branch, arm;
    uint32_t insn;      /* first instruction outside the condition */
    bool behind_hidden; /* went through the br that a condition has in Debug code */
    int32_t value;      /* of the operand or the whole, 0 or 1; DEC_WHEN_UNKNOWN */
} dec_when_edge;

typedef struct dec_when_scan {
    uint32_t first, end; /* instructions of the condition; end is the next visible point */
    bool has_body;
    bool has_way_on;
    bool is_idle;     /* the label has no body, and the next visible point is the way on */
    dec_when_edge on; /* the first way on */
} dec_when_scan;

/* The end of a condition that begins at the instruction: the next visible point that is no part of it. */
uint32_t dec_when_end(const dec_view *v, uint32_t first);
/* What stands in [first, end) goes beyond a condition. */
bool dec_when_is_other(const dec_view *v, const dec_when_scan *scan);
/* Looks at every arm of the condition's tests; false when this is no condition. `apply` (may be NULL) is called
 * for each way on. */
bool dec_when_look(dec_tree *t, dec_when_scan *scan, void (*apply)(dec_tree *, dec_when_edge));
/* The tests of the condition are no tree of their own; those of a switch expression in it are. */
void dec_when_claim(dec_tree *t, const dec_when_scan *scan);

/* --- F#: places of a rule in the source, dec_tree_rule.c --- */

typedef struct dec_arrow {
    uint32_t most; /* columns between them; the last ones of several operands may be in brackets */
    uint32_t column;
} dec_arrow;
/* `->` stands between the condition and the body, both in one line, or the body in a later line in
 * front of `column`. */
bool dec_rule_is_arrow(const pdb_point *last, const pdb_point *body, dec_arrow rule);
/* Of a condition that is one point, and of one that has operands. */
dec_arrow dec_rule_arrow(const pdb_point *condition);
dec_arrow dec_rule_arrow_behind(const pdb_point *first, const pdb_point *last, uint32_t count);
/* The condition stands behind `match x with`. In one line a pattern and `when` stand between them. The
 * head of a `function` that was inlined is the statement around it. */
bool dec_rule_is_behind(const pdb_point *head, const pdb_point *first);
/* The points at `head` and `first` are operands of one `if`: its point contains both, and not the body. An operand
 * between them may have lost its own. */
bool dec_rule_is_in_if(const dec_view *v, uint32_t head, uint32_t first, uint32_t body);
/* && or || stands between them, and no pattern. */
bool dec_rule_is_operand(const pdb_point *left, const pdb_point *right);
/* The instructions in [first, last) ask an active pattern: the number of what it is called with. 1: the value of
 * the match; more: its arguments have points. 0: they ask none. */
uint32_t dec_rule_pattern(const dec_view *v, uint32_t first, uint32_t last);
/* It is a pattern that may fail, and no condition. */
bool dec_rule_asks_pattern(const dec_view *v, const dec_operand *operand);
/* The point of the operand is the head of a match whose first rule has the next one for its condition.
 * The argument of a pattern is an operand: `| Starts "a" rest when c ->`. */
bool dec_rule_is_head(const dec_view *v, const dec_operand *operand, const dec_operand *next);
/* Arguments of a pattern have points one behind the other, its test belongs to the last of them. From the
 * instruction of the first one to that of the last, and back; the instruction itself when it begins no arguments. */
uint32_t dec_rule_last_argument(const dec_view *v, uint32_t insn);
uint32_t dec_rule_first_argument(const dec_view *v, uint32_t insn, uint32_t test);

/* --- places in the source, dec_tree_owner.c --- */

typedef enum dec_owner { DEC_OWNER_UNCLEAR, DEC_OWNER_LABEL, DEC_OWNER_IF } dec_owner;
/* What a body belongs to that begins so many columns behind its condition. */
dec_owner dec_owner_in_line(uint32_t gap);
/* The point of the switch's head; PROBE_NONE. */
uint32_t dec_tree_head(const dec_tree *t);
/* Opening braces have code of their own, and so has the end of a call's statement. */
bool dec_tree_is_debug(const dec_view *v);
/* It begins a method that goes on with the rules of a match: it takes the place of an arm of that. */
bool dec_tree_is_rest(const dec_tree *t);
/* A try statement begins at the instruction, in code that the compiler put in front of it. */
bool dec_tree_begins_try(const dec_view *v, uint32_t insn);
/* What the condition at `first` belongs to when its body is at `end`. In optimised code only. */
dec_owner dec_tree_condition_owner(const dec_tree *t, uint32_t first, uint32_t end);
/* Another label and a body have room between the points at both instructions. */
bool dec_tree_is_far(const dec_tree *t, uint32_t first, uint32_t end);
/* --- the next statement, dec_tree_next.c --- */

/* The way leads to tests at the target. C#, optimised: they may be those of the next statement, a switch over a plain
 * variable, which has only a hidden point: `if (A) B(); switch (n) {...}`. Gives where that begins, else DEC_NO_INSN. */
uint32_t dec_tree_next_statement(const dec_tree *t, dec_dest dest, uint32_t target);

#endif
