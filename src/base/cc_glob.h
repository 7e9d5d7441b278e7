/* Globs, the only pattern language of filters (semantics: docs/configuration).
 * names: `*` any run, `?` one character; the whole text must match.
 * paths: `*` and `?` not across '/', `**` across. */
#ifndef CC_GLOB_H
#define CC_GLOB_H

#include "base/cc_span.h"

bool cc_glob_name(cc_str pattern, cc_str text, bool ignore_case);
bool cc_glob_path(cc_str pattern, cc_str path, bool ignore_case);

#endif
