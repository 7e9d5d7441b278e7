/* The answers of a run with `--impacted`, in the folder CMD_ANSWERS of its session: what runs of each
 * test assembly. `clrcov impacted --suite` writes one between build and test of a project; the run
 * reads all of them at its end. Threads: one; processes write answers of their own. */
#ifndef CMD_ANSWERS_H
#define CMD_ANSWERS_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

#define CMD_ANSWERS "impacted"
/* The file there that holds the path of the map. */
#define CMD_ANSWERS_MAP "map"

typedef enum cmd_answer_kind { CMD_ANSWER_ALL, CMD_ANSWER_SOME, CMD_ANSWER_NONE } cmd_answer_kind;

/* What runs of one test assembly. */
typedef struct cmd_suite_answer {
    cmd_answer_kind kind;
    cc_str assembly; /* simple name */
    cc_str folder;   /* of its suite, as in the map; "": no run is known */
    cc_str reason;   /* CMD_ANSWER_ALL: why, else "" */
    cc_str tests;    /* CMD_ANSWER_SOME, _NONE: full names of those that run, each with a '\n' */
    uint32_t count;  /* number of tests that run */
    uint32_t all;    /* number of tests that the map has and the build has */
} cmd_suite_answer;

/* "all", "some" or "none": the word of the file and of `--suite`. */
const char *cmd_answer_word(cmd_answer_kind kind);
/* Writes PATH.answer and, unless all tests run, PATH.tests. `scratch`: memory for a while. */
CC_NODISCARD cc_err cmd_write_answer(const char *path, const cmd_suite_answer *answer,
                                     cc_arena *scratch);
/* The answers of the session, in order of their names. False: it has none. Files that no answer can
 * be read from are left out. Memory of `arena`. */
bool cmd_read_answers(const char *session_dir, cmd_suite_answer **out, size_t *count,
                      cc_arena *arena);
#endif
