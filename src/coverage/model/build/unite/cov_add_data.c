/* From data files to the report, by the rules of now; see cov_build.h. What a rule of now leaves
 * out takes its lines away from the code around it, as code does that is left out when it is
 * measured. */
#include <string.h>

#include "coverage/model/build/cov_build.h"
#include "coverage/module/mod_file.h"
#include "coverage/module/mod_root_path.h"
#include "coverage/module/mod_select.h"

enum { MAX_LEVELS = 64 };

/* An assembly of a data file. */
typedef struct judging {
    cov_build *b;
    /* File and checksum -> mod_checksum_result: many builds have the same sources */
    cc_map *compared;
    cov_raw_assembly to; /* with its documents as they are now */
    bool is_in;
    bool *is_out;  /* by document: a rule leaves the file out, or it is another version of it */
    bool *is_here; /* by document: the file is here, as it was compiled */
} judging;

/* A version of a source that is not here. */
typedef struct version {
    cc_span checksum;
    uint64_t last_run;
} version;

/* The versions of a source. Only checksums of one kind can be compared with each other. A file that
 * is here decides for itself: one text has several checksums, by kind and by line ends. */
typedef struct versions {
    bool is_here; /* some version is */
    version latest[PDB_SUM_OTHER + 1];
} versions;

/* --- documents -------------------------------------------------------------------------------- */

/* A path of another machine. */
static cc_err map_document(const cov_build *b, cov_raw_document *d) {
    bool is_absolute = cc_str_starts(d->path, "/") || mod_path_is_windows(d->path);
    const mod_location *place = NULL;
    if (!is_absolute || b->c.request->mapping_count == 0) {
        return CC_OK;
    }
    const pdb_document document = {
        .name = d->path, .checksum_kind = d->checksum_kind, .checksum = d->checksum};
    CC_TRY(mod_root_find(b->c.places, &document, NULL, &place));
    if (place->kind != MOD_LOCATION_MISSING) {
        d->path = place->path;
        d->is_outside_root = place->kind == MOD_LOCATION_OUTSIDE;
        d->is_missing = false;
    }
    return CC_OK;
}

/* Absolute path at which the file is, or would be. */
static cc_err find_file(const cov_build *b, cov_raw_document *d, const char **file) {
    CC_TRY(map_document(b, d));
    const char *path = cc_arena_strdup(b->c.work, d->path);
    bool is_absolute = path != NULL && (path[0] == '/' || mod_path_is_windows(cc_strz(path)));
    *file = path == NULL || is_absolute ? path : cc_path_join(b->c.work, b->model->root.s, path);
    return CC_OK;
}

static void compare(const judging *j, const cov_raw_document *d, const char *file,
                    mod_checksum_result *out) {
    cc_buf key = {0};
    cc_buf_u8(&key, (uint8_t)d->checksum_kind);
    cc_buf_u64(&key, d->checksum.len);
    cc_buf_span_put(&key, d->checksum);
    cc_buf_puts(&key, file);
    void **slot = cc_buf_ok(&key) ? cc_map_put(j->compared, cc_buf_span(&key)) : NULL;
    cc_buf_free(&key);
    mod_checksum_result *known = slot == NULL ? NULL : *slot;
    if (slot != NULL && known == NULL) {
        const mod_claim claim = {.root = j->b->model->root.s,
                                 .path = file,
                                 .origin = MOD_ORIGIN_FOREIGN,
                                 .checksum_kind = d->checksum_kind,
                                 .checksum = d->checksum};
        *slot = known = CC_NEW(j->b->c.work, mod_checksum_result);
        if (known != NULL) {
            *known = mod_file_compare(&claim);
        }
    }
    *out = known == NULL ? MOD_CHECKSUM_UNKNOWN : *known;
}

/* Where the file is here, its checksum decides whether it is what was compiled; elsewhere nothing
 * is known. */
static cc_err look_at_document(judging *j, uint32_t index) {
    cov_raw_document *d = &j->to.documents[index];
    const char *file = NULL;
    mod_checksum_result compared = MOD_CHECKSUM_UNKNOWN;
    CC_TRY(find_file(j->b, d, &file));
    compare(j, d, file, &compared);
    d->is_changed = compared == MOD_CHECKSUM_CHANGED;
    d->embedded = compared == MOD_CHECKSUM_SAME ? (cc_span){NULL, 0} : d->embedded;
    j->is_here[index] = compared == MOD_CHECKSUM_SAME;
    sel_verdict rule = sel_file(j->b->c.request->selection.filter, d->path, cc_strz(file));
    j->is_out[index] = !rule.is_in;
    return CC_OK;
}

static cc_err judge_documents(judging *j) {
    const cov_raw_document *from = j->to.documents;
    uint32_t count = j->to.document_count;
    j->to.documents = CC_NEW_ARRAY(j->b->c.work, cov_raw_document, count);
    j->is_out = CC_NEW_ARRAY(j->b->c.work, bool, count);
    j->is_here = CC_NEW_ARRAY(j->b->c.work, bool, count);
    for (uint32_t i = 0; i < count; i++) {
        j->to.documents[i] = from[i];
        CC_TRY(look_at_document(j, i));
    }
    return CC_OK;
}

/* --- versions --------------------------------------------------------------------------------- */

/* That of the latest run. */
static bool is_better(const version *a, const version *b) {
    if (a->last_run != b->last_run) {
        return a->last_run > b->last_run;
    }
    cc_str x = {(const char *)a->checksum.data, a->checksum.len};
    cc_str y = {(const char *)b->checksum.data, b->checksum.len};
    return cc_str_cmp(x, y) > 0;
}

static versions *versions_of(const judging *j, cc_map *all, cc_str path) {
    void **slot = cc_map_put_str(all, path);
    if (slot != NULL && *slot == NULL) {
        *slot = CC_NEW(j->b->c.work, versions);
    }
    return slot == NULL ? NULL : *slot;
}

static void note_versions(const judging *j, cc_map *all) {
    for (uint32_t i = 0; j->is_in && i < j->to.document_count; i++) {
        const cov_raw_document *d = &j->to.documents[i];
        if (d->checksum.len == 0) {
            continue;
        }
        versions *of = versions_of(j, all, d->path);
        const version made = {d->checksum, j->to.last_run};
        version *latest = &of->latest[d->checksum_kind];
        of->is_here = of->is_here || j->is_here[i];
        if (latest->checksum.len == 0 || is_better(&made, latest)) {
            *latest = made;
        }
    }
}

/* The file that is here has another text; or none is here, and a later run had another one. */
static bool is_other_version(const judging *j, uint32_t index, const cc_map *all) {
    const cov_raw_document *d = &j->to.documents[index];
    const versions *of = d->checksum.len == 0 ? NULL : cc_map_get_str(all, d->path);
    if (of == NULL || j->is_here[index]) {
        return false;
    }
    return of->is_here ? d->is_changed
                       : !cc_span_eq(d->checksum, of->latest[d->checksum_kind].checksum);
}

/* Lines of different texts are not united. */
static void choose_versions(const judging *j, const cc_map *all) {
    for (uint32_t i = 0; j->is_in && i < j->to.document_count; i++) {
        const cov_raw_document *d = &j->to.documents[i];
        if (is_other_version(j, i, all)) {
            j->is_out[i] = true;
            cov_add_warning(&j->b->c,
                            "%.*s: %.*s was also measured in another version; the data about that "
                            "version is not in the report",
                            (int)j->to.name.len, j->to.name.s, (int)d->path.len, d->path.s);
        }
    }
}

/* --- bodies ------------------------------------------------------------------------------------- */

static size_t names_around(cc_str name, cc_str *out) {
    size_t count = 0;
    out[count++] = name;
    for (size_t i = name.len; i > 0 && count < MAX_LEVELS; i--) {
        if (name.s[i - 1] == '/') {
            out[count++] = (cc_str){name.s, i - 1};
        }
    }
    return count;
}

/* Nothing of the assembly may remain: then the first rule is the reason. */
static cc_err note_reason(judging *j, const sel_verdict *rule) {
    if (j->to.empty_reason == CTR_MEASURED) {
        j->to.empty_reason = CTR_REASON_FILTER;
        return mod_describe(rule, j->b->c.work, &j->to.empty_detail);
    }
    return CC_OK;
}

/* A body without a name only takes lines away. */
static cc_err judge_body(judging *j, const cov_raw_body *body, bool *is_in) {
    sel_list *filter = j->b->c.request->selection.filter;
    cc_str names[MAX_LEVELS];
    *is_in = true;
    if (body->type.len == 0) {
        return CC_OK;
    }
    sel_verdict type = sel_type(filter, j->to.name, names, names_around(body->type, names));
    sel_verdict member = sel_member(filter, body->type, &body->name, 1, body->signature);
    *is_in = type.is_in && member.is_in;
    return *is_in ? CC_OK : note_reason(j, type.is_in ? &member : &type);
}

static cc_err add_bodies(judging *j) {
    cov_adding adding;
    cov_adding_begin(&adding, j->b, &j->to);
    adding.is_out = j->is_out;
    for (uint32_t i = 0; i < j->to.body_count; i++) {
        bool is_in = true;
        CC_TRY(judge_body(j, &j->to.bodies[i], &is_in));
        CC_TRY(cov_add_body(&adding, i, is_in));
    }
    return CC_OK;
}

/* --- assemblies ------------------------------------------------------------------------------- */

/* The path of the file is not known any more, nor are company and key: rules of those kinds decide
 * nothing. */
static cc_err judge_assembly(judging *j) {
    cov_build *b = j->b;
    sel_verdict rule = sel_may_be_in(b->c.request->selection.filter, j->to.name);
    bool is_ignored = !j->to.was_loaded && b->c.request->ignore_unloaded;
    cc_str detail = CC_STR("assemblies that no process loaded are left out");
    j->is_in = rule.is_in && !is_ignored;
    if (j->is_in) {
        return judge_documents(j);
    }
    if (!rule.is_in) {
        CC_TRY(mod_describe(&rule, b->c.work, &detail));
    }
    ctr_reason reason = rule.is_in ? CTR_REASON_NEVER_LOADED : CTR_REASON_FILTER;
    cov_add_omitted(&b->c, j->to.name, reason, detail);
    return CC_OK;
}

static cc_err add_judged(cov_build *b, const cov_raw *data, judging *all, cc_map *of_sources,
                         cc_map *compared) {
    for (uint32_t i = 0; i < data->assembly_count; i++) {
        all[i] = (judging){.b = b, .compared = compared, .to = data->assemblies[i]};
        CC_TRY(judge_assembly(&all[i]));
        note_versions(&all[i], of_sources);
    }
    for (uint32_t i = 0; i < data->assembly_count; i++) {
        choose_versions(&all[i], of_sources);
        if (all[i].is_in) {
            CC_TRY(add_bodies(&all[i]));
            cov_add_package(b, &all[i].to);
        }
    }
    return CC_OK;
}

static cc_err add_assemblies(cov_build *b, const cov_raw *data) {
    judging *all = CC_NEW_ARRAY(b->c.work, judging, data->assembly_count);
    cc_map *of_sources = cc_map_new();
    cc_map *compared = cc_map_new();
    cc_err err = add_judged(b, data, all, of_sources, compared);
    cc_map_free(compared);
    cc_map_free(of_sources);
    return err;
}

/* --- everything else ---------------------------------------------------------------------------- */

static void add_facts(cov_build *b, const cov_raw *data) {
    for (uint32_t i = 0; b->c.request->wants_facts && i < data->fact_count; i++) {
        cc_list_add(&b->c.facts, &data->facts[i]);
    }
}

/* Lines that comments left out when the run was reported, of the version that is shown; where the
 * source is here, it is read again (cov_left_out.c). */
static void add_left_out(cov_build *b, const cov_raw *data) {
    for (uint32_t i = 0; i < data->left_out_count; i++) {
        const cov_raw_left_out *left_out = &data->left_out[i];
        cov_source *source = (cov_source *)cc_map_get_str(b->sources, left_out->path);
        if (source != NULL && source->left_out == NULL &&
            cc_span_eq(source->checksum, left_out->checksum)) {
            source->left_out = left_out->ranges;
        }
    }
}

static void add_sentences(cc_list *to, const cc_str *from, uint32_t count, cc_arena *arena) {
    for (uint32_t i = 0; i < count; i++) {
        cc_list_add(to, cc_arena_strdup(arena, from[i]));
    }
}

static void add_runs(cov_build *b, const cov_raw *data) {
    for (uint32_t i = 0; i < data->run_count; i++) {
        uint64_t started = data->runs[i].started;
        b->model->timestamp = started > b->model->timestamp ? started : b->model->timestamp;
        b->model->process_count += data->runs[i].processes;
        b->model->is_lower_bound = b->model->is_lower_bound || data->runs[i].is_lower_bound;
        b->gathered.has_once = b->gathered.has_once || data->runs[i].hits != CTR_HITS_EXACT;
        b->gathered.has_exact = b->gathered.has_exact || data->runs[i].hits == CTR_HITS_EXACT;
    }
}

cc_err cov_add_data(cov_build *b, const cov_raw *data) {
    add_runs(b, data);
    CC_TRY(add_assemblies(b, data));
    for (uint32_t i = 0; i < data->omitted_count; i++) {
        const cov_omitted *o = &data->omitted[i];
        cov_add_omitted(&b->c, o->name, o->reason, o->detail);
    }
    add_facts(b, data);
    add_left_out(b, data);
    add_sentences(&b->c.lost, data->lost, data->lost_count, b->c.arena);
    add_sentences(&b->c.warnings, data->warnings, data->warning_count, b->c.arena);
    add_sentences(&b->c.missing, data->missing, data->missing_count, b->c.arena);
    b->any_judged = b->any_judged || data->assembly_count > 0;
    return CC_OK;
}
