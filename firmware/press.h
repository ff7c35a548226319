/* A contact that is knocked or pressed: one press each time, however it bounces. */
#ifndef PRESS_H
#define PRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds. A ringing knock sensor counts as held as long as its gaps are short. */
enum { PRESS_HELD = 20, PRESS_GAP = 10, PRESS_REST = 400, PRESS_STUCK = 5000 };

struct press {
    uint32_t since; /* The contact is held since then ... */
    uint32_t last;  /* ... and was last seen closed then. */
    uint32_t heard; /* When the last press was given out. */
    uint32_t rang;  /* How long it was held at the longest, since that was asked last. */
    bool held, given, ever;
};

/* A contact that is closed already has to open first. */
void press_start(struct press *press, uint32_t now);

/* Each millisecond: was the contact closed since the last time? True when that makes a press. */
bool press_feed(struct press *press, bool closed, uint32_t now);

/* For how many milliseconds it was held at the longest since this was asked last, too short for a press or not. */
uint32_t press_rang(struct press *press);

bool press_stuck(const struct press *press, uint32_t now);

#endif
