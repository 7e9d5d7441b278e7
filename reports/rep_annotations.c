/* Annotations in the logs of builds: the ranges of lines that did not run, in the files with the
 * most of them, as messages of GitHub Actions and Azure Pipelines. GitHub shows ten warnings of a
 * step; Azure has no stated limit, but a page of warnings does not help. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "reports/rep_annotate.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

enum { MOST_WARNINGS = 10 };

/* The number of written annotations, and of annotations that were only counted. */
typedef struct annotating {
    cc_buf *out;
    const rep_annotator *how;
    cc_str folder; /* of the root in the repository; "": its top */
    uint32_t shown, all;
} annotating;

/* Build servers look for sources from the top of the repository. */
static void put(const annotating *a, const cov_file *file, rep_range range) {
    cc_buf path = {0};
    if (a->folder.len > 0 && !cov_path_is_absolute(file->path)) {
        cc_buf_str_put(&path, a->folder);
        cc_buf_putc(&path, '/');
    }
    cc_buf_str_put(&path, file->path);
    a->how->put(a->out, cc_buf_str(&path), range);
    cc_buf_free(&path);
}

static void add(annotating *a, const cov_file *file, rep_range range) {
    if (a->shown < MOST_WARNINGS) {
        put(a, file, range);
        a->shown++;
    }
    a->all++;
}

static void add_patch(annotating *a, const patch_cover *patch) {
    for (uint32_t i = 0; i < patch->file_count; i++) {
        rep_range range;
        for (uint32_t at = 0; rep_next_changed(&patch->files[i], &at, &range);) {
            add(a, patch->files[i].file, range);
        }
    }
}

/* A changed line of the range was already annotated. Ranges come in the order of their lines: *at
 * advances. */
static bool is_in_patch(const patch_covered *change, uint32_t *at, rep_range range) {
    while (change != NULL && *at < change->line_count && change->lines[*at]->number < range.first) {
        ++*at;
    }
    return change != NULL && *at < change->line_count && change->lines[*at]->number <= range.last;
}

static void add_file(annotating *a, const cov_file *file, const patch_covered *change) {
    rep_range range;
    uint32_t changed = 0;
    for (uint32_t at = 0; rep_next_range(file->lines, file->line_count, &at, &range);) {
        if (!is_in_patch(change, &changed, range)) {
            add(a, file, range);
        }
    }
}

static void add_worst(annotating *a, const rep_input *in, cc_arena *arena) {
    rep_worst *worst = NULL;
    uint32_t count = 0;
    const patch_covered **changes =
        CC_NEW_ARRAY(arena, const patch_covered *, in->model->file_count);
    for (uint32_t i = 0; in->patch != NULL && i < in->patch->file_count; i++) {
        changes[in->patch->files[i].file - in->model->files] = &in->patch->files[i];
    }
    rep_find_worst(in->model, arena, &worst, &count);
    for (uint32_t i = 0; i < count; i++) {
        add_file(a, worst[i].file, changes[worst[i].file - in->model->files]);
    }
}

static void add_all(annotating *a, const rep_input *in, bool only_patch, cc_arena *arena) {
    if (in->patch != NULL) {
        add_patch(a, in->patch);
    }
    if (!only_patch) {
        add_worst(a, in, arena);
    }
    if (a->shown < a->all && in->notes != NULL) {
        cc_buf_printf(in->notes,
                      "annotations: the report shows %" PRIu32 " of %" PRIu32
                      " places that did not run\n",
                      a->shown, a->all);
    }
}

cc_err rep_annotate(const rep_input *in, rep_sink sink, const rep_annotator *how, bool only_patch) {
    rep_text text;
    cc_arena *arena = cc_arena_new();
    rep_text_open(&text, sink);
    annotating a = {.out = &text.buf,
                    .how = how,
                    .folder = in->origin != NULL ? in->origin->folder : CC_STR("")};
    rep_put_remarks(&text.buf, in->model, how->remark, "\n");
    add_all(&a, in, only_patch, arena);
    cc_err err = rep_text_close(&text);
    cc_arena_free(arena);
    return err;
}

static void put_sentence(cc_buf *out, rep_range range) {
    if (range.first == range.last) {
        cc_buf_printf(out, "Line %" PRIu32 " did not run", range.first);
    } else {
        cc_buf_printf(out, "Lines %" PRIu32 " to %" PRIu32 " did not run", range.first, range.last);
    }
}

/* --- GitHub Actions: ::warning file=F,line=L,endLine=M,title=T::message ----------------------- */

/* Appends text without control characters and without commands of other build servers. */
static void clean_text(cc_buf *out, cc_str text) {
    cc_buf clean = {0};
    cc_log in_line = {.is_in_line = true};
    cc_utf8_clean(text, &clean);
    cc_log_put(&in_line, cc_buf_str(&clean), out);
    cc_buf_free(&clean);
}

/* Appends a property, with codes for %, line ends, colons and commas. */
static void put_property(cc_buf *out, cc_str text) {
    cc_buf clean = {0};
    clean_text(&clean, text);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.data[i];
        if (c == '%' || c == ':' || c == ',') {
            cc_buf_printf(out, "%%%02X", (unsigned)c);
        } else {
            cc_buf_putc(out, c);
        }
    }
    cc_buf_free(&clean);
}

static void put_github(cc_buf *out, cc_str path, rep_range range) {
    cc_buf_puts(out, "::warning file=");
    put_property(out, path);
    cc_buf_printf(out, ",line=%" PRIu32 ",endLine=%" PRIu32 ",title=Not covered::", range.first,
                  range.last);
    put_sentence(out, range);
    cc_buf_putc(out, '\n');
}

const rep_annotator rep_annotator_github = {put_github, "::notice title=Coverage::"};

cc_err rep_github(const rep_input *in, rep_sink sink) {
    return rep_annotate(in, sink, &rep_annotator_github, false);
}

/* --- Azure Pipelines: ##vso[task.logissue type=warning;sourcepath=F;linenumber=L;]text -------- */

static void put_azure_value(cc_buf *out, cc_str text) {
    cc_buf clean = {0};
    clean_text(&clean, text);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.data[i];
        if (c == ';' || c == ']' || c == '%') {
            cc_buf_puts(out, c == ';' ? "%3B" : c == ']' ? "%5D" : "%AZP25");
        } else {
            cc_buf_putc(out, c);
        }
    }
    cc_buf_free(&clean);
}

static void put_azure(cc_buf *out, cc_str path, rep_range range) {
    cc_buf_puts(out, "##vso[task.logissue type=warning;sourcepath=");
    put_azure_value(out, path);
    cc_buf_printf(out, ";linenumber=%" PRIu32 ";]", range.first);
    put_sentence(out, range);
    cc_buf_putc(out, '\n');
}

const rep_annotator rep_annotator_azure = {put_azure, "##vso[task.logissue type=warning;]"};

cc_err rep_azure(const rep_input *in, rep_sink sink) {
    return rep_annotate(in, sink, &rep_annotator_azure, false);
}
