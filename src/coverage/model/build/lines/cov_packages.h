/* Classes and packages of methods. Threads: one. */
#ifndef COV_PACKAGES_H
#define COV_PACKAGES_H

#include "coverage/model/build/lines/cov_methods.h"

/* Makes the packages of the model, and the list of those that rules left empty. */
void cov_packages_make(cov_shape *shape, const cov_methods *methods);

#endif
