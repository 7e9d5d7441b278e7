/* What a build of an assembly consists of, so that two builds can be compared: its types, methods,
 * fields and resources, each with digests of its declaration and its code.
 *
 * A digest depends neither on numbers of rows nor on line numbers nor on the ordinals in names that
 * compilers make, so a comment, or a method before this one, changes nothing. Lambdas, local
 * functions, closures and state machines belong to the code of the method that the user wrote:
 * they are no members of their own.
 *
 * Memory of the given arena. Threads: immutable when made. Source: ECMA-335 II.22, II.23, III. */
#ifndef MBR_H
#define MBR_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "coverage/module/mod.h"

typedef enum mbr_kind {
    MBR_ASSEMBLY, /* attributes of assembly and module, version; its code: text about it */
    MBR_TYPE,     /* base, interfaces, attributes, properties, events, layout */
    MBR_METHOD,
    MBR_FIELD,
    MBR_RESOURCE,
    MBR_KINDS
} mbr_kind;

typedef struct mbr_member {
    mbr_kind kind;
    cc_str type; /* full CLR name, nested with '/'; "" for assembly and resources */
    cc_str name; /* "Add(System.Int32)"; of a type "", of a resource its name */
    /* digests are below 2^63, and 0 where there is nothing */
    uint64_t identity;    /* of kind, type, name and signature: equal in all builds that have it */
    uint64_t declaration; /* of everything but code */
    uint64_t code;        /* 0: it has no code */
    bool
        is_abstract; /* of types: no object is of this type alone, as of interfaces; not of static classes */
    bool is_measured; /* for the model: some sequence point belongs to its code */
} mbr_member;

#define MBR_NONE UINT32_MAX

typedef struct mbr_build {
    cc_str assembly; /* simple name */
    mbr_member *members;
    uint32_t count;
    /* by MethodDef rid (entry 0 unused): the member to which its code belongs; MBR_NONE */
    uint32_t *of_method;
    uint32_t method_count;
} mbr_build;

/* What code and declarations of a build name. Lists of member i are items[first[i]] up to
 * items[first[i + 1]], sorted, each identity once. */
typedef struct mbr_list {
    uint64_t *items;
    uint32_t *first;
} mbr_list;

typedef struct mbr_links {
    mbr_list named; /* identities of the members and types that the member names */
    mbr_list bases; /* of types: base type and interfaces */
    mbr_list outer; /* of types: those of the bases that are neither of this build nor of System */
    mbr_list parts; /* of types: the types of fields */
    bool *looks_up; /* by member: its code looks for types or members by reflection */
    /* by member: its code sets a field, or fills a collection, where values may stay; a field of a
     * delegate, which may keep what it made */
    bool *keeps;
} mbr_links;

/* Lists the members, and what they name (`links` NULL: nobody asks). Names are those of reports.
 * `image` is borrowed. CC_E_FORMAT and the other errors of the readers where the metadata is
 * damaged. */
CC_NODISCARD cc_err mbr_read(mbr_build *out, mbr_links *links, const md_image *image,
                             cc_arena *arena);

#endif
