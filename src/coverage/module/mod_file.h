/* Source files as reports read them. Reports are published, and whatever they are made from may
 * name any file of the machine. So one function decides whether a source may be read, and one
 * function opens it, for every command and format (docs/reliability.md):
 *
 *   - A regular file below the source root may be read. No component of its path below the root
 *     begins with a dot, and no link leads out. A root "/" holds everything and vouches for
 *     nothing.
 *   - Any other regular file may be read when its checksum is that of a PDB of this machine: whoever
 *     compiled the program here has read the file.
 *   - A checksum that somebody else brings (a data file, a session from elsewhere) proves nothing:
 *     it may be one of thousands of guesses at the content of a short file.
 *
 * Threads: no state. */
#ifndef MOD_FILE_H
#define MOD_FILE_H

#include "base/cc_file.h"
#include "coverage/module/mod_checksum.h"

/* Who states the checksum of a source. */
typedef enum mod_origin {
    MOD_ORIGIN_FOREIGN, /* a data file, a report of another tool, a session from elsewhere */
    MOD_ORIGIN_LOCAL    /* the PDB of an assembly that was loaded from, or lies on, this machine */
} mod_origin;

/* How a file may be read. */
typedef enum mod_access {
    MOD_ACCESS_NONE,
    MOD_ACCESS_SAME, /* when its content has the checksum */
    MOD_ACCESS_FREE
} mod_access;

/* `root` and `file` are absolute, without ".", ".." and links. Pure. */
mod_access mod_access_of(cc_str root, cc_str file, mod_origin origin, bool has_checksum);

/* A source that a report wants to read. Strings are borrowed. */
typedef struct mod_claim {
    const char *root; /* as in mod_access_of() */
    const char *path; /* absolute; may hold links, "." and ".." */
    mod_origin origin;
    pdb_checksum checksum_kind; /* PDB_SUM_NONE: the checksum is not known */
    cc_span checksum;
} mod_claim;

typedef enum mod_file_state {
    MOD_FILE_READ,
    MOD_FILE_ABSENT,   /* or it cannot be read, or is not a regular file */
    MOD_FILE_OUTSIDE,  /* it may not be read; nothing says whether it is there */
    MOD_FILE_CHANGED,  /* it might be read by its checksum, and has another one */
    MOD_FILE_TOO_LARGE /* more than SRC_MOST_BYTES */
} mod_file_state;

/* Opens the source; cc_file_unmap() frees *out, which is empty unless the state is MOD_FILE_READ.
 * Out of memory counts as absent. */
mod_file_state mod_file_open(cc_mapped_file *out, const mod_claim *claim);
/* Compares the source with its checksum. UNKNOWN: the source may not or cannot be read, or has no
 * checksum of a known kind. */
mod_checksum_result mod_file_compare(const mod_claim *claim);

#endif
