/* Names of the tests of counters files, from the images in the session. Internal to the stage. */
#ifndef COV_TEST_NAMES_H
#define COV_TEST_NAMES_H

#include "base/cc_map.h"
#include "coverage/counters/ctr_tests.h"
#include "coverage/model/build/context/cov_context.h"

/* A class and a method, as reports name them. */
typedef struct cov_test_name {
    cc_str assembly, type, method;
} cov_test_name;

/* What is open for names. */
typedef struct cov_test_names {
    cov_context *c;
    cc_map *images; /* of all files, by path */
    cc_map *files;  /* images and classes of a counters file, by its address */
} cov_test_names;

/* Counters files must stay open until cov_test_names_close(). */
void cov_test_names_open(cov_test_names *out, cov_context *c);
void cov_test_names_close(cov_test_names *names);
/* The name of a test; a class or method whose image cannot be read is its token. Strings of the
 * model's arena. */
cov_test_name cov_test_name_of(cov_test_names *names, const ctr_file *file, const ctr_test *test);
/* False: the process was killed before it noted the class of the object, and the class that declares the
 * test is abstract. So it was a test of a class that nobody knows. */
bool cov_test_is_known(cov_test_names *names, const ctr_file *file, const ctr_test *test);
/* Set-up of the assembly that has the test may serve tests of several classes. */
bool cov_test_has_wide_fixtures(cov_test_names *names, const ctr_file *file, const ctr_test *test);

#endif
