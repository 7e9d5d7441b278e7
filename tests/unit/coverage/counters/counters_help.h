/* Shared by the tests of the counters file: a directory, an arena, a writer with plain facts. */
#ifndef COUNTERS_HELP_H
#define COUNTERS_HELP_H

#include "coverage/counters/ctr.h"

extern cc_arena *help_arena;
extern char help_dir[];

ctr_process help_process(ctr_hits hits);
ctr_writer *help_writer(ctr_hits hits);
ctr_module_record help_module(const char *path);
ctr_file *help_open(const char *path);
/* Reserves and publishes a method; its counters in *place. */
void help_method(ctr_writer *writer, uint32_t module, uint32_t token, uint32_t count, void **place);
/* Makes the directory and the arena; and removes them. */
bool help_begin(void);
bool help_end(void);

#endif
