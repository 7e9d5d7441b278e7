/* First stage: from the counters files of sessions to the builds of assemblies that ran.
 *
 *   takes  the directories of sessions, or folders in their place (the request)
 *   gives  open counters files; a candidate for each build that some process measured, with the
 *          records of its methods; what is known of all other assemblies
 *
 * A build is identified by its MVID and the content of image and PDB. Modules that processes did
 * not measure become assemblies that are left out, in the context. Threads: one. */
#ifndef COV_GATHER_H
#define COV_GATHER_H

#include "base/cc_map.h"
#include "coverage/model/build/context/cov_context.h"

/* A method record or skip record of a counters file. */
typedef struct cov_record_ref {
    uint32_t token;
    uint32_t file; /* index in cov_gathered.files */
    uint32_t method;
} cov_record_ref;

/* One build of an assembly, as processes loaded it. */
typedef struct cov_candidate {
    ctr_module_record record; /* of the first process that recorded it */
    const char *session_dir;
    /* never loaded: the file itself; else NULL: it is in the session */
    const char *image_path;
    const char *pdb_path;
    cov_record_ref *refs; /* by token, file, position */
    uint32_t ref_count;
    size_t ref_cap;
    cc_list paths; /* cc_str: other paths it was loaded from */
} cov_candidate;

static inline bool cov_was_loaded(const cov_candidate *candidate) {
    return candidate->image_path == NULL;
}

/* All that processes loaded under one simple name. */
typedef struct cov_loaded {
    bool is_left_alone; /* some build of it was not measured, nor opened here */
} cov_loaded;

typedef struct cov_gathered {
    ctr_file **files;
    uint32_t file_count;
    cc_list candidates; /* cov_candidate, by name, MVID and image */
    cc_map *loaded;     /* simple name -> cov_loaded */
    cc_list entry_dirs; /* const char *: folders to search for assemblies that no process loaded */
    cov_stressed *stressed; /* by name */
    uint32_t stressed_count;
    uint32_t process_count, alive_count;
    bool has_once, has_exact; /* some run counted in this way */
    bool has_unopened;        /* some assembly was left alone: not all rules were tried on it */
    bool has_rival;           /* some process had tests under another profiler (cov_rival.h) */
} cov_gathered;

/* The caller calls cov_gathered_close() in any case. CC_E_NOTFOUND when a session does not
 * exist. */
CC_NODISCARD cc_err cov_gather(cov_context *c, cov_gathered *out);
void cov_gathered_close(cov_gathered *gathered);

/* Adds a folder to a list like entry_dirs, unless the list has it. */
void cov_add_dir(cc_list *dirs, cc_str dir);

#endif
