/* Completion scripts for bash, zsh and fish: the words of all commands, and what values look like.
 * See opt.h. */
#include <string.h>

#include "cli/opt/opt.h"

/* What an option takes. */
typedef enum value_kind { NOTHING, WORDS, FOLDERS, FILES, ANYTHING } value_kind;

static value_kind kind_of(const opt_row *row) {
    static const char *const folders[] = {"DIR", NULL};
    static const char *const files[] = {"FILE", "PATH", "DATA", NULL};
    if (row->choices != NULL) {
        return WORDS;
    }
    if (row->may_omit_value || row->value == NULL) {
        return NOTHING;
    }
    cc_str value = cc_strz(row->value);
    return cc_str_is_one_of(value, folders) ? FOLDERS
           : cc_str_is_one_of(value, files) ? FILES
                                            : ANYTHING;
}

static void put_words(cc_buf *out, const char *const *words) {
    for (size_t i = 0; words[i] != NULL; i++) {
        cc_buf_printf(out, "%s%s", i == 0 ? "" : " ", words[i]);
    }
}

/* The first sentence of a help text, on one line, quoted for a string in apostrophes. `special`:
 * characters that get a backslash. */
static void put_summary(cc_buf *out, const char *help, const char *special) {
    for (const char *at = help; *at != '\0' && *at != ';'; at++) {
        if (*at == '\n') {
            cc_buf_putc(out, ' ');
        } else if (*at == '\'') {
            cc_buf_puts(out, "'\\''");
        } else {
            cc_buf_puts(out, strchr(special, *at) != NULL ? "\\" : "");
            cc_buf_putc(out, *at);
        }
    }
}

/* The command takes a process: its usage says so. */
static bool takes_process(const opt_command *command) {
    return strstr(command->arguments, "PID") != NULL;
}

/* --- bash --------------------------------------------------------------------------------------- */

static void put_bash_words(cc_buf *out, const opt_command *command) {
    opt_row row;
    cc_buf_printf(out, "    %s) words='", command->name);
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        cc_buf_printf(out, "--%s ", row.name);
        if (row.letter != 0) {
            cc_buf_printf(out, "-%c ", row.letter);
        }
    }
    cc_buf_puts(out, takes_process(command) ? "' processes=yes ;;\n" : "' ;;\n");
}

/* A row of `case "$command $option"`. */
static void put_bash_value(cc_buf *out, const opt_command *command, const opt_row *row) {
    static const char *const actions[] = {[NOTHING] = "none",
                                          [WORDS] = NULL,
                                          [FOLDERS] = "folders",
                                          [FILES] = "files",
                                          [ANYTHING] = "any"};
    value_kind kind = kind_of(row);
    if (kind == NOTHING) {
        return;
    }
    cc_buf_printf(out, "    '%s --%s'", command->name, row->name);
    if (row->letter != 0) {
        cc_buf_printf(out, " | '%s -%c'", command->name, row->letter);
    }
    cc_buf_puts(out, ") value=");
    if (kind == WORDS) {
        cc_buf_putc(out, '\'');
        put_words(out, row->choices);
        cc_buf_puts(out, "' ;;\n");
    } else {
        cc_buf_printf(out, "%s ;;\n", actions[kind]);
    }
}

/* bash takes '=' for a word of its own: "--hits", "=", "ex". */
static const char bash_head[] =
    "# Completion of clrcov for bash.\n"
    "_clrcov() {\n"
    "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  local command=${COMP_WORDS[1]} option=$previous words= value= processes= at\n"
    "  COMPREPLY=()\n"
    "  if [ \"$current\" = = ]; then current= option=$previous; fi\n"
    "  if [ \"$previous\" = = ]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi\n";

static const char bash_tail[] =
    "  esac\n"
    "  if [ \"$command\" = run ]; then\n"
    "    for ((at = 2; at < COMP_CWORD; at++)); do\n"
    "      if [ \"${COMP_WORDS[at]}\" = -- ]; then\n"
    "        if ((at + 1 < COMP_CWORD)); then value=files; else value=commands; fi\n"
    "        words=\n"
    "      fi\n"
    "    done\n"
    "  fi\n"
    "  case \"$value\" in\n"
    "  commands) mapfile -t COMPREPLY < <(compgen -c -- \"$current\") ;;\n"
    "  folders) mapfile -t COMPREPLY < <(compgen -d -- \"$current\") ;;\n"
    "  files) mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;\n"
    "  any) ;;\n"
    "  ?*) mapfile -t COMPREPLY < <(compgen -W \"$value\" -- \"$current\") ;;\n"
    "  *)\n"
    "    case \"$current\" in\n"
    "    -*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;\n"
    "    *)\n"
    "      if [ -n \"$processes\" ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$(clrcov completion processes 2>/dev/null)\" -- "
    "\"$current\")\n"
    "        return\n"
    "      fi\n"
    "      mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;\n"
    "    esac ;;\n"
    "  esac\n"
    "}\n"
    "complete -o filenames -F _clrcov clrcov\n";

void opt_complete_bash(const opt_command *const *commands, size_t count, cc_buf *out) {
    opt_row row;
    cc_buf_puts(out, bash_head);
    cc_buf_puts(out,
                "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    mapfile -t COMPREPLY < <(compgen -W '");
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(out, "%s ", commands[i]->name);
    }
    cc_buf_puts(out, "help --version --help' -- \"$current\")\n    return\n  fi\n"
                     "  case \"$command\" in\n");
    for (size_t i = 0; i < count; i++) {
        put_bash_words(out, commands[i]);
    }
    cc_buf_puts(out, "  esac\n  case \"$command $option\" in\n");
    for (size_t i = 0; i < count; i++) {
        for (size_t at = 0; opt_next_row(commands[i], &at, &row);) {
            put_bash_value(out, commands[i], &row);
        }
    }
    cc_buf_puts(out, bash_tail);
}

/* --- zsh ---------------------------------------------------------------------------------------- */

/* The message and action after an option of _arguments: ":PATH:_files". */
static void put_zsh_value(cc_buf *out, const opt_row *row) {
    static const char *const actions[] = {[NOTHING] = "",
                                          [WORDS] = "",
                                          [FOLDERS] = "_files -/",
                                          [FILES] = "_files",
                                          [ANYTHING] = " "};
    value_kind kind = kind_of(row);
    if (kind == WORDS) {
        cc_buf_puts(out, ":value:(");
        put_words(out, row->choices);
        cc_buf_putc(out, ')');
    } else if (kind != NOTHING) {
        cc_buf_printf(out, ":value:%s", actions[kind]);
    }
}

static void put_zsh_option(cc_buf *out, const opt_row *row) {
    cc_buf_puts(out, "      '*'");
    if (row->letter != 0) {
        cc_buf_printf(out, "{-%c,--%s%s}", row->letter, row->name,
                      kind_of(row) == NOTHING ? "" : "=");
    } else {
        cc_buf_printf(out, "--%s%s", row->name, kind_of(row) == NOTHING ? "" : "=");
    }
    cc_buf_puts(out, "'[");
    put_summary(out, row->help, "[]\\:");
    cc_buf_putc(out, ']');
    put_zsh_value(out, row);
    cc_buf_puts(out, "' \\\n");
}

static void put_zsh_command(cc_buf *out, const opt_command *command) {
    opt_row row;
    cc_buf_printf(out, "  %s)\n    _arguments -s \\\n", command->name);
    for (size_t at = 0; opt_next_row(command, &at, &row);) {
        put_zsh_option(out, &row);
    }
    const char *rest = command->is_wrapper      ? "'*::command:_normal'"
                       : takes_process(command) ? "'*:process:_clrcov_processes'"
                                                : "'*:file:_files'";
    cc_buf_printf(out, "      %s ;;\n", rest);
}

void opt_complete_zsh(const opt_command *const *commands, size_t count, cc_buf *out) {
    cc_buf_puts(out, "#compdef clrcov\n"
                     "# Completion of clrcov for zsh.\n"
                     "_clrcov_processes() {\n"
                     "  local -a found=(\"${(@f)$(clrcov completion processes 2>/dev/null)}\")\n"
                     "  found=(\"${(@)found/$'\\t'/:}\")\n"
                     "  _describe process found\n"
                     "}\n"
                     "_clrcov() {\n"
                     "  local -a commands=(\n");
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(out, "    '%s:", commands[i]->name);
        put_summary(out, commands[i]->summary, "\\:");
        cc_buf_puts(out, "'\n");
    }
    cc_buf_puts(out, "  )\n"
                     "  if ((CURRENT == 2)); then\n"
                     "    _describe command commands\n"
                     "    return\n"
                     "  fi\n"
                     "  local command=$words[2]\n"
                     "  shift words\n"
                     "  ((CURRENT--))\n"
                     "  case $command in\n");
    for (size_t i = 0; i < count; i++) {
        put_zsh_command(out, commands[i]);
    }
    cc_buf_puts(out, "  esac\n}\n_clrcov \"$@\"\n");
}

/* --- fish --------------------------------------------------------------------------------------- */

static void put_fish_option(cc_buf *out, const opt_command *command, const opt_row *row) {
    static const char *const flags[] = {[NOTHING] = "",
                                        [WORDS] = " -x -a '",
                                        [FOLDERS] = " -x -a '(__fish_complete_directories)'",
                                        [FILES] = " -r -F",
                                        [ANYTHING] = " -x"};
    value_kind kind = kind_of(row);
    cc_buf_printf(out, "complete -c clrcov -n '__fish_seen_subcommand_from %s' -l %s",
                  command->name, row->name);
    if (row->letter != 0) {
        cc_buf_printf(out, " -s %c", row->letter);
    }
    cc_buf_puts(out, flags[kind]);
    if (kind == WORDS) {
        put_words(out, row->choices);
        cc_buf_putc(out, '\'');
    }
    cc_buf_puts(out, " -d '");
    put_summary(out, row->help, "\\");
    cc_buf_puts(out, "'\n");
}

void opt_complete_fish(const opt_command *const *commands, size_t count, cc_buf *out) {
    opt_row row;
    cc_buf_puts(out, "# Completion of clrcov for fish.\n");
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(out, "complete -c clrcov -n __fish_use_subcommand -f -a %s -d '",
                      commands[i]->name);
        put_summary(out, commands[i]->summary, "\\");
        cc_buf_puts(out, "'\n");
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t at = 0; opt_next_row(commands[i], &at, &row);) {
            put_fish_option(out, commands[i], &row);
        }
        if (takes_process(commands[i])) {
            cc_buf_printf(out,
                          "complete -c clrcov -n '__fish_seen_subcommand_from %s' -f -a "
                          "'(clrcov completion processes 2>/dev/null)'\n",
                          commands[i]->name);
        }
    }
}
