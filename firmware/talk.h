/* What the host asks and the tray answers, apart from the roll itself: docs/tray-protocol.md. */
#ifndef TALK_H
#define TALK_H

#include <stdint.h>

void talk_start(void); /* Says BOOT. */
void talk_take(char byte, uint32_t now);

#endif
