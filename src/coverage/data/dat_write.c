/* Writes data to a file; see dat.h. */
#include "base/cc_out.h"
#include "coverage/data/dat_internal.h"

enum { FILE_MODE = 0644 };

/* The state of a writer: the numbers of the last rows. */
typedef struct writing {
    dat_db db;
    uint64_t documents, bodies, points, decisions, arms; /* of the assemblies before */
} writing;

/* A statement for many rows. */
typedef cc_err fill_rows(const writing *w, sqlite3_stmt *statement, const void *from);

static cc_err with_statement(const writing *w, const char *text, fill_rows *fill,
                             const void *from) {
    sqlite3_stmt *statement = NULL;
    cc_err err = dat_prepare(&w->db, text, &statement);
    err = err == CC_OK ? fill(w, statement, from) : err;
    (void)sqlite3_finalize(statement);
    return err;
}

/* --- runs ------------------------------------------------------------------------------------- */

static cc_err put_runs(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->run_count; i++) {
        const cov_raw_run *run = &raw->runs[i];
        dat_put_text(s, 1, run->id);
        dat_put_text(s, 2, run->tool);
        dat_put(s, 3, run->started);
        dat_put_text(s, 4, run->commit);
        dat_put_text(s, 5, run->hits == CTR_HITS_EXACT ? CC_STR("exact") : CC_STR("once"));
        dat_put(s, 6, run->is_lower_bound ? 1 : 0);
        dat_put(s, 7, run->processes);
        dat_put(s, 8, run->tests_left_out);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

static cc_err put_origins(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->run_count; i++) {
        const cov_raw_run *run = &raw->runs[i];
        const cc_str texts[] = {run->program, run->project, run->branch, run->repository,
                                run->folder};
        size_t known = 0;
        dat_put_text(s, 1, run->id);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            dat_put_text(s, (int)k + 2, texts[k]);
            known += texts[k].len;
        }
        CC_TRY(known > 0 ? dat_insert(&w->db, s) : CC_OK);
    }
    return CC_OK;
}

static cc_err put_settings(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->setting_count; i++) {
        dat_put_text(s, 1, raw->settings[i].run);
        dat_put_text(s, 2, raw->settings[i].key);
        dat_put_text(s, 3, raw->settings[i].value);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

static cc_err put_run_hits(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->run_hits_count; i++) {
        dat_put_text(s, 1, raw->run_hits[i].run);
        dat_put(s, 2, raw->run_hits[i].assembly + 1);
        dat_put_bytes(s, 3, raw->run_hits[i].counts);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

/* --- assemblies ------------------------------------------------------------------------------- */

static cc_err put_builds(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        const cov_raw_assembly *a = &raw->assemblies[i];
        dat_put(s, 1, i + 1);
        dat_put_text(s, 2, a->name);
        dat_put_bytes(s, 3, cc_span_of(a->mvid, sizeof a->mvid));
        dat_put_text(s, 4, a->framework);
        dat_put_bytes(s, 5, cc_span_of(a->digest.bytes, sizeof a->digest.bytes));
        dat_put(s, 6, a->was_loaded ? 1 : 0);
        dat_put(s, 7, a->last_run);
        dat_put(s, 8, a->generated_methods);
        dat_put_text(s, 9, cc_strz(ctr_reason_name(a->empty_reason)));
        dat_put_text(s, 10, a->empty_detail);
        dat_put(s, 11, a->point_count);
        dat_put(s, 12, a->arm_count);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

static cc_str algorithm_of(pdb_checksum kind) {
    return kind == PDB_SUM_SHA256 ? CC_STR("SHA256")
           : kind == PDB_SUM_SHA1 ? CC_STR("SHA1")
                                  : CC_STR("");
}

static cc_err put_documents(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    uint64_t id = 0;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].document_count; k++) {
            const cov_raw_document *d = &raw->assemblies[i].documents[k];
            dat_put(s, 1, ++id);
            dat_put(s, 2, i + 1);
            dat_put_text(s, 3, d->path);
            dat_put_text(s, 4, algorithm_of(d->checksum_kind));
            dat_put_bytes(s, 5, d->checksum);
            dat_put(s, 6, d->is_outside_root ? 1 : 0);
            dat_put(s, 7, d->is_missing ? 1 : 0);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err put_embedded(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    uint64_t id = 0;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].document_count; k++) {
            const cov_raw_document *d = &raw->assemblies[i].documents[k];
            id++;
            if (d->embedded.len == 0) {
                continue;
            }
            dat_put(s, 1, id);
            dat_put_bytes(s, 2, d->embedded);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err put_bodies(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    uint64_t id = 0;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].body_count; k++) {
            const cov_raw_body *body = &raw->assemblies[i].bodies[k];
            dat_put(s, 1, ++id);
            dat_put(s, 2, i + 1);
            dat_put(s, 3, body->token);
            dat_put_text(s, 4, body->type);
            dat_put_text(s, 5, body->name);
            dat_put_text(s, 6, body->signature);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err put_point(const writing *w, sqlite3_stmt *s, const cov_raw_point *p, uint64_t id,
                        uint64_t body) {
    dat_put(s, 1, id);
    dat_put(s, 2, body);
    dat_put(s, 3, w->documents + p->document + 1);
    dat_put(s, 4, p->span.start_line);
    dat_put(s, 5, p->span.start_column);
    dat_put(s, 6, p->span.end_line);
    dat_put(s, 7, p->span.end_column);
    dat_put(s, 8, p->flags);
    dat_put(s, 9, p->lead);
    dat_put(s, 10, p->loop == COV_RAW_NONE ? 0 : w->points + p->loop + 1);
    return dat_insert(&w->db, s);
}

static cc_err put_points(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw_assembly *a = from;
    for (uint32_t i = 0; i < a->body_count; i++) {
        const cov_raw_body *body = &a->bodies[i];
        for (uint32_t k = 0; k < body->point_count; k++) {
            uint32_t point = body->first_point + k;
            CC_TRY(put_point(w, s, &a->points[point], w->points + point + 1, w->bodies + i + 1));
        }
    }
    return CC_OK;
}

static cc_err put_decisions(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw_assembly *a = from;
    for (uint32_t i = 0; i < a->body_count; i++) {
        const cov_raw_body *body = &a->bodies[i];
        for (uint32_t k = 0; k < body->decision_count; k++) {
            const cov_raw_decision *d = &a->decisions[body->first_decision + k];
            dat_put(s, 1, w->decisions + body->first_decision + k + 1);
            dat_put(s, 2, w->points + d->point + 1);
            dat_put(s, 3, w->bodies + i + 1);
            dat_put(s, 4, d->otherwise == COV_RAW_NONE ? 0 : w->points + d->otherwise + 1);
            dat_put(s, 5, d->is_switch ? 1 : 0);
            dat_put(s, 6, d->is_dead ? 1 : 0);
            dat_put(s, 7, (uint64_t)d->test);
            dat_put(s, 8, d->holds);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err put_arms(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw_assembly *a = from;
    for (uint32_t i = 0; i < a->decision_count; i++) {
        const cov_raw_decision *d = &a->decisions[i];
        for (uint32_t k = 0; k < d->arm_count; k++) {
            const cov_raw_arm *arm = &a->arms[d->first_arm + k];
            dat_put(s, 1, w->arms + d->first_arm + k + 1);
            dat_put(s, 2, w->decisions + i + 1);
            dat_put(s, 3, arm->place);
            dat_put(s, 4, arm->line);
            dat_put(s, 5, arm->is_dead ? 1 : 0);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

/* --- what ran --------------------------------------------------------------------------------- */

static cc_err put_hits(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw_assembly *a = from;
    for (uint32_t i = 0; i < a->point_count; i++) {
        if (a->points[i].hits > 0) {
            dat_put(s, 1, w->points + i + 1);
            dat_put(s, 2, a->points[i].hits);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

/* A point that was hit needs no further data. */
static cc_err put_passed(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw_assembly *a = from;
    for (uint32_t i = 0; i < a->point_count; i++) {
        if (a->points[i].is_passed && a->points[i].hits == 0) {
            dat_put(s, 1, w->points + i + 1);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err put_taken(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw_assembly *a = from;
    for (uint32_t i = 0; i < a->arm_count; i++) {
        if (a->arms[i].is_taken) {
            dat_put(s, 1, w->arms + i + 1);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err write_assembly(writing *w, const cov_raw_assembly *a) {
    CC_TRY(with_statement(w, "INSERT INTO point VALUES(?,?,?,?,?,?,?,?,?,?)", put_points, a));
    CC_TRY(with_statement(w, "INSERT INTO decision VALUES(?,?,?,?,?,?,?,?)", put_decisions, a));
    CC_TRY(with_statement(w, "INSERT INTO arm VALUES(?,?,?,?,?)", put_arms, a));
    CC_TRY(with_statement(w, "INSERT INTO hit VALUES(?,?)", put_hits, a));
    CC_TRY(with_statement(w, "INSERT INTO passed VALUES(?)", put_passed, a));
    CC_TRY(with_statement(w, "INSERT INTO taken VALUES(?)", put_taken, a));
    w->documents += a->document_count;
    w->bodies += a->body_count;
    w->points += a->point_count;
    w->decisions += a->decision_count;
    w->arms += a->arm_count;
    return CC_OK;
}

/* --- everything else -------------------------------------------------------------------------- */

static cc_err put_left_out(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->left_out_count; i++) {
        const mod_left_out *ranges = raw->left_out[i].ranges;
        for (uint32_t k = 0; k < ranges->count; k++) {
            dat_put_text(s, 1, raw->left_out[i].path);
            dat_put_bytes(s, 2, raw->left_out[i].checksum);
            dat_put(s, 3, ranges->ranges[k].first);
            dat_put(s, 4, ranges->ranges[k].last);
            dat_put_text(s, 5, ranges->ranges[k].why);
            CC_TRY(dat_insert(&w->db, s));
        }
    }
    return CC_OK;
}

static cc_err put_omitted(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->omitted_count; i++) {
        dat_put_text(s, 1, raw->omitted[i].name);
        dat_put_text(s, 2, cc_strz(ctr_reason_name(raw->omitted[i].reason)));
        dat_put_text(s, 3, raw->omitted[i].detail);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

static cc_err put_facts(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    for (uint32_t i = 0; i < raw->fact_count; i++) {
        const cov_fact *fact = &raw->facts[i];
        dat_put_text(s, 1, cc_strz(dat_subjects[fact->subject]));
        dat_put_text(s, 2, fact->assembly);
        dat_put_text(s, 3, fact->type);
        dat_put_text(s, 4, fact->name);
        dat_put_text(s, 5, fact->path);
        dat_put(s, 6, fact->first_line);
        dat_put(s, 7, fact->last_line);
        dat_put_text(s, 8, cc_strz(ctr_reason_name(fact->reason)));
        dat_put(s, 9, fact->has_data ? 1 : 0);
        dat_put_text(s, 10, fact->detail);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

static cc_err put_texts(const writing *w, sqlite3_stmt *s, const char *kind, const cc_str *texts,
                        uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        dat_put_text(s, 1, cc_strz(kind));
        dat_put_text(s, 2, texts[i]);
        CC_TRY(dat_insert(&w->db, s));
    }
    return CC_OK;
}

static cc_err put_messages(const writing *w, sqlite3_stmt *s, const void *from) {
    const cov_raw *raw = from;
    CC_TRY(put_texts(w, s, "lost", raw->lost, raw->lost_count));
    CC_TRY(put_texts(w, s, "missing", raw->missing, raw->missing_count));
    return put_texts(w, s, "warning", raw->warnings, raw->warning_count);
}

/* --- the file --------------------------------------------------------------------------------- */

static cc_err write_rows(writing *w, const cov_raw *raw) {
    CC_TRY(with_statement(w, "INSERT INTO run VALUES(?,?,?,?,?,?,?,?)", put_runs, raw));
    CC_TRY(with_statement(w, "INSERT INTO origin VALUES(?,?,?,?,?,?)", put_origins, raw));
    CC_TRY(with_statement(w, "INSERT INTO setting VALUES(?,?,?)", put_settings, raw));
    CC_TRY(with_statement(w, "INSERT INTO build VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", put_builds, raw));
    CC_TRY(with_statement(w, "INSERT INTO document VALUES(?,?,?,?,?,?,?)", put_documents, raw));
    CC_TRY(with_statement(w, "INSERT INTO embedded VALUES(?,?)", put_embedded, raw));
    CC_TRY(with_statement(w, "INSERT INTO body VALUES(?,?,?,?,?,?)", put_bodies, raw));
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        CC_TRY(write_assembly(w, &raw->assemblies[i]));
    }
    CC_TRY(with_statement(w, "INSERT INTO run_hits VALUES(?,?,?)", put_run_hits, raw));
    CC_TRY(dat_write_tests(&w->db, raw));
    CC_TRY(with_statement(w, "INSERT INTO left_out VALUES(?,?,?,?,?)", put_left_out, raw));
    CC_TRY(with_statement(w, "INSERT INTO omitted VALUES(?,?,?)", put_omitted, raw));
    CC_TRY(with_statement(w, "INSERT INTO fact VALUES(?,?,?,?,?,?,?,?,?,?)", put_facts, raw));
    CC_TRY(with_statement(w, "INSERT INTO message VALUES(?,?)", put_messages, raw));
    return dat_db_run(&w->db, "COMMIT");
}

static cc_err write_file(const cc_out *out, const cov_raw *raw) {
    writing w = {.db = {.path = out->path}};
    if (out->temp[0] == '\0') {
        return cc_fail(CC_E_IO, "%s: a data file must be a regular file, not a pipe or device",
                       out->path);
    }
    cc_err err = dat_db_write(&w.db, out->temp, out->path, out->limit);
    err = err == CC_OK ? write_rows(&w, raw) : err;
    dat_db_close(&w.db);
    return err;
}

cc_err dat_write(const char *path, cov_raw *raw) {
    cc_out out;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        dat_digest(&raw->assemblies[i]);
    }
    CC_TRY(cc_out_open(&out, path, FILE_MODE));
    cc_err err = write_file(&out, raw);
    cc_err closed = cc_out_close(&out, err == CC_OK);
    return err != CC_OK ? err : closed;
}
