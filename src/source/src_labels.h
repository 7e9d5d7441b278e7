/* The labels of a C# switch statement, `case P or Q when c:` and `default:`, and the constants
 * among their alternatives. Input: a text that was scanned, and a block of it. Output: the labels
 * by place, the constants by value. An alternative under `not`, in a property, list or positional
 * pattern, or in a relation is not a constant.
 *
 * Memory of the caller's arena. Threads: read only once it is made. */
#ifndef SRC_LABELS_H
#define SRC_LABELS_H

#include "source/src_text.h"

typedef enum src_constant_kind {
    /* A name, or something computed: its value is not known. A name may also be that of a type. */
    SRC_CONSTANT_UNKNOWN,
    SRC_CONSTANT_NULL,
    SRC_CONSTANT_FALSE,
    SRC_CONSTANT_TRUE,
    SRC_CONSTANT_NUMBER, /* an integer or a character */
    SRC_CONSTANT_REAL,   /* the bits of a double, also for a float */
    SRC_CONSTANT_TEXT    /* the hash of its code units, as of cc_hash64() */
} src_constant_kind;

typedef struct src_constant {
    src_constant_kind kind;
    int64_t value; /* 0 when the kind has no values */
    uint32_t label;
} src_constant;

typedef struct src_label {
    src_place place;
    uint32_t section; /* labels of one body have the same number */
    bool is_default;
} src_label;

/* Labels from `first` to before `end`. */
typedef struct src_label_range {
    uint32_t first, end;
} src_label_range;

typedef struct src_labels {
    src_label *labels;
    uint32_t label_count;
    src_constant *constants; /* by kind, value and label */
    uint32_t constant_count;
} src_labels;

/* NULL when out of memory. */
const src_labels *src_labels_of(const src_text *text, const src_block *block, cc_arena *arena);
/* The label in whose section, or in which, the place is; label_count: before all of them. */
uint32_t src_labels_at(const src_labels *labels, src_place place);
/* The labels of the section that the label is in, up to the label. */
src_label_range src_labels_of_section(const src_labels *labels, uint32_t label);
/* One of the labels is `default:`. */
bool src_labels_have_default(const src_labels *labels, src_label_range range);
/* The first constant of this kind and value at or after the label: its label; label_count: none. */
uint32_t src_labels_find(const src_labels *labels, src_constant_kind kind, int64_t value,
                         uint32_t label);

#endif
