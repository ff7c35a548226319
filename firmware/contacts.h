/* The button and the knock sensor, and what is wrong with either. */
#ifndef CONTACTS_H
#define CONTACTS_H

#include <stdbool.h>
#include <stdint.h>

void contacts_start(uint32_t now);

/* Each millisecond: true when the die is asked for, by a press or a knock. */
bool contacts_feed(bool button, bool knock, uint32_t now);

/* For how many milliseconds the knock sensor rang at the longest since this was asked last. */
uint32_t contacts_knock_rang(void);

bool contacts_button_stuck(uint32_t now);
bool contacts_knock_stuck(uint32_t now);

#endif
