/* A magnetic die: it lies still when the hall sensor's level does. */
#ifndef REST_H
#define REST_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds, and steps of the level's 1024 that are noise. */
enum { REST_STILL = 300, REST_NEVER = 5000, REST_NOISE = 3 };

enum resting { REST_MOVES, REST_LIES, REST_GIVEN_UP };

struct rest {
    uint32_t start, since;
    uint16_t level;
};

void rest_start(struct rest *rest, uint16_t level, uint32_t now);
/* Each millisecond. Once it says REST_LIES, rest->level is the level. */
enum resting rest_feed(struct rest *rest, uint16_t level, uint32_t now);

#endif
