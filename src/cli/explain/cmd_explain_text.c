/* Answers of `clrcov explain` as lines for people. Names come from assemblies and may contain any
 * bytes: control characters are replaced. */
#include <inttypes.h>
#include <string.h>

#include "base/cc_map.h"
#include "base/cc_utf.h"
#include "cli/explain/cmd_explain.h"
#include "coverage/module/mod.h"
#include "reports/rep_number.h"

enum { MAX_BLOCKS = 40, MAX_TESTS = 8, MAX_LEFT_OUT = 30, VERDICT_WIDTH = 14 };

/* --- parts of sentences ----------------------------------------------------------------------- */

static void put_clean(cc_buf *out, cc_str text) {
    cc_utf8_clean(text, out);
}

/* Writes "Ns.Type.Method(Int32)", "Ns.Type", "Shop", "src/A.cs". */
static void put_subject(cc_buf *out, const cov_fact *fact) {
    if (fact->subject == COV_SUBJECT_MEMBER) {
        put_clean(out, fact->type);
        cc_buf_putc(out, '.');
    }
    put_clean(out, fact->name);
}

/* Writes "filter: rule exclude type:A.* (clrcov.xml:7)". */
static void put_reason(cc_buf *out, const cov_fact *fact) {
    cc_buf_puts(out, ctr_reason_name(fact->reason));
    if (fact->detail.len > 0) {
        cc_buf_puts(out, ": ");
        put_clean(out, fact->detail);
    }
}

/* Writes "12 of 20 lines covered (60.00%)". */
static void put_lines(cc_buf *out, const cov_totals *totals) {
    char percent[REP_NUMBER_SIZE];
    rep_percent(totals->lines_covered, totals->lines_valid, percent);
    cc_buf_printf(out, "%" PRIu64 " of %" PRIu64 " lines covered (%s)", totals->lines_covered,
                  totals->lines_valid, percent);
    if (totals->branches_valid > 0) {
        cc_buf_printf(out, ", %" PRIu64 " of %" PRIu64 " branches", totals->branches_covered,
                      totals->branches_valid);
    }
}

static const char *subject_word(cov_subject subject) {
    static const char *const words[] = {[COV_SUBJECT_ASSEMBLY] = "assembly",
                                        [COV_SUBJECT_TYPE] = "type",
                                        [COV_SUBJECT_MEMBER] = "member",
                                        [COV_SUBJECT_FILE] = "file"};
    return words[subject];
}

/* --- one subject ------------------------------------------------------------------------------ */

static void put_risk(const cmd_answer *answer, const cov_fact *fact, cc_buf *out) {
    const cov_method *method =
        fact->subject == COV_SUBJECT_MEMBER ? cmd_fact_method(answer->model, fact) : NULL;
    if (method != NULL) {
        uint64_t score = cov_crap_hundredths(method);
        cc_buf_printf(out, "; complexity %" PRIu32 ", CRAP %" PRIu64 ".%02" PRIu64,
                      method->complexity, score / 100, score % 100);
    }
}

static void put_in(const cmd_answer *answer, const cov_fact *fact, cc_buf *out) {
    cov_totals totals = cmd_fact_totals(answer->model, fact);
    if (answer->session == NULL) {
        cc_buf_puts(out, " would be measured");
        if (totals.lines_valid > 0) {
            cc_buf_printf(out, ": %" PRIu64 " lines", totals.lines_valid);
        }
        return;
    }
    if (fact->reason == CTR_REASON_NEVER_LOADED) {
        cc_buf_puts(out, " has no data: ");
        put_reason(out, fact);
        if (totals.lines_valid > 0) {
            cc_buf_printf(out, "; its %" PRIu64 " lines count as not covered", totals.lines_valid);
        }
        return;
    }
    cc_buf_puts(out, " is in the report");
    if (totals.lines_valid > 0) {
        cc_buf_puts(out, ": ");
        put_lines(out, &totals);
    }
    if (fact->subject == COV_SUBJECT_MEMBER && !fact->has_data && fact->detail.len > 0) {
        cc_buf_puts(out, "; nothing is known about it: ");
        cc_buf_str_put(out, fact->detail);
    } else if (fact->subject == COV_SUBJECT_MEMBER && !fact->has_data) {
        cc_buf_puts(out, totals.lines_covered > 0
                             ? "; it was never entered itself; other code on its lines ran"
                             : "; it was never entered");
    }
    put_risk(answer, fact, out);
}

static void put_out(const cmd_answer *answer, const cov_fact *fact, cc_buf *out) {
    cc_buf_puts(out,
                answer->session == NULL ? " would not be measured: " : " is not in the report: ");
    put_reason(out, fact);
}

static void put_place(const cov_fact *fact, cc_buf *out) {
    if (fact->subject != COV_SUBJECT_ASSEMBLY) {
        cc_buf_puts(out, "  assembly ");
        put_clean(out, fact->assembly);
        cc_buf_putc(out, '\n');
    }
    if (fact->path.len > 0) {
        cc_buf_puts(out, "  ");
        put_clean(out, fact->path);
        if (fact->first_line > 0) {
            cc_buf_printf(out, ":%" PRIu32 "-%" PRIu32, fact->first_line, fact->last_line);
        }
        cc_buf_putc(out, '\n');
    }
}

static void put_file_notes(const cmd_answer *answer, const cov_fact *fact, cc_buf *out) {
    const cov_file *file = cov_find_file(answer->model, fact->name);
    if (file != NULL && file->is_changed) {
        cc_buf_puts(out, "  changed since it was compiled: its lines may not match, and its "
                         "decisions come from the IL alone\n");
    }
    if (file != NULL && file->is_outside_root) {
        cc_buf_puts(out, "  outside the source root ");
        put_clean(out, answer->model->root);
        cc_buf_putc(out, '\n');
    }
}

/* The framework offers the method. An assembly whose file is gone is not looked at. */
static void put_assembly_notes(const cov_fact *fact, cc_buf *out) {
    mod_module module;
    const char *pdb = NULL;
    if (fact->reason == CTR_REASON_FRAMEWORK || fact->path.len == 0) {
        return;
    }
    cc_arena *arena = cc_arena_new();
    (void)!mod_open_file(&module, cc_arena_strdup(arena, fact->path), arena, &pdb); /* no PDB */
    if (mod_reads_il(&module)) {
        cc_buf_puts(out, "  reads IL at run time (MethodBody.GetILAsByteArray): the IL of measured "
                         "methods has probes\n");
    }
    mod_close(&module);
    cc_arena_free(arena);
}

/* --- omitted parts ---------------------------------------------------------------------------- */

/* The fact is about a part of `whole` that was omitted for a reason of its own. Parts of omitted
 * types are not repeated; compiler-made parts are of no interest to the user. */
static bool is_left_out(const cov_fact *fact, const cov_fact *whole, const cc_map *types) {
    if (cov_fact_is_in(fact) || fact->reason == CTR_REASON_COMPILER_MADE ||
        fact->subject == COV_SUBJECT_ASSEMBLY || !cc_str_eq(fact->assembly, whole->assembly)) {
        return false;
    }
    if (whole->subject == COV_SUBJECT_TYPE) {
        return fact->subject == COV_SUBJECT_MEMBER && cc_str_eq(fact->type, whole->name);
    }
    return fact->subject != COV_SUBJECT_MEMBER || cc_map_get_str(types, fact->type) == NULL;
}

static void put_left_out(const cmd_answer *answer, const cov_fact *whole, cc_buf *out) {
    const cov_model *model = answer->model;
    cc_map *types = cc_map_new();
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        if (fact->subject == COV_SUBJECT_TYPE && !cov_fact_is_in(fact) &&
            cc_str_eq(fact->assembly, whole->assembly)) {
            *cc_map_put_str(types, fact->name) = types;
        }
    }
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        if (!is_left_out(fact, whole, types) || ++count > MAX_LEFT_OUT) {
            continue;
        }
        cc_buf_puts(out, count == 1 ? "  left out of it:\n    " : "    ");
        cc_buf_printf(out, "%s ", subject_word(fact->subject));
        put_subject(out, fact);
        cc_buf_puts(out, ": ");
        put_reason(out, fact);
        cc_buf_putc(out, '\n');
    }
    if (count > MAX_LEFT_OUT) {
        cc_buf_printf(out, "    and %" PRIu32 " more; --json shows all\n", count - MAX_LEFT_OUT);
    }
    cc_map_free(types);
}

static void put_fact(const cmd_answer *answer, const cov_fact *fact, cc_buf *out) {
    cc_buf_printf(out, "%s ", subject_word(fact->subject));
    put_subject(out, fact);
    if (cov_fact_is_in(fact)) {
        put_in(answer, fact, out);
    } else {
        put_out(answer, fact, out);
    }
    cc_buf_putc(out, '\n');
    put_place(fact, out);
    if (fact->subject == COV_SUBJECT_FILE) {
        put_file_notes(answer, fact, out);
    }
    if (fact->subject == COV_SUBJECT_ASSEMBLY && answer->thing != NULL) {
        put_assembly_notes(fact, out);
    }
    bool is_whole = fact->subject == COV_SUBJECT_ASSEMBLY || fact->subject == COV_SUBJECT_TYPE;
    if (is_whole && cov_fact_is_in(fact)) {
        put_left_out(answer, fact, out);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

static void put_line_member(void *ctx, const cov_package *package, const cov_class *cls,
                            const cov_method *method) {
    cc_buf *out = ctx;
    cc_buf_puts(out, "  ");
    put_clean(out, cls->name);
    cc_buf_putc(out, '.');
    put_clean(out, method->name);
    put_clean(out, method->signature);
    cc_buf_puts(out, " in ");
    put_clean(out, package->name);
    cc_buf_putc(out, '\n');
}

static void put_line_state(const cmd_answer *answer, const cmd_line_answer *line, cc_buf *out) {
    const cov_line *l = line->line;
    if (answer->session == NULL) {
        cc_buf_puts(out, "would be measured");
    } else {
        cc_buf_printf(out, "%s, %" PRIu64 " hit%s", cmd_line_kind_name(line->kind), l->hits,
                      l->hits == 1 ? "" : "s");
        if (answer->model->hits == CTR_HITS_ONCE && l->hits > 0) {
            cc_buf_puts(out, " (not counted; --hits exact counts)");
        }
    }
    cc_buf_putc(out, '\n');
    for (uint32_t i = 0; i < l->branch_count; i++) {
        const cov_branch *branch = &l->branches[i];
        cc_buf_printf(out, "  %s: %" PRIu32 " of %" PRIu32 " arms taken\n",
                      branch->is_switch ? "switch" : "branch", branch->arms_taken,
                      branch->arm_count);
        if (line->missed != NULL && line->missed[i].len > 0) {
            cc_buf_puts(out, "    ");
            put_clean(out, line->missed[i]);
            cc_buf_putc(out, '\n');
        }
    }
}

static void put_no_line(const cmd_line_answer *line, cc_buf *out) {
    switch (line->kind) {
    case CMD_LINE_NO_CODE:
        cc_buf_puts(out, "not coverable: no statement begins or continues here; it is in ");
        put_subject(out, line->fact);
        break;
    case CMD_LINE_UNKNOWN:
        cc_buf_puts(out, "not in the report: nothing is known about ");
        put_subject(out, line->fact);
        cc_buf_puts(out, ": ");
        put_clean(out, line->fact->detail);
        break;
    case CMD_LINE_LEFT_OUT:
        cc_buf_printf(out, "left out with the %s ", subject_word(line->fact->subject));
        put_subject(out, line->fact);
        cc_buf_puts(out, ": ");
        put_reason(out, line->fact);
        break;
    case CMD_LINE_SWITCHED_OFF:
        cc_buf_puts(out, "left out: ");
        put_clean(out, line->range->why);
        break;
    case CMD_LINE_BEYOND:
        cc_buf_puts(out, "the file has fewer lines");
        break;
    case CMD_LINE_OUTSIDE:
    case CMD_LINE_COVERED:
    case CMD_LINE_PARTIAL:
    case CMD_LINE_MISSED:
        cc_buf_puts(out, "not coverable: it is not in a member with code (a comment, a "
                         "declaration, code that was not compiled)");
        break;
    }
    cc_buf_putc(out, '\n');
}

static void put_line_tests(const cmd_answer *answer, const cmd_line_answer *line, cc_buf *out) {
    const cov_line_tests *tests = cmd_line_tests(line);
    if (tests == NULL) {
        return;
    }
    cc_buf_printf(out, "  run by %" PRIu32 " test%s%s", tests->count, tests->count == 1 ? "" : "s",
                  tests->is_shared ? ", and for every test" : "");
    for (uint32_t i = 0; i < tests->count && i < MAX_TESTS; i++) {
        const cov_test *test = &answer->model->tests[tests->tests[i]];
        cc_buf_puts(out, i == 0 ? ": " : ", ");
        put_clean(out, test->type);
        cc_buf_putc(out, '.');
        put_clean(out, test->method);
    }
    if (tests->count > MAX_TESTS) {
        cc_buf_printf(out, " and %" PRIu32 " more (clrcov who lists them)",
                      tests->count - MAX_TESTS);
    }
    cc_buf_putc(out, '\n');
}

static void put_line(const cmd_answer *answer, const cmd_line_answer *line, cc_buf *out) {
    put_clean(out, line->file->name);
    cc_buf_printf(out, ":%" PRIu32 ": ", line->number);
    if (line->line != NULL) {
        put_line_state(answer, line, out);
        cmd_line_members(answer->model, line, put_line_member, out);
        put_line_tests(answer, line, out);
    } else {
        put_no_line(line, out);
    }
    put_file_notes(answer, line->file, out);
}

/* --- all assemblies --------------------------------------------------------------------------- */

static void put_row(const cmd_answer *answer, const cov_fact *fact, cc_buf *out) {
    const char *verdict = cmd_verdict(answer, fact);
    cc_buf_puts(out, verdict);
    for (size_t i = strlen(verdict); i < VERDICT_WIDTH; i++) {
        cc_buf_putc(out, ' ');
    }
    put_clean(out, fact->name);
    if (!cov_fact_is_in(fact)) {
        cc_buf_puts(out, ": ");
        put_reason(out, fact);
    } else if (fact->reason == CTR_REASON_NEVER_LOADED && answer->session != NULL) {
        cc_buf_printf(out, ": %s", ctr_reason_name(fact->reason));
    }
    if (fact->path.len > 0) {
        cc_buf_puts(out, "  ");
        put_clean(out, fact->path);
    }
    cc_buf_putc(out, '\n');
}

/* Measured assemblies come first; the framework's are only counted. */
static void put_all(const cmd_answer *answer, cc_buf *out) {
    uint32_t framework = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < answer->fact_count; i++) {
            const cov_fact *fact = answer->facts[i];
            if (cov_fact_is_in(fact) != (pass == 0)) {
                continue;
            }
            if (fact->reason == CTR_REASON_FRAMEWORK) {
                framework++;
            } else {
                put_row(answer, fact, out);
            }
        }
    }
    if (framework > 0) {
        cc_buf_printf(out, "out           %" PRIu32 " assembl%s: %s\n", framework,
                      framework == 1 ? "y" : "ies", ctr_reason_name(CTR_REASON_FRAMEWORK));
    }
}

static void put_source(const cmd_answer *answer, cc_buf *out) {
    if (answer->session != NULL) {
        cc_buf_puts(out, "from the run in ");
        put_clean(out, cc_strz(answer->session));
        cc_buf_puts(out, "\n");
        return;
    }
    cc_buf_printf(out, "no run yet: from %zu folder%s of built assemblies\n", answer->folder_count,
                  answer->folder_count == 1 ? "" : "s");
}

void cmd_answer_text(const cmd_answer *answer, cc_buf *out) {
    put_source(answer, out);
    if (answer->thing == NULL) {
        put_all(answer, out);
        return;
    }
    for (uint32_t i = 0; i < answer->line_count; i++) {
        put_line(answer, &answer->lines[i], out);
    }
    for (uint32_t i = 0; answer->line_count == 0 && i < answer->fact_count; i++) {
        if (i == MAX_BLOCKS) {
            cc_buf_printf(out, "and %" PRIu32 " more; --json shows all\n",
                          answer->fact_count - MAX_BLOCKS);
            break;
        }
        put_fact(answer, answer->facts[i], out);
    }
}
