/* What main.c wants of the ATmega328P, besides what board.h gives to the tray's logic. */
#ifndef CHIP_H
#define CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "light.h"

void chip_start(void);
uint32_t chip_now(void); /* Milliseconds since the start. */
bool chip_button(void);  /* Was it closed since the last time this was asked? */
bool chip_knock(void);
void chip_lights(struct lights lights);
void chip_noise(void);      /* Stir new noise into the pool, if there is some. */
void chip_alive(void);      /* Feed the watchdog. */
void chip_sleep(void);      /* Until the next interrupt. */

#endif
