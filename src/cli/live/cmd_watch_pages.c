/* Pages of a running process. See cmd_watch.h. */

#include "cli/core/cmd.h"
#include "cli/live/cmd_watch.h"
#include "cli/report/cmd_sink.h"
#include "clrcov/version.h"

/* Replaces a model; its arena goes when the other one does not lie in it. */
static void keep(cmd_watch_model *kept, const cmd_watch_model *other, cmd_watch_model next) {
    if (kept->arena != other->arena && kept->arena != next.arena) {
        cc_arena_free(kept->arena);
    }
    *kept = next;
}

/* After a reset all that is there ran since: it is compared with nothing. */
static void choose_before(cmd_watch_pages *pages, bool is_reset, const cmd_watch_model *now) {
    cmd_watch_model before = pages->before;
    if (pages->making == 0) {
        before = *now;
        pages->since = "since the watching began";
    } else if (is_reset) {
        before = (cmd_watch_model){cmp_nothing_ran(now->model, now->arena), now->arena};
        pages->since = "since the counters were set to zero";
    }
    keep(&pages->before, &pages->last, before);
}

static int write_pages(cmd_watch_pages *pages, const cmd_watch_model *now) {
    const cmp_result compared = cmp_reports(pages->before.model, now->model, now->arena);
    pages->making++;
    const rep_input in = {.model = now->model,
                          .compared = &compared,
                          .live = pages->making,
                          .since = pages->since,
                          .path = pages->path};
    return cmd_write_folder(&in, rep_html);
}

/* The pages are to be written. A reset is told by its mark: what ran again before this look hides
 * it from the counters. */
static bool is_fresh(const cmd_watch_pages *pages, const cmd_watch_model *now, bool is_reset) {
    return pages->making == 0 || is_reset ||
           cmp_reports(pages->last.model, now->model, now->arena).file_count > 0;
}

int cmd_watch_pages_show(cmd_watch_pages *pages, const cov_model *model, cc_arena *arena,
                         uint64_t reset) {
    const cmd_watch_model now = {model, arena};
    bool is_reset = reset != pages->reset;
    int code = CLRCOV_EXIT_OK;
    if (is_fresh(pages, &now, is_reset)) {
        choose_before(pages, is_reset, &now);
        code = write_pages(pages, &now);
    }
    keep(&pages->last, &pages->before, now);
    pages->reset = reset;
    return code;
}

void cmd_watch_pages_end(cmd_watch_pages *pages) {
    keep(&pages->last, &pages->before, (cmd_watch_model){NULL, NULL});
    keep(&pages->before, &pages->last, (cmd_watch_model){NULL, NULL});
}
