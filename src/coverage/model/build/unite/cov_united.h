/* Fourth stage: the points of all builds, united by place.
 *
 *   takes  the bodies of builds (cov_raw.h), measured now or read from data files
 *   gives  the points and decisions of each source, and the methods and assemblies that have them
 *
 * Threads: one. */
#ifndef COV_UNITED_H
#define COV_UNITED_H

#include "base/cc_map.h"
#include "coverage/model/build/context/cov_context.h"
#include "coverage/model/build/unite/cov_point.h"
#include "coverage/model/cov_raw.h"

/* A method of a class in one file, as it will be in the report. */
typedef struct cov_entry {
    cc_str package, class_name, name, signature;
    cov_source *source;
    cc_list points; /* cov_point, with repetitions */
    cc_list arms;   /* cov_arms, with repetitions */
} cov_entry;

/* All builds of one assembly. */
typedef struct cov_assembly {
    cc_str name;
    bool was_loaded;              /* some build was */
    const mod_verdict *why_empty; /* the reason when nothing of it remains; NULL: there is none */
} cov_assembly;

/* Where an arm of an assembly went: its branch in the report, before builds are united. */
typedef struct cov_tracked_arm {
    const cov_arms *branch; /* NULL: not in the report */
    uint32_t index;
} cov_tracked_arm;

/* What tests hit of an assembly, and where its points went. */
typedef struct cov_tracked {
    const cov_raw_test_hits *hits;
    uint32_t hit_count;
    uint32_t first_test;      /* of these tests in the model: their indexes begin there */
    cov_point *const *points; /* by index in the assembly; NULL: not in the report */
    uint32_t point_count;
    const cov_tracked_arm *arms; /* by index in the assembly */
    uint32_t arm_count;
} cov_tracked;

typedef struct cov_united {
    cov_points points;
    cc_arena *work;
    cc_map *sources;    /* path -> cov_source */
    cc_map *methods;    /* key -> cov_entry */
    cc_list pieces;     /* cov_entry: of methods whose signature is not known */
    cc_map *assemblies; /* name -> cov_assembly */
    uint32_t generated_methods;
    uint32_t body; /* number of the body that is being added */
    bool tracks_tests;
    cc_list tracked; /* cov_tracked; with tracks_tests */
} cov_united;

void cov_united_open(cov_united *out, const cov_context *c);
void cov_united_close(cov_united *united);

/* Adds the assembly to the report, whether it has bodies or not. */
void cov_unite_assembly(cov_united *united, const cov_raw_assembly *from);
/* Lines that comments left out when a run of the data was reported, of the version that is shown;
 * where the source is here, it is read again (cov_left_out.c). */
void cov_unite_left_out(cov_united *united, const cov_raw *data);
/* An assembly whose bodies are being added. */
typedef struct cov_adding {
    cov_united *to;
    const cov_raw_assembly *from;
    const bool *is_out;   /* by document: nothing of it is added; NULL: all are in */
    cov_source **sources; /* by document; NULL: not added yet */
    cov_part **parts;     /* by document: what ran in this assembly; NULL: no other one has it */
    uint32_t source_cap;
    cov_point **points; /* by point of the current body; NULL: its file is out */
    cov_point **own;    /* its point in the part of this assembly; NULL: there is none */
    uint64_t *hits;     /* by point of the current body, see cov_raw_hits() */
    uint32_t point_cap;
    cov_point **tracked; /* by point of the assembly; with tracks_tests */
    size_t tracked_cap;
    cov_tracked_arm *tracked_arms; /* by arm of the assembly; with tracks_tests */
    size_t tracked_arm_cap;
    /* the report's entry of the current body in one source */
    cov_entry *entry;
    uint32_t entry_document;
} cov_adding;

/* Begins a new build: its branches are united with branches of other builds by line. `is_out`: as in
 * cov_adding. */
void cov_add_begin(cov_adding *out, cov_united *to, const cov_raw_assembly *from,
                   const bool *is_out);
/* Adds body number `index`; the assembly may have grown since the last one. Not `is_in`: it only
 * takes its lines away from the code around it. */
void cov_add_body(cov_adding *a, uint32_t index, bool is_in);
/* Ends an assembly whose test_hits are set; `first_test`: as in cov_tracked. */
void cov_add_tests(cov_adding *a, uint32_t first_test);
/* The entry of the method in the report, or one of its own for each body whose signature is "".
 * Strings are copied when it is new. `like`: without points and arms. */
cov_entry *cov_united_entry(cov_united *united, const cov_entry *like);
/* Once all bodies were added: those of an unknown signature, "", become parts of the method of their
 * name, class and file: of the only one, or the only one on their lines, else of the one without
 * parameters. */
void cov_unite_unsigned(cov_united *united);

#endif
