/* From the points of a file to its lines, for all files; see cov_shape_steps.h. */
#include "coverage/model/build/lines/cov_shape_steps.h"

#include "base/cc_crew.h"
#include "coverage/model/build/lines/cov_lines.h"
#include "coverage/model/cov_limits.h"

typedef struct filing {
    const cov_shape *shape;
    cov_source **sources;
    size_t count;
    const char **why;               /* by source: why it has no lines; NULL */
    cc_arena *arenas[CC_CREW_MOST]; /* of the threads; joined to the model's at the end */
} filing;

/* --- limits ----------------------------------------------------------------------------------- */

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
static void limit_spans(filing *f) {
    uint64_t points = 0;
    uint64_t taken = 0;
    for (size_t i = 0; i < f->count; i++) {
        end_source(f->sources[i]);
        points += f->sources[i]->points.count;
    }
    for (size_t i = 0; i < f->count; i++) {
        cc_str path = f->sources[i]->path;
        uint64_t more = cov_more_lines(f->sources[i]);
        if (cov_are_spans_sane(taken + more, points)) {
            taken += more;
            continue;
        }
        f->why[i] = cc_arena_printf(
            f->shape->c->arena, "the statements of %.*s cover too many lines", CC_STR_ARGS(path));
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Lines only: methods keep their branches, for the complexity. */
static void drop_branches(cov_source *source) {
    for (uint32_t i = 0; i < source->points.count; i++) {
        ((cov_point *)source->points.items[i])->arms = NULL;
    }
}

static cc_err make_lines_of(const cov_shape *shape, cov_source *source, cc_arena *arena) {
    cov_source_close(source);
    cov_unite_builds(source, arena);
    if (shape->c->request->no_branches) {
        drop_branches(source);
    }
    return cov_lines_make(source, shape->to->hits == CTR_HITS_ONCE, arena);
}

static cc_err make_all_of(const cov_shape *shape, cov_source *source, cc_arena *arena) {
    CC_TRY(make_lines_of(shape, source, arena));
    for (cov_part *part = source->parts; part != NULL; part = part->next) {
        part->source.left_out = source->left_out;
        CC_TRY(make_lines_of(shape, &part->source, arena));
    }
    return CC_OK;
}

static void make_file(void *ctx, unsigned worker, size_t index) {
    filing *f = ctx;
    cc_arena *arena = f->arenas[worker];
    if (f->why[index] == NULL && make_all_of(f->shape, f->sources[index], arena) != CC_OK) {
        f->why[index] = cc_arena_strdup(arena, cc_strz(cc_error_message()));
    }
}

static void make_files(filing *f) {
    for (int i = 0; i < CC_CREW_MOST; i++) {
        f->arenas[i] = cc_arena_new();
    }
    cc_crew_run(f->count, make_file, f);
    for (int i = 0; i < CC_CREW_MOST; i++) {
        cc_arena_join(f->shape->c->arena, f->arenas[i]);
    }
}

/* --- files ------------------------------------------------------------------------------------ */

static uint32_t count_parts_with(const cov_source *source, uint32_t line) {
    uint32_t count = 0;
    for (const cov_part *part = source->parts; part != NULL; part = part->next) {
        const cov_file *file = part->source.file;
        count += file != NULL && cov_file_line(file, line) != NULL ? 1 : 0;
    }
    return count;
}

/* How many lines of the file several assemblies have. */
static uint32_t count_shared(const cov_source *source) {
    uint32_t count = 0;
    for (uint32_t i = 0; source->parts != NULL && i < source->file->line_count; i++) {
        count += count_parts_with(source, source->file->lines[i]->number) > 1 ? 1 : 0;
    }
    return count;
}

static void add_file(cov_model *model, cov_source *source) {
    if (source->file->line_count == 0 && source->left_out == NULL) {
        return;
    }
    cov_file *file = &model->files[model->file_count++];
    *file = *source->file;
    source->file = file;
    model->shared_lines += count_shared(source);
}

static int compare_sources(const void *a, const void *b) {
    return cc_str_cmp((*(cov_source *const *)a)->path, (*(cov_source *const *)b)->path);
}

void cov_files_make(cov_shape *shape) {
    size_t count = cc_map_count(shape->from->sources);
    filing f = {.shape = shape,
                .sources = (cov_source **)(void *)cc_map_sorted(shape->from->sources,
                                                                shape->from->work, compare_sources),
                .count = count,
                .why = CC_NEW_ARRAY(shape->from->work, const char *, count)};
    limit_spans(&f);
    make_files(&f);
    shape->to->files = CC_NEW_ARRAY(shape->c->arena, cov_file, count);
    for (size_t i = 0; i < count; i++) {
        if (f.why[i] != NULL) {
            cov_add_lost(shape->c, "%s", f.why[i]);
        } else {
            add_file(shape->to, f.sources[i]);
        }
    }
}
