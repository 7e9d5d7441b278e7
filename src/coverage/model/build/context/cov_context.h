/* What the stages of building share: the request, memory, where sources are, and what is said about
 * the run. A stage has nothing else in common with another one but what it takes and gives.
 *
 * Threads: one thread builds. Others read the request meanwhile (cov_body.h). */
#ifndef COV_CONTEXT_H
#define COV_CONTEXT_H

#include "base/cc_list.h"
#include "coverage/model/cov_model.h"
#include "coverage/module/mod.h"
#include "coverage/module/mod_noreturn.h"
#include "coverage/module/mod_root.h"

typedef struct cov_context {
    const cov_request *request;
    cc_str root;       /* absolute source root, as in the model */
    cc_arena *arena;   /* the model's */
    cc_arena *work;    /* freed with the build */
    cc_arena *scratch; /* reset for each method */
    mod_root *places;  /* of sources */
    mod_no_return *no_return;
    cc_list lost, warnings, missing; /* char *, as in the model */
    cc_list omitted;                 /* cov_omitted */
    cc_list facts;                   /* cov_fact; empty unless requested */
    cc_list inputs;                  /* char *, as in the model */
} cov_context;

/* The caller calls cov_context_close() in any case. */
CC_NODISCARD cc_err cov_context_open(cov_context *out, const cov_request *request, cc_arena *arena);
void cov_context_close(cov_context *c);

static inline bool cov_is_cancelled(const cov_context *c) {
    return cc_progress_is_cancelled(c->request->progress);
}

/* Adds a file or folder outside of the sessions that decides what the model has. */
void cov_add_input(cov_context *c, const char *path);

/* Adds a sentence, formatted into the model's arena. */
void cov_add_lost(cov_context *c, const char *fmt, ...) CC_PRINTF(2, 3);
void cov_add_warning(cov_context *c, const char *fmt, ...) CC_PRINTF(2, 3);
/* Records an assembly that is left out; the strings are copied. */
void cov_add_omitted(cov_context *c, cc_str name, ctr_reason reason, cc_str detail);
/* Records why something is in the report or not, when facts are requested; the strings are
 * copied. */
void cov_add_fact(cov_context *c, const cov_fact *fact);
/* The fact of an assembly. `whole`: the verdict on it. */
void cov_add_assembly_fact(cov_context *c, cc_str name, cc_str path, const mod_verdict *whole,
                           bool was_loaded);

#endif
