/* Portable PDBs: documents, sequence points, state machines (Portable PDB 1.0).
 *
 * The rules of md.h apply: borrowed bytes, everything checked, immutable after opening. */
#ifndef PDB_H
#define PDB_H

#include "metadata/md.h"

typedef struct pdb_file pdb_file;

/* Opens a stand-alone portable PDB. CC_E_UNSUPPORTED for a Windows PDB. */
CC_NODISCARD cc_err pdb_open(pdb_file **out, cc_span bytes, cc_arena *arena);
/* Inflates the embedded PDB of an image into the arena. CC_E_NOTFOUND when it has none. */
#define PDB_MAX_INFLATED (1u << 30)
/* Inflates an embedded source into the arena. */
#define PDB_MAX_SOURCE (1u << 24)
CC_NODISCARD cc_err pdb_inflate(const md_debug_info *info, cc_arena *arena, cc_span *out);
/* The PDB's id equals the id in the image's debug directory. */
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
 * PDB_MAX_LINE, columns above 65,535). A point with line 0 or 0xFEEFEE is on no line; the function
 * returns it as hidden. */
#define PDB_MAX_LINE 0x1FFFFFFFu
CC_NODISCARD cc_err pdb_get_points(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                                   pdb_point **points, uint32_t *count);

/* A local variable that the source declares, and the code in which it has its name. Compilers use
 * one slot for several variables, and for their own values, which have no name. */
typedef struct pdb_variable {
    uint32_t slot;
    uint32_t start, end; /* IL offsets, end exclusive */
} pdb_variable;
/* Lists the named variables of a MethodDef rid, scope by scope, in the arena. Variables that the
 * compiler hides from debuggers are its own. The function skips rows that do not exist; count 0
 * when scopes share rows. CC_E_NOMEM. */
CC_NODISCARD cc_err pdb_get_variables(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                                      pdb_variable **variables, uint32_t *count);

/* What the compiler keeps in a local variable, with the numbers and in the terms of Roslyn. These
 * are the kinds of values that outlive a statement; numbers above the last one are kinds of later
 * compilers. */
typedef enum pdb_slot_kind {
    PDB_SLOT_USER_DEFINED, /* a variable of the source */
    /* the value that a conditional branch or a switch tests */
    PDB_SLOT_CONDITIONAL_BRANCH_DISCRIMINATOR,
    PDB_SLOT_LOCK_TAKEN, /* whether the monitor was entered */
    PDB_SLOT_LOCK,       /* the object of `lock` or SyncLock */
    PDB_SLOT_USING,
    PDB_SLOT_FOREACH_ENUMERATOR,
    PDB_SLOT_FOREACH_ARRAY,
    PDB_SLOT_FOREACH_ARRAY_LIMIT, /* one for each dimension, like the next kind */
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
    PDB_SLOT_TRY_AWAIT_PENDING_EXCEPTION, /* rethrown after a `finally` that awaits */
    /* the exit path of the `try`, for a `finally` that awaits */
    PDB_SLOT_TRY_AWAIT_PENDING_BRANCH,
    PDB_SLOT_TRY_AWAIT_PENDING_CATCH, /* which of the `catch` blocks that await runs */
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
    /* a value that the tests of the cases of a `switch` use */
    PDB_SLOT_SWITCH_CASE_PATTERN_MATCHING
} pdb_slot_kind;
/* "ForEachArray"; "unknown" for a kind of a later compiler. Static. */
const char *pdb_slot_kind_name(pdb_slot_kind kind);

/* A local variable in the Edit and Continue slot map, which C# and Visual Basic write in Debug. */
typedef struct pdb_slot {
    /* Index in the signature of the locals. In the map of an async or iterator method that has a
     * state machine: number of the variable among the variables in the machine's fields. */
    uint32_t slot;
    pdb_slot_kind kind;
    /* Place of the syntax that has the variable, in UTF-16 units of the source from the start of
     * the body. The start is in C# the `{` or `=>`, in Visual Basic the first statement, in
     * top-level statements the beginning of the file. In a lambda or local function it is the start
     * of the enclosing method's body. The place is below 0 before the body, and in initialisers of
     * fields. */
    int32_t syntax_offset;
    uint32_t ordinal; /* among variables of one kind and place */
} pdb_slot;
/* Lists the slots of a MethodDef rid that have an entry, in their order, in the arena; count 0
 * without a map. Slots that live within one statement have no entry. CC_E_FORMAT for a damaged map,
 * CC_E_NOMEM. */
CC_NODISCARD cc_err pdb_get_slots(const pdb_file *pdb, uint32_t method_rid, cc_arena *arena,
                                  pdb_slot **slots, uint32_t *count);

/* Returns the MethodDef rid of the user's method for an async or iterator MoveNext; 0 when there is
 * none. */
uint32_t pdb_kickoff_of(const pdb_file *pdb, uint32_t move_next_rid);
/* Returns the MethodDef rid of the MoveNext of the user's method; 0 when there is none. */
uint32_t pdb_move_next_of(const pdb_file *pdb, uint32_t kickoff_rid);
/* Returns the Source Link JSON of the module; empty when absent. */
cc_span pdb_source_link(const pdb_file *pdb);
/* The compiler stored its options; the compilers of C# and Visual Basic do. */
bool pdb_has_compilation_options(const pdb_file *pdb);
/* Sets the value of an option, "define" or "optimization"; borrowed. False when the option is
 * absent. */
bool pdb_compilation_option(const pdb_file *pdb, const char *name, cc_str *value);

typedef enum pdb_optimisation {
    PDB_OPTIMISATION_UNKNOWN, /* the compiler stored no options */
    PDB_OPTIMISATION_OFF,
    PDB_OPTIMISATION_ON
} pdb_optimisation;
/* Returns whether the compiler optimised, by its option "optimization", which it omits when it did
 * not. */
pdb_optimisation pdb_optimised(const pdb_file *pdb);
/* Sets the document's source that the compiler embedded, as the PDB stores it; borrowed. False: the
 * compiler embedded none. */
bool pdb_embedded_source(const pdb_file *pdb, uint32_t document, cc_span *source);
bool pdb_has_embedded_source(const pdb_file *pdb, uint32_t document);
/* Sets the text of an embedded source, byte for byte the compiled file: in the arena, or borrowed
 * from `source`. CC_E_FORMAT, CC_E_LIMIT (above PDB_MAX_SOURCE), CC_E_NOMEM. */
CC_NODISCARD cc_err pdb_inflate_source(cc_span source, cc_arena *arena, cc_span *text);
/* This MoveNext has async stepping information: it belongs to an async method (also one without an
 * await), not to an iterator. */
bool pdb_is_async(const pdb_file *pdb, uint32_t move_next_rid);

#endif
