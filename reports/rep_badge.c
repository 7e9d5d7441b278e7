/* A badge: an SVG of 20 pixels' height with the percentage of lines. It loads no font, image or
 * script. */
#include <inttypes.h>

#include "reports/rep_number.h"
#include "reports/rep_text.h"

enum { LABEL_WIDTH = 61, CHARACTER = 7, PADDING = 12, GOOD = 9000, FAIR = 7500, POOR = 5000 };

/* Dark enough for white text. */
static const char *color_of(const cov_totals *t) {
    uint32_t hundredths = rep_hundredths(t->lines_covered, t->lines_valid);
    return t->lines_valid == 0  ? "#555"
           : hundredths >= GOOD ? "#2a7d2a"
           : hundredths >= FAIR ? "#6b7213"
           : hundredths >= POOR ? "#9a5b00"
                                : "#b3261e";
}

cc_err rep_badge(const rep_input *in, rep_sink sink) {
    const cov_totals *t = &in->model->totals;
    char value[REP_NUMBER_SIZE];
    rep_text text;
    rep_percent(t->lines_covered, t->lines_valid, value);
    const char *bound = in->model->is_lower_bound ? "\u2265 " : "";
    const char *part = in->model->tests_left_out > 0 ? ", in part of an earlier run" : "";
    int text_width = ((int)cc_strz(value).len + (in->model->is_lower_bound ? 2 : 0)) * CHARACTER;
    int width = LABEL_WIDTH + text_width + PADDING;
    rep_text_open(&text, sink);
    cc_buf_printf(
        &text.buf,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"20\" role=\"img\" "
        "aria-label=\"coverage: %s%s%s\"><title>coverage: %s%s%s</title>"
        "<rect width=\"%d\" height=\"20\" rx=\"3\" fill=\"#444\"/>"
        "<path d=\"M%d 0h%da3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H%dz\" fill=\"%s\"/>"
        "<g fill=\"#fff\" text-anchor=\"middle\" "
        "font-family=\"Verdana,Geneva,DejaVu Sans,sans-serif\" font-size=\"11\">",
        width, bound, value, part, bound, value, part, width, LABEL_WIDTH, width - LABEL_WIDTH - 3,
        LABEL_WIDTH, color_of(t));
    cc_buf_printf(&text.buf,
                  "<text x=\"30\" y=\"14\" textLength=\"51\">coverage</text>"
                  "<text x=\"%d\" y=\"14\" textLength=\"%d\">%s%s</text></g></svg>\n",
                  LABEL_WIDTH + (width - LABEL_WIDTH) / 2, text_width, bound, value);
    return rep_text_close(&text);
}
