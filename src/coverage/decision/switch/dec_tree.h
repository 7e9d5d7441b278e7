/* A switch as the compiler emitted it: tests that are connected without visible points between
 * them, and the exits they lead to. Private to dec_tree*.c.
 *
 * The functions allocate in the arena of the view. */
#ifndef DEC_TREE_H
#define DEC_TREE_H

#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_match.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/core/dec_value.h"

typedef enum dec_dest_kind {
    DEC_DEST_TEST,     /* a two-armed branch or a switch that is still kept */
    DEC_DEST_VISIBLE,  /* a visible point: code of the user */
    DEC_DEST_OUT,      /* ret, endfinally and the like, reached without a visible point */
    DEC_DEST_THROW,    /* an exception thrown without a visible point */
    DEC_DEST_NO_MATCH, /* the throw for a switch expression that no arm matched */
    DEC_DEST_BARRIER   /* something that no switch contains */
} dec_dest_kind;

/* Where control arrives from some instruction when it passes no visible point. */
typedef struct dec_dest {
    dec_dest_kind kind;
    uint32_t insn;   /* the test, the visible point or the last instruction */
    uint32_t branch; /* for DEC_DEST_TEST */
} dec_dest;
dec_dest dec_tree_dest(const dec_view *v, uint32_t insn);
/* Where an edge leads: an arm that begins at a hidden point counts like one at a visible point. */
dec_dest dec_tree_edge_dest(const dec_view *v, uint32_t insn);
/* Where an arm of an operand of a condition leads: the constants that && and || make are followed. */
dec_dest dec_tree_arm_dest(const dec_view *v, const probe_branch *branch, uint32_t arm);
/* C#: a statement whose variables lambdas capture begins, at a hidden point. */
bool dec_tree_begins_closure(const dec_view *v, uint32_t insn);
/* Where tests lead: where the first point of the body is when the object comes first that holds its
 * variables which lambdas capture; else the instruction itself. */
uint32_t dec_tree_body(const dec_view *v, uint32_t insn);

typedef struct dec_exit {
    dec_dest_kind kind; /* VISIBLE, OUT, THROW or NO_MATCH */
    uint32_t insn;      /* OUT, NO_MATCH: the first one found */
    /* the first exit with the same place in the source; mostly itself */
    uint32_t canonical;
    bool is_condition; /* C#: the condition of a label, `case L when c:` */
    bool is_case;      /* C#: the source has `case` labels alone for it, and no default */
} dec_exit;

/* The constant of a label "": differs from every string token, and from the zero of null. */
enum { DEC_EMPTY_TEXT = -1 };

typedef struct dec_edge {
    uint32_t branch, arm;
    uint32_t exit; /* index of the exit; DEC_NO_EXIT: leads to another test */
    uint32_t test; /* that test's branch */
    /* of "equal to a constant": instruction where the load of the compared value ends */
    uint32_t label;
    int64_t constant; /* the constant */
    bool is_zero;     /* brfalse: the constant is zero, or null */
    /* The null is that of `isinst`, stored before: the value is of another type, and no label says
     * so */
    bool is_other_type;
    /* a pattern: compares a part of the string that other labels are compared with */
    bool is_part;
    bool is_char; /* a string of this one character, without a comparison of its own */
    /* C#: the source has the constant among the alternatives of the labels of this exit */
    dec_answer is_constant;
    /* this node of the plan counts the edge, instead of an arm; PROBE_NONE */
    uint32_t node;
} dec_edge;

#define DEC_NO_EXIT UINT32_MAX

/* An edge without a label. */
static inline dec_edge dec_edge_of(uint32_t branch, uint32_t arm, uint32_t exit) {
    return (dec_edge){.branch = branch,
                      .arm = arm,
                      .exit = exit,
                      .test = DEC_NO_BRANCH,
                      .label = DEC_NO_INSN,
                      .is_constant = DEC_NOT_KNOWN,
                      .node = PROBE_NONE};
}

/* The exit is reached as often as the node runs; no test leads there. */
static inline dec_edge dec_edge_to_node(uint32_t exit, uint32_t node) {
    dec_edge edge = dec_edge_of(DEC_NO_BRANCH, 0, exit);
    edge.node = node;
    return edge;
}

/* F#: an operand of the condition of a rule. Its two destinations, by their order in the source. */
typedef struct dec_operand {
    uint32_t insn; /* instruction of its point */
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
    bool *is_member;      /* by branch */
    bool *is_visited;     /* by branch: it is not tried again as the first test of a tree */
    bool *is_first_label; /* by instruction: a switch begins with this condition of a label */
    dec_edge *edges;
    uint32_t edge_count;
    size_t edge_cap;
    uint32_t *alike;    /* by edge: dec_tree_alike(), while the arms are made */
    uint32_t last_test; /* the last test before all conditions of labels */
    dec_exit *exits;
    uint32_t exit_count;
    size_t exit_cap;
    uint32_t *exit_at; /* by instruction: exit + 1 */
    dec_guard *guards; /* F#: the conditions of rules, last first */
    bool has_barrier;
    bool has_no_match;
    bool has_all_bodies; /* C#: an exit leads to each body that the source has */
    /* a switch expression: its arms have points inside that of the whole */
    bool is_expression;
    /* of a switch that begins with `_ when c`: instruction of c; DEC_NO_INSN */
    uint32_t condition;
} dec_tree;

/* Adds a test and all tests that it leads to. False when out of memory. */
void dec_tree_grow(dec_tree *t, uint32_t branch);
void dec_tree_add_edge(dec_tree *t, dec_edge edge);
uint32_t dec_tree_exit(dec_tree *t, dec_dest dest);
/* Exits that are arms of the source: not a throw without a point. */
uint32_t dec_tree_arms(const dec_tree *t);
/* Where the tree begins: its first test, or the end of the head when it begins with a condition. */
uint32_t dec_tree_insn(const dec_tree *t);
/* The instruction's visible point is inside that of an instruction before the tree. This is so only
 * for the parts of a switch expression: its point is the whole expression, that of a statement just
 * its head. */
bool dec_tree_is_inside_head(const dec_tree *t, uint32_t insn);
/* Labels the edge when it is the "equal to a constant" arm of its test. */
void dec_tree_label_edge(const dec_view *v, dec_edge *edge);
/* The constant's instruction when the edge is the "equal" arm of a comparison with a constant; else
 * DEC_NO_INSN. */
uint32_t dec_tree_compared(const dec_view *v, const dec_edge *edge);
/* Two plain loads that end at these instructions load the same value; in C#, or copies of it made
 * by this statement. */
bool dec_tree_same_value(const dec_view *v, uint32_t a, uint32_t b);
/* C#: separates labels that test parts of a string from labels of the whole string. */
void dec_tree_label_parts(dec_tree *t);
/* By edge: the first edge with the same constant and exit; mostly itself. In the view's arena; NULL
 * when out of memory. */
uint32_t *dec_tree_alike(const dec_tree *t);
/* Fills the decision's arms with the nodes that count their edges. `arms`, by edge: the arm,
 * UINT32_MAX: none. False when out of memory. */
void dec_tree_fill(const dec_tree *t, const uint32_t *arms, dec_decision *decision);
/* C#: what a jump table does for no label is the default, also where that is a copy of its
 * `return;`; dec_tree_default.c. */
void dec_tree_join_default(dec_tree *t);
/* C#: the exit whose body the source has after `default:`; DEC_NO_EXIT: none, or it is not known. */
uint32_t dec_tree_written_default(const dec_tree *t);
/* C#: asks the source which edges are those of constants among the alternatives of labels;
 * dec_tree_constant.c. It also labels such edges whose tests do not show their constant. */
void dec_tree_find_constants(dec_tree *t);
/* What decides whether an edge is an arm of its own. */
typedef struct dec_arm_rules {
    uint32_t fallback;    /* the exit of the default; DEC_NO_EXIT: no value falls out */
    bool split;           /* labels of one body are arms of their own */
    bool falls_out;       /* so are labels that lead to the fallback */
    bool is_text;         /* then zero means null, and null is not a label */
    const bool *is_mixed; /* F#, by exit */
} dec_arm_rules;

/* False when out of memory. */
void dec_tree_find_rules(const dec_tree *t, dec_arm_rules *rules);
/* The edge, which leads to an exit, is an arm by itself; else it counts with the others. */
bool dec_tree_is_own_arm(const dec_tree *t, const dec_edge *edge, const dec_arm_rules *rules);
/* Makes the tree one decision, with its arms in the order of the source; NULL when it decides
 * nothing, or when out of memory. It is valid until the next decision is added. */
dec_decision *dec_tree_group(dec_tree *t);
/* F#: an exit leads to the condition of `| pattern when c -> ...`. */
bool dec_tree_has_guard(const dec_tree *t);
/* The first rule is `| n when c ->`, and the branch is the first test of c: then the tree includes
 * the rules after it. False: discard the tree. */
bool dec_tree_begin_guard(dec_tree *t, uint32_t branch);
/* Adds the edges of those conditions that fail, and the tests that only these lead to. */
void dec_tree_add_guards(dec_tree *t);
/* Joins copies of one condition: their decisions, and the hits of their points. */
void dec_tree_join_copies(dec_tree *t);
/* C#: the instruction is where control continues after a test that the compiler emitted several
 * times. */
bool dec_tree_is_after_copies(const dec_view *v, uint32_t insn);
/* F#: adds the copies of the active pattern that the branch tests, when it has arguments, and the
 * tests that they lead to. Returns the number of copies. */
uint32_t dec_tree_grow_copies(dec_tree *t, uint32_t branch);
/* Counts the points of such copies together. Call it before the tree becomes a decision. */
void dec_tree_count_copies(const dec_tree *t);
/* F#: one decision for tests of patterns with arguments that are in no tree. */
void dec_tree_join_patterns(dec_view *v);
/* The branch is the first test of the condition of a label `_ when c` that begins a switch
 * expression. Then the tree is that of the labels: it has no test before the condition. */
bool dec_tree_begin_when(dec_tree *t, uint32_t branch);
/* The tree is a switch with a single label, `case L when c`. Optimised code keeps of it only the
 * label's test, and the places of the condition and of the label's body. */
bool dec_tree_is_lone_label(dec_tree *t);
/* `case L when c`: when a condition fails, control continues at the labels after it. Adds those
 * edges, and the tests that only these lead to. False when out of memory. */
void dec_tree_finish(dec_tree *t);

/* C#: the arm of a table of numbers of labels (dec_idiom_numbered.c) is for numbers that no path to
 * the condition stores: the table has entries for those of other conditions. It is never taken. */
bool dec_tree_is_gap(const dec_view *v, uint32_t branch, uint32_t arm);

/* --- conditions of labels, dec_tree_scan.c --- */

enum { DEC_WHEN_UNKNOWN = -1 };

typedef struct dec_when_edge {
    uint32_t branch, arm;
    uint32_t insn;     /* first instruction outside the condition */
    bool after_hidden; /* passed the br that a condition has in Debug code */
    int32_t value;     /* of the operand or the whole condition, 0 or 1; DEC_WHEN_UNKNOWN */
} dec_when_edge;

typedef struct dec_when_scan {
    uint32_t first, end; /* the condition is [first, end); end is the next visible point */
    /* What control comes to when the condition holds: `end`, or after other conditions */
    uint32_t body;
    bool has_body;
    bool has_way_on;
    /* the label has no body: the next visible point is where control continues */
    bool is_idle;
    dec_when_edge on; /* the first edge that leaves towards the next labels */
} dec_when_scan;

/* The end of a condition that begins at the instruction: the next visible point that is not a part of
 * it, or the next statement without a point, such as one whose variables lambdas capture. */
uint32_t dec_when_end(const dec_view *v, uint32_t first);
/* The condition that begins at the instruction, with its own body after it. */
dec_when_scan dec_when_scan_of(const dec_view *v, uint32_t first);
/* [first, end) contains more than a condition. */
bool dec_when_is_other(const dec_view *v, const dec_when_scan *scan);
/* Visits every arm of the condition's tests; false when this is not a condition. `apply` (may be NULL)
 * is called for each edge that leaves towards the next labels. */
bool dec_when_look(dec_tree *t, dec_when_scan *scan, void (*apply)(dec_tree *, dec_when_edge));
/* Prevents the tests of the condition from becoming a tree of their own; those of a switch
 * expression in it may. */
void dec_when_claim(dec_tree *t, const dec_when_scan *scan);

/* --- F#: patterns with arguments, dec_tree_rule.c --- */

/* Number of arguments of the active pattern that the instructions in [first, last) call. 1: the
 * value of the match alone; more: the other arguments have points. 0: they call none. */
uint32_t dec_rule_pattern(const dec_view *v, uint32_t first, uint32_t last);
/* The arguments of a pattern have one point each, in order; the test belongs to the last of them.
 * These go from the instruction of the first to that of the last, and back; the instruction itself
 * when it begins no arguments. */
uint32_t dec_rule_last_argument(const dec_view *v, uint32_t insn);
uint32_t dec_rule_first_argument(const dec_view *v, uint32_t insn, uint32_t test);

/* --- places in the source, dec_tree_owner.c --- */

typedef enum dec_owner { DEC_OWNER_UNCLEAR, DEC_OWNER_LABEL, DEC_OWNER_IF } dec_owner;
/* The point of the switch's head; PROBE_NONE: it has none. */
uint32_t dec_tree_head(const dec_tree *t);
/* The tree begins a method that continues the rules of a match, and stands for an arm of that
 * match. */
bool dec_tree_is_rest(const dec_tree *t);
/* A try statement begins at the instruction, in code that the compiler put before it. */
bool dec_tree_begins_try(const dec_view *v, uint32_t insn);
/* What owns the condition whose point is at `first`. */
dec_owner dec_tree_condition_owner(const dec_tree *t, uint32_t first);

/* --- the next statement, dec_tree_next.c --- */

/* `dest` leads to tests at `target`. C#, optimised: these may belong to the next statement, a
 * switch over a plain variable, which has only a hidden point: `if (A) B(); switch (n) {...}`.
 * Returns where that statement begins, else DEC_NO_INSN. */
uint32_t dec_tree_next_statement(const dec_tree *t, dec_dest dest, uint32_t target);
/* What is loaded at the instruction becomes an argument of a method before `end`, so that no
 * test is about it. */
bool dec_tree_is_argument(const dec_view *v, uint32_t load, uint32_t end);

#endif
