/* Threads of the library; see prof_thread.h. */
#include "profiler/prof_thread.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "base/cc_signals.h"

bool prof_thread_start(void *(*run)(void *), void *data) {
    enum { STACK_BYTES = 1 << 20 };
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t old;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    cc_signals_block(&old);
    bool is_started = pthread_create(&thread, &attributes, run, data) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    (void)pthread_attr_destroy(&attributes);
    return is_started;
}

void prof_thread_rest(void) {
    for (;;) {
        (void)pause();
    }
}
