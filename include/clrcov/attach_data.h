/* The client data that `clrcov attach` and `clrcov stop` pass through AttachProfiler to the library
 * in a running process, and the HRESULTs with which its InitializeForAttach answers.
 *
 * The data is text: one of the words below, then the absolute path of the session, in UTF-8, to the
 * end. The number in a word changes with its meaning, so that a library of another version refuses
 * a word that it does not know.
 *
 * The runtime loads a profiler once and never unloads a profiler whose code ran. Each further
 * AttachProfiler with the same library creates a second object in the process for one call. This
 * object passes the command to the first object and returns a failure, so that the runtime drops
 * the second object. */
#ifndef CLRCOV_ATTACH_DATA_H
#define CLRCOV_ATTACH_DATA_H

#define CLRCOV_ATTACH_BEGIN "clrcov-attach-1 "
#define CLRCOV_ATTACH_STOP "clrcov-stop-1 "

/* HRESULTs with the customer bit; success of a first attach is S_OK. */
#define CLRCOV_ATTACH_DONE 0xA0C70000u    /* the library that was already loaded did it */
#define CLRCOV_ATTACH_BUSY 0xA0C70001u    /* another session measures the process */
#define CLRCOV_ATTACH_FAILED 0xA0C70002u  /* "problem-*.txt" in the session states the reason */
#define CLRCOV_ATTACH_NOT_ON 0xA0C70003u  /* stop: this session does not measure the process */
#define CLRCOV_ATTACH_UNKNOWN 0xA0C70004u /* the library does not know the data */

#endif
