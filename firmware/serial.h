/* The serial port, 57600 8N1: both directions by interrupts, with a ring of bytes each. */
#ifndef SERIAL_H
#define SERIAL_H

#include <stdbool.h>
#include <stdint.h>

void serial_start(void);
bool serial_take(char *byte); /* The next byte that came, if one has. */
bool serial_came(void);
bool serial_give(const char *bytes, uint8_t count); /* All of them or, where there is no room, none. */

#endif
