/* Quotas of processor time, in folders that look like control groups. */
#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "base/cc_file.h"
#include "base/cc_quota.h"
#include "base/test_base.h"

typedef struct quota_case {
    const char *membership, *file, *text;
    bool is_limited;
} quota_case;

static void put(cc_arena *arena, const char *dir, const char *name, const char *text) {
    const char *path = cc_path_join(arena, dir, name);
    const char *folder = cc_arena_strdup(arena, cc_path_dir(cc_strz(path)));
    CU_ASSERT_EQUAL_FATAL(cc_dir_make_all(folder, 0700), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0600), CC_OK);
}

static bool has_quota(const quota_case *of) {
    char dir[] = "/tmp/clrcov-quota-XXXXXX";
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    put(arena, dir, "membership", of->membership);
    put(arena, dir, of->file, of->text);
    bool has = cc_has_quota_in(dir, cc_path_join(arena, dir, "membership"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
    return has;
}

void test_quota(void) {
    static const char old[] = "5:memory:/a\n4:cpu,cpuacct:/a/b\n1:name=systemd:/\n";
    static const quota_case cases[] = {
        {"0::/a/b\n", "a/b/cpu.max", "100000 100000\n", true},
        {"0::/a/b\n", "a/cpu.max", "50000 100000\n", true},
        {"0::/a/b\n", "cpu.max", "50000 100000\n", true},
        {"0::/\n", "cpu.max", "50000 100000\n", true},
        {"0::/a/b\n", "a/b/cpu.max", "max 100000\n", false},
        {"0::/a/b\n", "a/c/cpu.max", "100000 100000\n", false},
        {"0::/a/b\n", "cpu/a/b/cpu.cfs_quota_us", "100000\n", false},
        {old, "cpu/a/b/cpu.cfs_quota_us", "100000\n", true},
        {old, "cpu/a/cpu.cfs_quota_us", "100000\n", true},
        {old, "cpu/a/b/cpu.cfs_quota_us", "-1\n", false},
        {"4:cpuset:/a\n", "cpu/a/cpu.cfs_quota_us", "100000\n", false},
        {"4:cpu:/a", "cpu/a/cpu.cfs_quota_us", "100000", true},
        {"no line of groups\n::\n:\n\n", "cpu.max", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CU_ASSERT_EQUAL(has_quota(&cases[i]), cases[i].is_limited);
    }
    CU_ASSERT_FALSE(cc_has_quota_in("/nonexistent", "/nonexistent/cgroup"));
}
