/* Internal to the room: one suite after the other is decided. Threads: one. */
#ifndef IMP_INTERNAL_H
#define IMP_INTERNAL_H

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/impact/imp.h"

/* --- builds that are there --------------------------------------------------------------------- */

typedef struct imp_build {
    cc_mapped_file file;
    const md_image *image; /* NULL: it cannot be read */
    cc_str framework;      /* target framework */
    mbr_build now;
    mbr_links links;
    const cov_raw_assembly *old; /* the build of the data; NULL: it has none */
    bool is_changed;             /* its file is not the file that ran */
    bool *is_test;               /* by member of `now`: it is a test method */
    bool *is_set_up; /* by member of `now`: set-up or tear-down of tests, no constructor */
    bool *
        is_open; /* by member of `now`: a test that returns a value, so it may fail after its end */
} imp_build;

typedef enum imp_change_kind {
    IMP_CODE,        /* of a method with sequence points */
    IMP_HIDDEN_CODE, /* of a method without them: who ran it is not known */
    IMP_SHAPE,       /* a declaration, or a member that is new or gone */
    IMP_FOUND,       /* only reflection finds it: the order of types, text about the assembly */
    IMP_WHOLE        /* attributes of the assembly, resources */
} imp_change_kind;

typedef struct imp_change {
    imp_change_kind kind;
    const imp_build *build;
    uint32_t before, now; /* members of both builds; MBR_NONE: there is none */
    const char *reason;
} imp_change;

/* A type of the project. */
typedef struct imp_type {
    uint64_t identity;
    const imp_build *build;
    uint32_t member;       /* of the build that is there */
    cc_list derived;       /* imp_type: those that name it as base or interface */
    cc_list holders;       /* imp_type: those with a field of it */
    struct imp_type *same; /* the next type of this name, of another assembly; NULL */
} imp_type;

/* The types of all builds of a suite; see imp_graph.h. */
typedef struct imp_graph {
    cc_arena *arena;
    cc_map *types;   /* identity -> imp_type */
    cc_map *of_name; /* full name -> identity of the type, of both builds */
} imp_graph;

/* Which tests ran the members of a build that ran: tests[first[member]] up to
 * tests[first[member + 1]]; COV_RAW_SHARED among them. `first` NULL: not made. */
typedef struct imp_runs {
    uint32_t *first, *tests;
} imp_runs;

/* --- a suite ---------------------------------------------------------------------------------- */

typedef struct imp_state {
    const imp_request *request;
    cc_arena *arena;
    const cov_raw_suite *suite;
    const char *folder;         /* absolute */
    cov_raw_inputs now;         /* of the folder */
    const cov_raw_inputs *tree; /* of the source tree, now */
    const cc_list *sources;     /* imp_source: of the source tree */
    cc_map *projects;           /* folder -> imp_project, for all suites */
    imp_build *builds;          /* of the project, in the folder */
    uint32_t build_count;
    imp_graph graph;
    imp_runs *runs;       /* by assembly of the data, for all suites */
    cc_list changes;      /* imp_change */
    const char *all;      /* why everything runs; NULL */
    bool has_changes;     /* something of the suite is not as it was */
    const char **reasons; /* by test of the data: why it runs; NULL */
    bool *is_of_suite;    /* by test of the data */
} imp_state;

/* Everything runs, for this reason; the first one counts. */
void imp_run_all(imp_state *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* --- imp_runs.c ------------------------------------------------------------------------------- */

/* The tests that ran the member of the build run for this reason; all where it belongs to every
 * test. */
void imp_run_member(imp_state *s, const cov_raw_assembly *old, uint32_t member, const char *reason);
/* The same, where it does not count that it belongs to every test. */
void imp_run_member_of_tests(imp_state *s, const cov_raw_assembly *old, uint32_t member,
                             const char *reason);
/* So many tests of the suite ran the member; UINT32_MAX: it belongs to every test. */
uint32_t imp_count_runs(const imp_state *s, const cov_raw_assembly *old, uint32_t member);

/* --- imp_builds.c ----------------------------------------------------------------------------- */

/* Opens the assemblies of the project that are in the folder, with what they name; the caller calls
 * imp_builds_close() in any case. */
void imp_builds_open(imp_state *s);
void imp_builds_close(imp_state *s);
/* The data has members of an assembly of this name. */
bool imp_is_known(const cov_raw *data, cc_str name);
/* The file of the folder is an assembly of the project. */
bool imp_is_own(const imp_state *s, cc_str path);

/* --- imp_inputs.c: files that changed ---------------------------------------------------------- */

/* Compares the files of the folder and of the tree; runs what they affect. */
void imp_compare_inputs(imp_state *s);

/* --- imp_files.c ------------------------------------------------------------------------------ */

/* A file of the source tree that compilers read. */
typedef struct imp_source {
    cc_str path;
    uint64_t changed_ns; /* since 1970 */
} imp_source;

/* A name as test runs and tools give it to what they leave behind: logs, results, reports. */
bool imp_is_report(cc_str name);
/* Lists what compilers read: imp_source. */
void imp_list_sources(cc_list *out, const char *root, cc_arena *arena);
/* The time of the last change of a file, in nanoseconds since 1970; 0: it is not there. */
uint64_t imp_time_of(const char *path);

/* --- imp_deps.c ------------------------------------------------------------------------------- */

/* Digest of a `*.deps.json` without the versions of projects, whose builds are compared themselves. */
uint64_t imp_digest_deps(cc_span bytes);

/* --- imp_satellite.c -------------------------------------------------------------------------- */

/* Digest of an assembly with resources of a language, without text about it such as its version. */
uint64_t imp_digest_satellite(cc_span bytes);

/* --- imp_stale.c ------------------------------------------------------------------------------ */

/* Everything runs when a source is newer than the build of its project. */
void imp_check_stale(imp_state *s);
/* The file of the tree was changed after the build of its project, or that is not in the folder. */
bool imp_is_newer(const imp_state *s, cc_str path);

/* --- imp_project.c ---------------------------------------------------------------------------- */

/* The name is one of a project file. */
bool imp_is_project(cc_str name);
/* The nearest project file at or above a path of the tree says for which assembly it is. *assembly:
 * "" where it does not say so. False: there is no project. */
bool imp_find_project(const imp_state *s, cc_str path, cc_str *assembly);

/* --- imp_changes.c ---------------------------------------------------------------------------- */

/* Fills the changes of all builds. */
void imp_find_changes(imp_state *s);

/* --- imp_places.c ----------------------------------------------------------------------------- */

/* Adds to the reason of a change its file and line, where the request says which lines changed. */
void imp_name_places(imp_state *s);

/* --- imp_rules.c ------------------------------------------------------------------------------ */

/* Runs the tests that the changes affect. */
void imp_apply_rules(imp_state *s);

/* --- imp_tests.c ------------------------------------------------------------------------------ */

/* Marks the test methods of all builds. */
void imp_mark_tests(imp_state *s);
/* The type has test methods of its own, or inherits some. */
bool imp_has_tests(const imp_state *s, const imp_build *build, uint32_t type);
/* Adds tests of the suite that no run has, as imp_test: new ones, and those that were skipped. */
void imp_add_unknown(const imp_state *s, cc_list *to);
/* The type, or a base of it, has set-up or tear-down beside constructors. */
bool imp_has_set_up(const imp_state *s, const imp_build *build, uint32_t type);
/* "Add(System.Int32)" and "Add`1()" without what follows the name. */
cc_str imp_plain_name(cc_str name);
/* The type as tests name it: "Ns.Outer+Inner". */
cc_str imp_name_of_tests(cc_arena *arena, cc_str type);

/* --- imp_unsure.c ----------------------------------------------------------------------------- */

/* Tests run whatever changed: those that failed or may have, did not end, or ran beside others. */
void imp_run_unsure(imp_state *s);

/* --- imp_names.c ------------------------------------------------------------------------------ */

/* Sets what names of the tests may have beside class and method. Needs imp_mark_tests(). */
void imp_name_tests(const imp_state *s, imp_test *tests, uint32_t count);

#endif
