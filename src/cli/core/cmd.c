/* Messages and command lines, common to all subcommands. */
#include "cli/core/cmd.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_log.h"
#include "base/cc_utf.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_subcommands.h"
#include "clrcov/version.h"

bool cmd_print_text(FILE *stream, cc_str text) {
    cc_log log = {0};
    cc_buf out = {0};
    cc_log_put(&log, text, &out);
    bool is_written =
        cc_buf_ok(&out) && (out.len == 0 || fwrite(out.data, 1, out.len, stream) == out.len);
    cc_buf_free(&out);
    return is_written;
}

int cmd_print_output(cc_buf *text) {
    bool is_written = cmd_print_text(stdout, cc_buf_str(text)) && fflush(stdout) == 0;
    cc_buf_free(text);
    if (!is_written) {
        cmd_say("cannot write to standard output");
        return CLRCOV_EXIT_CANTWRITE;
    }
    return CLRCOV_EXIT_OK;
}

/* Messages contain names from command lines, variables and assemblies: control characters are
 * removed, so that none can control the terminal. One call writes the whole line, so that lines of
 * two programs do not mix. */
void cmd_say(const char *fmt, ...) {
    va_list args;
    char *text = NULL;
    cc_buf line = {0};
    va_start(args, fmt);
    int len = vasprintf(&text, fmt, args);
    va_end(args);
    cc_buf_puts(&line, "clrcov: ");
    if (len >= 0) {
        cc_utf8_clean((cc_str){text, (size_t)len}, &line);
        free(text);
    }
    cc_buf_putc(&line, '\n');
    bool is_made = len >= 0 && cc_buf_ok(&line);
    if (!is_made || !cmd_print_text(stderr, cc_buf_str(&line))) {
        cmd_say_plain("out of memory");
    }
    cc_buf_free(&line);
}

void cmd_say_plain(const char *fmt, ...) {
    char line[2 * PATH_MAX + 64];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    (void)fprintf(stderr, "clrcov: %s\n", line);
}

void cmd_say_lines(cc_str text) {
    while (text.len > 0) {
        cc_str line = cc_str_cut(&text, '\n');
        cmd_say("%.*s", CC_STR_ARGS(line));
    }
}

int cmd_fail(int code) {
    cmd_say_lines(cc_strz(cc_error_message()));
    return code;
}

int cmd_input_code(cc_err err) {
    return err == CC_E_NOMEM ? CLRCOV_EXIT_INTERNAL : CLRCOV_EXIT_USAGE;
}

int cmd_output_code(cc_err err) {
    return err == CC_E_NOMEM   ? CLRCOV_EXIT_INTERNAL
           : err == CC_E_USAGE ? CLRCOV_EXIT_USAGE
                               : CLRCOV_EXIT_CANTWRITE;
}

/* What other tools call an option: coverage.py, coverlet, ReportGenerator, cargo-llvm-cov. */
static const char *meaning_of(const char *name) {
    static const cc_pair known[] = {{"append", "give the commands --session NAME"},
                                    {"threshold", "write --fail-under-line PERCENT"},
                                    {"minimum", "write --fail-under-line PERCENT"},
                                    {"reporttypes", "write -f FORMAT"},
                                    {"output-format", "write -f FORMAT"},
                                    {"coverage", "clrcov needs no such switch"},
                                    {"collect", "clrcov needs no collector"},
                                    {"html", "write -f html"},
                                    {"lcov", "write -f lcov"},
                                    {"cobertura", "write -f cobertura"},
                                    {"json", "write -f json"},
                                    {NULL, NULL}};
    return cc_find_value(known, cc_strz(name));
}

/* An option of another command, or the name of one: says which. Else the parser's message stays. */
static cc_err explain_unknown(cc_err err, const opt_command *command, const char *name) {
    cc_buf takers = {0};
    unsigned count = 0;
    const char *meaning = meaning_of(name);
    if (meaning != NULL) {
        return cc_fail(err, "--%s: not an option of clrcov %s; %s", name, command->name, meaning);
    }
    for (size_t i = 0; i < cmd_subcommand_count; i++) {
        const opt_command *other = cmd_subcommands[i].command;
        if (strcmp(other->name, name) == 0 && other != command) {
            cc_buf_free(&takers);
            return cc_fail(err, "--%s: not an option of clrcov %s; see clrcov %s --help", name,
                           command->name, name);
        }
        if (opt_has(other, cc_strz(name))) {
            cc_buf_printf(&takers, "%sclrcov %s", count++ == 0 ? "" : ", ", other->name);
        }
    }
    cc_str all = cc_buf_str(&takers);
    if (count > 0) {
        err = cc_fail(err, "--%s: not an option of clrcov %s; it belongs to %.*s", name,
                      command->name, CC_STR_ARGS(all));
    }
    cc_buf_free(&takers);
    return err;
}

static int print_usage(const opt_command *command, bool is_short) {
    cc_buf text = {0};
    if (is_short) {
        opt_short_usage(command, &text);
    } else {
        opt_usage(command, &text);
    }
    bool is_written = cc_buf_ok(&text) && fwrite(text.data, 1, text.len, stdout) == text.len &&
                      fflush(stdout) == 0;
    cc_buf_free(&text);
    return is_written ? CLRCOV_EXIT_OK : CLRCOV_EXIT_CANTWRITE;
}

bool cmd_call_open(cmd_call *call, const opt_command *command, int argc, char **argv,
                   void *values) {
    call->arena = cc_arena_new();
    cc_err err = opt_parse(command, argc, argv, values, &call->line, call->arena);
    if (err == CC_E_USAGE && call->line.unknown != NULL) {
        err = explain_unknown(err, command, call->line.unknown);
    }
    if (err != CC_OK) {
        call->code = cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : CLRCOV_EXIT_INTERNAL);
        return false;
    }
    if (call->line.wants_help) {
        call->code = print_usage(command, call->line.wants_short_help);
        return false;
    }
    return true;
}

cc_err cmd_call_operand(const cmd_call *call, const char *what, const char *hint,
                        const char **out) {
    size_t count = call->line.operand_count;
    *out = count == 0 ? NULL : call->line.operands[0];
    return count <= 1 ? CC_OK
                      : cc_fail(CC_E_USAGE, "one %s at a time, not %zu%s", what, count, hint);
}

cc_err cmd_call_no_operand(const cmd_call *call, const char *hint) {
    const char *given;
    CC_TRY(cmd_call_operand(call, "nothing", "", &given));
    return given == NULL ? CC_OK : cc_fail(CC_E_USAGE, "%s: %s", given, hint);
}

cc_err cmd_take_count(const cmd_count *count, const char *text, uint32_t *out) {
    enum { DECIMAL = 10 };
    char *end = NULL;
    if (text == NULL) {
        return CC_OK;
    }
    unsigned long number = strtoul(text, &end, DECIMAL);
    bool is_number = *text >= '0' && *text <= '9' && *end == '\0';
    if (!is_number || number < count->least || number > count->most) {
        return cc_fail(CC_E_USAGE, "--%s: %s is not %s", count->option, text, count->what);
    }
    *out = (uint32_t)number;
    return CC_OK;
}

int cmd_call_close(cmd_call *call) {
    cmd_memory_keeps(NULL, 0); /* its texts are in the arena */
    cmd_memory_removes(NULL);
    cc_arena_free(call->arena);
    return call->code;
}
