/* The course of one roll, from the knock to the lit pips: docs/tray-protocol.md. */
#ifndef ROLL_H
#define ROLL_H

#include <stdbool.h>
#include <stdint.h>

enum { ROLL_VOID = 0xff };

/* Take up the roll that the EEPROM holds; with one that was begun before, say so at once. */
void roll_start(uint32_t now);
void roll_press(uint32_t now);
void roll_magnets(bool magnets); /* How the next roll is made. */
void roll_greeted(uint32_t now); /* The host is new: begin a pending roll anew. */
void roll_draw(uint32_t n, const uint8_t *draw, uint32_t now);
void roll_seen(uint32_t n, uint8_t pips, uint32_t now);
void roll_tick(uint32_t now); /* Each millisecond. */

uint32_t roll_count(void); /* The number of the last roll that began. */
bool roll_by_magnets(void);

#endif
