/* The text form of the filter list, which the session stores and the measured process reads. See
 * sel.h. A line is "WORD ORIGIN TEXT\n"; ORIGIN contains no space, TEXT is the rest of the line. */
#include "base/cc_escape.h"
#include "select/sel_internal.h"

#include <stdio.h>
#include <string.h>

static const char *const side_names[] = {"include", "exclude"};

/* --- writing ---------------------------------------------------------------------------------- */

void sel_print(const sel_list *list, cc_buf *out) {
    for (size_t i = 0; i < list->count; i++) {
        const sel_rule *rule = &list->rules[i];
        cc_buf_puts(out, side_names[rule->is_exclude]);
        cc_buf_putc(out, ' ');
        cc_escape(out, rule->origin, ' ');
        cc_buf_putc(out, ' ');
        cc_buf_str_put(out, rule->text);
        cc_buf_putc(out, '\n');
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err not_understood(unsigned number) {
    return cc_fail(CC_E_FORMAT, "filter list: line %u is not a rule", number);
}

/* Takes the text up to the next `end` from the start, and removes the end, too. */
static bool take_up_to(cc_str *in, char end, cc_str *out) {
    const char *at = in->len > 0 ? memchr(in->s, end, in->len) : NULL;
    if (at == NULL) {
        return false;
    }
    *out = (cc_str){in->s, (size_t)(at - in->s)};
    *in = (cc_str){at + 1, in->len - out->len - 1};
    return true;
}

static cc_err parse_line(sel_list *list, cc_str line, unsigned number) {
    cc_str side;
    cc_str written;
    if (!take_up_to(&line, ' ', &side) || !take_up_to(&line, ' ', &written)) {
        return not_understood(number);
    }
    bool is_exclude = cc_str_eqz(side, side_names[true]);
    if (!is_exclude && !cc_str_eqz(side, side_names[false])) {
        return not_understood(number);
    }
    size_t len;
    char *origin = CC_NEW_ARRAY(list->arena, char, written.len + 1);
    if (origin == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    if (!cc_unescape(origin, &len, written, ' ')) {
        return not_understood(number);
    }
    return sel_add(list, is_exclude, line, (cc_str){origin, len});
}

cc_err sel_parse(sel_list *list, cc_str text) {
    cc_str line;
    for (unsigned number = 1; text.len > 0; number++) {
        if (!take_up_to(&text, '\n', &line)) {
            return cc_fail(CC_E_TRUNCATED, "filter list: line %u does not end with a line feed",
                           number);
        }
        cc_err err = parse_line(list, line, number);
        if (err == CC_E_USAGE) {
            char prefix[64];
            (void)snprintf(prefix, sizeof prefix, "filter list: line %u", number);
            return cc_fail_in(CC_E_FORMAT, prefix);
        }
        CC_TRY(err);
    }
    return CC_OK;
}
