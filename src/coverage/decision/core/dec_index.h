/* Answers about a body that many questions need, found once for it: where points stand, who jumps
 * where, which point contains which. A generated method has tens of thousands of branches, so no
 * question about one of them may look at all instructions again. Only dec_index_jumps() depends on
 * the status of branches. Memory: of the view's arena. Threads: read only once it is made. */
#ifndef DEC_INDEX_H
#define DEC_INDEX_H

#include "method/mth.h"
#include "rewriter/il/il_value.h"

struct dec_view;

/* Spans of the visible points in the order of their instructions, and the hulls of 2, 4, 8 ...
 * neighbours: a point that contains another one is found without a look at each. */
typedef struct dec_spans {
    uint32_t count;
    uint32_t *insns;     /* by number: where the point starts */
    uint32_t *up_to;     /* by instruction: number of visible points at or before it */
    uint64_t *first[32]; /* by level and block: the earliest start */
    uint64_t *last[32];  /* the latest end */
} dec_spans;

/* An instruction that stores a value, by where it stores it, then by instruction. */
typedef struct dec_store {
    il_place place;
    uint32_t insn;
} dec_store;

typedef struct dec_index {
    /* By instruction: the last one at or before it where a visible point starts; 0 */
    uint32_t *last_visible;
    /* By instruction: the first one at or after it; the number of instructions */
    uint32_t *next_visible;
    /* By instruction: the last one at or before it where any point starts; 0 */
    uint32_t *last_start;
    uint32_t *filter_point; /* by instruction: see dec_filter_point(); NULL: there are no filters */
    uint32_t *jumps_at;     /* by instruction, and one more: its first entry in `jumps` */
    /* By target: the instructions of branches, switches and leaves that name it, increasing */
    uint32_t *jumps;
    uint32_t local_count; /* of the locals that the body names */
    uint32_t *uses_at;    /* by local, and one more: its first entry in `uses` */
    /* By local: the instructions that load or store it, or take its address, increasing */
    uint32_t *uses;
    dec_store *stores;
    uint32_t store_count;
    /* By instruction: the first branch that leads there over `br` and nop; UINT32_MAX */
    uint32_t *first_to;
    bool *is_joined;  /* by instruction: code that is not a test goes on there */
    bool *begins_try; /* by instruction: a try block starts there */
    dec_spans spans;
    uint32_t *least
        [32]; /* by level and block of instructions: see dec_index_jumps(); least[0] NULL: not made */
    /* By number of a point: the first instruction after it to which a jump from before it
     * leads */
    uint32_t *over;
    /* By number of a point: 1 + number of the last one before that is jumped over later; 0: none
     * is */
    uint32_t *outer;
} dec_index;

/* Fills the index of a view whose body, plan, starts, point_at and is_target are known. */
void dec_index_make(struct dec_view *v);
/* The last instruction before `limit` whose visible point contains that at `instruction`;
 * DEC_NO_INSN: there is none. */
uint32_t dec_index_around(const struct dec_view *v, uint32_t insn, uint32_t limit);
/* Number of the first store of the place at or after the instruction; of what comes next when
 * there is none. */
uint32_t dec_index_store_from(const struct dec_view *v, il_place place, uint32_t insn);
/* The last instruction in [first, end) that stores it; DEC_NO_INSN: none does. */
uint32_t dec_index_last_store(const struct dec_view *v, il_place place, uint32_t first,
                              uint32_t end);
/* Number of the first branch of the plan at or after the instruction. */
uint32_t dec_index_branch_from(const struct dec_view *v, uint32_t insn);
/* A branch or switch of the plan is at an instruction in [first, end). */
bool dec_index_has_branch(const struct dec_view *v, uint32_t first, uint32_t end);
/* Once no status changes any more: makes the two functions below ready. */
void dec_index_jumps(struct dec_view *v);
/* The first instruction that leads, over `br` and nop, into (from, to], and is not a test of the
 * compiler's; DEC_NO_INSN. */
uint32_t dec_index_jump_over(const struct dec_view *v, uint32_t from, uint32_t to);
/* The last visible point at or before the instruction over which no such jump leads up to it;
 * DEC_NO_INSN: there is none. */
uint32_t dec_index_always_before(const struct dec_view *v, uint32_t insn);

#endif
