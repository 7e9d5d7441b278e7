/* The text form of a session's settings. Internal to src/coverage.
 * First line "clrcov-session 1", then "key value" lines; in values bytes below 0x20, DEL and '%' are written
 * as %XX. A key that is missing has its zero value; an unknown key is an error. */
#ifndef COV_SESSION_SETTINGS_H
#define COV_SESSION_SETTINGS_H

#include "base/cc_buf.h"
#include "coverage/cov_session.h"

void cov_settings_print(const cov_settings *settings, cc_buf *out);
/* Strings in the arena. CC_E_FORMAT with the line's number. */
CC_NODISCARD cc_err cov_settings_parse(cov_settings *out, cc_str text, cc_arena *arena);

#endif
