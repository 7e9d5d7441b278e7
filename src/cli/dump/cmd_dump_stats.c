/* clrcov dump --stats: the cost of probes in an assembly, with the plan and with a probe at every
 * point and edge. */
#include "cli/dump/cmd_dump.h"
#include "method/mth.h"
#include "rewriter/rewrite/rw.h"

/* The JIT inlines bodies up to this size (bytes of IL) at every call. */
enum { ALWAYS_INLINED = 16 };

/* One placement of probes, over all methods that can be rewritten. */
typedef struct placement {
    uint64_t probes, code, single;
    uint64_t inlined; /* methods within ALWAYS_INLINED */
} placement;

typedef struct figures {
    uint64_t methods, code, inlined;
    uint64_t skips[MTH_SKIP_RUNTIME + 1];
    placement plan, all;
} figures;

/* The probes of a process that has room below 2 GiB. */
static const rw_probe low = {.kind = RW_PROBE_STORE, .base = 1 << 30, .stride = 1};

/* False when the method cannot be rewritten; *skip has the reason. */
static bool open_method(mth_method *out, mth_skip *skip, const dump_image *image, uint32_t token,
                        bool all, cc_arena *arena) {
    cc_err err = cmd_dump_open(out, skip, image, token, all, arena);
    if (err != CC_OK && *skip == MTH_OK) {
        *skip = MTH_SKIP_LIMIT;
    }
    return *skip == MTH_OK;
}

static bool rewrite(placement *w, mth_skip *skip, const mth_method *method, cc_arena *arena) {
    rw_result result;
    if (rw_rewrite(&result, method->plan, &low, arena) != CC_OK) {
        *skip = MTH_SKIP_REWRITE;
        return false;
    }
    w->probes += result.site_count;
    w->code += result.code_size;
    w->single += result.site_count == 1;
    w->inlined += result.code_size <= ALWAYS_INLINED;
    return true;
}

static void add_method(figures *f, const dump_image *image, uint32_t rid, cc_arena *arena) {
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    mth_skip skip;
    mth_method proper;
    mth_method oracle;
    figures next = *f;
    if (open_method(&proper, &skip, image, token, false, arena) &&
        open_method(&oracle, &skip, image, token, true, arena) &&
        rewrite(&next.plan, &skip, &proper, arena) && rewrite(&next.all, &skip, &oracle, arena)) {
        next.methods++;
        next.code += proper.body.code.len;
        next.inlined += proper.body.code.len <= ALWAYS_INLINED;
        *f = next;
        return;
    }
    f->skips[skip]++;
}

static double share(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : (double)part / (double)whole;
}

/* A negative value is shown as "-". */
static void put_row(const char *what, double before, double plan, double all, int digits,
                    cc_buf *out) {
    const double values[] = {before, plan, all};
    cc_buf_printf(out, "%-34s", what);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i] < 0) {
            cc_buf_printf(out, " %14s", "-");
        } else {
            cc_buf_printf(out, " %14.*f", digits, values[i]);
        }
    }
    cc_buf_putc(out, '\n');
}

static void put_figures(const figures *f, cc_buf *out) {
    const double none = -1;
    cc_buf_printf(out, "methods with probes %llu\n", (unsigned long long)f->methods);
    for (size_t i = 1; i < sizeof f->skips / sizeof *f->skips; i++) {
        if (f->skips[i] > 0) {
            cc_buf_printf(out, "left alone          %llu (%s)\n", (unsigned long long)f->skips[i],
                          mth_skip_name((mth_skip)i));
        }
    }
    cc_buf_printf(out, "%-34s %14s %14s %14s\n", "", "before", "the plan", "every one");
    put_row("probes", none, (double)f->plan.probes, (double)f->all.probes, 0, out);
    put_row("probes of a method", none, share(f->plan.probes, f->methods),
            share(f->all.probes, f->methods), 2, out);
    put_row("methods with one probe, %", none, 100 * share(f->plan.single, f->methods),
            100 * share(f->all.single, f->methods), 1, out);
    put_row("bytes of IL", (double)f->code, (double)f->plan.code, (double)f->all.code, 0, out);
    put_row("bytes of IL, times", 1, share(f->plan.code, f->code), share(f->all.code, f->code), 2,
            out);
    put_row("methods of 16 bytes or less", (double)f->inlined, (double)f->plan.inlined,
            (double)f->all.inlined, 0, out);
}

void cmd_dump_stats(const dump_image *image, cc_buf *out) {
    figures f = {0};
    cc_arena *arena = cc_arena_new();
    uint32_t count = md_row_count(md_image_tables(image->image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        add_method(&f, image, rid, arena);
        cc_arena_reset(arena);
    }
    cc_arena_free(arena);
    put_figures(&f, out);
}
