/* The line about long work, on a pseudo-terminal. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/report/cmd_progress.h"

enum { ROOM = 4096, WAIT_MS = 20000 };

/* Everything that was written to the terminal until `mark` is in it, or for a while. */
static void read_until(int terminal, const char *mark, char *text) {
    size_t len = strlen(text);
    struct pollfd waiting = {.fd = terminal, .events = POLLIN};
    while (strstr(text, mark) == NULL && len < ROOM - 1 && poll(&waiting, 1, WAIT_MS) == 1) {
        ssize_t got = read(terminal, text + len, ROOM - 1 - len);
        len += got > 0 ? (size_t)got : 0;
        text[len] = '\0';
    }
}

/* Standard error is the terminal meanwhile. */
static void on_terminal(int *terminal, int *kept) {
    int end = -1;
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    (void)fflush(stderr);
    *kept = dup(STDERR_FILENO);
    CU_ASSERT_EQUAL_FATAL(openpty(terminal, &end, NULL, NULL, &size), 0);
    CU_ASSERT_TRUE_FATAL(dup2(end, STDERR_FILENO) >= 0);
    (void)close(end);
    (void)setenv("TERM", "xterm", 1);
}

static void off_terminal(int terminal, int kept) {
    (void)fflush(stderr);
    (void)dup2(kept, STDERR_FILENO);
    (void)close(kept);
    (void)close(terminal);
}

void test_progress_line(void) {
    static char text[ROOM];
    int terminal = -1;
    int kept = -1;
    cmd_progress progress = {.delay_ms = 1};
    on_terminal(&terminal, &kept);
    cc_progress_expect(&progress.counts, 3);
    cc_progress_step(&progress.counts);
    cmd_progress_begin(&progress, "merging", false);
    read_until(terminal, "merging: 1 of 3", text);
    cc_progress_step(&progress.counts);
    read_until(terminal, "merging: 2 of 3", text);
    cmd_progress_end(&progress);
    read_until(terminal, "   \r", text); /* wiped out */
    off_terminal(terminal, kept);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\rmerging: 1 of 3"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\rmerging: 2 of 3"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "   \r"));
}

/* What ends at once shows nothing, nor does anything off a terminal. */
void test_progress_silent(void) {
    int terminal = -1;
    int kept = -1;
    cmd_progress quick = {0};
    cmd_progress quiet = {.delay_ms = 1};
    on_terminal(&terminal, &kept);
    cmd_progress_begin(&quick, "merging", false);
    cmd_progress_end(&quick);
    cmd_progress_begin(&quiet, "merging", true);
    struct pollfd waiting = {.fd = terminal, .events = POLLIN};
    CU_ASSERT_EQUAL(poll(&waiting, 1, 50), 0);
    cmd_progress_end(&quiet);
    off_terminal(terminal, kept);

    cmd_progress off = {.delay_ms = 1};
    cli_catch();
    cmd_progress_begin(&off, "merging", false);
    CU_ASSERT_FALSE(off.has_thread);
    cmd_progress_end(&off);
    CU_ASSERT_STRING_EQUAL(cli_caught(), "");
}
