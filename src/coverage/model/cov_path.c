/* Paths of sources, of this system and of others; see cov_model.h. */
#include "coverage/model/cov_model.h"
#include "coverage/module/mod_root_path.h"

bool cov_path_is_absolute(cc_str path) {
    return cc_str_starts(path, "/") || mod_path_is_windows(path);
}
