/* Data files by the rules of now; see cov_judge_data.h. */
#include "coverage/model/build/judge/cov_judge_data.h"

#include "coverage/module/mod_file.h"
#include "coverage/module/mod_select.h"

enum { MAX_LEVELS = 64 };

/* The assemblies of one data file. */
typedef struct judging {
    cov_context *c;
    cov_judged_data *all; /* by assembly */
    uint32_t count;
    /* File and checksum -> mod_checksum_result: many builds have one source */
    cc_map *compared;
    cc_map *versions; /* path -> versions */
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
static void map_document(const cov_context *c, cov_raw_document *d) {
    if (!cov_path_is_absolute(d->path) || c->request->mapping_count == 0) {
        return;
    }
    const pdb_document document = {
        .name = d->path, .checksum_kind = d->checksum_kind, .checksum = d->checksum};
    const mod_location *place = mod_root_find(c->places, &document, NULL);
    if (place->kind != MOD_LOCATION_MISSING) {
        d->path = place->path;
        d->is_outside_root = place->kind == MOD_LOCATION_OUTSIDE;
        d->is_missing = false;
    }
}

/* Absolute path at which the file is, or would be. */
static const char *path_of(const cov_context *c, const cov_raw_document *d) {
    const char *path = cc_arena_strdup(c->work, d->path);
    return cov_path_is_absolute(cc_strz(path)) ? path : cc_path_join(c->work, c->root.s, path);
}

static mod_checksum_result compare(const judging *j, const cov_raw_document *d, const char *file) {
    cc_buf key = {0};
    cc_buf_u8(&key, (uint8_t)d->checksum_kind);
    cc_buf_u64(&key, d->checksum.len);
    cc_buf_span_put(&key, d->checksum);
    cc_buf_puts(&key, file);
    void **slot = cc_map_put(j->compared, cc_buf_span(&key));
    cc_buf_free(&key);
    if (*slot == NULL) {
        const mod_claim claim = {.root = j->c->root.s,
                                 .path = file,
                                 .origin = MOD_ORIGIN_FOREIGN,
                                 .checksum_kind = d->checksum_kind,
                                 .checksum = d->checksum};
        mod_checksum_result *result = CC_NEW(j->c->work, mod_checksum_result);
        *result = mod_file_compare(&claim);
        *slot = result;
    }
    return *(const mod_checksum_result *)*slot;
}

/* Where the file is here, its checksum decides whether it is what was compiled; elsewhere nothing
 * is known. */
static void judge_document(const judging *j, cov_judged_data *data, uint32_t index) {
    cov_raw_document *d = &data->assembly.documents[index];
    map_document(j->c, d);
    const char *file = path_of(j->c, d);
    mod_checksum_result compared = compare(j, d, file);
    d->is_changed = compared == MOD_CHECKSUM_CHANGED;
    if (compared == MOD_CHECKSUM_SAME) {
        data->is_here[index] = true;
        d->embedded = (cc_span){NULL, 0};
    }
    sel_verdict rule = sel_file(j->c->request->selection.filter, d->path, cc_strz(file));
    data->is_out[index] = !rule.is_in;
}

static void judge_documents(const judging *j, cov_judged_data *data) {
    const cov_raw_document *from = data->assembly.documents;
    uint32_t count = data->assembly.document_count;
    data->assembly.documents = CC_NEW_ARRAY(j->c->work, cov_raw_document, count);
    data->is_here = CC_NEW_ARRAY(j->c->work, bool, count);
    data->is_out = CC_NEW_ARRAY(j->c->work, bool, count);
    for (uint32_t i = 0; i < count; i++) {
        data->assembly.documents[i] = from[i];
        judge_document(j, data, i);
    }
}

/* --- versions --------------------------------------------------------------------------------- */

/* The version of the later run. */
static bool is_better(const version *a, const version *b) {
    if (a->last_run != b->last_run) {
        return a->last_run > b->last_run;
    }
    cc_str x = {(const char *)a->checksum.data, a->checksum.len};
    cc_str y = {(const char *)b->checksum.data, b->checksum.len};
    return cc_str_cmp(x, y) > 0;
}

static versions *versions_of(const judging *j, cc_str path) {
    void **slot = cc_map_put_str(j->versions, path);
    if (*slot == NULL) {
        *slot = CC_NEW(j->c->work, versions);
    }
    return *slot;
}

static void note_versions(const judging *j, const cov_judged_data *data) {
    for (uint32_t i = 0; i < data->assembly.document_count; i++) {
        const cov_raw_document *d = &data->assembly.documents[i];
        if (d->checksum.len == 0) {
            continue;
        }
        versions *of = versions_of(j, d->path);
        const version made = {d->checksum, data->assembly.last_run};
        version *latest = &of->latest[d->checksum_kind];
        of->is_here = of->is_here || data->is_here[i];
        if (latest->checksum.len == 0 || is_better(&made, latest)) {
            *latest = made;
        }
    }
}

/* The file that is here has another text; or none is here, and a later run had another one. */
static bool is_other_version(const judging *j, const cov_judged_data *data, uint32_t index) {
    const cov_raw_document *d = &data->assembly.documents[index];
    if (d->checksum.len == 0 || data->is_here[index]) {
        return false;
    }
    const versions *of = cc_map_get_str(j->versions, d->path);
    if (of->is_here) {
        return d->is_changed;
    }
    return !cc_span_eq(d->checksum, of->latest[d->checksum_kind].checksum);
}

/* Lines of different texts are not united. */
static void choose_versions(const judging *j, cov_judged_data *data) {
    for (uint32_t i = 0; i < data->assembly.document_count; i++) {
        if (!is_other_version(j, data, i)) {
            continue;
        }
        cc_str name = data->assembly.name;
        cc_str path = data->assembly.documents[i].path;
        data->is_out[i] = true;
        cov_add_warning(j->c,
                        "%.*s: %.*s was also measured in another version; the data about that "
                        "version is not in the report",
                        CC_STR_ARGS(name), CC_STR_ARGS(path));
    }
}

/* --- bodies ----------------------------------------------------------------------------------- */

/* The name of a type, and of the types around it. */
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
static void note_reason(const judging *j, cov_raw_assembly *to, const sel_verdict *rule) {
    if (to->empty_reason != CTR_MEASURED) {
        return;
    }
    to->empty_reason = CTR_REASON_FILTER;
    mod_describe(rule, j->c->work, &to->empty_detail);
}

/* A body without a name only takes lines away. */
static void judge_body(const judging *j, cov_judged_data *data, uint32_t index) {
    sel_list *filter = j->c->request->selection.filter;
    const cov_raw_body *body = &data->assembly.bodies[index];
    cc_str names[MAX_LEVELS];
    data->bodies[index] = true;
    if (body->type.len == 0) {
        return;
    }
    size_t count = names_around(body->type, names);
    sel_verdict type = sel_type(filter, data->assembly.name, names, count);
    sel_verdict member = sel_member(filter, body->type, &body->name, 1, body->signature);
    if (type.is_in && member.is_in) {
        return;
    }
    data->bodies[index] = false;
    note_reason(j, &data->assembly, type.is_in ? &member : &type);
}

static void judge_bodies(const judging *j, cov_judged_data *data) {
    uint32_t count = data->assembly.body_count;
    data->bodies = CC_NEW_ARRAY(j->c->work, bool, count);
    for (uint32_t i = 0; i < count; i++) {
        judge_body(j, data, i);
    }
}

/* --- assemblies ------------------------------------------------------------------------------- */

static void judge_assembly(const judging *j, cov_judged_data *data) {
    const cov_request *request = j->c->request;
    const cov_raw_assembly *assembly = &data->assembly;
    sel_verdict rule = sel_may_be_in(request->selection.filter, assembly->name);
    cc_str detail = CC_STR("assemblies that no process loaded are left out");
    if (assembly->is_hidden) {
        return; /* the data has its reason among what the run left out */
    }
    if (!rule.is_in) {
        mod_describe(&rule, j->c->work, &detail);
        cov_add_omitted(j->c, assembly->name, CTR_REASON_FILTER, detail);
        return;
    }
    if (!assembly->was_loaded && request->ignore_unloaded) {
        cov_add_omitted(j->c, assembly->name, CTR_REASON_NEVER_LOADED, detail);
        return;
    }
    data->is_in = true;
    judge_documents(j, data);
}

/* All documents come before the first version is chosen. */
static void judge_all(const judging *j, const cov_raw *data) {
    for (uint32_t i = 0; i < j->count; i++) {
        j->all[i].assembly = data->assemblies[i];
        judge_assembly(j, &j->all[i]);
        if (j->all[i].is_in) {
            note_versions(j, &j->all[i]);
        }
    }
    for (uint32_t i = 0; i < j->count; i++) {
        if (j->all[i].is_in) {
            choose_versions(j, &j->all[i]);
            judge_bodies(j, &j->all[i]);
        }
    }
}

cov_judged_data *cov_judge_data(cov_judge *judge, const cov_raw *data) {
    cov_context *c = judge->c;
    judging j = {.c = c,
                 .all = CC_NEW_ARRAY(c->work, cov_judged_data, data->assembly_count),
                 .count = data->assembly_count,
                 .compared = cc_map_new(),
                 .versions = cc_map_new()};
    judge_all(&j, data);
    cc_map_free(j.compared);
    cc_map_free(j.versions);
    judge->any_judged = judge->any_judged || j.count > 0;
    return j.all;
}
