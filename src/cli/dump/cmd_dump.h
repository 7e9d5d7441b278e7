/* Parts of clrcov dump. Output is text for contributors, on a cc_buf that is flushed to standard
 * output. */
#ifndef CMD_DUMP_H
#define CMD_DUMP_H

#include "metadata/md.h"
#include "metadata/pdb.h"
#include "method/mth.h"
#include "rewriter/plan/probe_plan.h"

typedef struct dump_options {
    const char *method, *pdb;
    bool tables, members, il, plan, probe_all, stats;
} dump_options;

typedef struct dump_image {
    const md_image *image; /* NULL for a stand-alone PDB */
    const pdb_file *pdb;   /* NULL: none found */
    const char *pdb_from;  /* its source, or why there is none */
} dump_image;

/* Writes every row of every table, with strings resolved. */
void cmd_dump_tables(const md_tables *tables, cc_buf *out);
/* Writes the members of a build with their digests. Errors of mbr_read(). */
CC_NODISCARD cc_err cmd_dump_members(const md_image *image, cc_arena *arena, cc_buf *out);
/* Writes the methods that --method selects (all without it): IL, points, plan. CC_E_NOTFOUND when
 * none matches. */
CC_NODISCARD cc_err cmd_dump_methods(const dump_image *image, const dump_options *options,
                                     cc_buf *out);
/* Writes the cost of probes in all methods: numbers of probes, growth of IL. */
void cmd_dump_stats(const dump_image *image, cc_buf *out);
/* Writes the plan of a method: nodes, counters, branches. */
struct probe_plan;
void cmd_dump_plan(const struct probe_plan *plan, cc_buf *out);
/* Writes the contents of a counters file. */
CC_NODISCARD cc_err cmd_dump_counters(const char *path, cc_arena *arena, cc_buf *out);

/* The offset of an instruction; the size of the code after the last one. */
uint32_t cmd_dump_offset(const il_body *body, uint32_t insn);
/* Opens a method with the plan of the report, or with a probe at every point and edge (`all`); without a
 * PDB with a point for each block. *skip: why it has no plan. Errors of mth_open(). */
CC_NODISCARD cc_err cmd_dump_open(mth_method *out, mth_skip *skip, const dump_image *image,
                                  uint32_t token, bool all, cc_arena *arena);
void cmd_dump_hex(cc_buf *out, const uint8_t *bytes, size_t count);
/* Writes a string, with characters replaced that a terminal does not display. */
void cmd_dump_text(cc_buf *out, cc_str text);
/* Writes the buffer to standard output and empties it; false when that fails. */
bool cmd_dump_flush(cc_buf *out);

/* Appends the tests of a counters file, the types of their objects, and the regions. */
struct ctr_tests;
void cmd_dump_tests(const struct ctr_tests *tests, cc_buf *out);

#endif
