/* Text that a writer makes piece by piece: rep_text collects it and passes it to the sink in large
 * pieces. It keeps errors; rep_text_close() returns them. Threads: one. */
#ifndef REP_TEXT_H
#define REP_TEXT_H

#include "base/cc_json.h"
#include "base/cc_log.h"
#include "reports/rep.h"

typedef struct rep_text {
    cc_buf buf; /* writers append to it */
    rep_sink sink;
    bool has_failed;                                       /* the sink */
    void (*filter)(cc_log *log, cc_str text, cc_buf *out); /* NULL: write the text as it is */
    cc_log log;
} rep_text;

/* The sink and `t` must stay in place until rep_text_close(). */
void rep_text_open(rep_text *t, rep_sink sink);
/* Like rep_text_open(), for the text of a terminal or a build log: cc_log_put(). */
void rep_text_open_log(rep_text *t, rep_sink sink);
/* Like rep_text_open(), for JSON, which users often print, too: cc_log_put_json(). */
void rep_text_open_json(rep_text *t, rep_sink sink);
/* Writes the collected text when it is large; writers call this regularly. */
void rep_text_flush(rep_text *t);
/* Writes the rest, frees. CC_E_IO: the sink failed; CC_E_NOMEM. */
CC_NODISCARD cc_err rep_text_close(rep_text *t);

/* Appends the sentence with the number of lines that several assemblies share, without a full
 * stop. */
void rep_put_shared(cc_buf *out, uint64_t lines);
/* Appends the path of the file, after the source root when the file is below it. */
void rep_absolute_path(cc_buf *out, const cov_model *model, const cov_file *file);
/* Writes {"covered":1,"valid":2}. */
void rep_put_part(cc_json *json, const char *key, uint64_t covered, uint64_t valid);

#endif
