/* clrcov dump: shows the contents of an assembly, a PDB or a counters file as clrcov reads them.
 * For contributors. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_utf.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/dump/cmd_dump.h"
#include "clrcov/counters_format.h"
#include "clrcov/version.h"

static const opt_spec specs[] = {
    {0, "method", OPT_TEXT, "NAME", offsetof(dump_options, method), NULL,
     "only methods of this name or token (Main,\nNs.Type.Main, 0x06000001; * and ? allowed)"},
    {0, "il", OPT_FLAG, NULL, offsetof(dump_options, il), NULL,
     "bodies with their sequence points"},
    {0, "plan", OPT_FLAG, NULL, offsetof(dump_options, plan), NULL,
     "the probe plan: nodes, counters, branches"},
    {0, "probe-all", OPT_FLAG, NULL, offsetof(dump_options, probe_all), NULL,
     "the plan with every point and edge"},
    {0, "stats", OPT_FLAG, NULL, offsetof(dump_options, stats), NULL,
     "numbers of probes and growth of IL, with the plan\nand with every point and edge"},
    {0, "members", OPT_FLAG, NULL, offsetof(dump_options, members), NULL,
     "types and members with digests of declaration\nand code"},
    {0, "tables", OPT_FLAG, NULL, offsetof(dump_options, tables), NULL, "the metadata tables"},
    {0, "pdb", OPT_TEXT, "FILE", offsetof(dump_options, pdb), NULL,
     "the symbols (embedded, else the .pdb beside FILE)"},
};

const opt_command cmd_dump_command = {
    .name = "dump",
    .arguments = "FILE",
    .summary = "Shows an assembly, a portable PDB or a counters file as clrcov sees it.",
    .details = "FILE is a .dll, .exe, .pdb or .cov file. Without an option: an overview.\n"
               "\n"
               "Exit code: 64 wrong usage, or a file that cannot be read; 70 a defect; 73 the "
               "output cannot\n"
               "be written.",
    OPT_SPECS(specs),
};

/* --- text ------------------------------------------------------------------------------------- */

void cmd_dump_hex(cc_buf *out, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(out, "%02x", bytes[i]);
    }
}

void cmd_dump_text(cc_buf *out, cc_str text) {
    cc_utf8_clean(text, out);
}

bool cmd_dump_flush(cc_buf *out) {
    bool is_written = cc_buf_ok(out) && cmd_print_text(stdout, cc_buf_str(out));
    cc_buf_clear(out);
    return is_written;
}

/* --- overview --------------------------------------------------------------------------------- */

static void put_documents(const pdb_file *pdb, cc_arena *arena, cc_buf *out) {
    for (uint32_t rid = 1; rid <= pdb_document_count(pdb); rid++) {
        pdb_document document;
        cc_buf_printf(out, "document  %u ", rid);
        if (pdb_get_document(pdb, rid, arena, &document) == CC_OK) {
            cmd_dump_text(out, document.name);
        } else {
            cc_buf_puts(out, cc_error_message());
        }
        cc_buf_putc(out, '\n');
    }
}

static void put_image(const md_image *image, cc_buf *out) {
    const md_tables *tables = md_image_tables(image);
    uint8_t mvid[16];
    cc_str name;
    if (md_assembly_name(tables, &name) == CC_OK) {
        cc_buf_puts(out, "assembly  ");
        cmd_dump_text(out, name);
        cc_buf_putc(out, '\n');
    }
    if (md_mvid(tables, mvid) == CC_OK) {
        cc_buf_puts(out, "mvid      ");
        cmd_dump_hex(out, mvid, sizeof mvid);
        cc_buf_putc(out, '\n');
    }
    cc_buf_printf(out, "types     %u\nmethods   %u\nR2R       %s\n",
                  md_row_count(tables, MD_TYPEDEF), md_row_count(tables, MD_METHODDEF),
                  md_image_is_ready_to_run(image) ? "yes" : "no");
    md_debug_info debug;
    if (md_image_debug_info(image, &debug) == CC_OK && debug.has_codeview) {
        cc_buf_puts(out, "pdb id    ");
        cmd_dump_hex(out, debug.pdb_id, sizeof debug.pdb_id);
        cc_buf_puts(out, "\npdb path  ");
        cmd_dump_text(out, debug.pdb_path);
        cc_buf_putc(out, '\n');
    }
}

static void put_overview(const dump_image *image, cc_arena *arena, cc_buf *out) {
    if (image->image != NULL) {
        put_image(image->image, out);
    }
    cc_buf_printf(out, "pdb       %s\n", image->pdb_from);
    if (image->pdb != NULL) {
        put_documents(image->pdb, arena, out);
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

typedef struct dump_files {
    cc_mapped_file main, pdb;
} dump_files;

static void find_pdb_path(const dump_options *options, const char *path, cc_arena *arena,
                          const char **out) {
    cc_str whole = cc_strz(path);
    cc_str stem = cc_path_stem(whole);
    size_t len = (size_t)(stem.s - whole.s) + stem.len;
    *out = options->pdb != NULL ? options->pdb : cc_arena_printf(arena, "%.*s.pdb", (int)len, path);
}

/* Missing symbols are stated in the output and are not an error: tables and IL can be shown without
 * them. */
static void open_pdb(dump_image *image, dump_files *files, const dump_options *options,
                     const char *path, cc_arena *arena) {
    md_debug_info debug;
    pdb_file *pdb = NULL;
    cc_span inflated;
    const char *place = "embedded";
    cc_err err = md_image_debug_info(image->image, &debug);
    bool is_embedded = err == CC_OK && debug.embedded.data != NULL && options->pdb == NULL;
    if (is_embedded) {
        err = pdb_inflate(&debug, arena, &inflated);
    } else if (err == CC_OK) {
        find_pdb_path(options, path, arena, &place);
        err = place == NULL ? CC_E_NOMEM : cc_file_map(&files->pdb, place, false);
        inflated = files->pdb.bytes;
    }
    if (err == CC_OK) {
        err = pdb_open(&pdb, inflated, arena);
    }
    if (err == CC_OK && !pdb_matches(pdb, &debug)) {
        err = cc_fail(CC_E_MISMATCH, "%s: belongs to another build", place);
    }
    image->pdb = err == CC_OK ? pdb : NULL;
    image->pdb_from = err == CC_OK ? place : cc_arena_strdup(arena, cc_strz(cc_error_message()));
}

static cc_err open_image(dump_image *image, dump_files *files, const dump_options *options,
                         const char *path, cc_arena *arena) {
    static const uint8_t pdb_magic[] = {'B', 'S', 'J', 'B'};
    cc_span start;
    *image = (dump_image){NULL, NULL, "the file itself"};
    if (cc_span_slice(files->main.bytes, 0, sizeof pdb_magic, &start) &&
        memcmp(start.data, pdb_magic, sizeof pdb_magic) == 0) {
        pdb_file *pdb = NULL;
        CC_TRY(pdb_open(&pdb, files->main.bytes, arena));
        image->pdb = pdb;
        return CC_OK;
    }
    md_image *opened = NULL;
    CC_TRY(md_image_open(&opened, files->main.bytes, MD_LAYOUT_FLAT, arena));
    image->image = opened;
    open_pdb(image, files, options, path, arena);
    return CC_OK;
}

/* --- the command ------------------------------------------------------------------------------ */

static cc_err dump_image_file(dump_files *files, const dump_options *options, const char *path,
                              cc_arena *arena, cc_buf *out) {
    dump_image image;
    cc_err err = open_image(&image, files, options, path, arena);
    if (err != CC_OK) {
        return cc_fail_in(err, path);
    }
    bool wants_methods = options->il || options->plan || options->method != NULL;
    if ((wants_methods || options->stats || options->members) && image.image == NULL) {
        return cc_fail(CC_E_USAGE, "%s: a PDB alone has no method bodies", path);
    }
    if (options->tables) {
        cmd_dump_tables(image.image != NULL ? md_image_tables(image.image) : pdb_tables(image.pdb),
                        out);
    }
    if (options->stats) {
        cmd_dump_stats(&image, out);
    }
    if (options->members) {
        CC_TRY(cmd_dump_members(image.image, arena, out));
    }
    if (wants_methods) {
        return cmd_dump_methods(&image, options, out);
    }
    if (!options->tables && !options->stats && !options->members) {
        put_overview(&image, arena, out);
    }
    return CC_OK;
}

static cc_err dump_file(const dump_options *options, const char *path, cc_arena *arena,
                        cc_buf *out) {
    dump_files files = {0};
    cc_span magic;
    CC_TRY(cc_file_map(&files.main, path, false));
    bool is_counters = cc_span_slice(files.main.bytes, 0, 8, &magic) &&
                       memcmp(magic.data, CLRCOV_COUNTERS_MAGIC, 8) == 0;
    cc_err err = is_counters ? cmd_dump_counters(path, arena, out)
                             : dump_image_file(&files, options, path, arena, out);
    cc_file_unmap(&files.main);
    cc_file_unmap(&files.pdb);
    return err;
}

int cmd_dump(int argc, char **argv) {
    cmd_call call = {0};
    dump_options options = {0};
    cc_buf out = {0};
    if (cmd_call_open(&call, &cmd_dump_command, argc, argv, &options)) {
        cc_err err = call.line.operand_count == 1
                         ? dump_file(&options, call.line.operands[0], call.arena, &out)
                         : cc_fail(CC_E_USAGE, "dump takes one file");
        call.code = err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_input_code(err));
        if (!cmd_dump_flush(&out) || fflush(stdout) != 0) {
            call.code = CLRCOV_EXIT_CANTWRITE;
        }
    }
    cc_buf_free(&out);
    return cmd_call_close(&call);
}
