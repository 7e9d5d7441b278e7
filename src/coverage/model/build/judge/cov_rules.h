/* Rules that matched nothing. */
#ifndef COV_RULES_H
#define COV_RULES_H

#include "select/sel.h"

/* Some user's rule for parts of assemblies has matched nothing so far. */
bool cov_has_idle_rules(const sel_list *filter);

#endif
