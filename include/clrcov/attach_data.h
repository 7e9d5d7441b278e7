/* What `clrcov attach` and `clrcov stop` tell the library in a running process, as client data of
 * AttachProfiler, and what it answers as the HRESULT of InitializeForAttach.
 *
 * The data is text: one of the words below, then the absolute path of the session, in UTF-8, to the
 * end. The number in a word changes with its meaning, so that a library of another version refuses
 * what it does not know.
 *
 * The runtime loads a profiler once and never lets one go whose code ran. Each further
 * AttachProfiler with the same library makes a second object in the process, for the length of one
 * call: it tells the first one what is to be done, and answers with a failure, so that the runtime
 * drops it. */
#ifndef CLRCOV_ATTACH_DATA_H
#define CLRCOV_ATTACH_DATA_H

#define CLRCOV_ATTACH_BEGIN "clrcov-attach-1 "
#define CLRCOV_ATTACH_STOP "clrcov-stop-1 "

/* HRESULTs with the customer bit; success of a first attach is S_OK. */
#define CLRCOV_ATTACH_DONE 0xA0C70000u    /* done by the library that was there */
#define CLRCOV_ATTACH_BUSY 0xA0C70001u    /* another session measures the process */
#define CLRCOV_ATTACH_FAILED 0xA0C70002u  /* "problem-*.txt" in the session says why */
#define CLRCOV_ATTACH_NOT_ON 0xA0C70003u  /* stop: this session does not measure the process */
#define CLRCOV_ATTACH_UNKNOWN 0xA0C70004u /* the data is not understood */

#endif
