/* Replays a corpus through a fuzz target without a fuzzer: each file whole and cut at many
 * lengths, so that CTest shows with any compiler that nothing reads outside. Files that fuzzers
 * found, named by 40 digits, are many: they are cut a few times only; those with a name of their
 * own at every length, as far as time allows (a target that takes long for one input is cut
 * less). */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_CUTS = 2000, FEW_CUTS = 3, MAX_PATH = 4096, DIGITS = 40 };

/* Of all cuts of one file; what is left then is not cut. */
static const clock_t MAX_TICKS = CLOCKS_PER_SEC / 5;

/* The bytes are copied to memory of exactly their size, so that a sanitizer sees one byte too
 * many. */
static int run_cut(const uint8_t *data, size_t size) {
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact == NULL) {
        return 1;
    }
    memcpy(exact, data, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

static bool is_found(const char *path) {
    const char *name = strrchr(path, '/') + 1;
    return strlen(name) == DIGITS && strspn(name, "0123456789abcdef") == DIGITS;
}

static int run_cuts(const uint8_t *data, size_t size, size_t cuts) {
    size_t step = size / cuts + 1;
    clock_t start = clock();
    for (size_t cut = 0; cut < size && clock() - start < MAX_TICKS; cut += step) {
        if (run_cut(data, cut) != 0) {
            return 1;
        }
    }
    return run_cut(data, size);
}

static int run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = size < 0 ? NULL : malloc((size_t)size + 1);
    int failed = data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size;
    fclose(file);
    failed = failed || run_cuts(data, (size_t)size, is_found(path) ? FEW_CUTS : MAX_CUTS);
    free(data);
    return failed;
}

int main(int argc, char **argv) {
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    if (dir == NULL) {
        fprintf(stderr, "usage: %s CORPUS_DIRECTORY\n", argv[0]);
        return 2;
    }
    int files = 0;
    int failed = 0;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        char path[MAX_PATH];
        if (entry->d_name[0] == '.') {
            continue;
        }
        (void)snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        failed |= run_file(path);
        files++;
    }
    closedir(dir);
    printf("%d corpus files replayed\n", files);
    return failed || files == 0;
}
