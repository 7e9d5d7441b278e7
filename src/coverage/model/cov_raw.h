/* What was measured of builds of assemblies, as it is before the points of all builds are united by
 * place: the value between measuring (cov_measure.c) and the report (cov_add.c). A data file stores
 * it (coverage/data).
 *
 * What depends on the run adds up over runs: the hits of points are added, `is_passed` and
 * `is_taken` are or-ed. Everything else follows from the build and the settings. So the data of
 * several runs of one build make the data of one run that did everything.
 *
 * Memory of the arena that each function gets. Threads: one writes, then many may read. */
#ifndef COV_RAW_H
#define COV_RAW_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"
#include "base/cc_hash.h"
#include "coverage/members/mbr.h"
#include "coverage/model/cov_model.h"
#include "metadata/pdb.h"

#define COV_RAW_NONE UINT32_MAX
enum { COV_MVID_SIZE = 16 };

typedef struct cov_raw_document {
    cc_str path; /* as in cov_file */
    bool is_outside_root;
    bool is_missing; /* shown nevertheless, with its path as in the PDB */
    bool is_changed; /* the file's checksum differed from the PDB's */
    pdb_checksum checksum_kind;
    cc_span checksum; /* of the PDB */
    /* of the checksum; what is read from a data file is foreign, also where it comes from here */
    mod_origin origin;
    /* the text that was compiled, as in pdb_embedded_source(); empty: not kept, or not needed */
    cc_span embedded;
} cov_raw_document;

typedef enum cov_raw_flags {
    COV_RAW_COUNTED = 1, /* else the point only takes its lines away from the points around it */
    COV_RAW_OWN = 2,     /* its lines are lines of the method */
    COV_RAW_DEAD = 4,    /* after a call that does not return: counted only when it was hit */
    COV_RAW_ENDS_IN_KEYWORD = 8, /* as in cov_point */
    COV_RAW_LAMBDA = 16,         /* the extent of a lambda, see cov_lambda.h */
    COV_RAW_WHOLE_LINE =
        32, /* a line of a foreign report: it owns its line where nothing else does */
    /* of a foreign report: its hits are the hits of its place, however many bodies have it */
    COV_RAW_OF_PLACE = 64,
    COV_RAW_ALL_FLAGS = 127
} cov_raw_flags;

typedef struct cov_raw_point {
    uint32_t document; /* index */
    uint32_t flags;    /* cov_raw_flags */
    cov_span span;
    uint32_t lead; /* of a lambda; else 0 */
    /* the first point of the loop of which this one is the head: it was passed at least as often.
     * Index of an earlier point of the body, or COV_RAW_NONE */
    uint32_t loop;
    uint64_t hits;
    bool is_passed; /* control may have passed it although its own code did not run */
} cov_raw_point;

typedef struct cov_raw_arm {
    uint64_t place; /* where its body begins; 0: not known */
    uint32_t line;  /* as in cov_arm */
    bool is_dead;   /* it leads to a throw that does not count: shown only when it was taken */
    bool is_taken;
} cov_raw_arm;

typedef struct cov_raw_decision {
    uint32_t point; /* of the same body, where it is shown */
    /* where it is shown when that point is dead code that did not run; COV_RAW_NONE: nowhere */
    uint32_t otherwise;
    bool is_switch;
    bool is_dead; /* shown only when an arm was taken */
    dec_test test;
    uint32_t holds;
    uint32_t first_arm, arm_count;
} cov_raw_decision;

/* The code of one method, lambda or state machine. */
typedef struct cov_raw_body {
    uint32_t token; /* MethodDef */
    /* of the user's method that it belongs to, as in the report; "" where no point is its own. The
     * signature alone is "" where a report of another tool does not tell which overload it is */
    cc_str type, name, signature;
    uint32_t first_point, point_count;
    uint32_t first_decision, decision_count;
} cov_raw_body;

/* What one test hit of a build: its points and its arms, by index. */
typedef struct cov_raw_test_hits {
    uint32_t test;        /* index in cov_raw.tests; COV_RAW_SHARED */
    cc_span points, arms; /* runs, as cov_next_run() reads them */
    cc_span members;      /* of cov_raw_assembly.members: runs of those with such points */
} cov_raw_test_hits;

/* In place of a test: what belongs to every test, as static constructors and child processes do. */
#define COV_RAW_SHARED (UINT32_MAX - 1)

/* Neighbouring points, or neighbouring arms. */
typedef struct cov_run {
    uint32_t first, count;
} cov_run;

typedef struct cov_raw_assembly {
    cc_str name;                 /* simple name */
    cc_str framework;            /* target framework; "" unknown */
    uint8_t mvid[COV_MVID_SIZE]; /* of the build; zero: unknown, as in a foreign report */
    cc_hash128 digest;           /* of everything but hits; set when it is stored */
    bool was_loaded;             /* by some process */
    /* of the project, but no report shows it: a test assembly, or one that a rule leaves out. It has
     * members, and those that tests ran, and no bodies */
    bool is_hidden;
    uint64_t last_run;          /* the latest `started` of the runs that have it */
    uint32_t generated_methods; /* left out because a tool wrote them */
    /* when rules and the like left nothing: the reason; CTR_MEASURED: there is no code */
    ctr_reason empty_reason;
    cc_str empty_detail;
    cov_raw_document *documents;
    cov_raw_body *bodies;
    cov_raw_point *points;
    cov_raw_decision *decisions;
    cov_raw_arm *arms;
    cov_raw_test_hits
        *test_hits; /* of runs with `--per-test`; the shared ones first, then by test */
    uint32_t test_hit_count;
    mbr_member *members; /* of builds in runs with `--per-test` */
    uint32_t member_count;
    uint32_t document_count, body_count, point_count, decision_count, arm_count;
    size_t document_cap, body_cap, point_cap, decision_cap, arm_cap;
} cov_raw_assembly;

/* Lines of a source that its comments or rules for lines leave out. They are lines of one text:
 * another version of the file has other lines. */
typedef struct cov_raw_left_out {
    cc_str path;
    cc_span checksum; /* as in cov_raw_document */
    mod_left_out *ranges;
} cov_raw_left_out;

/* A run of a command, or several that were merged. */
typedef struct cov_raw_run {
    cc_str id;     /* unique; data with equal ids are of one run */
    cc_str commit; /* of the repository's HEAD; "" unknown */
    /* for pages; "" where it is not known: "dotnet test"; name of the project; branch */
    cc_str program, project, branch;
    /* "https://github.com/owner/name", where that has the sources as the commit has them; and the
     * folder of the root in it, "" its top */
    cc_str repository, folder;
    cc_str tool;      /* "clrcov 0.1.0", or the format of a foreign report */
    uint64_t started; /* seconds since 1970; 0 unknown */
    ctr_hits hits;
    /* a foreign report, which does not tell arms or columns apart: its figures are lower bounds */
    bool is_lower_bound;
    uint32_t processes;
    uint32_t tests_left_out; /* as in cov_model */
} cov_raw_run;

/* A setting of a run, for people: nothing is decided by it. */
typedef struct cov_raw_setting {
    cc_str run; /* its id */
    cc_str key, value;
} cov_raw_setting;

/* Counts of one exact run, where several runs were merged; in the form of the data file. */
typedef struct cov_raw_run_hits {
    cc_str run;
    uint32_t assembly; /* index */
    cc_span counts;
} cov_raw_run_hits;

/* A file on which tests may depend: what it held when they had run. */
typedef struct cov_raw_input {
    cc_str path;     /* with '/', relative to the folder of the suite, or to the root */
    uint64_t digest; /* COV_INPUT_ values, or above them */
} cov_raw_input;

enum {
    COV_INPUT_WRITTEN = 0, /* changed while tests ran: their output */
    COV_INPUT_UNKNOWN = 1, /* it could not be read, or several runs had several contents */
    COV_INPUT_FIRST = 2
};

typedef struct cov_raw_inputs {
    cov_raw_input *items; /* by path */
    uint32_t count;
} cov_raw_inputs;

/* A test assembly in one folder, as its tests ran. */
typedef struct cov_raw_suite {
    cc_str assembly;       /* simple name */
    cc_str folder;         /* of its image: relative to the root, or absolute outside */
    cc_str runtime;        /* folder of System.Private.CoreLib; "" unknown, or several */
    cc_str system;         /* "linux-x64" */
    bool has_failed;       /* the command that ran the tests did not end with 0 */
    uint64_t started_ns;   /* of the first process that ran its tests, since 1970 */
    uint64_t last_run;     /* cov_raw_run.started */
    cov_raw_inputs inputs; /* all files of the folder, and below it */
} cov_raw_suite;

/* The folder as cov_raw_suite has it; the root is another one on other machines. Both are absolute
 * and plain. The result is a part of `folder`. */
cc_str cov_suite_place(cc_str folder, cc_str root);

/* Everything that a report of some runs is made from. */
typedef struct cov_raw {
    cov_raw_run *runs; /* by id */
    uint32_t run_count;
    cov_raw_setting *settings; /* by run, key, value */
    uint32_t setting_count;
    cov_raw_assembly *assemblies; /* by name, MVID; several builds may have one name */
    uint32_t assembly_count;
    cov_raw_run_hits *run_hits; /* by run, assembly */
    uint32_t run_hits_count;
    cov_test *tests; /* by assembly, type, method */
    uint32_t test_count;
    cov_raw_suite *suites; /* of runs with `--per-test`, by assembly, folder */
    uint32_t suite_count;
    cov_raw_inputs tree;        /* files of the source tree that no compiler reads */
    cov_raw_left_out *left_out; /* by path, checksum */
    uint32_t left_out_count;
    /* as in cov_model */
    cov_omitted *omitted;
    uint32_t omitted_count;
    cov_fact *facts;
    uint32_t fact_count;
    cc_str *lost, *warnings, *missing;
    uint32_t lost_count, warning_count, missing_count;
    /* holds the documents and bodies of all assemblies, and nothing else; NULL: they are where
     * everything else is */
    cc_arena *rows;
} cov_raw;

/* Each adds one element at the end and returns it, zeroed (`loop` and `otherwise` COV_RAW_NONE).
 * Earlier elements may have moved. */
cov_raw_document *cov_raw_add_document(cov_raw_assembly *to, cc_arena *arena);
cov_raw_point *cov_raw_add_point(cov_raw_assembly *to, cc_arena *arena);
cov_raw_decision *cov_raw_add_decision(cov_raw_assembly *to, cc_arena *arena);
/* The next arm of the last decision. */
cov_raw_arm *cov_raw_add_arm(cov_raw_assembly *to, cc_arena *arena);
/* Begins a body: the points and decisions that are added from now on are its own, once it is
 * ended. */
cov_raw_body *cov_raw_add_body(cov_raw_assembly *to, cc_arena *arena);
/* Sets the counts of the last body. */
void cov_raw_end_body(cov_raw_assembly *to);
/* Makes room for so many points and arms, in arrays that are empty. Without it they grow as
 * well. */
void cov_raw_reserve(cov_raw_assembly *to, uint32_t points, uint32_t arms, cc_arena *arena);
/* Forgets all bodies with their points, decisions and arms; the documents stay. */
void cov_raw_forget_bodies(cov_raw_assembly *to);
/* Leaves the members of the assembly, and those that tests ran. */
void cov_raw_hide(cov_raw_assembly *of);
/* Gives back the memory of documents and bodies, which are there no more; nothing happens without
 * `rows`. */
void cov_raw_drop_rows(cov_raw *raw);

/* Copies the names of the bodies from `first` on into the arena. */
void cov_raw_keep_names(cov_raw_assembly *of, uint32_t first, cc_arena *arena);

/* --- cov_test.c: tests are the same when assembly, class and method are ----------------------- */

/* Order of facts: by subject, then by names. */
int cov_fact_cmp(const cov_fact *a, const cov_fact *b);
/* Order of tests. */
int cov_test_cmp(const cov_test *a, const cov_test *b);
/* Append what identifies a class, and a test of it. */
void cov_put_class_key(cc_buf *out, cc_str assembly, cc_str type);
void cov_put_test_key(cc_buf *out, cc_str assembly, cc_str type, cc_str method);

/* --- cov_run.c -------------------------------------------------------------------------------- */

/* Takes the next run; `run` has the last one, {0, 0} before the first. False at the end, and for
 * malformed bytes. Each run is the number of places after the last run, then its own number, both
 * LEB128. */
bool cov_next_run(cc_span *runs, cov_run *run);
/* Appends a run; `end` is the end of the last one. */
void cov_put_run(cc_buf *out, uint32_t end, const cov_run *run);

/* Sets the marks of the places in the runs: of place `to[i]` for i, unless that is COV_RAW_NONE; NULL:
 * of i itself. */
void cov_mark_runs(uint8_t *marks, cc_span runs, const uint32_t *to);
/* Takes the places from `first` to before `end` that are marked as runs, in the arena, and clears the
 * marks. */
cc_span cov_take_marks(uint8_t *marks, uint32_t first, uint32_t end, cc_arena *arena);

/* out[i]: hits of point i of the body, at least the hits of the loop of which it is the head. */
void cov_raw_hits(const cov_raw_assembly *of, const cov_raw_body *body, uint64_t *out);

#endif
