/* Source files as reports read them. Users publish reports, and the input of a report may name any
 * file of the machine. So one function decides whether clrcov may read a source, and one function
 * opens it, for every command and format (docs/reliability.md):
 *
 *   - A regular file below the source root may be read. No component of its path below the root
 *     begins with a dot, and no link leads out. A root "/" holds everything and vouches for
 *     nothing.
 *   - Any other regular file may be read when a PDB of this machine has its checksum: whoever
 *     compiled the program here has read the file.
 *   - A checksum from elsewhere (a data file, a session of another machine) proves nothing:
 *     it may be one of thousands of guesses at the content of a short file.
 *
 * Threads: no state. */
#ifndef MOD_FILE_H
#define MOD_FILE_H

#include "base/cc_file.h"
#include "coverage/module/mod_checksum.h"

/* Where the checksum of a source comes from. */
typedef enum mod_origin {
    MOD_ORIGIN_FOREIGN, /* a data file, a report of another tool, a session of another machine */
    MOD_ORIGIN_LOCAL    /* the PDB of an assembly that was loaded from, or is on, this machine */
} mod_origin;

/* Under which condition clrcov may read a file. */
typedef enum mod_access {
    MOD_ACCESS_NONE,
    MOD_ACCESS_SAME, /* when its content has the checksum */
    MOD_ACCESS_FREE
} mod_access;

/* `root` and `file` are absolute, without ".", ".." and links. Pure. */
mod_access mod_access_of(cc_str root, cc_str file, mod_origin origin, bool has_checksum);

/* A source that a report is to show. Strings are borrowed. */
typedef struct mod_claim {
    const char *root; /* as in mod_access_of() */
    const char *path; /* absolute; may hold links, "." and ".." */
    mod_origin origin;
    pdb_checksum checksum_kind; /* PDB_SUM_NONE: the checksum is not known */
    cc_span checksum;
} mod_claim;

typedef enum mod_file_state {
    MOD_FILE_READ,
    MOD_FILE_ABSENT,   /* or clrcov cannot read it, or it is not a regular file */
    MOD_FILE_OUTSIDE,  /* clrcov may not read it; nothing says whether it exists */
    MOD_FILE_CHANGED,  /* the file is readable only with the right checksum, and has another one */
    MOD_FILE_TOO_LARGE /* more than SRC_MOST_BYTES */
} mod_file_state;

/* Opens the source; cc_file_unmap() frees *out, which is empty unless the state is MOD_FILE_READ. A
 * lack of memory counts as absent. */
mod_file_state mod_file_open(cc_mapped_file *out, const mod_claim *claim);
/* Compares the source with its checksum. UNKNOWN: clrcov may not or cannot read the source, or the
 * source has no checksum of a known kind. */
mod_checksum_result mod_file_compare(const mod_claim *claim);

#endif
