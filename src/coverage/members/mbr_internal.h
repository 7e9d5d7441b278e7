/* Internal to the room of members. Threads: one. */
#ifndef MBR_INTERNAL_H
#define MBR_INTERNAL_H

#include "base/cc_buf.h"
#include "base/cc_hash.h"
#include "base/cc_map.h"
#include "coverage/members/mbr.h"

/* --- mbr_tokens.c: what tokens name, each looked up once -------------------------------------- */

typedef struct mbr_token {
    uint64_t plain; /* digest of its description without ordinals; 0: not looked up */
    uint64_t raw;   /* and with them */
    /* of a member: digest of its definition without ordinals, its identity; 0: nobody asked */
    uint64_t definition;
    bool is_made;     /* it has a name that the compiler made */
    bool looks_up;    /* a member that looks for types or members by reflection */
    bool is_delegate; /* a type of delegates of the framework */
    bool keeps;       /* a member of a collection or a cache that keeps what it is given */
    bool is_system;   /* a type of this build, or in the namespace System or below it */
} mbr_token;

typedef struct mbr_tokens {
    const md_image *image;
    const md_tables *tables;
    cc_arena *arena;
    mbr_token *of_table[MD_TABLE_COUNT]; /* by rid; NULL: none was looked up */
    bool *is_made_type;                  /* by TypeDef rid */
    cc_buf text, plain;
} mbr_tokens;

void mbr_tokens_open(mbr_tokens *out, const md_image *image, cc_arena *arena);
void mbr_tokens_close(mbr_tokens *tokens);
/* Returns what the token names; a token that cannot be described counts as its own number. */
const mbr_token *mbr_token_of(mbr_tokens *tokens, uint32_t token);
/* From 1 on, below 2^63: SQLite's integers have a sign. */
uint64_t mbr_digest(cc_span bytes);
uint64_t mbr_hash(cc_str text);
/* The identity of the member that the token names. */
uint64_t mbr_definition_of(mbr_tokens *tokens, uint32_t token);
/* The compiler made the type, or a type around it. */
bool mbr_is_made_type(const mbr_tokens *tokens, uint32_t rid);
/* The code of the method is a part of the code of others: the compiler made it, or its type. */
bool mbr_is_made_method(const mbr_tokens *tokens, uint32_t rid);

/* --- mbr_names.c: what a member names ------------------------------------------------------- */

/* Identities, in the order of occurrence. */
typedef struct mbr_names {
    mbr_tokens *tokens;
    cc_buf items; /* uint64_t */
} mbr_names;

/* Adds the member or type that the token names, with the types that it names itself. */
void mbr_names_add(mbr_names *names, uint32_t token);
/* Adds the member alone. */
void mbr_names_add_alone(mbr_names *names, uint32_t token);
/* Adds the types of a signature. */
void mbr_names_add_signature(mbr_names *names, cc_span signature);
/* Adds the classes of the attributes of a token. */
void mbr_names_add_attributes(mbr_names *names, uint32_t owner);
/* The outermost type of a field is a delegate of the framework. */
bool mbr_is_delegate(mbr_tokens *tokens, cc_span signature);
/* A list of lists that grows by one with each call; takes what was added since the last call. */
typedef struct mbr_lists {
    cc_buf items, first;
} mbr_lists;
void mbr_lists_end(mbr_lists *lists, mbr_names *names);
/* Gives the lists in the arena, and frees them. */
mbr_list mbr_lists_take(mbr_lists *lists, cc_arena *arena);

/* --- mbr_reflection.c ------------------------------------------------------------------------- */

/* The member, as md_describe() writes it, looks for types or members. */
bool mbr_looks_up(cc_str member);

/* --- mbr_keep.c ------------------------------------------------------------------------------- */

/* The member, as md_describe() writes it, keeps what it is given. */
bool mbr_keeps(cc_str member);
/* The type, written likewise, is one of delegates of the framework. */
bool mbr_names_delegate(cc_str type);

/* --- mbr_code.c ------------------------------------------------------------------------------- */

/* The code of methods, with the compiler-made methods that they reach. */
typedef struct mbr_coder {
    mbr_tokens *tokens;
    cc_arena *scratch;
    cc_buf out;
    cc_map *ordinals; /* raw digest of a made name -> its place in the order of occurrence */
    uint32_t *queue; /* rids of the methods that belong to the member, in the order of occurrence */
    uint32_t queued, taken;
    size_t cap;
    uint32_t *seen_by;            /* by MethodDef rid: number of the member that queued it last */
    uint32_t number;              /* of the member */
    mbr_names *names;             /* gets what the code names; NULL: nobody asks */
    uint32_t type_of_constructor; /* TypeDef, where the member is a static constructor; else 0 */
    uint32_t type;                /* TypeDef of the member */
    bool is_constructor;          /* the member is a constructor, of objects or static */
    /* of the code that was read last: it looks for types or members by reflection; sets a field outside
     * of a constructor; reads a field; gives a collection something to keep */
    bool looks_up, sets_field, reads_field, fills;
} mbr_coder;

void mbr_coder_open(mbr_coder *out, mbr_tokens *tokens, cc_arena *arena);
void mbr_coder_close(mbr_coder *coder);
/* Returns the digest of the code of a method; 0: it has none. The coder's queue then holds the
 * method and the made methods that belong to it. */
uint64_t mbr_code_of(mbr_coder *coder, uint32_t rid);

/* --- mbr_declare.c ---------------------------------------------------------------------------- */

uint64_t mbr_declare_assembly(mbr_tokens *tokens);
uint64_t mbr_declare_type(mbr_tokens *tokens, uint32_t rid);
uint64_t mbr_declare_method(mbr_tokens *tokens, uint32_t rid);
uint64_t mbr_declare_field(mbr_tokens *tokens, uint32_t rid);
/* Digest of the content of a manifest resource; 1: it is not in the image. */
uint64_t mbr_declare_resource(mbr_tokens *tokens, uint32_t rid);
/* The content of the resource follows from the code, or holds line numbers. */
bool mbr_is_derived_resource(cc_str name);

/* --- mbr_data.c ------------------------------------------------------------------------------- */

/* Digest of the initial value that a field has in the image; 0: it has none, 1: it is not known. */
uint64_t mbr_data_of(const mbr_tokens *tokens, uint32_t rid);

/* --- mbr_attributes.c ------------------------------------------------------------------------- */

/* Sum of the digests of the attributes of a token: their order does not count. */
uint64_t mbr_attributes_of(mbr_tokens *tokens, uint32_t owner);
/* The text about the assembly that mbr_attributes_of() leaves out: its title, file version and so on. */
uint64_t mbr_texts_of_assembly(mbr_tokens *tokens);

#endif
