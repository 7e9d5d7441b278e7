/* What the parts of the model's builder share: from counters files to modules (cov_gather.c), from
 * one module to points (cov_measure.c), from points to classes (cov_shape.c). Threads: one. */
#ifndef COV_BUILD_H
#define COV_BUILD_H

#include "base/cc_map.h"
#include "coverage/cov_list.h"
#include "coverage/cov_model.h"
#include "coverage/cov_module.h"
#include "coverage/cov_point.h"
#include "coverage/cov_root.h"

/* A method record or skip record of a counters file. */
typedef struct cov_ref {
    uint32_t token;
    uint32_t file; /* index in cov_build.files */
    uint32_t method;
} cov_ref;

/* One build of an assembly, as some processes saw it. */
typedef struct cov_candidate {
    cov_module_record record; /* of the first process that tells of it */
    const char *session_dir;
    const char *image_path; /* never loaded: the file itself; else NULL: in the session */
    const char *pdb_path;
    cov_ref *refs; /* by token, file, position */
    uint32_t ref_count, ref_cap;
} cov_candidate;

/* A method of a class in one file, as it will stand in the report. */
typedef struct cov_shape_method {
    cc_str package, class_name, name, signature;
    cov_source *source;
    cov_list points; /* cov_point, may repeat */
    cov_list arms;   /* cov_arms, may repeat */
} cov_shape_method;

typedef struct cov_build {
    const cov_request *request;
    cov_model *model;
    cc_arena *arena;   /* the model's */
    cc_arena *work;    /* gone with the build */
    cc_arena *scratch; /* reset for each method */
    cov_counters **files;
    uint32_t file_count;
    cov_list candidates; /* cov_candidate */
    cc_map *candidate_of;
    cc_map *loaded; /* simple names of all assemblies that some process loaded */
    cov_root *root;
    cc_map *sources; /* path -> cov_source */
    cov_points points;
    uint64_t body;                    /* number of the body that is being added */
    cc_map *methods;                  /* key -> cov_shape_method */
    cc_map *packages;                 /* name -> cov_package */
    cov_list lost, warnings, omitted; /* char *, char *, cov_omitted */
    cov_list entry_dirs; /* const char *: folders where unloaded assemblies are looked for */
    bool any_measured;
} cov_build;

/* Adds a sentence, formatted into the model's arena. */
void cov_lose(cov_build *b, const char *fmt, ...) CC_PRINTF(2, 3);
void cov_warn(cov_build *b, const char *fmt, ...) CC_PRINTF(2, 3);
/* Notes an assembly that is left out; strings are copied. */
CC_NODISCARD cc_err cov_omit(cov_build *b, cc_str name, cov_reason reason, cc_str detail);

/* Opens all counters files of the request's sessions; fills files, candidates, loaded,
 * entry_dirs. */
CC_NODISCARD cc_err cov_gather(cov_build *b);
void cov_gather_close(cov_build *b);
/* Candidates for assemblies that no process loaded, from entry_dirs. */
CC_NODISCARD cc_err cov_gather_unloaded(cov_build *b);

/* Takes a candidate into the model, or notes why not. */
CC_NODISCARD cc_err cov_take(cov_build *b, cov_candidate *candidate);
/* Adds every method of an included module: points, branches, shape. */
CC_NODISCARD cc_err cov_measure(cov_build *b, cov_module *module, const cov_candidate *candidate);

/* The method's entry in the shape; strings are copied when it is new. */
CC_NODISCARD cc_err cov_shape_get(cov_build *b, cc_str package, cc_str class_name, cc_str name,
                                  cc_str signature, cov_source *source, cov_shape_method **out);
/* Lines, classes, packages, files and totals of the model from what was measured. */
CC_NODISCARD cc_err cov_shape_finish(cov_build *b);

#endif
