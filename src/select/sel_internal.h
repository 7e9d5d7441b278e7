/* What the files of the room share: the table of kinds, and the matchers. Internal to this room. */
#ifndef SEL_INTERNAL_H
#define SEL_INTERNAL_H

#include "select/sel.h"

/* Limit: a glob match takes time pattern x text, and more for paths. clrcov refuses longer
 * globs. */
enum { SEL_MAX_GLOB = 1024 };

typedef struct sel_kind_info {
    const char *name;
    const char *things; /* the subjects of the kind's rules, for messages */
    const char *example;
    bool takes_glob, takes_regex;
} sel_kind_info;
const sel_kind_info *sel_kind_of(sel_kind kind);
/* False when the word is not a kind. Case matters. */
bool sel_kind_find(cc_str word, sel_kind *out);
/* Sets the kind that `word` most likely means. False: no kind is near. */
bool sel_kind_guess(cc_str word, sel_kind *out);

/* Splits and checks a rule's text: fills kind, is_regex, pattern and, for a filter, assembly and
 * type; all are views of `text`. CC_E_USAGE as for sel_add(). */
CC_NODISCARD cc_err sel_rule_split(sel_rule *out, cc_str text);

/* Matches one part of a coverlet filter: '*' is any run, '?' makes the preceding character
 * optional, everything else is literal; the whole text must match. Optionally ignores ASCII case.
 * Takes time pattern x text. */
bool sel_match_wildcard(cc_str pattern, cc_str text, bool ignore_case);
/* The glob matches a name of a type or member, or that name without arities of generic types. */
bool sel_match_clr_name(cc_str glob, cc_str name);
/* The pattern consists of stars only. */
bool sel_is_everything(cc_str pattern);
/* Appends a method's name in the form that Microsoft's Functions expressions match:
 * "Ns.Outer.Inner<T>.Method(int, string)", from sel_member()'s arguments. */
void sel_put_csharp(cc_buf *out, cc_str type, cc_str name, cc_str parameters);
/* The path begins with a drive, "D:/", with either kind of slash. */
bool sel_has_drive(cc_str path);

#endif
