/* Manual pages of the commands, in the macros of man(7). See opt.h. */
#include <ctype.h>
#include <string.h>

#include "cli/opt/opt.h"

/* --- text --------------------------------------------------------------------------------------- */

/* A hyphen that can be copied, and a backslash that is one. */
static void put_char(cc_buf *out, char c) {
    if (c == '-' || c == '\\') {
        cc_buf_puts(out, c == '-' ? "\\-" : "\\e");
    } else {
        cc_buf_putc(out, c);
    }
}

/* One line; a control line of roff begins with a dot or an apostrophe. */
static void put_line(cc_buf *out, const char *text, size_t len) {
    if (len > 0 && (text[0] == '.' || text[0] == '\'')) {
        cc_buf_puts(out, "\\&");
    }
    for (size_t i = 0; i < len; i++) {
        put_char(out, text[i]);
    }
    cc_buf_putc(out, '\n');
}

static void put_text(cc_buf *out, const char *text) {
    for (; *text != '\0'; text++) {
        put_char(out, *text);
    }
}

/* Paragraphs are filled; a line that begins with blanks stays a line of its own, as roff has it. */
static void put_paragraphs(cc_buf *out, const char *text) {
    for (const char *at = text; *at != '\0';) {
        size_t len = strcspn(at, "\n");
        if (len == 0) {
            cc_buf_puts(out, ".PP\n");
        } else {
            put_line(out, at, len);
        }
        at += len + (at[len] == '\n');
    }
}

/* "CLRCOV-RUN" for the heading of the page. */
static void put_heading(cc_buf *out, const char *name, const char *version) {
    cc_buf_puts(out, ".TH CLRCOV");
    cc_buf_puts(out, name == NULL ? "" : "\\-");
    for (const char *at = name; at != NULL && *at != '\0'; at++) {
        cc_buf_putc(out, (char)toupper((unsigned char)*at));
    }
    cc_buf_printf(out, " 1 \"\" \"clrcov %s\" \"clrcov\"\n", version);
}

/* --- a command ---------------------------------------------------------------------------------- */

static void put_option(cc_buf *out, const opt_row *row) {
    cc_buf_puts(out, ".TP\n");
    if (row->letter != 0) {
        cc_buf_printf(out, "\\fB\\-%c\\fR, ", row->letter);
    }
    cc_buf_puts(out, "\\fB\\-\\-");
    put_text(out, row->name);
    cc_buf_puts(out, "\\fR");
    if (row->value != NULL) {
        cc_buf_puts(out, row->may_omit_value ? "[=\\fI" : " \\fI");
        put_text(out, row->value);
        cc_buf_puts(out, row->may_omit_value ? "\\fR]" : "\\fR");
    }
    cc_buf_putc(out, '\n');
    put_paragraphs(out, row->help);
    if (row->default_text != NULL) {
        cc_buf_puts(out, "Default: ");
        put_text(out, row->default_text);
        cc_buf_puts(out, ".\n");
    }
}

void opt_man(const opt_command *command, const char *version, cc_buf *out) {
    opt_row row;
    put_heading(out, command->name, version);
    cc_buf_printf(out, ".SH NAME\nclrcov\\-%s \\- ", command->name);
    put_line(out, command->summary, strlen(command->summary));
    cc_buf_printf(out, ".SH SYNOPSIS\n\\fBclrcov %s\\fR [options] ", command->name);
    put_line(out, command->arguments, strlen(command->arguments));
    cc_buf_puts(out, ".SH DESCRIPTION\n");
    put_paragraphs(out, command->summary);
    if (command->details != NULL) {
        cc_buf_puts(out, ".PP\n");
        put_paragraphs(out, command->details);
    }
    cc_buf_puts(out, ".SH OPTIONS\n");
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        put_option(out, &row);
    }
    cc_buf_puts(out, ".SH SEE ALSO\n\\fBclrcov\\fR(1)\n");
}

void opt_man_overview(const opt_command *const *commands, size_t count, const char *version,
                      cc_buf *out) {
    put_heading(out, NULL, version);
    cc_buf_puts(out, ".SH NAME\nclrcov \\- code coverage for .NET\n"
                     ".SH SYNOPSIS\n\\fBclrcov\\fR \\fICOMMAND\\fR [options] ...\n"
                     ".SH DESCRIPTION\n"
                     "Measures which lines and branches of .NET code ran, while a command runs:\n"
                     ".PP\n.RS\nclrcov run \\-\\- dotnet test\n.RE\n"
                     ".SH COMMANDS\n");
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(out, ".TP\n\\fBclrcov\\-%s\\fR(1)\n", commands[i]->name);
        put_line(out, commands[i]->summary, strlen(commands[i]->summary));
    }
}
