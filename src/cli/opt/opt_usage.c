/* The usage text of a command: what --help prints. See opt.h. */
#include <stdio.h>
#include <string.h>

#include "cli/opt/opt.h"

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

static void put_head(cc_buf *out, const opt_command *command) {
    cc_buf_printf(out, "usage: clrcov %s [options] %s\n\n%s\n", command->name, command->arguments,
                  command->summary);
}

/* A command with fewer options has one list of them. */
enum { FEW = 8 };

static size_t count_rows(const opt_command *command) {
    opt_row row;
    size_t count = 0;
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        count++;
    }
    return count;
}

static void put_formats(cc_buf *out) {
    const char *const *names = cfg_spec_of(CFG_FORMAT)->choices;
    cc_buf_puts(out, "\nformats:\n");
    for (unsigned i = 0; i < CFG_FORMAT_COUNT; i++) {
        cc_buf_printf(out, "  %-11s%s\n", names[i], cfg_format_summary(i));
    }
}

/* The rows of a group below its heading; nothing when it has none. */
static void put_group(cc_buf *out, const opt_command *command, opt_group group) {
    static const char *const headings[OPT_GROUPS] = {[OPT_MEASURED] = "what is measured",
                                                     [OPT_REPORTS] = "reports",
                                                     [OPT_GATES] = "gates",
                                                     [OPT_CHANGE] = "the change (patch)",
                                                     [OPT_DIAGNOSIS] = "diagnosis",
                                                     [OPT_GENERAL] = "general"};
    opt_row row;
    bool has_any = false;
    bool has_formats = false;
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        if (row.group != group) {
            continue;
        }
        if (!has_any) {
            cc_buf_printf(out, "\n%s:\n", headings[group]);
        }
        has_any = true;
        has_formats = has_formats || row.has_path;
        put_row(out, &row);
    }
    if (has_formats) {
        put_formats(out);
    }
}

void opt_usage(const opt_command *command, cc_buf *out) {
    opt_row row;
    put_head(out, command);
    if (command->details != NULL) {
        cc_buf_printf(out, "%s\n", command->details);
    }
    if (count_rows(command) >= FEW) {
        for (opt_group group = OPT_MEASURED; group < OPT_GROUPS; group++) {
            put_group(out, command, group);
        }
        return;
    }
    cc_buf_puts(out, "\noptions:\n");
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        put_row(out, &row);
    }
}

/* The first clause of the help on one line. */
static void put_short_row(cc_buf *out, const opt_row *row) {
    cc_buf help = {0};
    for (const char *at = row->help; *at != '\0' && *at != ';' && *at != ':'; at++) {
        cc_buf_putc(&help, *at == '\n' ? ' ' : *at);
    }
    /* what is in brackets may be left out of a long line */
    const char *bracket = help.len > HELP_WIDTH ? memmem(help.data, help.len, " (", 2) : NULL;
    help.len = bracket == NULL ? help.len : (size_t)(bracket - (const char *)help.data);
    cc_buf_u8(&help, 0);
    opt_row cut = *row;
    cut.help = cc_buf_ok(&help) ? (const char *)help.data : row->help;
    cut.default_text = NULL;
    put_row(out, &cut);
    cc_buf_free(&help);
}

void opt_short_usage(const opt_command *command, cc_buf *out) {
    opt_row row;
    bool has_few = count_rows(command) < FEW;
    put_head(out, command);
    cc_buf_puts(out, has_few ? "\noptions:\n" : "\ncommon options:\n");
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        if (has_few || row.is_common) {
            put_short_row(out, &row);
        }
    }
    cc_buf_printf(out, "\nclrcov %s --help prints %s.\n", command->name,
                  has_few ? "more about them" : "all options");
}
