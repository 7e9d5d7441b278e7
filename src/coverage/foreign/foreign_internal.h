/* What the files of this room share: lines and arms of methods, collected from a report. Internal
 * to this room. */
#ifndef FOREIGN_INTERNAL_H
#define FOREIGN_INTERNAL_H

#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/foreign/foreign.h"
#include "coverage/model/cov_limits.h"
#include "coverage/module/mod_root.h"

enum {
    FOREIGN_MOST_LINE = 1 << 24,    /* number of a line */
    FOREIGN_MOST_ARMS = 1 << 16,    /* of one decision */
    FOREIGN_MOST_POINTS = 50000000, /* of one report: more is damage */
    /* Maximum of arms of a report that only counts them ("50% (1/2)"): this number, and more for
     * each point */
    FOREIGN_MOST_COUNTED = 1 << 18,
    FOREIGN_COUNTED_OF_POINT = 64,
    /* Maximum of places where clrcov looks for the files of a report: this number, and more for
     * each file */
    FOREIGN_MOST_PLACES = 1 << 20,
    FOREIGN_PLACES_OF_DOCUMENT = 16
};

/* The state of reading a report. Readers call: assembly, document, method; then points and arms. */
typedef struct foreign_reading {
    const foreign_request *request;
    cc_arena *arena;
    mod_root *root;
    cc_map *assemblies; /* name -> foreign_assembly */
    cc_list order;      /* foreign_assembly, in the order of the report */
    cc_list folders;    /* cc_str: absolute folders for relative paths; may be empty */
    bool is_of_windows; /* one of these folders is a path of Windows */
    struct foreign_assembly *assembly;
    uint64_t points;
    uint64_t more_lines; /* of points, after their first ones */
    uint64_t counted;    /* number of arms that are only counted */
    uint64_t located;    /* number of searches for a file */
    uint64_t places;     /* number of places looked at in total */
    uint64_t most_hits;
    bool is_lower_bound;
    uint32_t tests_left_out; /* as in cov_raw_run */
} foreign_reading;

typedef struct foreign_assembly {
    cov_raw_assembly raw;
    cc_map *documents; /* path -> index + 1 */
    uint32_t document;
    bool is_in_body;
} foreign_assembly;

CC_NODISCARD cc_err foreign_begin(foreign_reading *out, const foreign_request *request,
                                  cc_arena *arena);
void foreign_end(foreign_reading *r);
/* Selects the assembly of this name for the following calls; a report may name it again. */
void foreign_assembly_of(foreign_reading *r, cc_str name);
/* Sets the source file of the following methods. */
CC_NODISCARD cc_err foreign_document(foreign_reading *r, cc_str path);
/* Sets the source file of the following points in this method. */
CC_NODISCARD cc_err foreign_switch_document(foreign_reading *r, cc_str path);
/* Begins a method, and ends the previous one. An unknown signature, "", becomes "()", because
 * readers of reports expect one. A lambda, a local function, an iterator or an async method, by names of
 * compilers, becomes a part of the user's method, whose signature the model finds. */
void foreign_method(foreign_reading *r, cc_str type, cc_str name, cc_str signature);
/* The parts of "Ret Ns.Type::Method(Args)", as OpenCover and coverlet write it; `signature` is "" where
 * the name has no parameters. */
typedef struct foreign_name {
    cc_str type, method, signature;
} foreign_name;
/* Without a type, all before the parameters is the method. True: it has a type, with a type of the
 * result before it. */
bool foreign_split_name(foreign_name *out, cc_str full);
/* Replaces the names of compilers, "Ns.Type/<M>d__1" and "MoveNext", by those of the user, "Ns.Type" and
 * "M"; the signature is "" then. Other names stay. */
void foreign_fold_name(foreign_name *name);
/* Like foreign_method(), with `name` as OpenCover and coverlet write it: "Ret
 * Ns.Type::Method(Args)". */
void foreign_full_method(foreign_reading *r, cc_str type, cc_str name);
void foreign_end_method(foreign_reading *r);
/* Adds a line of the method, or a span with columns. */
CC_NODISCARD cc_err foreign_line(foreign_reading *r, uint32_t number, uint64_t hits);
CC_NODISCARD cc_err foreign_span(foreign_reading *r, const cov_span *span, uint64_t hits);
/* Adds a decision on the line, with `count` arms; taken[i]: arm i was taken. */
CC_NODISCARD cc_err foreign_decision(foreign_reading *r, uint32_t line, const bool *taken,
                                     uint32_t count);
/* Adds `count` arms of which `taken` were taken; it is not known which. */
CC_NODISCARD cc_err foreign_counted(foreign_reading *r, uint32_t line, uint32_t taken,
                                    uint32_t count);

/* Collected arms; initially zeroed, and reused. */
typedef struct foreign_arms {
    bool *taken;
    uint32_t count;
    size_t cap;
} foreign_arms;
/* Adds an arm. CC_E_FORMAT: a decision on this line would have too many arms. */
CC_NODISCARD cc_err foreign_add_arm(foreign_reading *r, foreign_arms *arms, uint32_t line,
                                    bool is_taken);

/* The text in the reading's memory. */
void foreign_keep(foreign_reading *r, cc_str text, cc_str *out);
/* Reads a count of hits, and nothing else; a count that is too large for 64 bits is UINT64_MAX. */
bool foreign_count(cc_str text, uint64_t *out);

/* --- readers ---------------------------------------------------------------------------------- */
CC_NODISCARD cc_err foreign_read_lcov(foreign_reading *r, cc_span bytes);
CC_NODISCARD cc_err foreign_read_coverlet(foreign_reading *r, cc_span bytes);
/* Reads Cobertura and OpenCover, by the root element; *tool: which of the two. */
CC_NODISCARD cc_err foreign_read_xml(foreign_reading *r, cc_span bytes, const char **tool);

/* --- foreign_xml.c: elements in sequence
 * ---------------------------------------------------------- */

typedef struct foreign_element {
    const char *name;
    const char *const *attributes; /* name, value, ..., NULL */
} foreign_element;
/* Returns the value of an attribute; "" when there is none. */
cc_str foreign_attribute(const foreign_element *e, const char *name);
typedef struct foreign_handler {
    /* text: of an element without elements, at its end */
    cc_err (*start)(void *ctx, foreign_reading *r, const foreign_element *e);
    cc_err (*end)(void *ctx, foreign_reading *r, const char *name, cc_str text);
    void (*close)(void *ctx); /* always called; NULL: there is nothing to free */
    size_t size;              /* size of ctx, which is initially zeroed */
} foreign_handler;
extern const foreign_handler foreign_cobertura, foreign_opencover;

#endif
