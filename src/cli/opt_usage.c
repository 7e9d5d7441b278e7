/* The usage text of a command: what --help prints. See opt.h. */
#include <stdio.h>
#include <string.h>

#include "cli/opt.h"

enum { NAME_COLUMN = 26, HELP_WIDTH = 52 };

/* Writes the help text beside the option's name, further lines below it. */
static void put_help(cc_buf *out, size_t line_start, const char *help) {
    for (const char *at = help; *at != '\0';) {
        size_t len = strcspn(at, "\n");
        while (out->len - line_start < NAME_COLUMN && cc_buf_ok(out)) {
            cc_buf_putc(out, ' ');
        }
        cc_buf_bytes(out, at, len);
        cc_buf_putc(out, '\n');
        line_start = out->len;
        at += len + (at[len] == '\n');
    }
}

/* Appends the default to the help: "(5)", on a line of its own where it does not fit. */
static void put_default(cc_buf *help, const opt_row *row) {
    const char *last = strrchr(row->help, '\n');
    size_t used = strlen(last == NULL ? row->help : last + 1);
    /* a choice has its words in brackets in the help already */
    const char *word = row->choices != NULL && !row->has_path ? "default " : "";
    size_t size = strlen(word) + strlen(row->default_text) + strlen(" ()");
    cc_buf_printf(help, "%c(%s%s)", used + size <= HELP_WIDTH ? ' ' : '\n', word,
                  row->default_text);
}

/* Writes " -o, --output PATH", and the help beside or below it. */
static void put_row(cc_buf *out, const opt_row *row) {
    size_t start = out->len;
    cc_buf help = {0};
    cc_buf_puts(&help, row->help);
    if (row->default_text != NULL) {
        put_default(&help, row);
    }
    cc_buf_u8(&help, 0);
    if (row->letter != 0) {
        cc_buf_printf(out, "  -%c, --%s", row->letter, row->name);
    } else {
        cc_buf_printf(out, "      --%s", row->name);
    }
    if (row->value != NULL) {
        cc_buf_printf(out, row->may_omit_value ? "[=%s]" : " %s", row->value);
    }
    if (out->len - start >= NAME_COLUMN && cc_buf_ok(out)) {
        cc_buf_putc(out, '\n');
        start = out->len;
    }
    if (cc_buf_ok(out)) {
        put_help(out, start, cc_buf_ok(&help) ? (const char *)help.data : row->help);
    }
    cc_buf_free(&help);
}

void opt_usage(const opt_command *command, cc_buf *out) {
    opt_row row;
    cc_buf_printf(out, "usage: clrcov %s [options] %s\n\n%s\n", command->name, command->arguments,
                  command->summary);
    if (command->details != NULL) {
        cc_buf_printf(out, "%s\n", command->details);
    }
    cc_buf_puts(out, "\noptions:\n");
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        put_row(out, &row);
    }
}
