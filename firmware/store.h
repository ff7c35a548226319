/* The EEPROM: who this tray is, and a ring of slots, one a roll, that survives a loss of power at any byte.

   A slot is made whole before its roll is asked for. When the roll begins and when the host's number is known, that is
   put beside it. The newest whole slot counts; one that is torn or worn does not, and then the one before it does. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "fair.h"

enum { SEED_BYTES = 16 };

struct kept {
    uint32_t n;
    uint8_t secret[SECRET_BYTES];
    uint8_t seed[SEED_BYTES]; /* For the pool at the next start; never leaves the tray. */
    bool begun;
    bool drawn, landed;       /* Which of the two below is known; never both. */
    uint8_t draw[DRAW_BYTES]; /* The host's number. */
    uint16_t level;           /* Of the die that came to rest. */
};

/* Look for the newest roll; false when there is none, as in a new tray. */
bool store_start(void);

const uint8_t *store_id(void);
const struct kept *store_roll(void);

/* These begin to write, and store_work goes on with it whenever the EEPROM is ready for a byte. */
void store_new(const uint8_t id[ID_BYTES], uint32_t n, const uint8_t secret[SECRET_BYTES],
               const uint8_t seed[SEED_BYTES]);
void store_next(const uint8_t secret[SECRET_BYTES], const uint8_t seed[SEED_BYTES]);
void store_begin(void);
void store_draw(const uint8_t draw[DRAW_BYTES]);
void store_level(uint16_t level);

bool store_busy(void);
void store_work(void);

/* False once a byte was not what had been written. */
bool store_sound(void);

#endif
