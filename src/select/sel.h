/* The compiled filter list: which assemblies are in. Made by the CLI, read by the profiler (a cheap
 * superset) and by the model (the whole truth). Globs only (cc_glob.h); exclude wins; no include rule means
 * everything. Assembly globs ignore case and match the simple name.
 * Text form, one rule a line: "include-assembly GLOB", "exclude-assembly GLOB". Unknown kinds are an error.
 * Threads: immutable after sel_parse(), but for the hit marks, which only the model's thread sets. */
#ifndef SEL_H
#define SEL_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"

typedef enum sel_kind { SEL_INCLUDE_ASSEMBLY, SEL_EXCLUDE_ASSEMBLY } sel_kind;

typedef struct sel_rule {
    sel_kind kind;
    cc_str glob;
    bool matched; /* some assembly matched it: for "a rule that matched nothing is reported" */
} sel_rule;

typedef struct sel_list {
    cc_arena *arena;
    sel_rule *rules;
    size_t count, cap;
} sel_list;

/* An empty list whose rules will live in `arena`. */
void sel_init(sel_list *list, cc_arena *arena);
/* Adds a rule; the glob is copied. CC_E_USAGE for an empty glob or one with control characters or '/'. */
CC_NODISCARD cc_err sel_add(sel_list *list, sel_kind kind, cc_str glob);
CC_NODISCARD cc_err sel_parse(sel_list *list, cc_str text);
void sel_print(const sel_list *list, cc_buf *out);

/* In by the rules? Marks the rules that matched. `why` (may be NULL): the deciding exclude rule. */
bool sel_assembly(sel_list *list, cc_str simple_name, const sel_rule **why);

#endif
