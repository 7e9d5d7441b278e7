/* Portable PDBs: documents, sequence points, state machines (Portable PDB 1.0).
 *
 * The same rules as in md.h: borrowed bytes, everything checked, immutable after opening. */
#ifndef PDB_H
#define PDB_H

#include "metadata/md.h"

typedef struct pdb_file pdb_file;

/* Opens a stand-alone portable PDB. CC_E_UNSUPPORTED for a Windows PDB. */
CC_NODISCARD cc_err pdb_open(pdb_file **out, cc_span bytes, cc_arena *arena);
/* Inflates the embedded PDB of an image into the arena. CC_E_NOTFOUND when it has none. */
#define PDB_MAX_INFLATED (1u << 30)
/* The same for an embedded source. */
#define PDB_MAX_SOURCE (1u << 24)
CC_NODISCARD cc_err pdb_inflate(const md_debug_info *info, cc_arena *arena, cc_span *out);
/* The PDB's id equals the one in the image's debug directory. */
bool pdb_matches(const pdb_file *pdb, const md_debug_info *info);

const md_tables *pdb_tables(const pdb_file *pdb);
void pdb_id(const pdb_file *pdb, uint8_t out[20]);

typedef enum pdb_language {
    PDB_LANG_OTHER,
    PDB_LANG_CSHARP,
    PDB_LANG_VB,
    PDB_LANG_FSHARP
} pdb_language;
typedef enum pdb_checksum {
    PDB_SUM_NONE,
    PDB_SUM_SHA1,
    PDB_SUM_SHA256,
    PDB_SUM_OTHER
} pdb_checksum;

typedef struct pdb_document {
    cc_str name; /* as the compiler wrote it, parts joined; in the given arena */
    pdb_language language;
    pdb_checksum checksum_kind;
    cc_span checksum;
} pdb_document;
uint32_t pdb_document_count(const pdb_file *pdb);
CC_NODISCARD cc_err pdb_get_document(const pdb_file *pdb, uint32_t rid, cc_arena *arena,
                                     pdb_document *out);

typedef struct pdb_point {
    uint32_t offset;                   /* IL offset */
    uint32_t document;                 /* Document rid */
    uint32_t start_line, end_line;     /* 1-based; 0 when hidden */
    uint32_t start_column, end_column; /* 1-based, end exclusive */
    bool hidden;
} pdb_point;
/* Sequence points of a MethodDef rid, by offset, in the arena; count 0 when there are none.
 * CC_E_FORMAT for a damaged blob (ends early, names a document that does not exist, lines above
 * PDB_MAX_LINE, columns above 65,535). A point with line 0 or 0xFEEFEE is on no line and is
 * returned as hidden. */
#define PDB_MAX_LINE 0x1FFFFFFFu
CC_NODISCARD cc_err pdb_get_points(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                                   pdb_point **points, uint32_t *count);

/* A local variable that the source declares, and the code in which it has its name. Compilers use
 * one slot for several variables, and for values of their own, which have no name. */
typedef struct pdb_variable {
    uint32_t slot;
    uint32_t start, end; /* IL offsets, end exclusive */
} pdb_variable;
/* The named variables of a MethodDef rid, scope by scope, in the arena. Variables that the compiler
 * hides from debuggers are its own. Rows that do not exist are skipped; count 0 when scopes share
 * rows. CC_E_NOMEM. */
CC_NODISCARD cc_err pdb_get_variables(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                                      pdb_variable **variables, uint32_t *count);

/* What the compiler keeps in a local variable, with the numbers and in the terms of Roslyn. The
 * kinds of values that outlive a statement; numbers above the last one are kinds of later
 * compilers. */
typedef enum pdb_slot_kind {
    PDB_SLOT_USER_DEFINED, /* a variable of the source */
    /* the value that a conditional branch or a switch tests */
    PDB_SLOT_CONDITIONAL_BRANCH_DISCRIMINATOR,
    PDB_SLOT_LOCK_TAKEN, /* was the monitor entered? */
    PDB_SLOT_LOCK,       /* the object of `lock` or SyncLock */
    PDB_SLOT_USING,
    PDB_SLOT_FOREACH_ENUMERATOR,
    PDB_SLOT_FOREACH_ARRAY,
    PDB_SLOT_FOREACH_ARRAY_LIMIT, /* one for each dimension; so is the next one */
    PDB_SLOT_FOREACH_ARRAY_INDEX,
    PDB_SLOT_FIXED_STRING,
    PDB_SLOT_WITH,
    PDB_SLOT_FOR_LIMIT,
    PDB_SLOT_FOR_STEP,
    PDB_SLOT_FOR_INITIAL_VALUE,
    PDB_SLOT_FOR_DIRECTION,
    PDB_SLOT_SELECT_CASE_VALUE,
    PDB_SLOT_ON_ERROR_ACTIVE_HANDLER,
    PDB_SLOT_ON_ERROR_RESUME_TARGET,
    PDB_SLOT_ON_ERROR_CURRENT_STATEMENT,
    PDB_SLOT_ON_ERROR_CURRENT_LINE,
    PDB_SLOT_STATE_MACHINE_RETURN_VALUE,
    PDB_SLOT_FUNCTION_RETURN_VALUE,
    PDB_SLOT_TRY_AWAIT_PENDING_EXCEPTION, /* to be thrown again behind a `finally` that awaits */
    PDB_SLOT_TRY_AWAIT_PENDING_BRANCH,    /* the way out of the `try`, for the same */
    PDB_SLOT_TRY_AWAIT_PENDING_CATCH,     /* which `catch` runs, of those that await */
    PDB_SLOT_TRY_AWAIT_PENDING_CAUGHT_EXCEPTION,
    PDB_SLOT_FILTER_AWAIT_HOISTED_EXCEPTION,
    PDB_SLOT_STATE_MACHINE_CACHED_STATE,
    PDB_SLOT_SPILL, /* part of an expression, over an `await` or a `switch` inside it */
    PDB_SLOT_BYREF_SPILL,
    PDB_SLOT_LAMBDA_DISPLAY_CLASS,
    PDB_SLOT_CACHED_DELEGATE,
    PDB_SLOT_XML_IN_LAMBDA,
    PDB_SLOT_AWAITER,
    PDB_SLOT_INSTRUMENTATION_PAYLOAD,
    PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING /* a value on the way through the cases of a `switch` */
} pdb_slot_kind;
/* "ForEachArray"; "unknown" for a kind of a later compiler. Static. */
const char *pdb_slot_kind_name(pdb_slot_kind kind);

/* A local variable in the Edit and Continue slot map, which C# and Visual Basic write in Debug. */
typedef struct pdb_slot {
    /* Index in the signature of the locals. In the map of an async or iterator method that has a
     * state machine: number of the variable among those that live in the machine's fields. */
    uint32_t slot;
    pdb_slot_kind kind;
    /* Place of the syntax that has the variable, in UTF-16 units of the source from where the body
     * begins: in C# at its `{` or `=>`, in Visual Basic at its first statement, in top-level
     * statements at the beginning of the file. In a lambda or local function it counts from the
     * body of the method around it. Below 0 in front of the body, and in initialisers of fields. */
    int32_t syntax_offset;
    uint32_t ordinal; /* among variables of one kind and place */
} pdb_slot;
/* The slots of a MethodDef rid that have an entry, in their order, in the arena; count 0 without a
 * map. Those that live within one statement have no entry. CC_E_FORMAT for a damaged map,
 * CC_E_NOMEM. */
CC_NODISCARD cc_err pdb_get_slots(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                                  pdb_slot **slots, uint32_t *count);

/* MethodDef rid of the user's method for an async or iterator MoveNext; 0 when there is none. */
uint32_t pdb_kickoff_of(const pdb_file *pdb, uint32_t move_next_rid);
/* The other way round: MethodDef rid of the MoveNext of the user's method; 0 when there is none. */
uint32_t pdb_move_next_of(const pdb_file *pdb, uint32_t kickoff_rid);
/* Source Link JSON of the module; empty when absent. */
cc_span pdb_source_link(const pdb_file *pdb);
/* The compiler wrote down its options; those of C# and Visual Basic do. */
bool pdb_has_compilation_options(const pdb_file *pdb);
/* The value of one of them, "define" or "optimization"; borrowed. False when it is not there. */
bool pdb_compilation_option(const pdb_file *pdb, const char *name, cc_str *value);

typedef enum pdb_optimisation {
    PDB_OPTIMISATION_UNKNOWN, /* the compiler wrote no options down */
    PDB_OPTIMISATION_OFF,
    PDB_OPTIMISATION_ON
} pdb_optimisation;
/* Did the compiler optimise? By its option "optimization", which it leaves out when it did not. */
pdb_optimisation pdb_optimised(const pdb_file *pdb);
/* The document's source that the compiler embedded, as the PDB stores it; borrowed. False: it
 * embedded none. */
bool pdb_embedded_source(const pdb_file *pdb, uint32_t document, cc_span *source);
bool pdb_has_embedded_source(const pdb_file *pdb, uint32_t document);
/* Its text, byte for byte the file that was compiled: in the arena, or borrowed from `source`.
 * CC_E_FORMAT, CC_E_LIMIT (above PDB_MAX_SOURCE), CC_E_NOMEM. */
CC_NODISCARD cc_err pdb_inflate_source(cc_span source, cc_arena *arena, cc_span *text);
/* This MoveNext has async stepping information: it belongs to an async method (also one without an
 * await), not to an iterator. */
bool pdb_is_async(const pdb_file *pdb, uint32_t move_next_rid);

#endif
