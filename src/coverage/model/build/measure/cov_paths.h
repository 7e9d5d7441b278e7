/* The jumps of a method that ran, by the instruction that they lead to in the end. Threads: each
 * function is a pure one of its arguments. */
#ifndef COV_PATHS_H
#define COV_PATHS_H

#include "method/mth.h"

/* So many jumps are followed from one to the next. */
enum { COV_MAX_CHASED = 64 };

typedef struct cov_path {
    uint32_t insn;
    uint32_t to;   /* the instruction itself when it is a jump, else the destination of its edge */
    uint32_t next; /* index + 1 of the next path with the same end; 0: none */
} cov_path;

typedef struct cov_paths {
    const mth_method *method;
    pdb_language language;
    const uint64_t *values; /* by node of the plan */
    const il_body *body;
    const pdb_point *points;
    const probe_plan *plan;
    uint32_t *point_of; /* by instruction: the last point at or before it; PROBE_NONE: none */
    uint32_t *start_of; /* by point: its first instruction */
    uint32_t *jump_of;  /* by point: the jump that is all of its code; IL_NO_INSN: none */
    bool *is_told;      /* by atom: a visible point begins in it, so that its value is exact */
    bool *ran; /* by atom: it began, according to the counters that both plan and oracle have */
    uint32_t *pending; /* atoms whose successor was not examined yet */
    uint32_t pending_count;
    /* By instruction: control may come from an instruction other than the one before */
    bool *is_target;
    uint32_t *back_from; /* by instruction: the last one that jumps back to it; 0: none */
    cov_path *paths;     /* those that ran */
    uint32_t path_count;
    /* by instruction, with one more for every `ret`: index + 1 of the first path that ends there;
     * 0: none */
    uint32_t *first_path;
} cov_paths;

il_flow cov_flow_of(const cov_paths *p, uint32_t insn);

/* A branch without condition, a `leave` or a `ret`. */
bool cov_is_jump(const cov_paths *p, uint32_t insn);

/* The end of a path that goes to the instruction, with jumps followed; `insn_count` for every
 * `ret`, IL_NO_INSN for a cycle. */
uint32_t cov_end_of_path(const cov_paths *p, uint32_t insn);

/* The points and their jumps. `p` refers to the arguments; memory of `arena`. */
void cov_paths_make(cov_paths *p, const mth_method *method, pdb_language language,
                    const uint64_t *values, cc_arena *arena);

/* What ran, and the paths that did; none when no counter has a value. */
void cov_paths_find(cov_paths *p);

#endif
