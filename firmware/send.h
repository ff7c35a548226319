/* Frames on their way to the host: each has a number, and carries the text that was written last. */
#ifndef SEND_H
#define SEND_H

#include <stdint.h>

void send_start(void);
uint8_t send_number(void);     /* The number of a new frame. */
void send_frame(uint8_t number); /* The text under that number, for the first time or again. */
void send_new(void);           /* The text under a new number. */

#endif
