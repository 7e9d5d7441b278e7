/* Which assemblies, files and bodies of data files are in the report, by the rules of now.
 *
 *   takes  what was read from a data file
 *   gives  each assembly with the verdicts on it and on its parts
 *
 * The path of an assembly's file is not known any more, nor are company and key: rules of those
 * kinds decide nothing. Threads: one. */
#ifndef COV_JUDGE_DATA_H
#define COV_JUDGE_DATA_H

#include "coverage/model/build/judge/cov_judge.h"

typedef struct cov_judged_data {
    cov_raw_assembly assembly; /* with its documents as they are now */
    bool is_in;                /* else nothing below is filled */
    bool *is_here;             /* by document: the file is here, as it was compiled */
    bool *is_out; /* by document: a rule leaves the file out, or it is another version of it */
    bool *bodies; /* by body: it is in; else it only takes its lines away */
} cov_judged_data;

/* By assembly of the data. Memory of the context's `work`. */
cov_judged_data *cov_judge_data(cov_judge *judge, const cov_raw *data);

#endif
