/* A switch as the compiler made it: tests connected without visible points between them, and the
 * exits that they lead to. Private to idiom_tree*.c. */
#ifndef COV_TREE_H
#define COV_TREE_H

#include "coverage/idiom/cov_view.h"

typedef enum cov_way_kind {
    COV_WAY_TEST,     /* a two-armed branch or a switch that is still kept */
    COV_WAY_VISIBLE,  /* a visible point: code of the user */
    COV_WAY_OUT,      /* ret, endfinally and the like, without a visible point */
    COV_WAY_THROW,    /* an exception without a visible point */
    COV_WAY_NO_MATCH, /* the throw of a switch expression that no arm matched */
    COV_WAY_BARRIER   /* something that no switch contains */
} cov_way_kind;

/* Where control comes to from some unit without visible points on the way. */
typedef struct cov_way {
    cov_way_kind kind;
    uint32_t unit;   /* of the test, the visible point or the last unit */
    uint32_t branch; /* COV_WAY_TEST */
} cov_way;
cov_way cov_tree_walk(const cov_view *v, uint32_t unit);

typedef struct cov_exit {
    cov_way_kind kind; /* VISIBLE, OUT, THROW or NO_MATCH */
    uint32_t unit;     /* OUT, NO_MATCH: the first one met */
} cov_exit;

typedef struct cov_edge {
    uint32_t branch, arm;
    uint32_t exit;    /* index of the exit; COV_NO_EXIT: leads to another test */
    uint32_t test;    /* that test's branch */
    uint32_t label;   /* of "equal to a constant": unit where the load of the value ends */
    int64_t constant; /* which one */
    bool is_zero;     /* brfalse: zero perhaps, or just null */
} cov_edge;

#define COV_NO_EXIT UINT32_MAX

typedef struct cov_tree {
    cov_view *v;
    uint32_t *members; /* branches, increasing until cov_tree_finish() adds to them */
    uint32_t member_count;
    bool *is_member; /* by branch */
    cov_edge *edges;
    uint32_t edge_count, edge_cap;
    cov_exit *exits;
    uint32_t exit_count, exit_cap;
    uint32_t *exit_at; /* by unit: exit + 1 */
    bool has_barrier;
    bool has_no_match;
} cov_tree;

/* Adds a test and all tests that it leads to. False when out of memory. */
bool cov_tree_grow(cov_tree *t, uint32_t branch);
void cov_tree_add_edge(cov_tree *t, cov_edge edge);
uint32_t cov_tree_exit(cov_tree *t, cov_way way);
/* Exits that are arms of the source: not a throw without a point. */
uint32_t cov_tree_arms(const cov_tree *t);
/* The unit's visible point lies inside one before the tree. Only the parts of a switch expression
 * do: its point is the whole expression, that of a statement just its head. */
bool cov_tree_is_inside_head(const cov_tree *t, uint32_t unit);
/* `case L when c`: a condition that fails goes on to the labels behind it. Adds those edges, and
 * the tests that only they lead to. */
bool cov_tree_finish(cov_tree *t);

#endif
