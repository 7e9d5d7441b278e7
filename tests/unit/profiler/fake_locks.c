/* Which locks a thread holds. The linker leads the library's calls here (--wrap, see
 * CMakeLists.txt), so that no lock is forgotten, also none of another room. See fake_runtime.h. */
#include "profiler/fake_runtime.h"

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __real_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);

static _Thread_local unsigned held;

static int count(int status) {
    held += status == 0;
    return status;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
    return count(__real_pthread_mutex_lock(mutex));
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    return count(__real_pthread_mutex_trylock(mutex));
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
    return count(__real_pthread_mutex_timedlock(mutex, until));
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    held--;
    return __real_pthread_mutex_unlock(mutex);
}

unsigned fake_locks_held(void) {
    return held;
}

void fake_lock(pthread_mutex_t *mutex) {
    (void)__real_pthread_mutex_lock(mutex);
}

void fake_unlock(pthread_mutex_t *mutex) {
    (void)__real_pthread_mutex_unlock(mutex);
}
