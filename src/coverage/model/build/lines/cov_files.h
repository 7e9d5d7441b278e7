/* Lines of all files of the report: limits, ends, branches of several builds, and the parts of files
 * that several assemblies have. Threads: files are made on several, each by one of them with all
 * its points. */
#ifndef COV_FILES_H
#define COV_FILES_H

#include "coverage/model/build/lines/cov_shape.h"

/* Makes the files of the model with their lines. A file that is beyond a limit is named in `lost`. */
void cov_files_make(cov_shape *shape);

#endif
