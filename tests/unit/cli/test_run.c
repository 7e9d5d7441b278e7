/* The built command as its users see it: exit codes, messages, files. No .NET is needed: where a
 * measured process is wanted this program plays it ("hold", see test_cli.c). */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_buf.h"
#include "base/cc_file.h"
#include "base/cc_os.h"
#include "coverage/session/ses.h"

/* Runs a line of shell with $C the command and $T this program; both outputs to *out. */
static int shell(const char *line, cc_buf *out) {
    char chunk[512];
    cc_buf_clear(out);
    FILE *pipe = popen(cc_arena_printf(cli_arena, "exec 2>&1; %s", line), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
    for (size_t n = fread(chunk, 1, sizeof chunk, pipe); n > 0;
         n = fread(chunk, 1, sizeof chunk, pipe)) {
        cc_buf_bytes(out, chunk, n);
    }
    cc_buf_putc(out, '\0');
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void cli_check_rows(const cli_row *rows, size_t count) {
    cc_buf out = {0};
    for (size_t i = 0; i < count; i++) {
        int code = shell(rows[i].line, &out);
        const char *text = (const char *)out.data;
        bool fits = rows[i].text == NULL ? text[0] == '\0' : strstr(text, rows[i].text) != NULL;
        if (code != rows[i].code || !fits) {
            printf("\n%s: exit %d, expected %d: %s\n", rows[i].line, code, rows[i].code, text);
        }
        CU_ASSERT_EQUAL(code, rows[i].code);
        CU_ASSERT_TRUE(fits);
    }
    cc_buf_free(&out);
}

void test_cli_texts(void) {
    static const cli_row rows[] = {
        {"$C --version", 0, "clrcov "},
        {"$C --help", 0, "clrcov run -- dotnet test"},
        {"$C -h", 0, "doctor"},
        {"$C help", 0, "doctor"},
        {"$C help run", 0, "--include-tests"},
        {"$C run --help", 0, "--include-tests"},
        {"$C report -h", 0, "SESSION"},
        {"$C dump --help", 0, "--plan"},
        {"$C doctor --help", 0, "usage: clrcov doctor"},
        {"$C --help >/dev/full", 73, NULL},
    };
    CHECK_ROWS(rows);
}

void test_cli_usage_errors(void) {
    static const cli_row rows[] = {
        {"$C", 64, "usage"},
        {"$C reprot", 64, "did you mean report"},
        {"$C help reprot", 64, "did you mean report"},
        {"$C --vesrion", 64, "unknown command"},
        {"$C run", 64, "no command"},
        {"$C run --", 64, "no command"},
        {"$C run --include-test -- true", 64, "--include-tests"},
        {"$C run --hits twice -- true", 64, "once or exact"},
        {"$C run --probe call -- true", 64, "--hits exact"},
        {"$C run --root no-such-root -- true", 64, "no-such-root"},
        {"$C run -o - -- true", 64, "--output"},
        {"$C run --include nonsense:A -- true", 64, "nonsense"},
        {"$C run -o -- true", 64, "-- is not one"},
        {"$C run --branches=false --fail-under-branch 1 -- true", 64, "--branches"},
        {"$C run -c no-such.xml -- true", 64, "no-such.xml"},
        {"CLRCOV_CONFIG=no-such.xml $C run -- true", 64, "no-such.xml"},
        {"CLRCOV_HITS=twice $C run -- true", 64, "CLRCOV_HITS: "},
        {"echo '<clrcov><colect/></clrcov>' >bad.xml; $C run -c bad.xml -- true", 64,
         "bad.xml:1: "},
        {"$C run -s no-such.runsettings -- true", 64, "no-such.runsettings"},
        {"$C run -- dotnet test --collect 'XPlat Code Coverage'", 64, "XPlat Code Coverage"},
        {"$C report a b", 64, "one session"},
        {"$C report --follow", 64, "session"},
        {"$C report no-such-session", 64,
         "no-such-session: not found; name a session or a data file"},
        {"TMPDIR=$PWD/empty $C report", 64, "no session"},
        {"$C dump", 64, "one file"},
        {"$C dump no-such-file", 64, "no-such-file"},
        {"$C doctor now", 64, "no arguments"},
        {"$C \"$(printf 'a\\033[31mb')\"", 64, "unknown command 'a\xEF\xBF\xBD[31mb'"},
        {"$C run \"--$(printf 'a\\033[31mb')\"", 64, "unknown option --a\xEF\xBF\xBD[31mb;"},
    };
    CU_ASSERT_EQUAL(cc_dir_make("empty", 0700), CC_OK);
    CHECK_ROWS(rows);
}

void test_cli_exit_codes(void) {
    static const cli_row rows[] = {
        {"$C run -- true", 21, "Nothing was measured"},
        {"$C run true", 21, "Nothing was measured"},
        {"$C run -q true", 21, "Nothing was measured"},
        {"$C run --allow-empty -- true", 0, "Nothing was measured"},
        {"$C run -- false", 1, "Nothing was measured"},
        {"$C run -- sh -c 'exit 42'", 42, ""},
        {"$C run -- sh -c 'kill -9 $$'", 137, "signal 9"},
        {"$C run -- sh -c 'kill -15 $$'", 143, "signal 15"},
        {"$C run -- no-such-command", 127, "no-such-command: command not found"},
        {"$C run -- ./plain-file", 126, "plain-file"},
        {"$C run -q -- sh -c 'cat; echo out' </dev/null 2>/dev/null", 21, "out\n"},
        {"echo through | $C run --allow-empty -q -- cat 2>/dev/null", 0, "through"},
        {"$C run -q --allow-empty -o /dev/full -- true", 73, "/dev/full"},
        {"$C run -q --allow-empty -o /dev/full -- sh -c 'exit 5'", 5, "/dev/full"},
        {"$C run --allow-empty -o x.xml -- true", 0, "Cobertura report: "},
        {"$C run -o y.xml -- true", 21, "No report is written"},
        {"test ! -e y.xml", 0, NULL},
        {"$C run -q -o x.xml -- true", 21, "The report of an earlier run was moved to "},
        {"test ! -e x.xml && test ! -e x.xml.old", 0, NULL},
        {"echo notes >notes.txt && $C run -q -o notes.txt -- true", 21,
         "notes.txt stays: it is not a report of this kind (Cobertura)"},
        {"cat notes.txt", 0, "notes\n"},
        {"$C run -q --allow-empty -f html=pages -f lcov=l.info -f json=j.json -f markdown=m.txt "
         "-f badge=b.svg -f data=d.clrcov -f opencover=o.xml -f sonar=s.xml -- true",
         0, ""},
        {"echo mine >pages/mine.txt", 0, NULL},
        {"$C run -q -f html=pages -f lcov=l.info -f json=j.json -f markdown=m.txt -f badge=b.svg "
         "-f data=d.clrcov -f opencover=o.xml -f sonar=s.xml -- true",
         21, "The report of an earlier run was moved to "},
        {"ls pages; ls *.info j.json m.txt b.svg d.clrcov o.xml s.xml 2>/dev/null", 2,
         "mine.txt\n"},
        {"$C run -q -o /dev/null -- true && test -e /dev/null", 21, "No report is written"},
        {"$C run --allow-empty --fail-under-line 80 --fail-under-branch=100 -- true", 0,
         "Cobertura report: "},
        {"$C run --fail-under-line 80 -- true", 21, "Nothing was measured"},
    };
    CU_ASSERT_EQUAL(cc_file_write("plain-file", cc_span_of("", 0), 0600), CC_OK);
    CHECK_ROWS(rows);
    CU_ASSERT_FALSE(cc_path_exists("coverage.cobertura.xml"));
    CU_ASSERT_FALSE(cc_path_exists("coverage.cobertura.xml.old"));
}

/* A session whose report could not be written outlives other runs. */
void test_cli_unreported(void) {
    static const cli_row rows[] = {
        {"$C run -q --allow-empty -o /dev/full -- true 2>kept.txt", 73, NULL},
        {"for i in 1 2 3 4; do $C run -q --allow-empty -o short.xml -- true || exit 1; done", 0,
         ""},
        {"$C report -q --allow-empty -o late.xml $(sed -n 's/.*; run clrcov report //p' kept.txt)",
         0, ""},
        {"test -s late.xml", 0, NULL},
    };
    CHECK_ROWS(rows);
}

void test_cli_gone_directory(void) {
    static const cli_row rows[] = {
        {"mkdir gone && cd gone && rmdir ../gone && $C run -- sh -c 'echo ran; exit 5'", 5,
         "ran\n"},
        {"mkdir gone && cd gone && rmdir ../gone && $C run -- true", 21,
         "the working directory does not exist any more; clrcov runs the command without measuring "
         "it"},
        {"mkdir gone && cd gone && rmdir ../gone && $C run", 64, "no command"},
    };
    CHECK_ROWS(rows);
}

/* The report comes before the words, and words that nobody can read change nothing. */
void test_cli_words(void) {
    static const cli_row rows[] = {
        {"$C run --allow-empty -o w1.xml -- true 2>/dev/full && test -s w1.xml", 0, NULL},
        {"$C run --allow-empty -o w2.xml -- true 2>&- && test -s w2.xml", 0, NULL},
        {"$C run --allow-empty -o w3.xml -- sh -c 'exit 5' >&- 2>&- <&-; code=$?; test -s w3.xml "
         "&& "
         "exit $code",
         5, NULL},
        {"$C run --allow-empty -o w4.xml -- sh -c 'echo $CLRCOV_SESSION >dir.txt' 2>&-", 0, NULL},
        {"grep -rl TOTAL $(cat dir.txt)", 1, NULL},
        {"$C run --allow-empty -o w5.xml -- sh -c 'test ! -e /proc/self/fd/0 && "
         "test ! -e /proc/self/fd/2' 2>&- <&-",
         0, NULL},
        {"($C run --allow-empty -o w6.xml -- sh -c 'sleep 0.3; kill -9 $$'; echo $? >code.txt) "
         "2>&1 "
         "| true; test -s w6.xml && cat code.txt",
         0, "137\n"},
        {"($C report --allow-empty -o w7.xml; echo $? >code.txt) 2>&1 | (exec <&-; sleep 0.1); "
         "test -s w7.xml && cat code.txt",
         0, "0\n"},
        /* without signals 32 and 33: the C library reserves them, and a sanitizer's runtime changes
         * them */
        {"trap '' USR1; ignored() { echo $((0x$(\"$@\" | cut -f2) & ~0x180000000)); }; "
         "plain=$(ignored grep SigIgn /proc/self/status); test $plain != 0 && "
         "test \"$(ignored $C run -q -- grep SigIgn /proc/self/status 2>/dev/null)\" = $plain",
         0, NULL},
        {"$C report --allow-empty -o - >&-", 73, "standard output: cannot write"},
    };
    CHECK_ROWS(rows);
}

/* Only a regular file is replaced or moved away; a link stays, and is written where it leads. */
void test_cli_output_links(void) {
    static const cli_row rows[] = {
        {"ln -s real.xml linked.xml && $C run -q --allow-empty -o linked.xml -- true", 0, ""},
        {"test -L linked.xml && test -s real.xml", 0, NULL},
        {"$C run -q -o linked.xml -- true", 21, "The report of an earlier run was moved to "},
        {"test -L linked.xml && test ! -e real.xml && test ! -e linked.xml.old", 0, NULL},
        {"ln -s /proc/self/fd/1 stream && $C run -q --allow-empty -o stream -- echo said >log.txt",
         0, ""},
        {"test -L stream && head -1 log.txt", 0, "said\n"},
        {"tail -1 log.txt", 0, "</coverage>\n"},
        {"$C run -q -o stream -- echo said >log.txt", 21, "No report is written"},
        {"test -L stream && test ! -e stream.old && cat log.txt", 0, "said\n"},
        {"ln -s circle circle && $C run -o circle -- touch ran", 73, "too many links"},
    };
    CHECK_ROWS(rows);
    CU_ASSERT_FALSE(cc_path_exists("ran"));
}

void test_cli_refusals(void) {
    static const cli_row rows[] = {
        {"$C run -o /etc/passwd/dir/x.xml -- touch ran", 73, "/etc/passwd is not a directory"},
        {"CLRCOV_LIBRARY=/none/libclrcov.so $C run -- touch ran", 70, "/none/libclrcov.so"},
        {"CLRCOV_LIBRARY=$PWD/plain-file $C run -- touch ran", 70, "not a shared library"},
        {"CLRCOV_LIBRARY= ./bin/clrcov run -- touch ran", 70, "libclrcov.so is missing"},
        {"CORECLR_ENABLE_PROFILING=1 CORECLR_PROFILER='{0}' $C run -- touch ran", 70,
         "CORECLR_PROFILER"},
        {"DOTNET_EnableDiagnostics=0 $C run -- touch ran", 70, "DOTNET_EnableDiagnostics"},
        {"COMPlus_EnableDiagnostics_Profiler=0 $C run -- touch ran", 70,
         "COMPlus_EnableDiagnostics_Profiler"},
        {"CORECLR_ENABLE_PROFILING=1 CORECLR_PROFILER='{0}' $C doctor", 70, "CORECLR_PROFILER"},
        {"CLRCOV_LIBRARY=/none/libclrcov.so $C doctor", 70, "problem  library"},
#ifdef __GLIBC__
        /* As if it had been built for musl. */
        {"library=$(dirname $(readlink -f $C))/../lib/libclrcov.so; "
         "LC_ALL=C sed 's/libc[.]so[.]6\\x00/libc.so\\x00\\x00\\x00/' $library >musl.so; "
         "CLRCOV_LIBRARY=musl.so $C doctor",
         70, "musl.so: is for musl, but dotnet here is for glibc"},
#endif
        {"DOTNET_EnableDiagnostics=0 $C doctor", 70, "problem  diagnostics"},
        {"PATH= DOTNET_ROOT= $C doctor", 70, "problem  .NET"},
        {"$C doctor", 0, "counters below 2 GiB"},
    };
    CU_ASSERT_EQUAL(cc_dir_make("bin", 0700), CC_OK);
    CU_ASSERT_EQUAL(symlink(cli_clrcov, "bin/linked"), 0);
    cc_buf out = {0};
    CU_ASSERT_EQUAL(shell("cp -L bin/linked bin/clrcov", &out), 0);
    cc_buf_free(&out);
    CHECK_ROWS(rows);
    CU_ASSERT_FALSE(cc_path_exists("ran"));
}

void test_cli_environment(void) {
    static const cli_row rows[] = {
        {"$C run -q -- env", 21, "CORECLR_PROFILER={30D4695D-A1FA-4288-B5E9-F8BE8620DC72}\n"},
        {"$C run -q -- env", 21, "CLRCOV_SESSION=/"},
        {"$C run -q -- env", 21, "MSBUILDDISABLENODEREUSE=1\n"},
        {"MSBUILDDISABLENODEREUSE=0 $C run -q -- env", 21, "MSBUILDDISABLENODEREUSE=0\n"},
        {"UseSharedCompilation=true $C run -q -- env", 21, "UseSharedCompilation=true\n"},
        {"$C run -q --hits exact --exclude 'A*' -- sh -c 'cat $CLRCOV_SESSION/settings'", 21,
         "hits exact\n"},
        {"$C run -q --exclude 'A*' -- sh -c 'cat $CLRCOV_SESSION/filter'", 21,
         "exclude --exclude A*\n"},
        {"$C run -q --erase off --exclude 'A*' -- sh -c 'cat $CLRCOV_SESSION/settings'", 21,
         "keep-probes 1\n"},
        {"$C run -q -- sh -c 'cat $CLRCOV_SESSION/settings'", 21, "keep-probes 0\n"},
        {"$C run -q --stats -- sh -c 'cat $CLRCOV_SESSION/settings'", 21, "stats 1\n"},
        {"$C run -q --stats -- true", 21, "Processes: 0, "},
        {"$C run -q --children=false -- sh -c 'cat $CLRCOV_SESSION/settings'", 21,
         "no-children 1\n"},
        {"$C run -q --exclude 'A*' -- sh -c 'cat $CLRCOV_SESSION/config'", 21, "\t--exclude\t"},
        {"$C run -q -- sh -c 'ls -l $CLRCOV_SESSION/config'", 21, "-rw-------"},
    };
    CHECK_ROWS(rows);
}

/* What `clrcov env` prints is the configuration's: the variable would win over the file. */
void test_cli_variables(void) {
    static const cli_row rows[] = {
        {"cd vars && $C env", 0, "/vars/out/a.xml'\n"},
        {"cd vars && $C env", 0, "clrcov.xml:1: exact hits needs clrcov run"},
        {"cd vars && $C env", 0, "clrcov.xml:1: a threshold for lines needs clrcov run"},
        {"cd vars && CLRCOV_MAX_UNCOVERED=0 $C env", 0,
         "CLRCOV_MAX_UNCOVERED: a limit of missed lines needs clrcov run"},
        {"cd vars && CLRCOV_PER_TEST=true $C env", 0,
         "CLRCOV_PER_TEST: telling tests apart needs clrcov run"},
        {"cd vars && $C env -o b.xml", 0, "/vars/b.xml'\n"},
        {"cd vars && CLRCOV_OUTPUT=c.xml $C env", 0, "/vars/c.xml'\n"},
        {"cd vars && CLRCOV_OUTPUT=- $C env", 64, "CLRCOV_OUTPUT: standard output"},
        {"cd vars && CLRCOV_HITS=twice $C env", 64, "CLRCOV_HITS: "},
        {"$C env", 0, "/coverage.cobertura.xml'\n"},
    };
    static const char text[] = "<clrcov version=\"1\"><report path=\"out/a.xml\"/>"
                               "<collect hits=\"exact\"/><gate line=\"80\"/></clrcov>";
    CU_ASSERT_EQUAL(cc_dir_make("vars", 0700), CC_OK);
    CU_ASSERT_EQUAL(cc_file_write("vars/clrcov.xml", cc_span_of(text, sizeof text - 1), 0600),
                    CC_OK);
    CHECK_ROWS(rows);
}

void test_cli_signals(void) {
    static const cli_row rows[] = {
        {"$C run -q -- sh -c 'kill -15 $PPID; exec sleep 20'", 143, "signal 15"},
        {"$C run -q -- sh -c 'trap \"exit 3\" 2; kill -2 $PPID; sleep 0.2; exit 4'", 3, ""},
    };
    CHECK_ROWS(rows);
}

/* In the child: a terminal of its own, and there a command that counts the interrupts it gets. */
static void run_on_terminal(int terminal) {
    static const char script[] =
        "exec $C run -q -- sh -c 'n=0; trap \"n=\\$((n+1))\" 2; echo ready; "
        "while [ $n = 0 ]; do sleep 0.05; done; sleep 0.3; sleep 0.1; exit $((10+n))'";
    (void)setsid();
    int fd = open(ptsname(terminal), O_RDWR);
    (void)ioctl(fd, TIOCSCTTY, 0);
    (void)dup2(fd, STDIN_FILENO);
    (void)dup2(fd, STDOUT_FILENO);
    (void)dup2(fd, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", script, (char *)NULL);
    _exit(1);
}

/* ^C reaches clrcov and the command; clrcov does not end, and does not send it a second time. */
void test_cli_terminal(void) {
    char text[4096];
    size_t len = 0;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    CU_ASSERT_TRUE_FATAL(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run_on_terminal(terminal);
    }
    bool is_sent = false;
    for (ssize_t n = 1; n > 0 && len + 1 < sizeof text;) {
        n = read(terminal, text + len, sizeof text - len - 1);
        len += n > 0 ? (size_t)n : 0;
        text[len] = '\0';
        if (!is_sent && strstr(text, "ready") != NULL) {
            cc_os_sleep_ms(100);
            is_sent = write(terminal, "\x03", 1) == 1;
        }
    }
    int status = 0;
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_TRUE(WIFEXITED(status));
    CU_ASSERT_EQUAL(WEXITSTATUS(status), 11);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "Nothing was measured"));
    close(terminal);
}

void test_cli_living(void) {
    static const cli_row rows[] = {
        {"$C run -q --wait 0.2 -- $T hold 30", 21, "(/app/Server.dll) is still running"},
        {"$C run -q --wait 10 -- $T hold 0", 21, "Nothing was measured"},
    };
    uint64_t start = cc_os_monotonic_ns();
    CHECK_ROWS(rows);
    CU_ASSERT_TRUE(cc_os_monotonic_ns() - start < UINT64_C(20000000000));
    cc_buf out = {0};
    CU_ASSERT_EQUAL(shell("$C run -q --wait 10 -- $T hold 1", &out), 21);
    CU_ASSERT_PTR_NULL(strstr((const char *)out.data, "still running"));
    cc_buf_free(&out);
}

/* Nobody is sent to a session that is not there. */
void test_cli_session_removed(void) {
    static const cli_row rows[] = {
        {"$C run -q -- sh -c 'rm -rf \"$CLRCOV_SESSION\"' 2>gone.txt", 21, NULL},
        {"cat gone.txt", 0, "was removed before the report was made"},
        {"grep -e 'keeps what was measured' -e 'clrcov report' gone.txt", 1, NULL},
        {"$C run -q -- sh -c 'rm \"$CLRCOV_SESSION\"/settings'", 21, "was removed"},
        {"$C run -q -- sh -c 'rm -rf \"$CLRCOV_SESSION\"; exit 7'", 7, "was removed"},
    };
    CHECK_ROWS(rows);
}

/* Before main() the runtime of ThreadSanitizer writes a file, to map its constants: with a limit of
 * 0 it ends every program. */
#if defined(__SANITIZE_THREAD__)
#define WRITES_BEFORE_MAIN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WRITES_BEFORE_MAIN 1
#endif
#endif

/* The command runs, whatever limits leave to clrcov. */
void test_cli_limits(void) {
    static const cli_row rows[] = {
        {"(ulimit -n 6; exec $C run -q -- sh -c 'echo ran; exit 7')", 7, "ran"},
        {"(ulimit -n 5; exec $C run -q -- sh -c 'echo ran; exit 7')", 7, "ran"},
        {"(ulimit -n 6; exec $C run -q -- no-such-program)", 127, ""},
        {"(ulimit -f 1; exec $C run -- sh -c 'exit 7' 2>limited.log)", 7, NULL},
#ifndef WRITES_BEFORE_MAIN
        {"(ulimit -f 0; exec $C run -- sh -c 'exit 7')", 7, ""},
        {"(ulimit -f 0; $C run -q -- sh -c 'echo >limited.txt'; test $? -eq 153)", 0, ""},
#endif
    };
    CHECK_ROWS(rows);
}

/* What keeps programs from being measured is named, and nothing else. */
void test_cli_true_causes(void) {
    static const cli_row rows[] = {
        {"cp /bin/true owner-rights && chmod u+s owner-rights && $C run -q -- ./owner-rights", 21,
         "setuid"},
        {"$C run -q -- sh -c 'ulimit -f 0; exec true'", 21, "ulimit -f"},
        {"(ulimit -f 8; exec $C run -q -- true)", 21, "the limit on file sizes"},
        {"$C run -- $C run -q -- true", 21, "in its own session"},
        {"$C run -q -- sh -c \"exec $C run -- true\"", 21, "inside another clrcov run"},
    };
    CHECK_ROWS(rows);
}

/* A process that outlives the command, and has not loaded the library yet. */
void test_cli_left(void) {
    static const char late[] = "is not measured so far";
    static const cli_row rows[] = {
        {"$C run -q --wait 0.3 -- sh -c 'sleep 30 >out.txt 2>&1 & echo $! >left.pid'", 21, late},
        {"kill $(cat left.pid)", 0, NULL}, /* it was left running */
        {"$C run -q --wait 0.2 -- sh -c 'setsid sleep 30 >out.txt 2>&1 & echo $! >left.pid'", 21,
         "(sleep 30)"},
        {"kill $(cat left.pid)", 0, NULL},
        {"$C run -q --wait 0.3 -- sh -c 'env -u CLRCOV_SESSION sleep 2 >out.txt 2>&1 &'", 21,
         "Nothing was measured"}, /* it can be in no report */
    };
    cc_buf out = {0};
    CHECK_ROWS(rows);
    uint64_t start = cc_os_monotonic_ns();
    CU_ASSERT_EQUAL(shell("$C run -q --wait 10 -- sh -c '(sleep 1; $T hold 0) &'", &out), 21);
    uint64_t took = cc_os_monotonic_ns() - start;
    CU_ASSERT_TRUE(took > UINT64_C(900000000) && took < UINT64_C(5000000000));
    CU_ASSERT_PTR_NULL(strstr((const char *)out.data, late));
    cc_buf_free(&out);
}

/* What a killed run left is reported from the directory it was started in. */
void test_cli_report(void) {
    static const cli_row rows[] = {
        {"mkdir -p here && cd here && sh -c '$C run -q -o killed.xml -- sh -c \"kill -9 \\$PPID\"'",
         137, ""},
        {"cd here && $C report -q", 21, "Nothing was measured"},
        {"cd here && test ! -e killed.xml && $C report -q --allow-empty", 0,
         "Nothing was measured"},
        {"test -s here/killed.xml", 0, NULL},
        {"cd here && $C report --allow-empty -o other.xml", 0, "other.xml"},
        {"cd here && $C report --allow-empty -q -o - 2>/dev/null", 0, "<coverage"},
        {"cd here && $C report -o /etc/passwd/x.xml", 73, "/etc/passwd is not"},
        {"cd here && $C report --root nowhere", 64, "--root: "},
        {"mkdir -p elsewhere && cd elsewhere && $C report", 64, "no session"},
    };
    CHECK_ROWS(rows);
}

/* Without a name: this directory, else the nearest above or below in the same repository. */
void test_cli_nearest_session(void) {
    static const cli_row rows[] = {
        {"mkdir -p repo/.git repo/a/b/c repo/a2 outside && cd repo/a && "
         "$C run -q -o a.xml --allow-empty -- true",
         0, "Nothing"},
        {"cd repo/a && $C report --allow-empty", 0, "/repo/a/a.xml"},
        {"cd repo/a/b/c && $C report --allow-empty", 0, "the newest run from "},
        {"cd repo && $C report --allow-empty", 0, "/repo/a/a.xml"},
        {"cd repo/a2 && $C report", 64, "no session"},
        {"cd outside && $C report", 64, "no session"},
        {"rm -r repo/.git; cd repo && $C report", 64, "no session"},
        {"mkdir repo/.git; cd repo/a/b && $C run -q -o b.xml --allow-empty -- true", 0, ""},
        {"cd repo && $C report --allow-empty", 0, "/repo/a/a.xml"}, /* nearer */
        {"cd repo/a/b/c && $C report --allow-empty", 0, "/repo/a/b/b.xml"},
        {"mkdir repo/a/b/.git; cd repo/a/b/c && $C report --allow-empty", 0, "/repo/a/b/b.xml"},
        {"cd repo/a/b && rm b.xml && $C report -q --allow-empty && test -e b.xml", 0, "Nothing"},
    };
    CHECK_ROWS(rows);
}

/* The report is made when the last user is gone, and not before. */
void test_cli_follow(void) {
    ses_settings settings = {.output = cc_path_join(cli_arena, cli_dir, "followed.xml")};
    ses_session session;
    cc_hold hold;
    cc_buf out = {0};
    CU_ASSERT_EQUAL_FATAL(ses_join(&session, &settings, CC_STR(""), cli_arena, &hold), CC_OK);
    char *line = cc_arena_printf(cli_arena, "$C report --follow --allow-empty %s >/dev/null 2>&1 &",
                                 session.dir);
    CU_ASSERT_EQUAL(shell(line, &out), 0);
    cc_os_sleep_ms(300);
    CU_ASSERT_FALSE(cc_path_exists("followed.xml"));
    cc_hold_end(&hold);
    for (int i = 0; i < 100 && !cc_path_exists("followed.xml"); i++) {
        cc_os_sleep_ms(50);
    }
    CU_ASSERT_TRUE(cc_path_exists("followed.xml"));
    cc_buf_free(&out);
}

void test_cli_dump(void) {
    static const cli_row rows[] = {
        {"$C run -q -- sh -c '$T hold 0; $C dump $CLRCOV_SESSION/*.cov'", 21,
         "entry      /app/Server.dll\n"},
        {"$C dump plain-file", 64, "plain-file"},
        {"$C dump plain-file --tables", 64, "plain-file"},
        {"$C dump --stats plain-file", 64, "plain-file"},
    };
    CHECK_ROWS(rows);
}
