/* What the prof_test files share. Internal to them. */
#ifndef PROF_TEST_CALLS_H
#define PROF_TEST_CALLS_H

#include "profiler/prof.h"

/* Test methods call these (rw_calls.h). `object` is `this`, a reference; NULL in static methods. */
void prof_test_enter(const void *object, const prof_test_site *site);
void prof_test_ended(const prof_test_site *site);
void prof_test_threw(const prof_test_site *site);
/* A test that returns a task without being async. */
void prof_test_returned(const prof_test_site *site);
/* The beginning of what may be set-up or tear-down. */
void prof_test_boundary(const void *object, const prof_test_site *site);

/* Static constructors call these; `nothing` is NULL. */
void prof_test_static_enter(const void *nothing, const prof_test_site *site);
void prof_test_static_left(const prof_test_site *site);

/* The runtime's type of an object; 0: NULL. */
uintptr_t prof_test_class_of(const void *object);
/* Under the lock of the tests: notes a type, which the library asks the runtime about; ends the
 * entry of a living test. */
void prof_test_see_class(prof_profiler *p, uintptr_t type);
void prof_test_remove_living(prof_tests *tests, uint32_t index);

/* Starts the thread that asks for types, once. */
void prof_tests_start(prof_profiler *p);

#endif
