/* Foreign text in Markdown; see rep_escape.h. */
#include "reports/rep_escape.h"

#include "base/cc_utf.h"
#include "reports/rep_ranges.h"

enum { MOST_MISSING = 300 }; /* bytes */

void rep_markdown_text(cc_buf *out, cc_str text) {
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.data[i];
        switch (c) {
        case '<':
            cc_buf_puts(out, "&lt;");
            break;
        case '>':
            cc_buf_puts(out, "&gt;");
            break;
        case '&':
            cc_buf_puts(out, "&amp;");
            break;
        case '|':
        case '\\':
        case '`':
        case '*':
        case '_':
        case '[':
        case ']':
        case '#':
        case '~':
        case '@':
        case '!':
            cc_buf_putc(out, '\\');
            cc_buf_putc(out, c);
            break;
        default:
            cc_buf_putc(out, c);
        }
    }
    cc_buf_free(&clean);
}

void rep_markdown_missing(cc_buf *out, cc_str missing) {
    bool is_cut = false;
    rep_markdown_text(out, rep_cut_missing(missing, MOST_MISSING, &is_cut));
    cc_buf_puts(out, is_cut ? ", ..." : "");
}

void rep_put_gates_markdown(cc_buf *out, const rep_input *in) {
    cc_buf_puts(out, in->gate_count > 0 ? "\n" : "");
    for (uint32_t i = 0; i < in->gate_count; i++) {
        cc_buf_puts(out, in->gates[i].is_met ? "- met: " : "- **not met**: ");
        rep_markdown_text(out, cc_strz(in->gates[i].text));
        cc_buf_putc(out, '\n');
    }
}
