/* From the points of a file to its lines, for all files of the report: limits, ends, branches of several
 * builds, and the parts of files that several assemblies have. See cov_build.h. */
#include <stdlib.h>

#include "coverage/model/build/cov_build.h"
#include "coverage/model/build/lines/cov_lines.h"

/* How many lines of the file several assemblies have. */
static uint32_t count_shared(const cov_source *source) {
    uint32_t count = 0;
    for (uint32_t i = 0; source->parts != NULL && i < source->file->line_count; i++) {
        uint32_t having = 0;
        for (const cov_part *part = source->parts; part != NULL; part = part->next) {
            bool has_it = part->source.file != NULL &&
                          cov_file_line(part->source.file, source->file->lines[i]->number) != NULL;
            having += has_it ? 1 : 0;
        }
        count += having > 1 ? 1 : 0;
    }
    return count;
}

static int compare_sources(const void *a, const void *b) {
    return cc_str_cmp((*(cov_source *const *)a)->path, (*(cov_source *const *)b)->path);
}

/* Lines only: methods keep their branches, for the complexity. */
static void drop_branches(cov_source *source) {
    for (uint32_t i = 0; i < source->points.count; i++) {
        ((cov_point *)source->points.items[i])->arms = NULL;
    }
}

/* Lines of files are made on several threads: a file belongs to one of them, with all its
 * points. */
typedef struct filing {
    const cov_build *b;
    cov_source **sources;
    const char **why;               /* by source: why it has no lines; NULL */
    cc_arena *arenas[CC_CREW_MOST]; /* of the threads; joined to the model's at the end */
} filing;

static cc_err make_lines_of(const cov_build *b, cov_source *source, cc_arena *arena) {
    cov_source_close(source);
    cov_unite_builds(source, arena);
    if (b->c.request->no_branches) {
        drop_branches(source);
    }
    return cov_lines_make(source, b->model->hits == CTR_HITS_ONCE, arena);
}

/* The parts of a file end where the file ends. */
static void end_source(cov_source *source) {
    cov_source_end(source);
    for (cov_part *part = source->parts; part != NULL; part = part->next) {
        part->source.most_lines = source->most_lines;
        cov_source_end(&part->source);
    }
}

/* The spans of all sources together are sane; of sources for which too few lines are left, in
 * order, none is made. */
static void limit_spans(filing *f, size_t count) {
    uint64_t points = 0;
    uint64_t taken = 0;
    for (size_t i = 0; i < count; i++) {
        end_source(f->sources[i]);
        points += f->sources[i]->points.count;
    }
    for (size_t i = 0; i < count; i++) {
        const cov_source *source = f->sources[i];
        uint64_t more = cov_more_lines(source);
        if (cov_are_spans_sane(taken + more, points)) {
            taken += more;
            continue;
        }
        f->why[i] = cc_arena_printf(f->b->c.arena, "the statements of %.*s cover too many lines",
                                    (int)source->path.len, source->path.s);
    }
}

static void make_lines(void *ctx, unsigned worker, size_t index) {
    filing *f = ctx;
    cov_source *source = f->sources[index];
    cc_arena *arena = f->arenas[worker];
    if (f->why[index] != NULL) {
        return;
    }
    cc_err err = make_lines_of(f->b, source, arena);
    for (cov_part *part = source->parts; part != NULL && err == CC_OK; part = part->next) {
        part->source.left_out = source->left_out;
        err = make_lines_of(f->b, &part->source, arena);
    }
    if (err == CC_E_LIMIT) {
        f->why[index] = cc_arena_strdup(arena, cc_strz(cc_error_message()));
    }
}

static void make_all_lines(cov_build *b, filing *f, size_t count) {
    for (int i = 0; i < CC_CREW_MOST; i++) {
        f->arenas[i] = cc_arena_new();
    }
    cc_crew_run(count, make_lines, f);
    for (int i = 0; i < CC_CREW_MOST; i++) {
        cc_arena_join(b->c.arena, f->arenas[i]);
    }
}

void cov_shape_files(cov_build *b) {
    size_t count = cc_map_count(b->sources);
    cov_source **sources = CC_NEW_ARRAY(b->c.work, cov_source *, count);
    filing f = {.b = b, .sources = sources, .why = CC_NEW_ARRAY(b->c.work, const char *, count)};
    b->model->files = CC_NEW_ARRAY(b->c.arena, cov_file, count);
    for (size_t i = 0; i < count; i++) {
        cc_span key;
        sources[i] = (cov_source *)cc_map_at(b->sources, i, &key);
    }
    if (count > 1) {
        qsort(sources, count, sizeof(cov_source *), compare_sources);
    }
    limit_spans(&f, count);
    make_all_lines(b, &f, count);
    for (size_t i = 0; i < count; i++) {
        if (f.why[i] != NULL) {
            cov_add_lost(&b->c, "%s", f.why[i]);
        } else if (sources[i]->file->line_count > 0 || sources[i]->left_out != NULL) {
            cov_file *file = &b->model->files[b->model->file_count++];
            *file = *sources[i]->file;
            sources[i]->file = file;
            b->model->shared_lines += count_shared(sources[i]);
        }
    }
}
