/* What tray and host say to each other, apart from the roll itself: docs/tray-protocol.md. */
#ifndef TALK_H
#define TALK_H

#include <stdint.h>

void talk_start(void); /* Says BOOT. */
void talk_take(char byte, uint32_t now);

/* A frame's number, and the text that was written sent with it. */
uint8_t talk_number(void);
void talk_say(uint8_t number);

#endif
