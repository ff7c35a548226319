/* Words of a frame: taken off a text one after the other, and put behind a text. */
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stdint.h>

enum { TEXT_MAX = 87 }; /* The longest text that fits a frame, with its ending 0. */

/* Take the next word off; false when there is none left or it is too long for `word`. */
bool words_next(const char **text, char *word, uint8_t size);

/* Read a number in decimal without leading zeros, or bytes in lower-case hex; false when the word is anything else. */
bool words_number(const char *word, uint32_t *number);
bool words_hex(const char *word, uint8_t *bytes, uint8_t count);

/* The one text that is being written. There is little room for a second, and only one goes on the line at a time. */
void text_start(const char *verb);
void text_word(const char *word);
void text_number(uint32_t number);
void text_hex(const uint8_t *bytes, uint8_t count);
const char *text_written(void);

#endif
