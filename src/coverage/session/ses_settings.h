/* The text form of a session's settings. Internal to src/coverage.
 * First line "clrcov-session 1", then "key value" lines; in values bytes below 0x20, DEL and '%' are written
 * as %XX. A key that is missing has its zero value; an unknown key is an error. */
#ifndef SES_SETTINGS_H
#define SES_SETTINGS_H

#include "base/cc_buf.h"
#include "coverage/session/ses.h"

void ses_settings_print(const ses_settings *settings, cc_buf *out);
/* Strings in the arena. CC_E_FORMAT with the line's number. */
CC_NODISCARD cc_err ses_settings_parse(ses_settings *out, cc_str text, cc_arena *arena);

#endif
