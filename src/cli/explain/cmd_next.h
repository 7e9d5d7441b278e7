/* Internal to `clrcov next`: which members a test would help most. Users' view, the order and the
 * JSON form: docs/next.md. Threads: one. */
#ifndef CMD_NEXT_H
#define CMD_NEXT_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "coverage/model/cov_model.h"
#include "coverage/patch/patch.h"

/* How near the test is to the member. */
typedef enum cmd_next_near {
    CMD_NEXT_NO_TEST,
    CMD_NEXT_SAME_MEMBER, /* it runs lines of the member */
    CMD_NEXT_SAME_TYPE,
    CMD_NEXT_SAME_FILE
} cmd_next_near;

/* A member with something that did not run. */
typedef struct cmd_next_item {
    const cov_package *package;
    const cov_class *cls;
    const cov_method *method;
    uint64_t risk; /* CRAP score in hundredths */
    uint64_t gain; /* the part of it that full coverage of the member takes away */
    uint32_t missed_lines, missed_outcomes;
    uint32_t missed_changes; /* changed lines that did not run */
    uint64_t hits;           /* the most of a line; 0: not counted */
    cc_str *words;           /* what was missed, a sentence each; of cmd_next_describe() */
    uint32_t word_count;
    const cov_test *test; /* NULL: none is known */
    cmd_next_near nearness;
} cmd_next_item;

typedef struct cmd_next_list {
    const cov_model *model;
    cmd_next_item *items; /* the first one first */
    uint32_t count;
} cmd_next_list;

/* Lists all members with missed lines or outcomes, in the order of docs/next.md. `changes`: NULL:
 * nothing is said of changes. Memory of `arena`. */
void cmd_next_rank(cmd_next_list *out, const cov_model *model, const patch_cover *changes,
                   cc_arena *arena);
/* Adds words and the nearest test to an item. Reads its source file. */
void cmd_next_describe(const cov_model *model, cmd_next_item *item, cc_arena *arena);

/* Append the first `top` items as lines for people, or as JSON, in at most `budget` bytes; what is
 * left out is said. */
void cmd_next_text(const cmd_next_list *list, uint32_t top, size_t budget, cc_buf *out);
void cmd_next_json(const cmd_next_list *list, uint32_t top, size_t budget, cc_buf *out);

#endif
