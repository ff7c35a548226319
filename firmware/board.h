/* What the tray's logic wants of the board it runs on. board.c does it with the ATmega328P, the tests with a fake one. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { EEPROM_BYTES = 1024 };

/* Why it started: power, reset, watchdog or brownout. */
const char *board_cause(void);

/* Put a line in the send buffer; one that does not fit is lost like one on a bad cable. */
void board_send(const char *line, uint8_t length);

uint8_t board_eeprom_read(uint16_t at);
bool board_eeprom_ready(void);
/* Begin to write one byte; only when ready. */
void board_eeprom_write(uint16_t at, uint8_t value);

uint16_t board_level(void);  /* The hall sensor, 0 to 1023. */
uint16_t board_supply(void); /* Millivolts. */
uint16_t board_free(void);   /* Bytes of memory that were never used. */
uint16_t board_clock(void);  /* A fast counter, for its low bits. */
void board_gather(void);     /* Fill the pool from nothing; takes half a second. */
void board_hang(void);       /* Stop feeding the watchdog. */

#endif
