/* Shared by the tests of the counters file: a directory, an arena, a writer with plain facts. */
#ifndef COUNTERS_HELP_H
#define COUNTERS_HELP_H

#include "coverage/cov_counters.h"

extern cc_arena *help_arena;
extern char help_dir[];

cov_process help_process(cov_hits hits);
cov_writer *help_writer(cov_hits hits);
cov_module_record help_module(const char *path);
cov_counters *help_open(const char *path);
/* Reserves and publishes a method; its counters in *place. */
void help_method(cov_writer *writer, uint32_t module, uint32_t token, uint32_t count, void **place);
/* Makes the directory and the arena; and removes them. */
bool help_begin(void);
bool help_end(void);

#endif
