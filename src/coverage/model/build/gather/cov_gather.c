/* From sessions to candidates: opens every counters file, identifies its modules (MVID, content of
 * image and PDB), and sorts its method records to them; see cov_gather.h. */
#include "coverage/model/build/gather/cov_gather.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_sort.h"
#include "coverage/counters/ctr_tests.h"
#include "coverage/model/build/gather/cov_stress.h"
#include "coverage/model/cov_rival.h"
#include "coverage/module/mod_select.h"
#include "coverage/session/ses.h"
#include "select/sel_maker.h"

typedef struct gathering {
    cov_context *c;
    cov_gathered *to;
    cc_map *candidate_of; /* identity of a build -> cov_candidate */
    cc_map *stressed;
} gathering;

/* --- files ------------------------------------------------------------------------------------ */

/* The file is a copy of one that is already open: each run counts once. */
static bool is_known_run(const cov_gathered *to, const ctr_file *c) {
    for (uint32_t i = 0; i < to->file_count; i++) {
        const ctr_file *other = to->files[i];
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
    static const char *const causes[] = {
        [CLRCOV_REFUSED_FILE_LIMIT] = "the file size limit (ulimit -f) leaves no room for counters",
        [CLRCOV_REFUSED_FILE_GONE] =
            "the program closed the counters file, which is no longer in the session",
        [CLRCOV_REFUSED_OPEN] =
            "the program closed the counters file, which could not be opened again",
        [CLRCOV_REFUSED_MEMORY] = "no memory for counters"};
    bool is_known = (size_t)refusal < sizeof causes / sizeof causes[0] && causes[refusal] != NULL;
    return is_known ? causes[refusal] : "no space left for counters";
}

static void report_process(gathering *g, const ctr_file *file) {
    cov_context *c = g->c;
    if (file->damage != NULL) {
        cov_add_lost(c, "process %u: %s", file->pid, file->damage);
    }
    if (file->is_cut) {
        cov_add_lost(c, "process %u: %s was truncated while the process ran; hits are missing",
                     file->pid, file->path);
    }
    if (file->refused > 0) {
        cc_str name = process_name(file);
        cov_add_lost(c, "%u method%s of process %u (%.*s) %s not measured: %s", file->refused,
                     file->refused == 1 ? "" : "s", file->pid, CC_STR_ARGS(name),
                     file->refused == 1 ? "was" : "were", cause_of(file->refusal));
    }
    for (uint32_t i = 0; i < file->note_count; i++) {
        cov_add_warning(c, "process %u: %.*s", file->pid, CC_STR_ARGS(file->notes[i]));
    }
    if (file->is_alive) {
        cov_add_warning(
            c, "process %u (%.*s) is still running; what it does from now on is not in the report",
            file->pid, CC_STR_ARGS(file->process.executable));
        g->to->alive_count++;
    }
    g->to->process_count++;
}

/* Tests that ran beside others have too much: what all of them hit. */
static void report_overlap(gathering *g, const ctr_file *file) {
    const ctr_tests *tests = file->tests;
    uint32_t most = 0;
    uint32_t regions = 0;
    for (uint32_t i = 0; tests != NULL && i < tests->region_count; i++) {
        uint32_t alive = tests->regions[i].alive_count;
        most = alive > most ? alive : most;
        regions += alive > 1 ? 1 : 0;
    }
    if (regions > 0) {
        cov_add_warning(g->c,
                        "process %u: up to %u tests ran at the same time, and each has what all of "
                        "them hit; --serial asks for one test at a time (docs/per-test.md)",
                        file->pid, most);
    }
}

static void open_file(gathering *g, const char *path) {
    ctr_file *file = NULL;
    cc_err err = ctr_open(&file, path, g->c->work);
    if (err != CC_OK) {
        cov_add_lost(g->c, "counters file %s: %s", path, cc_error_message());
        return;
    }
    if (is_known_run(g->to, file)) {
        ctr_close(file);
        return;
    }
    g->to->files[g->to->file_count++] = file;
    report_process(g, file);
    report_overlap(g, file);
}

static void make_room(gathering *g, size_t more) {
    cov_gathered *to = g->to;
    to->files = cc_arena_widen(g->c->work, to->files, to->file_count, to->file_count + more,
                               sizeof *to->files);
}

/* --- modules ---------------------------------------------------------------------------------- */

static cov_candidate *candidate_for(gathering *g, const ctr_module_record *record,
                                    const char *dir) {
    uint8_t key[49];
    memcpy(key, record->mvid, 16);
    memcpy(key + 16, record->image_hash.bytes, 16);
    memcpy(key + 32, record->pdb_hash.bytes, 16);
    key[48] = record->is_mapped_layout ? 1 : 0;
    void **slot = cc_map_put(g->candidate_of, cc_span_of(key, sizeof key));
    if (*slot == NULL) {
        cov_candidate *made = CC_NEW(g->c->work, cov_candidate);
        made->record = *record;
        made->session_dir = dir;
        made->paths.arena = g->c->work;
        cc_list_add(&g->to->candidates, made);
        *slot = made;
    }
    return *slot;
}

/* The same build may be loaded from several places. */
static void note_path(cov_candidate *c, const ctr_module_record *record) {
    if (cc_str_eq(c->record.path, record->path)) {
        return;
    }
    for (uint32_t i = 0; i < c->paths.count; i++) {
        if (cc_str_eq(*(const cc_str *)c->paths.items[i], record->path)) {
            return;
        }
    }
    cc_str *path = CC_NEW(c->paths.arena, cc_str);
    *path = record->path;
    cc_list_add(&c->paths, path);
}

static void add_ref(cov_candidate *c, cov_record_ref ref) {
    void *refs = c->refs;
    cc_grow(&refs, &c->ref_cap, (size_t)c->ref_count + 1, sizeof ref);
    c->refs = refs;
    c->refs[c->ref_count++] = ref;
}

/* When the process decided by a rule, but did not record by which, the present rules provide the
 * detail. */
static void leave_out(gathering *g, const ctr_module_record *record) {
    cov_context *c = g->c;
    mod_verdict verdict = {record->reason, record->detail};
    if (record->reason == CTR_REASON_FILTER && record->detail.len == 0) {
        sel_verdict rule = sel_may_be_in(c->request->selection.filter, record->name);
        if (!rule.is_in) {
            mod_describe(&rule, c->work, &verdict.detail);
        }
    }
    if (record->reason == CTR_REASON_NO_PDB &&
        sel_find_maker(record->path, c->work) == SEL_MAKER_PACKAGE) {
        verdict.reason = CTR_REASON_THIRD_PARTY;
    }
    cov_add_omitted(c, record->name, verdict.reason, verdict.detail);
    cov_add_assembly_fact(c, record->name, record->path, &verdict, true);
}

static void note_loaded(gathering *g, const ctr_module_record *record) {
    void **slot = cc_map_put_str(g->to->loaded, record->name);
    if (*slot == NULL) {
        *slot = CC_NEW(g->c->work, cov_loaded);
    }
    cov_loaded *loaded = *slot;
    if (record->reason != CTR_MEASURED) {
        loaded->is_left_alone = g->to->has_unopened = true;
    }
    if (record->path.len == 0) {
        return;
    }
    mod_no_return_add(g->c->no_return, record->name, record->path, MD_LAYOUT_FLAT);
}

/* The counts of this process are missing, and no other process that measured the assembly replaces
 * them. */
static void report_not_stored(gathering *g, const ctr_file *file, const ctr_module_record *record) {
    cc_str name = process_name(file);
    cov_add_lost(
        g->c,
        "process %u (%.*s): %.*s was not measured, because the process could not store it: %.*s",
        file->pid, CC_STR_ARGS(name), CC_STR_ARGS(record->name), CC_STR_ARGS(record->detail));
}

/* Modules that are not measured are recorded by name. */
static void sort_modules(gathering *g, const ctr_file *file, const char *dir,
                         cov_candidate **by_id) {
    for (uint32_t i = 0; i < file->module_count; i++) {
        const ctr_module_record *record = &file->modules[i];
        note_loaded(g, record);
        if (record->reason == CTR_MEASURED) {
            by_id[i] = candidate_for(g, record, dir);
            note_path(by_id[i], record);
            continue;
        }
        leave_out(g, record);
        if (record->reason == CTR_REASON_NOT_STORED) {
            report_not_stored(g, file, record);
        }
    }
}

/* Every record is sorted to the build of its module. */
static void sort_methods(gathering *g, uint32_t index, cov_candidate *const *by_id) {
    const ctr_file *file = g->to->files[index];
    for (uint32_t i = 0; i < file->method_count; i++) {
        const ctr_method_record *record = &file->methods[i].record;
        if (record->module_id >= file->module_count) {
            continue;
        }
        if (by_id[record->module_id] == NULL) {
            cov_stress_add(g->c, g->stressed, file, &file->methods[i]);
            continue;
        }
        add_ref(by_id[record->module_id], (cov_record_ref){record->token, index, i});
    }
}

static void sort_file(gathering *g, uint32_t index, const char *dir) {
    const ctr_file *file = g->to->files[index];
    cov_candidate **by_id = CC_NEW_ARRAY(g->c->work, cov_candidate *, file->module_count);
    sort_modules(g, file, dir, by_id);
    sort_methods(g, index, by_id);
}

/* --- sessions --------------------------------------------------------------------------------- */

void cov_add_dir(cc_list *dirs, cc_str dir) {
    for (uint32_t i = 0; i < dirs->count; i++) {
        if (cc_str_eqz(dir, dirs->items[i])) {
            return;
        }
    }
    cc_list_add(dirs, cc_arena_strdup(dirs->arena, dir));
}

/* Problems that processes reported. */
static cc_err report_problems(gathering *g, const ses_session *session) {
    ses_problem *problems = NULL;
    size_t count = 0;
    CC_TRY(ses_problems(session, g->c->work, &problems, &count));
    for (size_t i = 0; i < count; i++) {
        cov_add_lost(g->c, "process %u: %s", problems[i].pid, problems[i].text);
    }
    return CC_OK;
}

static cc_err gather_session(gathering *g, const char *dir) {
    cov_gathered *to = g->to;
    ses_session session;
    char **paths = NULL;
    size_t count = 0;
    CC_TRY(ses_open(&session, dir, g->c->work));
    CC_TRY(ses_files(&session, g->c->work, &paths, &count));
    make_room(g, count);
    CC_TRY(report_problems(g, &session));
    uint32_t first = to->file_count;
    for (size_t i = 0; i < count && !cov_is_cancelled(g->c); i++) {
        open_file(g, paths[i]);
    }
    for (uint32_t i = first; i < to->file_count; i++) {
        sort_file(g, i, dir);
        cc_str dir_of_entry = cc_path_dir(to->files[i]->process.entry_assembly);
        if (dir_of_entry.len > 0) {
            cov_add_dir(&to->entry_dirs, dir_of_entry);
        }
    }
    return CC_OK;
}

/* --- order ------------------------------------------------------------------------------------ */

static int compare_refs(const void *a, const void *b) {
    const cov_record_ref *x = (const cov_record_ref *)a;
    const cov_record_ref *y = (const cov_record_ref *)b;
    int order = cc_compare(x->token, y->token);
    order = order != 0 ? order : cc_compare(x->file, y->file);
    return order != 0 ? order : cc_compare(x->method, y->method);
}

static int compare_candidates(const void *a, const void *b) {
    const ctr_module_record *x = &(*(cov_candidate *const *)a)->record;
    const ctr_module_record *y = &(*(cov_candidate *const *)b)->record;
    int order = cc_str_cmp(x->name, y->name);
    order = order != 0 ? order : memcmp(x->mvid, y->mvid, sizeof x->mvid);
    return order != 0 ? order : memcmp(&x->image_hash, &y->image_hash, sizeof x->image_hash);
}

static void sort_all(cov_gathered *to) {
    for (uint32_t i = 0; i < to->candidates.count; i++) {
        cov_candidate *c = to->candidates.items[i];
        cc_sort(c->refs, c->ref_count, sizeof(cov_record_ref), compare_refs);
    }
    cc_sort(to->candidates.items, to->candidates.count, sizeof(void *), compare_candidates);
}

static void note_file(cov_gathered *to, const ctr_file *file) {
    to->has_exact = to->has_exact || file->hits == CTR_HITS_EXACT;
    to->has_once = to->has_once || file->hits != CTR_HITS_EXACT;
    to->has_rival = to->has_rival || cov_has_rival(file);
}

/* Folders in place of sessions are the places to search. */
static cc_err gather(gathering *g) {
    const cov_request *request = g->c->request;
    for (size_t i = 0; i < request->session_count; i++) {
        CC_TRY(gather_session(g, request->session_dirs[i]));
    }
    for (size_t i = 0; i < request->folder_count; i++) {
        cov_add_dir(&g->to->entry_dirs, cc_strz(request->folders[i]));
    }
    for (uint32_t i = 0; i < g->to->file_count; i++) {
        note_file(g->to, g->to->files[i]);
    }
    sort_all(g->to);
    cov_stress_finish(g->c, g->stressed, g->to);
    return CC_OK;
}

cc_err cov_gather(cov_context *c, cov_gathered *out) {
    gathering g = {.c = c, .to = out, .candidate_of = cc_map_new(), .stressed = cc_map_new()};
    *out = (cov_gathered){.loaded = cc_map_new()};
    out->candidates.arena = out->entry_dirs.arena = c->work;
    cc_err err = gather(&g);
    cc_map_free(g.candidate_of);
    cc_map_free(g.stressed);
    return err;
}

void cov_gathered_close(cov_gathered *gathered) {
    for (uint32_t i = 0; i < gathered->candidates.count; i++) {
        free(((cov_candidate *)gathered->candidates.items[i])->refs);
    }
    for (uint32_t i = 0; i < gathered->file_count; i++) {
        ctr_close(gathered->files[i]);
    }
    cc_map_free(gathered->loaded);
}
