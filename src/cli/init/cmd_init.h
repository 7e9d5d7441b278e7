/* Internal to `clrcov init`: facts about the projects below the directory, and the file that is
 * made from them. */
#ifndef CMD_INIT_H
#define CMD_INIT_H

#include "base/cc_arena.h"
#include "base/cc_buf.h"
#include "base/cc_err.h"
#include "cli/project/cmd_coverlet.h"

typedef struct cmd_project {
    const char *path;     /* absolute */
    const char *assembly; /* simple name of the assembly that it builds */
    bool is_test;
} cmd_project;

/* --- cmd_init_find.c -------------------------------------------------------------------------- */

typedef struct cmd_solution {
    /* names of the solutions, or of the only project; NULL: none found */
    const char *title;
    cmd_project *projects; /* by path */
    size_t project_count;
    const char **settings; /* .runsettings and testconfig.json files with settings of coverage,
                              relative to the directory */
    size_t settings_count;
    cmd_coverlet
        coverlet;    /* what projects tell coverlet.msbuild; files relative to the directory */
    const char *git; /* the repository's root relative to the directory ("." or "../.."); NULL */
} cmd_solution;
/* Finds the projects of the solutions in `directory` (absolute, resolved), or without any solution
 * the projects below it. Skips unreadable files. Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_find_projects(cmd_solution *out, const char *directory, cc_arena *arena);

/* --- cmd_init_text.c -------------------------------------------------------------------------- */

/* Writes clrcov.xml: every key of config/cfg_keys.def, in a comment if it is the default or an
 * example. A comment that contains an element contains nothing else: without "<!-- " and " -->" it
 * is in effect. */
void cmd_init_text(const cmd_solution *solution, cc_buf *out);

/* Writes words in a comment, from `column` on, wrapped; "--" is split, since it would end the
 * comment. Returns the column after them. */
size_t cmd_init_put_prose(cc_buf *out, const char *text, size_t column);
/* Writes a value of an element or attribute, also in a comment. */
void cmd_init_put_value(cc_buf *out, const char *value);

/* --- cmd_init_coverlet.c ---------------------------------------------------------------------- */

/* Writes the element of `first` with what the projects tell coverlet.msbuild, in effect, and a
 * comment that names their files; false: they say nothing for it. */
bool cmd_init_put_coverlet(const cmd_coverlet *all, cfg_key first, cc_buf *out);

#endif
