/* What the files of this room share: lines and arms of methods, collected from a report. Not for
 * other rooms. */
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
    /* Arms of a report that only counts them ("50% (1/2)"): so many, and more for each point */
    FOREIGN_MOST_COUNTED = 1 << 18,
    FOREIGN_COUNTED_OF_POINT = 64,
    /* Places where the files of a report are looked for: so many, and more for each file */
    FOREIGN_MOST_PLACES = 1 << 20,
    FOREIGN_PLACES_OF_DOCUMENT = 16
};

/* A report that is being read. Readers call: assembly, document, method; then points and arms. */
typedef struct foreign_reading {
    const foreign_request *request;
    cc_arena *arena;
    mod_root *root;
    cc_map *assemblies; /* name -> foreign_assembly */
    cc_list order;      /* foreign_assembly, as they came */
    cc_list folders;    /* cc_str: absolute, below which relative paths are; may be empty */
    struct foreign_assembly *assembly;
    uint64_t points;
    uint64_t more_lines; /* of points, behind their first ones */
    uint64_t counted;    /* arms that are only counted */
    uint64_t located;    /* how often a file was looked for */
    uint64_t places;     /* in how many places altogether */
    uint64_t most_hits;
    bool is_lower_bound;
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
/* The assembly of this name is filled from now on; it may come again. */
CC_NODISCARD cc_err foreign_assembly_of(foreign_reading *r, cc_str name);
/* The source file of the methods that follow. */
CC_NODISCARD cc_err foreign_document(foreign_reading *r, cc_str path);
/* The source file of what follows in this method. */
CC_NODISCARD cc_err foreign_switch_document(foreign_reading *r, cc_str path);
/* Begins a method; the last one ends. A signature that is not known, "", becomes "()", as readers
 * of reports want one. */
CC_NODISCARD cc_err foreign_method(foreign_reading *r, cc_str type, cc_str name, cc_str signature);
/* The same; `name` is as OpenCover and coverlet write it: "Ret Ns.Type::Method(Args)". */
CC_NODISCARD cc_err foreign_full_method(foreign_reading *r, cc_str type, cc_str name);
void foreign_end_method(foreign_reading *r);
/* A line of the method, or a span with columns. */
CC_NODISCARD cc_err foreign_line(foreign_reading *r, uint32_t number, uint64_t hits);
CC_NODISCARD cc_err foreign_span(foreign_reading *r, const cov_span *span, uint64_t hits);
/* A decision on the line, with `count` arms; taken[i]: arm i was. */
CC_NODISCARD cc_err foreign_decision(foreign_reading *r, uint32_t line, const bool *taken,
                                     uint32_t count);
/* Of `count` arms `taken` were; which ones is not known. */
CC_NODISCARD cc_err foreign_counted(foreign_reading *r, uint32_t line, uint32_t taken,
                                    uint32_t count);

/* Arms that are being collected; zeroed at first, and used again. */
typedef struct foreign_arms {
    bool *taken;
    uint32_t count;
    size_t cap;
} foreign_arms;
/* CC_E_FORMAT: a decision on this line would have too many. */
CC_NODISCARD cc_err foreign_add_arm(foreign_reading *r, foreign_arms *arms, uint32_t line,
                                    bool is_taken);

/* The text in the reading's memory. */
void foreign_keep(foreign_reading *r, cc_str text, cc_str *out);
/* Reads a number up to `most`, and nothing else. */
bool foreign_number(cc_str text, uint64_t most, uint64_t *out);
/* Reads a count of hits, and nothing else; one that is too large for 64 bits is UINT64_MAX. */
bool foreign_count(cc_str text, uint64_t *out);

/* --- readers ------------------------------------------------------------------------------------ */
CC_NODISCARD cc_err foreign_read_lcov(foreign_reading *r, cc_span bytes);
CC_NODISCARD cc_err foreign_read_coverlet(foreign_reading *r, cc_span bytes);
/* Cobertura and OpenCover, by the root element; *tool: which of them. */
CC_NODISCARD cc_err foreign_read_xml(foreign_reading *r, cc_span bytes, const char **tool);

/* --- foreign_xml.c: elements, one after the other -------------------------------------------------- */

typedef struct foreign_element {
    const char *name;
    const char *const *attributes; /* name, value, ..., NULL */
} foreign_element;
/* The value of an attribute; "" when there is none. */
cc_str foreign_attribute(const foreign_element *e, const char *name);
typedef struct foreign_handler {
    /* text: of an element without elements, at its end */
    cc_err (*start)(void *ctx, foreign_reading *r, const foreign_element *e);
    cc_err (*end)(void *ctx, foreign_reading *r, const char *name, cc_str text);
    void (*close)(void *ctx); /* called in any case; NULL: there is nothing to free */
    size_t size;              /* of ctx, zeroed at first */
} foreign_handler;
extern const foreign_handler foreign_cobertura, foreign_opencover;

#endif
