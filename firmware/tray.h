/* The whole tray but its board. */
#ifndef TRAY_H
#define TRAY_H

#include <stdbool.h>
#include <stdint.h>

void tray_start(uint32_t now);
void tray_take(char byte, uint32_t now); /* Off the line. */

/* Each millisecond: were the contacts closed since the last time? */
void tray_tick(bool button, bool knock, uint32_t now);

#endif
