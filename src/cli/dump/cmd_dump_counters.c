/* A counters file as text: the process, its modules, its methods with the values of their
 * counters. */
#include <inttypes.h>

#include "cli/dump/cmd_dump.h"
#include "coverage/counters/ctr.h"

/* The arguments of the command line are separated by NUL. */
static void put_command_line(cc_str text, cc_buf *out) {
    cc_buf_puts(out, "command   ");
    while (text.len > 0) {
        cc_buf_putc(out, ' ');
        cmd_dump_text(out, cc_str_cut(&text, '\0'));
    }
    cc_buf_putc(out, '\n');
}

static void put_line(const char *name, cc_str text, cc_buf *out) {
    cc_buf_printf(out, "%-10s ", name);
    cmd_dump_text(out, text);
    cc_buf_putc(out, '\n');
}

static void put_module(const ctr_module_record *module, uint32_t index, cc_buf *out) {
    char hex[33];
    cc_buf_printf(out, "module %u ", index);
    cmd_dump_text(out, module->name);
    cc_buf_printf(out, ": %s%s%s\n", ctr_reason_name(module->reason),
                  module->is_mapped_layout ? ", mapped layout" : "",
                  module->is_ready_to_run ? ", ReadyToRun" : "");
    cc_buf_puts(out, "  mvid     ");
    cmd_dump_hex(out, module->mvid, sizeof module->mvid);
    cc_buf_puts(out, "\n  pdb id   ");
    cmd_dump_hex(out, module->pdb_id, sizeof module->pdb_id);
    cc_hash128_hex(&module->image_hash, hex);
    cc_buf_printf(out, "\n  image    %s\n", hex);
    cc_hash128_hex(&module->pdb_hash, hex);
    cc_buf_printf(out, "  pdb      %s\n", hex);
    put_line("  path    ", module->path, out);
    if (module->detail.len > 0) {
        put_line("  detail  ", module->detail, out);
    }
}

static void put_method(const ctr_file *counters, const ctr_method_data *method, cc_buf *out) {
    const ctr_method_record *record = &method->record;
    cc_buf_printf(out, "method %u %08x", record->module_id, record->token);
    if (method->is_skip) {
        cc_buf_printf(out, " skipped (%u): ", method->skip);
        cmd_dump_text(out, method->detail);
        cc_buf_putc(out, '\n');
        return;
    }
    cc_buf_printf(out, " key %016" PRIx64 " at %" PRIu64 "%s%s:", record->plan_key, record->first,
                  record->plan_all ? " all" : "", record->plan_blocks ? " blocks" : "");
    for (uint32_t i = 0; i < record->count; i++) {
        cc_buf_printf(out, " %" PRIu64, ctr_value(counters, method, i));
    }
    cc_buf_putc(out, '\n');
}

cc_err cmd_dump_counters(const char *path, cc_arena *arena, cc_buf *out) {
    enum { FLUSH_AT = 1 << 16 };
    ctr_file *counters;
    CC_TRY(ctr_open(&counters, path, arena));
    cc_buf_printf(out, "process    %u, %s\n", counters->pid,
                  counters->is_alive ? "still running" : "ended");
    cc_buf_printf(out, "hits       %s\n", counters->hits == CTR_HITS_EXACT ? "exact" : "once");
    put_line("executable", counters->process.executable, out);
    put_line("entry", counters->process.entry_assembly, out);
    put_command_line(counters->process.command_line, out);
    for (uint32_t i = 0; i < counters->module_count; i++) {
        put_module(&counters->modules[i], i, out);
    }
    bool is_open = true;
    for (uint32_t i = 0; is_open && i < counters->method_count; i++) {
        put_method(counters, &counters->methods[i], out);
        is_open = out->len < FLUSH_AT || cmd_dump_flush(out);
    }
    if (counters->tests != NULL) {
        cmd_dump_tests(counters->tests, out);
    }
    for (uint32_t i = 0; i < counters->note_count; i++) {
        put_line("note", counters->notes[i], out);
    }
    if (counters->damage != NULL) {
        put_line("damage", cc_strz(counters->damage), out);
    }
    ctr_close(counters);
    return CC_OK;
}
