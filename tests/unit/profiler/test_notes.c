/* Notes in the counters file. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "profiler/prof.h"
#include "profiler/test_profiler.h"

/* A text is written whole, however long it is, and once. */
void test_notes_are_formatted(void) {
    char dir[] = "/tmp/clrcov-notes-XXXXXX";
    char name[2000];
    const ctr_process facts = {CC_STR("/usr/bin/dotnet"), CC_STR("A.dll"), CC_STR("dotnet"),
                               CTR_HITS_ONCE};
    cc_arena *arena = cc_arena_new();
    prof_profiler *p = calloc(1, sizeof *p);
    ctr_file *file = NULL;
    memset(name, 'n', sizeof name);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    CU_ASSERT_EQUAL_FATAL(pthread_mutex_init(&p->lock, NULL), 0);
    CU_ASSERT_EQUAL_FATAL(ctr_writer_open(&p->writer, dir, &facts), CC_OK);
    for (uint32_t i = 0; i < 3; i++) {
        prof_note(p, "method %u of %.*s: 0x%08X", i / 2, (int)sizeof name, name, 0x80004005u);
    }
    CU_ASSERT_EQUAL_FATAL(ctr_open(&file, ctr_writer_path(p->writer), arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(file->note_count, 2);
    CU_ASSERT_EQUAL(file->notes[1].len, strlen("method 1 of : 0x80004005") + sizeof name);
    CU_ASSERT_TRUE(cc_str_starts(file->notes[1], "method 1 of nnn"));
    CU_ASSERT_TRUE(cc_str_ends(file->notes[1], "n: 0x80004005"));
    ctr_close(file);
    ctr_writer_close(p->writer);
    cc_map_free(p->noted);
    (void)pthread_mutex_destroy(&p->lock);
    free(p);
    cc_arena_free(arena);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}
