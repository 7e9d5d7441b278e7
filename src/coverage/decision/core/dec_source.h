/* What the text of the source says about points. Without the text each answer is "not known". */
#ifndef DEC_SOURCE_H
#define DEC_SOURCE_H

#include "coverage/decision/core/dec_view.h"
#include "coverage/module/mod_source.h"

typedef enum dec_answer { DEC_NO, DEC_YES, DEC_NOT_KNOWN } dec_answer;

/* The text of the point's document; NULL. */
const src_text *dec_text_of(const dec_view *v, const pdb_point *point);

/* The point begins with one of the words; `words` ends with NULL. */
dec_answer dec_begins_with(const dec_view *v, const pdb_point *point, const char *const *words);

/* The text of the point has one of the words. */
dec_answer dec_contains(const dec_view *v, const pdb_point *point, const char *const *words);

/* One of the words stands between the end of the first point and the start of the second. */
dec_answer dec_stands_between(const dec_view *v, const pdb_point *first, const pdb_point *second,
                              const char *const *words);

/* A use of a member: its number, in the order of the code, among all uses in the statement. */
typedef struct dec_use {
    uint32_t index, count;
} dec_use;

/* The name of elements, `a[0]`. */
#define DEC_ELEMENT "["

/* C#: the text of the point reads the member by `?.NAME` or `?[..]`: there, or wherever it names
 * the member. */
dec_answer dec_reads_conditionally(const dec_view *v, const pdb_point *point, cc_str name,
                                   dec_use use);

/* F#: the point is in the condition of a rule: the last word of a construct before it is
 * `when`. (The first operand may have lost its point.) */
dec_answer dec_is_after_when(const dec_view *v, const pdb_point *point);
/* F#: the rule in whose condition the point is, between `when` and `->`; NULL: it is in none, or
 * that is not known. */
const src_rule *dec_condition_around(const dec_view *v, const pdb_point *point);
/* C#: the point is the condition of a label, `case P when c:`. */
dec_answer dec_is_condition(const dec_view *v, const pdb_point *point);
/* C#: the point begins right after `default:`. */
dec_answer dec_is_after_default(const dec_view *v, const pdb_point *point);

#endif
