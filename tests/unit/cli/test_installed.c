/* The built command in the layouts of packages, copies that stay, sessions by name. */
#include "test_cli.h"

#include <CUnit/CUnit.h>

#include "base/cc_file.h"

#ifdef __GLIBC__
/* Files of glibc, changed as if they had been built for musl: they can be read, not started. */
#define AS_OF_MUSL "LC_ALL=C sed 's/libc[.]so[.]6\\x00/libc.so\\x00\\x00\\x00/' "
#define SHOW " -- sh -c 'echo $CORECLR_PROFILER_PATH_64'"

/* The layouts of packages: a library for each C library, and the one of the host is taken. */
void test_cli_layouts(void) {
    static const cli_row rows[] = {
        {"mkdir -p tool/glibc tool/musl usr/bin usr/lib/clrcov hosts && cp -L $C "
         "tool/clrcov && cp tool/clrcov usr/bin/",
         0, ""},
        {"library=$(dirname $(readlink -f $C))/../lib/libclrcov.so; cp $library tool/glibc/ "
         "&& " AS_OF_MUSL
         "$library >tool/musl/libclrcov.so && cp -r tool/glibc tool/musl usr/lib/clrcov/",
         0, ""},
        {AS_OF_MUSL
         "$(readlink -f /bin/sh) >hosts/App; chmod +x hosts/App; : >hosts/App.dll; cp hosts/App "
         "hosts/plain; mkdir hosts/musl; cp hosts/App hosts/musl/dotnet",
         0, ""},
        {"tool/clrcov run -q" SHOW, 21, "/tool/glibc/libclrcov.so\n"},
        {"usr/bin/clrcov run -q" SHOW, 21, "/usr/lib/clrcov/glibc/libclrcov.so\n"},
        {"tool/clrcov run -q" SHOW " hosts/App", 21, "/tool/musl/libclrcov.so\n"},
        {"tool/clrcov run -q" SHOW " hosts/musl/dotnet", 21, "/tool/musl/libclrcov.so\n"},
        {"PATH=$PWD/hosts/musl:$PATH usr/bin/clrcov run -q" SHOW, 21,
         "/usr/lib/clrcov/musl/libclrcov.so\n"},
        {"tool/clrcov run -q" SHOW " hosts/plain", 21, "/tool/glibc/libclrcov.so\n"},
        {"PATH=$PWD/hosts/musl:$PATH tool/clrcov env", 0, "/tool/musl/libclrcov.so'\n"},
        {"rm -r tool/musl && tool/clrcov run -q" SHOW " hosts/App", 70,
         "libclrcov.so for musl is missing, which the runtime here needs; "},
        {"tool/clrcov env", 0, "/tool/glibc/libclrcov.so'\n"},
    };
    CHECK_ROWS(rows);
}

/* A copy that updates do not move has the layout of a tool, can be made again, and from itself. */
void test_cli_stable(void) {
    static const cli_row rows[] = {
        {"$C env --stable 'kept here'", 0, "/kept here/glibc/libclrcov.so'\n"},
        {"test -x 'kept here/clrcov' && 'kept here/clrcov' env", 0,
         "/kept here/glibc/libclrcov.so'\n"},
        {"cmp 'kept here/clrcov' $C", 0, ""},
        {"printf old >'kept here/glibc/libclrcov.so'; $C env --stable 'kept here'", 0,
         "/kept here/glibc/"},
        {"cmp 'kept here/glibc/libclrcov.so' $(dirname $(readlink -f $C))/../lib/libclrcov.so", 0,
         ""},
        {"'kept here/clrcov' env --stable 'kept here'", 0, "/kept here/glibc/libclrcov.so'\n"},
        {"'kept here/clrcov' env --stable other && cmp other/clrcov $C", 0,
         "/other/glibc/libclrcov.so'\n"},
        {": >file; $C env --stable file/dir", 73, "file"},
        {"rm -rf tool; mkdir -p tool/glibc && cp 'kept here/clrcov' tool/ && cp other/glibc/* "
         "tool/glibc/ && "
         ": >tool/DotnetToolSettings.xml && tool/clrcov env",
         0, "update of the .NET tool removes"},
        {"tool/clrcov doctor", 0, "a .NET tool"},
        {"chmod 744 tool/clrcov; tool/clrcov doctor", 0, "only its owner can start it"},
    };
    CHECK_ROWS(rows);
}
#endif

/* Commands with one name for their session share it, also those that begin at once. */
void test_cli_named_session(void) {
    static const cli_row rows[] = {
        {"show() { $C run -q --session $1 -- sh -c 'echo $CLRCOV_SESSION'; }; show s1 >one; show "
         "s1 >two; show s2 >three; "
         "cmp one two && ! cmp -s one three",
         0, ""},
        {"for i in 1 2 3 4 5 6; do $C run -q --session s3 -- sh -c 'echo $CLRCOV_SESSION' >c$i & "
         "done; wait; cat c? | grep / | sort -u | "
         "wc -l",
         0, "1\n"},
        {"$C run --session a/b -- touch ran", 64, "'a/b' is not a name for a session"},
    };
    CHECK_ROWS(rows);
    CU_ASSERT_FALSE(cc_path_exists("ran"));
}
