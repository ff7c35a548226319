/* A board for the tests: what goes out is kept as lines, the EEPROM is an array whose power can go. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "board.h"
#include "light.h"

#define CHECK(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            exit(1); \
        } \
    } while (0)

enum { LINES = 512, LINE = 512 };

struct fake {
    uint8_t eeprom[EEPROM_BYTES];
    long writes;    /* So many bytes were written ... */
    long last;      /* ... and the power goes in the middle of this one; -1 for never. */
    uint8_t torn;   /* What that byte then holds. */
    bool off;
    uint16_t level;
    bool hangs;
    const char *cause;
    char lines[LINES][LINE]; /* What was sent and not yet read. */
    int first, count;
    uint32_t now;
    bool button, knock;
};

extern struct fake fake;

void fake_new(void);                 /* An erased board. */
void fake_power(void);               /* Power comes: the tray starts, memory is lost, the EEPROM is not. */
void fake_run(uint32_t milliseconds);
void fake_press(void);               /* After the last press is long over. */
void fake_settle(void);              /* Run until all is in the EEPROM and answered. */
void fake_say(const char *line);     /* The host sends a line. */
void fake_frame(const char *text);   /* The host sends a frame. */
const char *fake_heard(void);        /* The next line of the tray without its end; NULL when there is none. */
const char *fake_text(void);         /* The same, without its frame. */
bool fake_shows(uint8_t pips);       /* Do the lights show them within a second? */
bool fake_shows_error(void);         /* Do all three lights blink? */

uint32_t chance(void);               /* 32 bits that look random and are the same each time. */
void bytes_of(const char *hex, uint8_t *bytes, int count);

#endif
