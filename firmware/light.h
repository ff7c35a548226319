/* The lights: what they show at a moment, from what the tray and the host have told. */
#ifndef LIGHT_H
#define LIGHT_H

#include <stdbool.h>
#include <stdint.h>

enum { LIGHT_PIPS = 3, LIGHT_NONE = 0xff };

struct lights {
    bool pip[LIGHT_PIPS];
    uint8_t due; /* Brightness, 0 to 255. */
};

void light_start(void);
void light_told(bool due, uint8_t pips, uint32_t now); /* By a PING; LIGHT_NONE for no pips. */
void light_answer(uint8_t pips, uint32_t now);         /* The tray's own roll is stored. */
void light_error(uint32_t now);                        /* A short blink of all three. */
void light_begin(void);                                /* A new roll: the old answer goes. */
bool light_due(void);
struct lights light_show(uint32_t now);

#endif
