/* Where figures come from. Threads: one. */
#ifndef CMD_PROVENANCE_H
#define CMD_PROVENANCE_H

#include "coverage/model/cov_raw.h"
#include "reports/rep.h"

/* The address in a browser of a repository whose remote is `url`: GitHub, GitLab, Azure DevOps, by
 * https or ssh, without user and password. REP_HOST_NONE, and "": it is another one. */
rep_host cmd_repository_of(cc_str *out, cc_str url, cc_arena *arena);
/* Fills in commit, program, project, branch, repository and folder. What is not known is "". The commit
 * is the commit of the run, where its session has it; else the present commit. */
void cmd_find_provenance(cov_raw_run *run, const char *session_dir, const char *root,
                         cc_arena *arena);
/* Gives the report the folder of the root in the repository of this checkout, which build servers need,
 * unless its runs were in a repository. */
void cmd_give_folder(rep_input *in, const char *root, cc_arena *arena);
/* Gives the report what all of its runs have in common. */
void cmd_give_origin(rep_input *in, const cov_raw_run *runs, uint32_t count, cc_arena *arena);

#endif
