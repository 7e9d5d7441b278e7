/* Sonar's generic test coverage, version 1: a line is covered or not, with its arms. */
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"
#include "reports/xmlw.h"

static void put_line(xmlw *w, const cov_line *line) {
    xmlw_start(w, "lineToCover");
    xmlw_attr_number(w, "lineNumber", line->number);
    xmlw_attr(w, "covered", line->hits > 0 ? CC_STR("true") : CC_STR("false"));
    if (line->arm_count > 0) {
        xmlw_attr_number(w, "branchesToCover", line->arm_count);
        xmlw_attr_number(w, "coveredBranches", line->arms_taken);
    }
    xmlw_end(w);
}

cc_err rep_sonar(const rep_input *in, rep_sink sink) {
    const cov_model *model = in->model;
    xmlw w;
    xmlw_open(&w, sink);
    xmlw_start(&w, "coverage");
    xmlw_attr_number(&w, "version", 1);
    rep_put_comments(&w, model);
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        xmlw_newline(&w);
        xmlw_start(&w, "file");
        xmlw_attr(&w, "path", file->path);
        for (uint32_t k = 0; k < file->line_count; k++) {
            put_line(&w, file->lines[k]);
        }
        xmlw_end(&w);
    }
    return xmlw_close(&w);
}
