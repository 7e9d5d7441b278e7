/* A method's decisions become one text of numbers, and two texts are compared. See orders.h. */
#include "orders.h"

#include <stdlib.h>

/* --- orders ------------------------------------------------------------------------------------- */

void orders_of_table(orders_order *out) {
    for (uint32_t i = 0; i < DEC_IDIOM_COUNT; i++) {
        out->rows[i] = (uint8_t)i;
    }
}

/* xorshift64*: the same numbers on every machine. */
static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717);
}

void orders_shuffle(orders_order *out, uint64_t *seed) {
    uint64_t done = 0;
    for (uint32_t count = 0; count < DEC_IDIOM_COUNT; count++) {
        uint8_t ready[DEC_IDIOM_COUNT];
        uint32_t ready_count = 0;
        for (uint32_t row = 0; row < DEC_IDIOM_COUNT; row++) {
            bool is_done = (done >> row & 1) != 0;
            if (!is_done && (dec_idioms[row].after & ~done) == 0) {
                ready[ready_count++] = (uint8_t)row;
            }
        }
        uint8_t row = ready[next_random(seed) % ready_count];
        out->rows[count] = row;
        done |= UINT64_C(1) << row;
    }
}

/* The row and all rows that must run before it. */
static uint64_t needed_for(uint32_t row) {
    uint64_t needed = UINT64_C(1) << row;
    for (uint32_t i = row + 1; i-- > 0;) {
        needed |= (needed >> i & 1) != 0 ? dec_idioms[i].after : 0;
    }
    return needed;
}

static void append(orders_order *out, uint32_t *count, uint32_t first, uint32_t end,
                   uint64_t rows) {
    for (uint32_t row = first; row < end; row++) {
        if ((rows >> row & 1) != 0) {
            out->rows[(*count)++] = (uint8_t)row;
        }
    }
}

bool orders_swap(orders_order *out, uint32_t early, uint32_t late) {
    uint64_t moved = needed_for(late);
    uint32_t count = 0;
    append(out, &count, 0, early, ~UINT64_C(0));
    append(out, &count, early, DEC_IDIOM_COUNT, moved);
    append(out, &count, early, DEC_IDIOM_COUNT, ~moved);
    return (moved >> early & 1) == 0;
}

/* --- decisions as text -------------------------------------------------------------------------- */

static int compare_nodes(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* An arm is a sum: the order of its nodes does not matter. */
static cc_err write_arm(cc_buf *out, const dec_decision_arm *arm, cc_arena *arena) {
    uint32_t *nodes = CC_NEW_ARRAY(arena, uint32_t, (size_t)arm->node_count + 1);
    if (nodes == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for an arm");
    }
    for (uint32_t i = 0; i < arm->node_count; i++) {
        nodes[i] = arm->nodes[i];
    }
    qsort(nodes, arm->node_count, sizeof *nodes, compare_nodes);
    cc_buf_printf(out, "[");
    for (uint32_t i = 0; i < arm->node_count; i++) {
        cc_buf_printf(out, " %u", nodes[i]);
    }
    cc_buf_printf(out, "]");
    return CC_OK;
}

/* The line of the last visible point at or before the place; 0: there is none. */
static uint32_t line_of(const mth_method *m, const dec_decisions *all, const dec_decision *d) {
    uint32_t line = 0;
    for (uint32_t i = 0; i < m->point_count; i++) {
        bool is_before = m->points[i].offset <= m->body.insns[d->place].offset;
        bool is_line = !m->points[i].hidden && !all->is_phantom[i];
        line = is_before && is_line ? m->points[i].start_line : line;
    }
    return line;
}

static cc_err write_decision(cc_buf *out, const mth_method *m, const dec_decisions *all,
                             const dec_decision *d, cc_arena *arena) {
    cc_buf_printf(out, "\ninsn %u line %u", d->insn, line_of(m, all, d));
    cc_buf_printf(out, " switch %d expression %d rest %d test %d holds %u", d->is_switch,
                  d->is_expression, d->is_rest, (int)d->test, d->holds);
    cc_buf_printf(out, " head %u", d->head == NULL ? 0 : d->head->head.line);
    for (uint32_t i = 0; i < d->arm_count; i++) {
        CC_TRY(write_arm(out, &d->arms[i], arena));
        if (d->places != NULL) {
            cc_buf_printf(out, "@%llx", (unsigned long long)d->places[i]);
        }
        if (d->rests != NULL) {
            cc_buf_printf(out, ">%u", d->rests[i]);
        }
    }
    return write_arm(out, &d->reached, arena);
}

static cc_err write_decisions(cc_buf *out, const mth_method *m, const dec_decisions *d,
                              cc_arena *arena) {
    for (uint32_t i = 0; i < d->count; i++) {
        CC_TRY(write_decision(out, m, d, &d->items[i], arena));
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        if (d->is_phantom[i] || d->canonical[i] != i) {
            cc_buf_printf(out, "\npoint %u is %u phantom %d", i, d->canonical[i], d->is_phantom[i]);
        }
    }
    for (uint32_t i = 0; i < d->copied_count; i++) {
        cc_buf_printf(out, "\ncopy of %u", d->copied[i].point);
        CC_TRY(write_arm(out, &d->copied[i].nodes, arena));
    }
    dec_decision_arm passed = {d->passed, d->passed_count};
    if (passed.node_count > 0) {
        cc_buf_printf(out, "\npassed ");
        CC_TRY(write_arm(out, &passed, arena));
    }
    return CC_OK;
}

/* --- comparing ---------------------------------------------------------------------------------- */

static pdb_language language_of(const orders_assembly *assembly, const mth_method *m,
                                cc_arena *arena) {
    pdb_document document;
    for (uint32_t i = 0; i < m->point_count; i++) {
        if (!m->points[i].hidden) {
            cc_err err = pdb_get_document(assembly->pdb, m->points[i].document, arena, &document);
            return err == CC_OK ? document.language : PDB_LANG_OTHER;
        }
    }
    return PDB_LANG_FSHARP; /* closures of rules have hidden points alone */
}

static cc_err decide(cc_buf *out, const orders_assembly *assembly, const mth_method *m,
                     dec_role role, const orders_order *order, cc_arena *arena) {
    dec_decisions d;
    dec_decide_options options = {
        .language = language_of(assembly, m, arena),
        .is_optimised = mod_is_optimised(md_image_tables(assembly->image), assembly->pdb),
        .order = order->rows,
        .role = role,
        .pdb = assembly->pdb,
        .sources = assembly->sources};
    dec_decide(&d, m, md_image_tables(assembly->image), &options, arena);
    return write_decisions(out, m, &d, arena);
}

/* The decisions of a method in each role that it may have. */
static cc_err decide_roles(cc_buf *out, const orders_assembly *assembly, const mth_method *m,
                           const orders_order *order, cc_arena *arena) {
    bool has_roles = mth_may_ask_rules(md_image_tables(assembly->image), m->token);
    for (int role = DEC_ROLE_NONE; role <= (has_roles ? DEC_ROLE_HANDLER : DEC_ROLE_NONE); role++) {
        CC_TRY(decide(out, assembly, m, (dec_role)role, order, arena));
    }
    return CC_OK;
}

/* *has_branches: false for a method without any, and for one that has no plan. */
static cc_err open_method(mth_method *out, bool *has_branches, const orders_assembly *assembly,
                          uint32_t rid, cc_arena *arena) {
    mth_skip skip = MTH_OK;
    probe_options plan = {0};
    CC_TRY(mth_open(out, &skip, assembly->image, assembly->pdb, MD_TOKEN(MD_METHODDEF, rid),
                    (cc_span){NULL, 0}, &plan, arena));
    *has_branches = skip == MTH_OK && out->plan->branch_count > 0;
    return CC_OK;
}

static cc_err compare_texts(orders_difference *out, cc_buf *x, cc_buf *y,
                            const orders_assembly *assembly, uint32_t rid, const orders_order *a,
                            const orders_order *b, FILE *show, cc_arena *arena) {
    mth_method m;
    bool has_branches = false;
    CC_TRY(open_method(&m, &has_branches, assembly, rid, arena));
    if (!has_branches) {
        return CC_OK;
    }
    CC_TRY(decide_roles(x, assembly, &m, a, arena));
    CC_TRY(decide_roles(y, assembly, &m, b, arena));
    out->methods++;
    if (cc_str_eq(cc_buf_str(x), cc_buf_str(y))) {
        return CC_OK;
    }
    if (out->differing == 0) {
        out->token = m.token;
    }
    if (out->differing == 0 && show != NULL) {
        fprintf(show, "%s, %08x%.*s\nbecomes%.*s\n", assembly->name, m.token, (int)x->len,
                (const char *)x->data, (int)y->len, (const char *)y->data);
    }
    out->differing++;
    return CC_OK;
}

cc_err orders_compare(orders_difference *out, const orders_assembly *assembly,
                      const orders_order *a, const orders_order *b, FILE *show) {
    uint32_t count = md_row_count(md_image_tables(assembly->image), MD_METHODDEF);
    cc_arena *arena = cc_arena_new();
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory for a method") : CC_OK;
    *out = (orders_difference){0};
    for (uint32_t rid = 1; err == CC_OK && rid <= count; rid++) {
        cc_buf x = {0};
        cc_buf y = {0};
        err = compare_texts(out, &x, &y, assembly, rid, a, b, show, arena);
        cc_buf_free(&x);
        cc_buf_free(&y);
        cc_arena_reset(arena);
    }
    cc_arena_free(arena);
    return err;
}

cc_err orders_list(FILE *out, const orders_assembly *assembly) {
    uint32_t count = md_row_count(md_image_tables(assembly->image), MD_METHODDEF);
    orders_order table;
    cc_arena *arena = cc_arena_new();
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory for a method") : CC_OK;
    orders_of_table(&table);
    for (uint32_t rid = 1; err == CC_OK && rid <= count; rid++) {
        mth_method m;
        bool has_branches = false;
        cc_buf text = {0};
        err = open_method(&m, &has_branches, assembly, rid, arena);
        if (err == CC_OK && has_branches) {
            err = decide_roles(&text, assembly, &m, &table, arena);
            fprintf(out, "%s, %08x%.*s\n", assembly->name, m.token, (int)text.len,
                    (const char *)text.data);
        }
        cc_buf_free(&text);
        cc_arena_reset(arena);
    }
    cc_arena_free(arena);
    return err;
}
