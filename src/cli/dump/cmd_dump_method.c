/* Methods as text: the body with its points and clauses, and the probe plan. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_glob.h"
#include "base/cc_utf.h"
#include "cli/dump/cmd_dump.h"
#include "method/mth.h"

enum { USER_STRING_TABLE = 0x70, STRING_SHOWN = 40, FLUSH_AT = 1 << 16 };

/* --- names ------------------------------------------------------------------------------------ */

/* Writes "Ns.Outer/Inner.Method". */
static void put_method_name(const md_tables *tables, uint32_t rid, cc_buf *out) {
    cc_str name;
    cc_buf type = {0};
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    if (md_member_name(tables, token, &type, &name) == CC_OK) {
        cc_buf_str_put(out, cc_buf_str(&type));
        cc_buf_putc(out, '.');
        cc_buf_str_put(out, name);
    } else {
        cc_buf_printf(out, "(%08x)", token);
    }
    cc_buf_free(&type);
}

/* --method selects the method: by token, by the whole name or by the part after its last dot. */
static bool is_selected(const char *wanted, cc_str full, uint32_t rid) {
    if (wanted == NULL) {
        return true;
    }
    if (strncmp(wanted, "0x", 2) == 0) {
        return strtoul(wanted, NULL, 16) == MD_TOKEN(MD_METHODDEF, rid);
    }
    cc_str pattern = cc_strz(wanted);
    if (cc_glob_name(pattern, full, false)) {
        return true;
    }
    for (size_t i = full.len; i-- > 1;) {
        /* ".ctor" keeps its own dot */
        if (full.s[i] == '.' && full.s[i - 1] != '.' && i + 1 < full.len) {
            return cc_glob_name(pattern, (cc_str){full.s + i + 1, full.len - i - 1}, false) ||
                   cc_glob_name(pattern, (cc_str){full.s + i, full.len - i}, false);
        }
    }
    return false;
}

static void put_user_string(const md_tables *tables, uint32_t index, cc_buf *out) {
    cc_span utf16;
    uint16_t units[STRING_SHOWN];
    if (!md_user_string(tables, index, &utf16)) {
        return;
    }
    size_t count = 0;
    while (count < STRING_SHOWN && cc_span_u16(&utf16, &units[count])) {
        count++;
    }
    cc_buf text = {0};
    cc_utf16_to_utf8(units, count, &text);
    cc_buf_puts(out, " // \"");
    cmd_dump_text(out, cc_buf_str(&text));
    cc_buf_puts(out, utf16.len > 0 ? "\"..." : "\"");
    cc_buf_free(&text);
}

/* Writes the name for the token of an instruction as a comment. */
static void put_token_name(const md_tables *tables, uint32_t token, cc_buf *out) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    uint32_t table = MD_TOKEN_TABLE(token);
    if (table == USER_STRING_TABLE) {
        put_user_string(tables, MD_TOKEN_RID(token), out);
        return;
    }
    bool is_type = table == MD_TYPEDEF || table == MD_TYPEREF || table == MD_TYPESPEC;
    cc_err err =
        is_type ? md_type_name(tables, token, &type) : md_member_name(tables, token, &type, &name);
    if (err == CC_OK) {
        cc_buf_puts(out, " // ");
        cmd_dump_text(out, cc_buf_str(&type));
        cc_buf_puts(out, name.len > 0 ? "::" : "");
        cmd_dump_text(out, name);
    }
    cc_buf_free(&type);
}

/* --- the body --------------------------------------------------------------------------------- */

static void put_point(const pdb_point *point, cc_buf *out) {
    if (point->hidden) {
        cc_buf_puts(out, "  ; hidden\n");
        return;
    }
    cc_buf_printf(out, "  ; document %u, %u:%u to %u:%u\n", point->document, point->start_line,
                  point->start_column, point->end_line, point->end_column);
}

uint32_t cmd_dump_offset(const il_body *body, uint32_t insn) {
    return insn < body->insn_count ? body->insns[insn].offset : (uint32_t)body->code.len;
}

static void put_clause(const il_body *body, const il_clause *clause, cc_buf *out) {
    static const char *const kinds[] = {"catch", "filter", "finally", "", "fault"};
    cc_buf_printf(out, "  .%s try IL_%04x-IL_%04x handler IL_%04x-IL_%04x", kinds[clause->kind],
                  cmd_dump_offset(body, clause->try_start), cmd_dump_offset(body, clause->try_end),
                  cmd_dump_offset(body, clause->handler_start),
                  cmd_dump_offset(body, clause->handler_end));
    if (clause->kind == IL_CLAUSE_FILTER) {
        cc_buf_printf(out, " filter IL_%04x", cmd_dump_offset(body, clause->filter_start));
    }
    if (clause->kind == IL_CLAUSE_CATCH) {
        cc_buf_printf(out, " class %08x", clause->class_token);
    }
    cc_buf_putc(out, '\n');
}

static void put_body(const md_tables *tables, const il_body *body, const pdb_point *points,
                     uint32_t point_count, cc_buf *out) {
    cc_buf_printf(out, "  .maxstack %u, locals %08x, %zu bytes\n", body->max_stack, body->local_sig,
                  body->code.len);
    uint32_t next = 0;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *insn = &body->insns[i];
        for (; next < point_count && points[next].offset <= insn->offset; next++) {
            put_point(&points[next], out);
        }
        cc_buf_puts(out, "  ");
        il_print_insn(body, i, out);
        if (il_op_get((il_op)insn->op)->operand == IL_OPERAND_TOKEN) {
            put_token_name(tables, (uint32_t)insn->operand, out);
        }
        cc_buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < body->clause_count; i++) {
        put_clause(body, &body->clauses[i], out);
    }
}

/* What the compiler keeps in locals without a name, and the offset of the syntax it is for. A
 * method that is a state machine has those that are fields of the machine. */
static cc_err put_slots(const pdb_file *pdb, uint32_t rid, cc_arena *arena, cc_buf *out) {
    pdb_slot *slots = NULL;
    uint32_t count = 0;
    CC_TRY(pdb_get_slots(pdb, rid, arena, &slots, &count));
    uint32_t move_next = pdb_move_next_of(pdb, rid);
    const char *of = move_next != 0 ? "field" : "slot";
    if (move_next != 0) {
        cc_buf_printf(out, "  .machine %08x\n", MD_TOKEN(MD_METHODDEF, move_next));
    }
    for (uint32_t i = 0; i < count; i++) {
        const pdb_slot *slot = &slots[i];
        if (slot->kind == PDB_SLOT_USER_DEFINED) {
            continue;
        }
        cc_buf_printf(out, "  .%s %u %s, syntax offset %d", of, slot->slot,
                      pdb_slot_kind_name(slot->kind), slot->syntax_offset);
        if (slot->ordinal > 0) {
            cc_buf_printf(out, ", ordinal %u", slot->ordinal);
        }
        cc_buf_putc(out, '\n');
    }
    return CC_OK;
}

static cc_err put_il(const dump_image *image, uint32_t rid, cc_arena *arena, cc_buf *out) {
    const md_tables *tables = md_image_tables(image->image);
    md_methoddef method;
    cc_span bytes;
    il_body body;
    pdb_point *points = NULL;
    uint32_t point_count = 0;
    CC_TRY(md_get_methoddef(tables, rid, &method));
    if (method.rva == 0) {
        cc_buf_puts(out, "  no body\n");
        return CC_OK;
    }
    CC_TRY(md_image_at_rva(image->image, method.rva, &bytes));
    CC_TRY(il_decode(&body, bytes, arena));
    if (image->pdb != NULL) {
        CC_TRY(pdb_get_points(image->pdb, rid, arena, &points, &point_count));
        CC_TRY(put_slots(image->pdb, rid, arena, out));
    }
    put_body(tables, &body, points, point_count, out);
    return CC_OK;
}

/* --- the plan --------------------------------------------------------------------------------- */

cc_err cmd_dump_open(mth_method *out, mth_skip *skip, const dump_image *image, uint32_t token,
                     bool all, cc_arena *arena) {
    probe_options options = {.all = all};
    cc_span at_rva = {NULL, 0};
    *skip = MTH_OK;
    return image->pdb == NULL
               ? mth_open_blocks(out, skip, image->image, token, at_rva, &options, arena)
               : mth_open(out, skip, image->image, image->pdb, token, at_rva, &options, arena);
}

static cc_err put_plan(const dump_image *image, bool all, uint32_t rid, cc_arena *arena,
                       cc_buf *out) {
    mth_method method;
    mth_skip skip = MTH_OK;
    if (image->pdb == NULL) {
        cc_buf_printf(out, "  no symbols (%s): points where blocks begin\n", image->pdb_from);
    }
    CC_TRY(cmd_dump_open(&method, &skip, image, MD_TOKEN(MD_METHODDEF, rid), all, arena));
    if (skip != MTH_OK) {
        cc_buf_printf(out, "  no plan: %s\n", mth_skip_name(skip));
        return CC_OK;
    }
    cc_buf_printf(out, "  plan key %016llx\n", (unsigned long long)method.key);
    cmd_dump_plan(method.plan, out);
    return CC_OK;
}

/* --- methods ---------------------------------------------------------------------------------- */

/* Defects of a method are shown in place of its text. */
static void put_method(const dump_image *image, const dump_options *options, uint32_t rid,
                       cc_str name, cc_arena *arena, cc_buf *out) {
    cc_buf_printf(out, "%08x ", MD_TOKEN(MD_METHODDEF, rid));
    cmd_dump_text(out, name);
    cc_buf_putc(out, '\n');
    bool wants_il = options->il || !options->plan;
    if (wants_il && put_il(image, rid, arena, out) != CC_OK) {
        cc_buf_printf(out, "  %s\n", cc_error_message());
    }
    if (options->plan && put_plan(image, options->probe_all, rid, arena, out) != CC_OK) {
        cc_buf_printf(out, "  %s\n", cc_error_message());
    }
}

cc_err cmd_dump_methods(const dump_image *image, const dump_options *options, cc_buf *out) {
    const md_tables *tables = md_image_tables(image->image);
    cc_arena *arena = cc_arena_new();
    cc_buf name = {0};
    uint32_t shown = 0;
    bool is_open = arena != NULL;
    for (uint32_t rid = 1; is_open && rid <= md_row_count(tables, MD_METHODDEF); rid++) {
        cc_buf_clear(&name);
        put_method_name(tables, rid, &name);
        if (!is_selected(options->method, cc_buf_str(&name), rid)) {
            continue;
        }
        put_method(image, options, rid, cc_buf_str(&name), arena, out);
        cc_arena_reset(arena);
        shown++;
        is_open = out->len < FLUSH_AT || cmd_dump_flush(out);
    }
    cc_buf_free(&name);
    cc_arena_free(arena);
    return shown > 0 ? CC_OK
                     : cc_fail(CC_E_NOTFOUND, "no method %s",
                               options->method == NULL ? "here" : options->method);
}
