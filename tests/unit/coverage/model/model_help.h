/* Shared by the tests of the whole model: a session with counters files as processes would have
 * left them after running some methods of a golden library, and what to ask the model for. */
#ifndef MODEL_HELP_H
#define MODEL_HELP_H

#include "base/cc_file.h"
#include "coverage/model/cov_model.h"
#include "coverage/session/ses.h"
#include "metadata/pdb.h"

/* A build of a library; its image and PDB are stored in the session. */
typedef struct mh_image {
    cc_mapped_file dll, symbols;
    md_image *image;
    pdb_file *pdb;
    cc_hash128 image_hash, pdb_hash;
    const char *name; /* simple name of the assembly */
    const char *path; /* where processes loaded it from */
} mh_image;

typedef struct mh_fixture {
    cc_arena *arena;
    char top[32];
    ses_session session;
    cc_mapped_file source; /* lines are named by `//@ TAG` in it */
    const char *source_name;
    char *root;
    mh_image main;
} mh_fixture;

/* A session whose source root is the folder `golden`; `config` has the main image, NAME.dll, which
 * was compiled from NAME.cs or NAME.fs. */
void mh_begin(mh_fixture *f, const char *golden, const char *config, const char *name);
void mh_end(mh_fixture *f);
/* Another build, from "FOLDER/NAME.dll"; closed by the caller. */
void mh_open(mh_fixture *f, mh_image *image, const char *folder, const char *name,
             const char *path);
void mh_close(mh_image *image);
/* Copies an image and its PDB to a folder. */
void mh_copy(mh_fixture *f, const char *from, const char *name, const char *to);

typedef struct mh_process {
    mh_fixture *f;
    const mh_image *image; /* that mh_ran() means */
    ctr_writer *writer;
    ctr_hits hits;
    uint32_t module;
    void *counters; /* of the method that ran last */
    uint32_t counter_count;
} mh_process;

/* A process that loaded the main image; and the same without any. */
void mh_start(mh_process *p, mh_fixture *f, ctr_hits hits);
void mh_start_empty(mh_process *p, mh_fixture *f, ctr_hits hits, const char *entry);
/* It loads an image; mh_ran() means this one from now on. */
void mh_load(mh_process *p, const mh_image *image);
/* It loads an assembly that is not measured. */
void mh_load_other(mh_process *p, const char *name, ctr_reason reason, const char *detail);
/* The method of the image that owns the line ran `times`, without reaching the lines in `missed`
 * (tags, NULL at the end). */
void mh_ran(mh_process *p, const char *tag, uint64_t times, const char *const *missed, bool all,
            uint64_t key_change);
/* Every method of the image with a point in this document (its number) ran. */
void mh_ran_document(mh_process *p, uint32_t document);
void mh_finish(mh_process *p);
/* Path of the counters file of the process that finished last. */
extern char mh_last_file[256];

/* The model of the fixture's session. `like`: all but session, root, and, when it is NULL,
 * filter. */
cov_model *mh_model(mh_fixture *f, const cov_request *like);
/* Without anything asked for. */
cov_model *mh_plain_model(mh_fixture *f);
/* An empty filter; then a rule of "KIND:..." with an origin, '-' before excludes and '+'
 * includes. */
sel_list *mh_filter(mh_fixture *f);
void mh_rule(sel_list *filter, const char *rule, const char *origin);

uint32_t mh_line_with(const mh_fixture *f, const char *tag);
/* The line of the file with this path; NULL: not in the report. */
const cov_line *mh_line(const cov_model *model, const char *path, uint32_t number);
/* By tag, in the fixture's source. */
const cov_line *mh_line_at(const mh_fixture *f, const cov_model *model, const char *tag);
uint64_t mh_hits(mh_fixture *f, const cov_model *model, const char *tag);
const cov_package *mh_package(const cov_model *model, const char *name);
/* In the first package. */
const cov_class *mh_class(const cov_model *model, const char *name);
/* Methods of the class with this name and signature. */
uint32_t mh_methods(const cov_class *cls, const char *name, const char *signature);
bool mh_method_has(const cov_class *cls, const char *name, const char *signature, uint32_t line);
bool mh_any_text(const cc_str *texts, uint32_t count, const char *part);
const cov_omitted *mh_omitted(const cov_model *model, const char *name);
bool mh_has(cc_str text, const char *part);

#endif
