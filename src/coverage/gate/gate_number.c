/* Numbers of thresholds; see gate.h. */
#include "coverage/gate/gate.h"

#include <inttypes.h>
#include <stdio.h>

void gate_print_percent(char out[GATE_NUMBER_SIZE], int64_t percent) {
    int len = snprintf(out, GATE_NUMBER_SIZE, "%" PRId64 ".%04" PRId64, percent / GATE_POINT,
                       percent % GATE_POINT);
    while (len > 0 && out[len - 1] == '0') {
        len--;
    }
    len -= len > 0 && out[len - 1] == '.';
    (void)snprintf(out + len, (size_t)(GATE_NUMBER_SIZE - len), "%%");
}

void gate_print_hundredths(char out[GATE_NUMBER_SIZE], uint64_t value) {
    (void)snprintf(out, GATE_NUMBER_SIZE, "%" PRIu64 ".%02" PRIu64, value / 100, value % 100);
}

bool gate_is_reached(uint64_t covered, uint64_t valid, int32_t limit) {
    return covered * GATE_WHOLE >= (uint64_t)limit * valid;
}

uint64_t gate_missing(uint64_t covered, uint64_t valid, int32_t limit) {
    uint64_t wanted = (uint64_t)limit * valid;
    uint64_t least = wanted / GATE_WHOLE + (wanted % GATE_WHOLE != 0 ? 1 : 0);
    return least > covered ? least - covered : 0;
}
