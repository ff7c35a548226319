/* What makes a roll fair: a promise given before the other side's number is known, and the pips both numbers make. */
#ifndef FAIR_H
#define FAIR_H

#include <stdint.h>

enum { ID_BYTES = 4, SECRET_BYTES = 16, DRAW_BYTES = 8, COMMIT_BYTES = 16 };

void fair_commit(const uint8_t id[ID_BYTES], uint32_t n, const uint8_t secret[SECRET_BYTES],
                 uint8_t commit[COMMIT_BYTES]);

/* 0 to 3, as on the six faces 0, 0, 0, 1, 2, 3. */
uint8_t fair_pips(const uint8_t secret[SECRET_BYTES], const uint8_t draw[DRAW_BYTES], uint32_t n);

#endif
