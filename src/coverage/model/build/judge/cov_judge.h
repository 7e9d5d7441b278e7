/* Second stage: which assemblies, types, members and files are in the report.
 *
 *   takes  what was gathered
 *   gives  build after build, opened, with the verdict on it; of one that is in also the verdicts on
 *          its parts (mod_select.h). A build that is left out is in the context, with its reason
 *
 * The decision is complete: filter, sources below the root, test assembly, attributes, other
 * versions of a source. docs/coverage-rules.md has the rules. Threads: one. */
#ifndef COV_JUDGE_H
#define COV_JUDGE_H

#include "coverage/model/build/gather/cov_gather.h"
#include "coverage/model/cov_raw.h"

/* A build to judge. */
typedef struct cov_case {
    const cov_candidate *candidate;
    cc_str framework;  /* its target framework, set when it is opened; "" unknown */
    bool is_contested; /* another build with the same name and framework ran */
} cov_case;

typedef struct cov_judge {
    cov_context *c;
    const cov_gathered *from;
    cov_case *cases; /* of the candidates, in their order */
    /* sources that one of several builds was compiled from as they are; cov_stale.c */
    cc_map *fresh;
    cc_list dirs;    /* const char *: folders to search for assemblies that no process loaded */
    bool any_judged; /* the rules for types, members, attributes and files were tried */
} cov_judge;

typedef struct cov_judged {
    const cov_case *of;
    mod_module module;
    bool is_open;        /* else the verdict says why */
    mod_verdict verdict; /* CTR_MEASURED: it is in */
} cov_judged;

/* When several builds of one assembly ran, finds out which of them were compiled from the sources
 * as they are now. */
void cov_judge_open(cov_judge *out, cov_context *c, const cov_gathered *from);
void cov_judge_close(cov_judge *judge);

/* The caller calls cov_judged_close() in any case. */
void cov_judge_build(cov_judge *judge, cov_case *of, cov_judged *out);
void cov_judged_close(cov_judged *judged);
/* What a report stores of the assembly itself. Strings are borrowed from the module. */
cov_raw_assembly cov_judged_assembly(const cov_judged *judged);

/* The assemblies that no process loaded: cov_case. To be called after all candidates were judged,
 * because a test assembly names a folder. */
void cov_find_unloaded(cov_judge *judge, cc_list *out);

/* Warns about rules that matched nothing, which are most likely misspelt. To be called last. */
void cov_warn_about_rules(const cov_judge *judge);

#endif
