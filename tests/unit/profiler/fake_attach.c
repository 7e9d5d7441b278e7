/* The part of the runtime that serves an attached library. See fake_runtime.h. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "clrcov/attach_data.h"
#include "profiler/fake_runtime.h"
#include "profiler/prof_attach.h"

enum { E_BAD = -2147467259 /* E_FAIL */, E_SUSPENDING = -2146233464 /* 0x80131388 */ };

/* --- the runtime's side ----------------------------------------------------------------------- */

static fake_runtime *of_list(prof_object *list) {
    return (fake_runtime *)(void *)((uint8_t *)list - offsetof(fake_runtime, list));
}

static prof_hr list_count(prof_object *list, uint32_t *count) {
    fake_runtime *rt = of_list(list);
    *count = rt->listed_count;
    return fake_fails(rt) ? E_BAD : PROF_S_OK;
}

static prof_hr list_next(prof_object *list, uint32_t room, prof_id *ids, uint32_t *count) {
    fake_runtime *rt = of_list(list);
    CU_ASSERT_EQUAL(room, rt->listed_count);
    *count = 0;
    if (fake_fails(rt)) {
        return E_BAD;
    }
    memcpy(ids, rt->listed, rt->listed_count * sizeof *ids);
    *count = rt->listed_count;
    return PROF_S_OK;
}

static uint32_t list_release(prof_object *list) {
    (void)list;
    return 0;
}

static prof_hr rt_modules(fake_runtime *rt, prof_object **out) {
    *out = NULL;
    if (fake_fails(rt) || rt->refuses_list) {
        return E_BAD;
    }
    rt->listed_count = 0;
    for (unsigned i = 0; i < FAKE_MODULES; i++) {
        if (rt->modules[i].is_loaded) {
            rt->listed[rt->listed_count++] = fake_module_id(i);
        }
    }
    if (rt->on_listed != NULL) {
        rt->on_listed(rt);
    }
    *out = &rt->list;
    return PROF_S_OK;
}

/* A module that is not there, or may go, would be a crash of a real runtime. */
static void count_each(fake_runtime *rt, uint32_t count, const prof_id *modules,
                       const uint32_t *tokens, bool is_revert) {
    (void)pthread_mutex_lock(&rt->lock);
    for (uint32_t i = 0; i < count; i++) {
        fake_module *module = fake_module_of(rt, modules[i]);
        uint32_t row = MD_TOKEN_RID(tokens[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(module);
        CU_ASSERT_FATAL(row > 0 && row <= FAKE_ROWS);
        CU_ASSERT_EQUAL(module->flags & PROF_MODULE_COLLECTIBLE, 0);
        module->asked[row] += !is_revert;
        module->reverted[row] += is_revert;
    }
    (void)pthread_mutex_unlock(&rt->lock);
}

static prof_hr rt_rejit_inlined(fake_runtime *rt, uint32_t flags, uint32_t count,
                                const prof_id *modules, const uint32_t *tokens) {
    (void)atomic_fetch_add(&rt->rejit_tries, 1);
    CU_ASSERT_EQUAL(flags, 3);
    CU_ASSERT(count > 0 && (rt->events & PROF_ENABLE_REJIT) != 0);
    if (fake_fails(rt) || rt->refuses_rejit) {
        return E_BAD;
    }
    count_each(rt, count, modules, tokens, false);
    (void)atomic_fetch_add(&rt->rejits, 1);
    return PROF_S_OK;
}

static prof_hr rt_revert(fake_runtime *rt, uint32_t count, const prof_id *modules,
                         const uint32_t *tokens, prof_hr *statuses) {
    if (fake_fails(rt)) {
        return E_BAD;
    }
    count_each(rt, count, modules, tokens, true);
    memset(statuses, 0, count * sizeof *statuses);
    return PROF_S_OK;
}

/* --- stacks ----------------------------------------------------------------------------------- */

enum { THREAD = 0x7700, FIRST_IP = 0x1000 };

/* A thread that runs on may end, and a walk of its stack would then be a crash of a real runtime. */
static prof_hr rt_threads(fake_runtime *rt, prof_object **out) {
    *out = NULL;
    CU_ASSERT_TRUE(rt->is_standing);
    if (fake_fails(rt)) {
        return E_BAD;
    }
    rt->listed_count = 1;
    rt->listed[0] = THREAD;
    *out = &rt->list;
    return PROF_S_OK;
}

static prof_hr rt_suspend(fake_runtime *rt) {
    bool is_failing = fake_fails(rt);
    CU_ASSERT_FALSE(rt->is_standing);
    if (rt->collections > 0) {
        rt->collections--;
        return E_SUSPENDING;
    }
    rt->is_standing = !is_failing;
    return is_failing ? E_BAD : PROF_S_OK;
}

static prof_hr rt_resume(fake_runtime *rt) {
    CU_ASSERT_TRUE(rt->is_standing);
    rt->is_standing = false;
    return fake_fails(rt) ? E_BAD : PROF_S_OK;
}

static prof_hr rt_snapshot(fake_runtime *rt, prof_id thread, prof_frame_fn *see, uint32_t flags,
                           void *data, uint8_t *context, uint32_t context_size) {
    CU_ASSERT(rt->is_standing && thread == THREAD && flags == 0 && context == NULL &&
              context_size == 0);
    CU_ASSERT_TRUE(rt->events & PROF_ENABLE_STACK_SNAPSHOT);
    for (uint32_t i = 0; i < rt->frame_count; i++) {
        CU_ASSERT_EQUAL(see(rt->frames[i], FIRST_IP + i, 0, 0, NULL, data), PROF_S_OK);
    }
    return fake_fails(rt) ? E_BAD : PROF_S_OK;
}

static prof_hr rt_code_version(fake_runtime *rt, uintptr_t ip, prof_id *function,
                               uintptr_t *version) {
    CU_ASSERT(ip >= FIRST_IP && ip < FIRST_IP + rt->frame_count);
    *function = rt->frames[ip - FIRST_IP];
    *version = rt->is_new_code[ip - FIRST_IP];
    return fake_fails(rt) ? E_BAD : PROF_S_OK;
}

void fake_fill_attach(fake_runtime *rt) {
    rt->slots[PROF_SLOT_EnumThreads] = (prof_slot)rt_threads;
    rt->slots[PROF_SLOT_SuspendRuntime] = (prof_slot)rt_suspend;
    rt->slots[PROF_SLOT_ResumeRuntime] = (prof_slot)rt_resume;
    rt->slots[PROF_SLOT_DoStackSnapshot] = (prof_slot)rt_snapshot;
    rt->slots[PROF_SLOT_GetFunctionFromIP2] = (prof_slot)rt_code_version;
    rt->slots[PROF_SLOT_EnumModules] = (prof_slot)rt_modules;
    rt->slots[PROF_SLOT_RequestReJITWithInliners] = (prof_slot)rt_rejit_inlined;
    rt->slots[PROF_SLOT_RequestRevert] = (prof_slot)rt_revert;
    rt->list_slots[PROF_SLOT_Release] = (prof_slot)list_release;
    rt->list_slots[PROF_SLOT_EnumGetCount] = (prof_slot)list_count;
    rt->list_slots[PROF_SLOT_EnumNext] = (prof_slot)list_next;
    rt->list.vtable = rt->list_slots;
}

/* --- driving ---------------------------------------------------------------------------------- */

typedef prof_hr (*attach_fn)(prof_object *, prof_object *, const void *, uint32_t);
typedef prof_hr (*plain_fn)(prof_object *);

static prof_hr tell(fake_runtime *rt, prof_object *object, const char *word, const char *dir) {
    char data[4200];
    int size = snprintf(data, sizeof data, "%s%s", word, dir);
    CU_ASSERT_FATAL(size > 0 && (size_t)size < sizeof data);
    attach_fn attach = (attach_fn)object->vtable[PROF_CALLBACK_InitializeForAttach];
    return attach(object, &rt->object, data, (uint32_t)size);
}

prof_hr fake_attach_begins(fake_runtime *rt) {
    return tell(rt, rt->profiler, CLRCOV_ATTACH_BEGIN, rt->session.dir);
}

void fake_attach_completes(fake_runtime *rt) {
    plain_fn complete = (plain_fn)rt->profiler->vtable[PROF_CALLBACK_ProfilerAttachComplete];
    CU_ASSERT_EQUAL(complete(rt->profiler), PROF_S_OK);
}

prof_hr fake_attach(fake_runtime *rt, const char *word, const char *session_dir) {
    typedef prof_hr (*notify_fn)(prof_object *, prof_bool *);
    bool is_there = prof_attach_is_settled();
    prof_object *object = is_there ? fake_profiler_new() : rt->profiler;
    prof_bool only = -1;
    notify_fn notify = (notify_fn)object->vtable[PROF_CALLBACK_LoadAsNotificationOnly];
    CU_ASSERT_EQUAL(notify(object, &only), PROF_S_OK);
    CU_ASSERT_EQUAL(only, is_there);
    prof_hr hr = tell(rt, object, word, session_dir);
    if (PROF_OK(hr)) {
        CU_ASSERT_FALSE(is_there); /* such an object would get events of its own */
        fake_attach_completes(rt);
    }
    return hr;
}

fake_runtime *fake_attached_ready(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT);
    CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
    return rt;
}

prof_profiler *fake_acting(const fake_runtime *rt) {
    return prof_attach_heir((prof_profiler *)(void *)rt->profiler);
}

void fake_rejit_fails(fake_runtime *rt, prof_id module, uint32_t token, prof_hr status) {
    typedef prof_hr (*fn)(prof_object *, prof_id, uint32_t, prof_id, prof_hr);
    fn call = (fn)rt->profiler->vtable[PROF_CALLBACK_ReJITError];
    CU_ASSERT_EQUAL(call(rt->profiler, module, token, 0, status), PROF_S_OK);
}
