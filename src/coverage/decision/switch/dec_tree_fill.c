/* What many edges have in common: which of them are equal, and the nodes that count each arm.
 * Generated code has switches with thousands of labels, so that no edge is compared with all
 * others. See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

#include <stdlib.h>

typedef struct labelled_edge {
    uint32_t exit, edge;
    int64_t constant;
} labelled_edge;

static int compare_labelled(const void *a, const void *b) {
    const labelled_edge *x = (const labelled_edge *)a;
    const labelled_edge *y = (const labelled_edge *)b;
    if (x->exit != y->exit) {
        return x->exit < y->exit ? -1 : 1;
    }
    if (x->constant != y->constant) {
        return x->constant < y->constant ? -1 : 1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

uint32_t *dec_tree_alike(const dec_tree *t) {
    labelled_edge *sorted = CC_NEW_ARRAY(t->v->arena, labelled_edge, t->edge_count);
    uint32_t *alike = CC_NEW_ARRAY(t->v->arena, uint32_t, t->edge_count);
    if (sorted == NULL || alike == NULL) {
        return NULL;
    }
    uint32_t count = 0;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        const dec_edge *edge = &t->edges[e];
        alike[e] = e;
        if (edge->label != DEC_NO_INSN && edge->exit != DEC_NO_EXIT) {
            sorted[count++] = (labelled_edge){edge->exit, e, edge->constant};
        }
    }
    qsort(sorted, count, sizeof(labelled_edge), compare_labelled);
    for (uint32_t i = 1; i < count; i++) {
        const labelled_edge *before = &sorted[i - 1];
        if (before->exit == sorted[i].exit && before->constant == sorted[i].constant) {
            alike[sorted[i].edge] = alike[before->edge];
        }
    }
    return alike;
}

/* The nodes that count the edge. */
static const uint32_t *nodes_of(const dec_tree *t, const dec_edge *edge, uint32_t *count) {
    if (edge->node != PROBE_NONE) {
        *count = 1;
        return &edge->node;
    }
    const probe_arm *arm = &t->v->plan->branches[edge->branch].arms[edge->arm];
    *count = arm->node_count;
    return arm->nodes;
}

/* Sums up how many nodes each arm has. */
static void count_nodes(const dec_tree *t, const uint32_t *arms, dec_decision *decision) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t count = 0;
        if (arms[e] != UINT32_MAX) {
            (void)nodes_of(t, &t->edges[e], &count);
            decision->arms[arms[e]].node_count += count;
        }
    }
}

void dec_tree_fill(const dec_tree *t, const uint32_t *arms, dec_decision *decision) {
    uint32_t **end = CC_NEW_ARRAY(t->v->arena, uint32_t *, decision->arm_count);
    for (uint32_t i = 0; i < decision->arm_count; i++) {
        decision->arms[i] = (dec_decision_arm){NULL, 0};
    }
    count_nodes(t, arms, decision);
    for (uint32_t i = 0; i < decision->arm_count; i++) {
        end[i] = CC_NEW_ARRAY(t->v->arena, uint32_t, decision->arms[i].node_count);
        decision->arms[i].nodes = end[i];
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t count = 0;
        const uint32_t *nodes = nodes_of(t, &t->edges[e], &count);
        for (uint32_t n = 0; arms[e] != UINT32_MAX && n < count; n++) {
            *end[arms[e]]++ = nodes[n];
        }
    }
}
