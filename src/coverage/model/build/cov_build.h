/* What the parts of the model's builder share: from counters files to modules (cov_gather.c), from
 * one module to points (cov_measure.c), from points to classes (cov_shape.c).
 *
 * Threads: one thread builds. Others read the method bodies of a module meanwhile (cov_body.h); of
 * the build they see only the request, the counters files, the module and the candidate, none of
 * which change at that time. */
#ifndef COV_BUILD_H
#define COV_BUILD_H

#include "base/cc_crew.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/model/build/gather/cov_gather.h"
#include "coverage/model/build/unite/cov_add.h"
#include "coverage/model/build/unite/cov_point.h"
#include "coverage/model/cov_model.h"
#include "coverage/module/mod.h"
#include "coverage/module/mod_noreturn.h"
#include "coverage/module/mod_root.h"

/* A method of a class in one file, as it will be in the report. */
typedef struct cov_shape_method {
    cc_str package, class_name, name, signature;
    cov_source *source;
    cc_list points;   /* cov_point, with repetitions */
    cc_list arms;     /* cov_arms, with repetitions */
    bool was_entered; /* in any assembly that has its file; set when the lines are made */
} cov_shape_method;

typedef struct cov_build {
    cov_context c;
    cov_gathered gathered;
    cov_model *model;
    cc_arena *rooms[CC_CREW_AHEAD]; /* for pieces of work; NULL until they are used */
    cc_map *sources;                /* path -> cov_source */
    cov_points points;
    uint32_t body;     /* number of the body that is being added */
    cc_map *methods;   /* key -> cov_shape_method */
    cc_map *packages;  /* name -> cov_package; NULL: rules left it empty */
    cc_map *why_empty; /* name of a package -> mod_verdict, when nothing of it remains */
    /* sources that one of several builds was compiled from as they are; cov_stale.c */
    cc_map *fresh;
    cc_list raw;     /* cov_raw_assembly, with wants_raw */
    bool any_judged; /* the rules for types, members, attributes and files were tried */
} cov_build;

/* Opens a candidate's image and PDB; the caller calls mod_close() in any case. */
CC_NODISCARD cc_err cov_open_candidate(cov_build *b, const cov_candidate *candidate,
                                       mod_module *module);
/* Adds a candidate to the model, or records why it is left out. */
CC_NODISCARD cc_err cov_add_candidate(cov_build *b, cov_candidate *candidate);
/* Adds the assemblies that no process loaded, from entry_dirs. */
CC_NODISCARD cc_err cov_add_unloaded(cov_build *b);

/* When several builds of one assembly ran: finds out which of them were compiled from the sources
 * as they are now. To be called before candidates are added. */
void cov_stale_find(cov_build *b);
/* Leaves out the documents of a contested build that were compiled from other text than the file
 * has now, when another build was compiled from the file: their lines would be shown at other
 * code. */
void cov_stale_mark(cov_build *b, const cov_candidate *candidate, mod_module *module);
/* Adds the source files with code that do not exist to the list of missing ones, and a warning with
 * their number, if there are any. */
void cov_tell_missing(cov_build *b, const mod_module *module);

/* Finds the lines of the sources that comments or rules leave out, after all modules were added and
 * before lines are made. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_left_out_find(cov_build *b);

/* Adds the assembly to the report, whether it has bodies or not. */
void cov_add_package(cov_build *b, const cov_raw_assembly *from);
/* Adds what was read from data files: after the rules were applied, as if it had been measured now.
 * To be called after all candidates. */
CC_NODISCARD cc_err cov_add_data(cov_build *b, const cov_raw *data);
/* Copies the assembly, with the strings that it borrows, for model->raw. */
void cov_keep_raw(cov_build *b, const cov_raw_assembly *from);
/* Fills model->raw, at the end. */
void cov_raw_finish(cov_build *b);

/* Adds every method of an included module: points, branches, shape. `raw` gets its documents and,
 * with wants_raw, its bodies, in the model's arena. */
CC_NODISCARD cc_err cov_measure(cov_build *b, mod_module *module, const cov_candidate *candidate,
                                cov_raw_assembly *raw);

/* Add facts, when they are requested. `whole`: the verdict on the assembly. `module` needs places;
 * for an assembly that is in, or that rules left out, verdicts too. Strings are copied. */
CC_NODISCARD cc_err cov_fact_module(cov_build *b, const mod_module *module,
                                    const cov_candidate *candidate, const mod_verdict *whole);
/* The assembly was taken for included, but nothing of it remains. */
void cov_fact_emptied(cov_build *b, cc_str name, const mod_verdict *why);
void cov_facts_finish(cov_build *b);

/* Some user's rule for parts of assemblies has matched nothing so far. */
bool cov_has_idle_rules(const sel_list *filter);
/* Warns about rules that matched nothing. */
void cov_warn_about_rules(cov_build *b);

/* The entry of the method in the report; strings are copied when it is new. */
void cov_shape_get(cov_build *b, cc_str package, cc_str class_name, cc_str name, cc_str signature,
                   cov_source *source, cov_shape_method **out);
/* Makes the files of the model with their lines. A file that is beyond a limit is named in `lost`. */
void cov_shape_files(cov_build *b);
/* Makes lines, classes, packages, files and totals of the model from what was measured. A package
 * that rules left empty is recorded as left out. */
CC_NODISCARD cc_err cov_shape_finish(cov_build *b);

#endif
