/* What the files of the room share: the table of kinds, and the matchers. Not for other rooms. */
#ifndef SEL_INTERNAL_H
#define SEL_INTERNAL_H

#include "select/sel.h"

/* A glob is matched in time pattern x text and worse for paths: longer ones are refused. */
enum { SEL_MAX_GLOB = 1024 };

typedef struct sel_kind_info {
    const char *name;
    const char *things; /* what rules of the kind are for, as messages say it */
    const char *example;
    bool takes_glob, takes_regex;
} sel_kind_info;
const sel_kind_info *sel_kind_of(sel_kind kind);
/* False when the word is no kind. Case counts. */
bool sel_kind_find(cc_str word, sel_kind *out);
/* The kind that somebody who wrote `word` may have meant. False: none is near. */
bool sel_kind_guess(cc_str word, sel_kind *out);

/* Takes a rule's text apart and checks it: fills kind, is_regex, pattern and, of a filter, assembly
 * and type; all are views of `text`. CC_E_USAGE as sel_add() says. */
CC_NODISCARD cc_err sel_rule_split(sel_rule *out, cc_str text);

/* One part of a coverlet filter: '*' any run, '?' makes the character before it optional, all else
 * literal; the whole text must match. ASCII case folded on demand. Takes time pattern x text. */
bool sel_match_wildcard(cc_str pattern, cc_str text, bool ignore_case);
/* Does the glob match a name of a type or member, or that name without arities of generic types? */
bool sel_match_clr_name(cc_str glob, cc_str name);
/* Nothing but stars. */
bool sel_is_everything(cc_str pattern);
/* Appends a method's name as Microsoft's Functions expressions are matched with it:
 * "Ns.Outer.Inner<T>.Method(int, string)", from sel_member()'s arguments. */
void sel_put_csharp(cc_buf *out, cc_str type, cc_str name, cc_str parameters);
/* "D:/" in front, with either kind of slash. */
bool sel_has_drive(cc_str path);

#endif
