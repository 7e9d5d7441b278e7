/* Sequence points and branches of all modules, united by place: the same file and span is the same
 * point, wherever it was compiled to (docs/coverage-rules.md: initialisers in two constructors, F#
 * inline, two target frameworks, linked files). Threads: one. */
#ifndef COV_POINT_H
#define COV_POINT_H

#include "base/cc_err.h"
#include "base/cc_list.h"
#include "coverage/model/cov_model.h"

/* A branch of the source: its point, its number among the branches of that point in one body, and
 * the number of its arms. */
typedef struct cov_arms {
    struct cov_point *point;
    uint32_t ordinal;
    uint32_t arm_count;
    bool is_switch;
    dec_test test; /* and `holds`: as in cov_branch */
    uint32_t holds;
    cov_arm *arms;
    uint64_t *places; /* where the body of each arm begins; 0: not known */
    uint32_t build;   /* number of the build that has the branch */
    /* the branch of an earlier build that holds the arms of both; NULL */
    struct cov_arms *same;
    uint32_t *joined;    /* with `same`: by arm, which of its arms that is; its arm_count: none */
    uint32_t last_build; /* the last build whose arms this branch also holds */
    /* Of the same point: the last build first, then by ordinal, then arm count. After
     * cov_unite_builds() by ordinal, then arm count, then build. */
    struct cov_arms *next;
} cov_arms;

/* There are many: members stand so that there are no gaps. */
typedef struct cov_point {
    struct cov_source *source;
    cov_span span;
    uint64_t hits;
    cov_arms *arms;
    cov_line **lines; /* the lines it owns, by number */
    uint32_t line_count;
    uint32_t lead; /* of the extent of a whole lambda, see cov_lambda.c; else 0 */
    /* in some build it is unknown whether the point was passed: without hits it owns no lines */
    bool is_unknown;
    /* in some build its last line holds only a keyword of it, see dec_fsharp_then.h */
    bool ends_in_keyword;
    /* a line of a foreign report, without columns: beside points of the line it only adds hits */
    bool is_whole_line;
    /* a body that is in the report has it; else it only takes lines away from others */
    bool is_counted;
    /* State of the body that is being added: a span that occurs twice in it counts once. */
    uint32_t body; /* its number */
    uint32_t body_branches;
    cov_arms *body_last; /* the last of them; NULL: there is none yet */
    uint64_t body_hits;
    uint64_t place_hits; /* the part of the hits that cov_point_add_place() gave */
} cov_point;

typedef struct cov_source {
    cc_str path; /* as in cov_file */
    bool is_outside_root;
    bool is_changed;
    cc_span checksum, embedded; /* as in cov_file */
    mod_origin origin;
    bool is_missing;              /* shown nevertheless, with its path as in the PDB */
    const mod_left_out *left_out; /* lines that are left out; NULL: none */
    cc_list points;
    /* hash table of the points by span: index + 1, 0 free; freed by cov_source_close() */
    uint32_t *slots;
    uint32_t slot_count;
    uint32_t most_lines; /* no line of the source has a higher number; 0: not known */
    bool is_cut;         /* points beyond its last line were left out */
    cov_file *file;      /* set when the lines are made */
    cc_str package;      /* the first assembly that has it */
    /* what ran in each assembly, when several have the file; NULL (cov_part.c) */
    struct cov_part *parts;
} cov_source;

/* A file as one of several assemblies has it. */
typedef struct cov_part {
    cc_str package;
    cov_source source; /* its points alone: path and texts are in the whole */
    struct cov_part *next;
} cov_part;

typedef struct cov_points {
    cc_arena *arena;
    uint32_t build; /* number of the build that is being added */
} cov_points;

/* The point of this place, made when it is new. Not to be called once the points are
 * sorted. */
cov_point *cov_point_at(const cov_points *points, cov_source *source, const cov_span *span);
/* The file of the model, without lines. */
cov_file cov_source_file(const cov_source *source);
/* Frees the hash table of its points, not the points. */
void cov_source_close(cov_source *source);

/* The part of this assembly; NULL: it alone has the file so far. When it is the second one, what was
 * added until now becomes the part of the first. Memory of the arenas. */
cov_part *cov_part_of(const cov_points *points, cov_source *source, cc_str package,
                      cc_arena *arena);
/* The part of this assembly; NULL: no other assembly has the file. */
cov_part *cov_part_find(const cov_source *source, cc_str package);

/* Adds the value of one body: within a body (`body` is a number of its own) the largest value
 * counts, over bodies the values add up, saturating. The point is counted from then on. */
void cov_point_add(cov_point *point, uint32_t body, uint64_t value);
/* Adds hits that a foreign report states of the place: the largest of them counts. */
void cov_point_add_place(cov_point *point, uint64_t value);
/* The next branch of the point in this body. Branches of several builds stay separate until
 * cov_unite_builds(). */
cov_arms *cov_point_branch(cov_points *points, cov_point *point, uint32_t body, uint32_t arm_count,
                           bool is_switch);

/* A place in a file as one number that orders like (line, column). */
static inline uint64_t cov_start_of(const cov_span *span) {
    return ((uint64_t)span->start_line << 32) | span->start_column;
}
static inline uint64_t cov_end_of(const cov_span *span) {
    return ((uint64_t)span->end_line << 32) | span->end_column;
}
/* Order by place: start, then end. */
int cov_span_cmp(const cov_span *a, const cov_span *b);
/* Sorts the points by place. */
void cov_points_sort(cov_source *source);
/* Debug and Release, two target frameworks, two assemblies with one file: unites their branches on
 * each line. To be called once, after all bodies were added and before the lines are made. */
void cov_unite_builds(cov_source *source, cc_arena *arena);

#endif
