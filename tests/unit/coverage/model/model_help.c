/* See model_help.h. */
#include "model_help.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/mth.h"

char mh_last_file[256];

/* --- a session -------------------------------------------------------------------------------- */

void mh_open(mh_fixture *f, mh_image *i, const char *folder, const char *name, const char *path) {
    char *dll = cc_arena_printf(f->arena, "%s/%s.dll", folder, name);
    char *symbols = cc_arena_printf(f->arena, "%s/%s.pdb", folder, name);
    *i = (mh_image){.name = name, .path = path};
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&i->dll, dll, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&i->symbols, symbols, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&i->image, i->dll.bytes, MD_LAYOUT_FLAT, f->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(pdb_open(&i->pdb, i->symbols.bytes, f->arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(ses_store(f->session.dir, i->dll.bytes, ".dll", &i->image_hash), CC_OK);
    CU_ASSERT_EQUAL_FATAL(ses_store(f->session.dir, i->symbols.bytes, ".pdb", &i->pdb_hash), CC_OK);
}

void mh_close(mh_image *image) {
    cc_file_unmap(&image->dll);
    cc_file_unmap(&image->symbols);
}

void mh_begin(mh_fixture *f, const char *golden, const char *config, const char *name) {
    *f = (mh_fixture){.arena = cc_arena_new(), .top = "/tmp/clrcov-model-XXXXXX"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(f->top));
    (void)setenv("TMPDIR", f->top, 1);
    CU_ASSERT_EQUAL_FATAL(cc_path_real(f->arena, golden, &f->root), CC_OK);
    ses_settings settings = {.root = f->root, .start_dir = f->root};
    CU_ASSERT_EQUAL_FATAL(ses_create(&f->session, &settings, CC_STR(""), f->arena), CC_OK);
    char *source = cc_arena_printf(f->arena, "%s/%s.cs", golden, name);
    if (!cc_path_exists(source)) {
        source = cc_arena_printf(f->arena, "%s/%s.fs", golden, name);
    }
    f->source_name = source + strlen(golden) + 1;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&f->source, source, false), CC_OK);
    mh_open(f, &f->main, cc_path_join(f->arena, golden, config), name,
            cc_arena_printf(f->arena, "/app/%s.dll", name));
}

void mh_end(mh_fixture *f) {
    ses_unlock(f->session.lock_fd);
    mh_close(&f->main);
    cc_file_unmap(&f->source);
    CU_ASSERT_EQUAL(cc_dir_remove(f->top), CC_OK);
    cc_arena_free(f->arena);
}

static void copy_file(mh_fixture *f, const char *from, const char *to, const char *file) {
    cc_mapped_file content;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&content, cc_path_join(f->arena, from, file), false), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write(cc_path_join(f->arena, to, file), content.bytes, 0644), CC_OK);
    cc_file_unmap(&content);
}

void mh_copy(mh_fixture *f, const char *from, const char *name, const char *to) {
    CU_ASSERT_EQUAL_FATAL(cc_dir_make(to, 0700), CC_OK);
    copy_file(f, from, to, cc_arena_printf(f->arena, "%s.dll", name));
    copy_file(f, from, to, cc_arena_printf(f->arena, "%s.pdb", name));
}

/* --- a process -------------------------------------------------------------------------------- */

void mh_start_empty(mh_process *p, mh_fixture *f, ctr_hits hits, const char *entry) {
    ctr_process facts = {CC_STR("/usr/bin/dotnet"), cc_strz(entry), CC_STR("dotnet"), hits};
    *p = (mh_process){.f = f, .hits = hits};
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&p->writer, f->session.dir, &facts), CC_OK);
}

void mh_load(mh_process *p, const mh_image *image) {
    ctr_module_record record = {.image_hash = image->image_hash,
                                .pdb_hash = image->pdb_hash,
                                .reason = CTR_MEASURED,
                                .path = cc_strz(image->path),
                                .name = cc_strz(image->name),
                                .detail = CC_STR("")};
    CU_ASSERT_EQUAL_FATAL(md_mvid(md_image_tables(image->image), record.mvid), CC_OK);
    CU_ASSERT_EQUAL_FATAL(ctr_writer_module(p->writer, &record, &p->module), CC_OK);
    p->image = image;
}

void mh_load_other(mh_process *p, const char *name, ctr_reason reason, const char *detail) {
    uint32_t id = 0;
    ctr_module_record record = {.reason = reason,
                                .path = cc_strz(cc_arena_printf(p->f->arena, "/app/%s.dll", name)),
                                .name = cc_strz(name),
                                .detail = cc_strz(detail)};
    CU_ASSERT_EQUAL(ctr_writer_module(p->writer, &record, &id), CC_OK);
}

void mh_start(mh_process *p, mh_fixture *f, ctr_hits hits) {
    mh_start_empty(p, f, hits, "");
    mh_load(p, &f->main);
}

uint32_t mh_line_with(const mh_fixture *f, const char *tag) {
    char mark[64];
    (void)snprintf(mark, sizeof mark, "//@ %s\n", tag);
    const char *text = (const char *)f->source.bytes.data;
    const char *at = memmem(text, f->source.bytes.len, mark, strlen(mark));
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    uint32_t line = 1;
    for (const char *c = text; c < at; c++) {
        line += *c == '\n' ? 1 : 0;
    }
    return line;
}

static uint32_t line_of_insn(const mth_method *m, uint32_t insn) {
    uint32_t offset =
        insn < m->body.insn_count ? m->body.insns[insn].offset : (uint32_t)m->body.code.len;
    uint32_t line = 0;
    for (uint32_t i = 0; i < m->point_count; i++) {
        bool usable = !m->points[i].hidden;
        line = usable && m->points[i].offset <= offset ? m->points[i].start_line : line;
    }
    return line;
}

/* Publishes the method and counts what is not missed. */
static void count(mh_process *p, const mth_method *m, uint64_t times, const char *const *missed,
                  bool all, uint64_t key_change) {
    void *counters = NULL;
    ctr_method_record record = {.module_id = p->module,
                                .token = m->token,
                                .plan_key = m->key + key_change,
                                .count = m->plan->counter_count,
                                .plan_all = all};
    CU_ASSERT_EQUAL_FATAL(ctr_writer_reserve(p->writer, record.count, &counters, &record.first),
                          CC_OK);
    CU_ASSERT_EQUAL_FATAL(ctr_writer_method(p->writer, &record), CC_OK);
    p->counters = counters;
    p->counter_count = record.count;
    for (uint32_t n = 0; n < m->plan->node_count; n++) {
        const probe_node *node = &m->plan->nodes[n];
        uint32_t at = line_of_insn(m, node->is_edge ? node->target : node->first_insn);
        bool reached = node->counter != PROBE_NONE;
        for (size_t i = 0; reached && missed != NULL && missed[i] != NULL; i++) {
            reached = at != mh_line_with(p->f, missed[i]);
        }
        if (reached && p->hits == CTR_HITS_ONCE) {
            ((uint8_t *)counters)[node->counter] = 1;
        } else if (reached) {
            ((uint64_t *)counters)[node->counter] = times;
        }
    }
}

/* Some visible point starts on the line (0: anywhere), in the document (0: in any). */
static bool has_point(const mth_method *m, uint32_t line, uint32_t document) {
    for (uint32_t i = 0; i < m->point_count; i++) {
        const pdb_point *point = &m->points[i];
        if (!point->hidden && (line == 0 || point->start_line == line) &&
            (document == 0 || point->document == document)) {
            return true;
        }
    }
    return false;
}

static void open_method(const mh_process *p, uint32_t rid, bool all, mth_method *m,
                        mth_skip *skip) {
    probe_options options = {.all = all};
    CU_ASSERT_EQUAL_FATAL(mth_open(m, skip, p->image->image, p->image->pdb,
                                   MD_TOKEN(MD_METHODDEF, rid), (cc_span){NULL, 0}, &options,
                                   p->f->arena),
                          CC_OK);
}

void mh_ran(mh_process *p, const char *tag, uint64_t times, const char *const *missed, bool all,
            uint64_t key_change) {
    uint32_t line = mh_line_with(p->f, tag);
    uint32_t methods = md_row_count(md_image_tables(p->image->image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= methods; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        open_method(p, rid, all, &m, &skip);
        if (skip == MTH_OK && has_point(&m, line, 0)) {
            count(p, &m, times, missed, all, key_change);
        }
    }
}

void mh_ran_document(mh_process *p, uint32_t document) {
    uint32_t methods = md_row_count(md_image_tables(p->image->image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= methods; rid++) {
        mth_method m;
        mth_skip skip = MTH_OK;
        open_method(p, rid, false, &m, &skip);
        if (skip == MTH_OK && has_point(&m, 0, document)) {
            count(p, &m, 1, NULL, false, 0);
        }
    }
}

void mh_finish(mh_process *p) {
    (void)snprintf(mh_last_file, sizeof mh_last_file, "%s", ctr_writer_path(p->writer));
    ctr_writer_close(p->writer);
}

/* --- the model -------------------------------------------------------------------------------- */

sel_list *mh_filter(mh_fixture *f) {
    sel_list *filter = CC_NEW(f->arena, sel_list);
    CU_ASSERT_PTR_NOT_NULL_FATAL(filter);
    sel_init(filter, f->arena, NULL);
    return filter;
}

void mh_rule(sel_list *filter, const char *rule, const char *origin) {
    CU_ASSERT_EQUAL_FATAL(sel_add(filter, rule[0] == '-', cc_strz(rule + 1), cc_strz(origin)),
                          CC_OK);
}

cov_model *mh_model(mh_fixture *f, const cov_request *like) {
    const char *dirs[] = {f->session.dir};
    cov_request request = *like;
    cov_model *model = NULL;
    if (request.folder_count == 0) {
        request.session_dirs = dirs;
        request.session_count = 1;
    }
    request.root = f->root;
    request.selection.filter =
        request.selection.filter != NULL ? request.selection.filter : mh_filter(f);
    request.timestamp = 1;
    CU_ASSERT_EQUAL_FATAL(cov_model_build(&model, &request, f->arena), CC_OK);
    return model;
}

cov_model *mh_plain_model(mh_fixture *f) {
    cov_request request = {.selection.filter = NULL};
    return mh_model(f, &request);
}

const cov_line *mh_line(const cov_model *model, const char *path, uint32_t number) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        for (uint32_t k = 0; cc_str_eqz(file->path, path) && k < file->line_count; k++) {
            if (file->lines[k]->number == number) {
                return file->lines[k];
            }
        }
    }
    return NULL;
}

const cov_line *mh_line_at(const mh_fixture *f, const cov_model *model, const char *tag) {
    return mh_line(model, f->source_name, mh_line_with(f, tag));
}

uint64_t mh_hits(mh_fixture *f, const cov_model *model, const char *tag) {
    const cov_line *line = mh_line_at(f, model, tag);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    return line->hits;
}

const cov_package *mh_package(const cov_model *model, const char *name) {
    for (uint32_t i = 0; i < model->package_count; i++) {
        if (cc_str_eqz(model->packages[i].name, name)) {
            return &model->packages[i];
        }
    }
    return NULL;
}

const cov_class *mh_class(const cov_model *model, const char *name) {
    for (uint32_t i = 0; model->package_count > 0 && i < model->packages[0].class_count; i++) {
        if (cc_str_eqz(model->packages[0].classes[i].name, name)) {
            return &model->packages[0].classes[i];
        }
    }
    return NULL;
}

static bool is_method(const cov_method *m, const char *name, const char *signature) {
    return cc_str_eqz(m->name, name) && cc_str_eqz(m->signature, signature);
}

uint32_t mh_methods(const cov_class *cls, const char *name, const char *signature) {
    uint32_t found = 0;
    for (uint32_t i = 0; cls != NULL && i < cls->method_count; i++) {
        found += is_method(&cls->methods[i], name, signature) ? 1 : 0;
    }
    return found;
}

bool mh_method_has(const cov_class *cls, const char *name, const char *signature, uint32_t line) {
    for (uint32_t i = 0; cls != NULL && i < cls->method_count; i++) {
        const cov_method *m = &cls->methods[i];
        for (uint32_t k = 0; k < m->line_count; k++) {
            if (is_method(m, name, signature) && m->lines[k]->number == line) {
                return true;
            }
        }
    }
    return false;
}

bool mh_has(cc_str text, const char *part) {
    return text.len > 0 && memmem(text.s, text.len, part, strlen(part)) != NULL;
}

bool mh_any_text(const cc_str *texts, uint32_t count, const char *part) {
    for (uint32_t i = 0; i < count; i++) {
        if (mh_has(texts[i], part)) {
            return true;
        }
    }
    return false;
}

const cov_omitted *mh_omitted(const cov_model *model, const char *name) {
    for (uint32_t i = 0; i < model->omitted_count; i++) {
        if (cc_str_eqz(model->omitted[i].name, name)) {
            return &model->omitted[i];
        }
    }
    return NULL;
}
