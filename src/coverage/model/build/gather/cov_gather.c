/* From sessions to candidates: opens every counters file, identifies its modules (MVID, content of
 * image and PDB), and sorts its method records to them. See cov_build.h. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/model/build/cov_build.h"
#include "coverage/model/cov_third_party.h"
#include "coverage/module/mod_select.h"
#include "coverage/session/ses.h"

/* --- files ------------------------------------------------------------------------------------ */

/* The file is a copy of one that is already open: each run counts once. */
static bool is_known_run(cov_build *b, const ctr_file *c) {
    for (uint32_t i = 0; i < b->file_count; i++) {
        const ctr_file *other = b->files[i];
        if (other->pid == c->pid && other->start_time_ns == c->start_time_ns &&
            other->random == c->random) {
            return true;
        }
    }
    return false;
}

static cc_str process_name(const ctr_file *c) {
    return c->process.entry_assembly.len > 0 ? c->process.entry_assembly : c->process.executable;
}

static const char *cause_of(clrcov_refusal refusal) {
    switch (refusal) {
    case CLRCOV_REFUSED_FILE_LIMIT:
        return "the file size limit (ulimit -f) leaves no room for counters";
    case CLRCOV_REFUSED_FILE_GONE:
        return "the program closed the counters file, which is no longer in the session";
    case CLRCOV_REFUSED_OPEN:
        return "the program closed the counters file, which could not be opened again";
    case CLRCOV_REFUSED_MEMORY:
        return "no memory for counters";
    case CLRCOV_REFUSED_SPACE:
        break;
    }
    return "no space left for counters";
}

static void report_process(cov_build *b, const ctr_file *c) {
    if (c->damage != NULL) {
        cov_add_lost(b, "process %u: %s", c->pid, c->damage);
    }
    if (c->is_cut) {
        cov_add_lost(b, "process %u: %s was truncated while the process ran; hits are missing",
                     c->pid, c->path);
    }
    if (c->refused > 0) {
        cc_str name = process_name(c);
        cov_add_lost(b, "%u method%s of process %u (%.*s) %s not measured: %s", c->refused,
                     c->refused == 1 ? "" : "s", c->pid, (int)name.len, name.s,
                     c->refused == 1 ? "was" : "were", cause_of(c->refusal));
    }
    for (uint32_t i = 0; i < c->note_count; i++) {
        cov_add_warning(b, "process %u: %.*s", c->pid, (int)c->notes[i].len, c->notes[i].s);
    }
    if (c->is_alive) {
        cov_add_warning(
            b, "process %u (%.*s) is still running; what it does from now on is not in the report",
            c->pid, (int)c->process.executable.len, c->process.executable.s);
        b->model->alive_count++;
    }
    b->model->process_count++;
}

static void open_file(cov_build *b, const char *path) {
    ctr_file *c = NULL;
    cc_err err = ctr_open(&c, path, b->work);
    if (err != CC_OK) {
        cov_add_lost(b, "counters file %s: %s", path, cc_error_message());
        return;
    }
    if (is_known_run(b, c)) {
        ctr_close(c);
        return;
    }
    b->files[b->file_count++] = c;
    report_process(b, c);
}

static void make_room(cov_build *b, size_t more) {
    ctr_file **files = CC_NEW_ARRAY(b->work, ctr_file *, b->file_count + more);
    for (uint32_t i = 0; i < b->file_count; i++) {
        files[i] = b->files[i];
    }
    b->files = files;
}

/* --- modules ---------------------------------------------------------------------------------- */

static void candidate_for(cov_build *b, const ctr_module_record *record, const char *dir,
                          cov_candidate **out) {
    uint8_t key[49];
    memcpy(key, record->mvid, 16);
    memcpy(key + 16, record->image_hash.bytes, 16);
    memcpy(key + 32, record->pdb_hash.bytes, 16);
    key[48] = record->is_mapped_layout ? 1 : 0;
    void **slot = cc_map_put(b->candidate_of, cc_span_of(key, sizeof key));
    if (slot != NULL && *slot == NULL) {
        cov_candidate *made = CC_NEW(b->work, cov_candidate);
        if (made != NULL) {
            made->record = *record;
            made->session_dir = dir;
            made->paths.arena = b->work;
            cc_list_add(&b->candidates, made);
        }
        *slot = made;
    }
    *out = slot == NULL ? NULL : (cov_candidate *)*slot;
}

/* The same build may be loaded from several places. */
static void note_path(cov_candidate *c, const ctr_module_record *record) {
    bool is_known = cc_str_eq(c->record.path, record->path);
    for (uint32_t i = 0; i < c->paths.count && !is_known; i++) {
        is_known = cc_str_eq(*(const cc_str *)c->paths.items[i], record->path);
    }
    if (!is_known) {
        cc_str *path = CC_NEW(c->paths.arena, cc_str);
        *path = record->path;
        cc_list_add(&c->paths, path);
    }
}

static bool add_ref(cov_candidate *c, cov_record_ref ref) {
    if (c->ref_count == c->ref_cap) {
        uint32_t cap = c->ref_cap == 0 ? 64 : c->ref_cap * 2;
        cov_record_ref *refs = (cov_record_ref *)realloc(c->refs, cap * sizeof(cov_record_ref));
        if (refs == NULL) {
            return false;
        }
        c->refs = refs;
        c->ref_cap = cap;
    }
    c->refs[c->ref_count++] = ref;
    return true;
}

/* When the process decided by a rule, but did not record by which, the present rules provide the
 * detail. */
static cc_err leave_out(cov_build *b, const ctr_module_record *record) {
    mod_verdict verdict = {record->reason, record->detail};
    if (record->reason == CTR_REASON_FILTER && record->detail.len == 0) {
        sel_verdict rule = sel_may_be_in(b->request->selection.filter, record->name);
        if (!rule.is_in) {
            CC_TRY(mod_describe(&rule, b->work, &verdict.detail));
        }
    }
    if (record->reason == CTR_REASON_NO_PDB &&
        cov_find_maker(record->path, b->work) == COV_MAKER_PACKAGE) {
        verdict.reason = CTR_REASON_THIRD_PARTY;
    }
    cov_add_omitted(b, record->name, verdict.reason, verdict.detail);
    return cov_fact_assembly(b, record->name, record->path, &verdict, true);
}

static cc_err note_loaded(cov_build *b, const ctr_module_record *record) {
    void **slot = cc_map_put_str(b->loaded, record->name);
    if (slot != NULL && *slot == NULL) {
        *slot = CC_NEW(b->work, cov_loaded);
    }
    cov_loaded *loaded = (cov_loaded *)*slot;
    if (record->reason != CTR_MEASURED) {
        loaded->is_left_alone = loaded->is_unopened = true;
    }
    if (record->path.len > 0) {
        return mod_no_return_add(b->no_return, record->name, record->path, MD_LAYOUT_FLAT);
    }
    return CC_OK;
}

/* The counts of this process are missing, and no other process that measured the assembly replaces
 * them. */
static void report_not_stored(cov_build *b, const ctr_file *c, const ctr_module_record *record) {
    cc_str name = process_name(c);
    cov_add_lost(
        b, "process %u (%.*s): %.*s was not measured, because the process could not store it: %.*s",
        c->pid, (int)name.len, name.s, (int)record->name.len, record->name.s,
        (int)record->detail.len, record->detail.s);
}

/* Modules that are not measured are recorded by name; every record of the others is sorted to its
 * build. */
static cc_err sort_modules(cov_build *b, uint32_t file, const char *dir) {
    const ctr_file *c = b->files[file];
    cov_candidate **by_id = CC_NEW_ARRAY(b->work, cov_candidate *, c->module_count);
    for (uint32_t i = 0; by_id != NULL && i < c->module_count; i++) {
        const ctr_module_record *record = &c->modules[i];
        CC_TRY(note_loaded(b, record));
        if (record->reason == CTR_MEASURED) {
            candidate_for(b, record, dir, &by_id[i]);
            note_path(by_id[i], record);
        } else {
            CC_TRY(leave_out(b, record));
        }
        if (record->reason == CTR_REASON_NOT_STORED) {
            report_not_stored(b, c, record);
        }
    }
    for (uint32_t i = 0; by_id != NULL && i < c->method_count; i++) {
        const ctr_method_record *record = &c->methods[i].record;
        cov_record_ref ref = {record->token, file, i};
        if (record->module_id >= c->module_count) {
            continue;
        }
        if (by_id[record->module_id] == NULL) {
            cov_stress_add(b, c, &c->methods[i]);
        } else if (!add_ref(by_id[record->module_id], ref)) {
            return cc_fail(CC_E_NOMEM, "out of memory for methods");
        }
    }
    return CC_OK;
}

static int compare_refs(const void *a, const void *b) {
    const cov_record_ref *x = (const cov_record_ref *)a;
    const cov_record_ref *y = (const cov_record_ref *)b;
    if (x->token != y->token) {
        return x->token < y->token ? -1 : 1;
    }
    if (x->file != y->file) {
        return x->file < y->file ? -1 : 1;
    }
    return (x->method > y->method) - (x->method < y->method);
}

/* --- sessions --------------------------------------------------------------------------------- */

static void note_entry_dir(cov_build *b, cc_str assembly) {
    cc_str dir = cc_path_dir(assembly);
    if (dir.len == 0) {
        return;
    }
    for (uint32_t i = 0; i < b->entry_dirs.count; i++) {
        if (cc_str_eqz(dir, (const char *)b->entry_dirs.items[i])) {
            return;
        }
    }
    char *copy = cc_arena_strdup(b->work, dir);
    cc_list_add(&b->entry_dirs, copy);
}

/* Problems that processes reported. */
static cc_err report_problems(cov_build *b, const ses_session *session) {
    ses_problem *problems = NULL;
    size_t count = 0;
    CC_TRY(ses_problems(session, b->work, &problems, &count));
    for (size_t i = 0; i < count; i++) {
        cov_add_lost(b, "process %u: %s", problems[i].pid, problems[i].text);
    }
    return CC_OK;
}

static cc_err gather_session(cov_build *b, const char *dir) {
    ses_session session;
    char **paths = NULL;
    size_t count = 0;
    CC_TRY(ses_open(&session, dir, b->work));
    CC_TRY(ses_files(&session, b->work, &paths, &count));
    make_room(b, count);
    CC_TRY(report_problems(b, &session));
    uint32_t first = b->file_count;
    for (size_t i = 0; i < count; i++) {
        open_file(b, paths[i]);
    }
    for (uint32_t i = first; i < b->file_count; i++) {
        CC_TRY(sort_modules(b, i, dir));
        note_entry_dir(b, b->files[i]->process.entry_assembly);
    }
    return CC_OK;
}

static int compare_candidates(const void *a, const void *b) {
    const ctr_module_record *x = &(*(cov_candidate *const *)a)->record;
    const ctr_module_record *y = &(*(cov_candidate *const *)b)->record;
    int order = cc_str_cmp(x->name, y->name);
    order = order != 0 ? order : memcmp(x->mvid, y->mvid, sizeof x->mvid);
    return order != 0 ? order : memcmp(&x->image_hash, &y->image_hash, sizeof x->image_hash);
}

cc_err cov_gather(cov_build *b) {
    for (size_t i = 0; i < b->request->session_count; i++) {
        CC_TRY(gather_session(b, b->request->session_dirs[i]));
    }
    for (uint32_t i = 0; i < b->candidates.count; i++) {
        cov_candidate *c = (cov_candidate *)b->candidates.items[i];
        if (c->ref_count > 0) {
            qsort(c->refs, c->ref_count, sizeof(cov_record_ref), compare_refs);
        }
    }
    for (uint32_t i = 0; i < b->file_count; i++) {
        b->has_once = b->has_once || b->files[i]->hits != CTR_HITS_EXACT;
        b->has_exact = b->has_exact || b->files[i]->hits == CTR_HITS_EXACT;
    }
    if (b->candidates.count > 1) {
        qsort(b->candidates.items, b->candidates.count, sizeof(void *), compare_candidates);
    }
    return CC_OK;
}

void cov_gather_close(cov_build *b) {
    for (uint32_t i = 0; i < b->candidates.count; i++) {
        free(((cov_candidate *)b->candidates.items[i])->refs);
    }
    for (uint32_t i = 0; i < b->file_count; i++) {
        ctr_close(b->files[i]);
    }
}
