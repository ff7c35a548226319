/* Frames on the line, `!SS VERB ARG*CCCC` and a line feed: docs/tray-protocol.md. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FRAME_MAX = 96,      /* Bytes of a whole frame, with its `!` and its line feed. */
    FRAME_TEXT_MAX = 86 /* Of them those of "VERB ARG ARG". */
};

#define CRC16_START ((uint16_t)0xffff)

enum frame_fault { FRAME_WHOLE, FRAME_CUT, FRAME_LONG, FRAME_BYTE, FRAME_FORM, FRAME_CHECKSUM };

struct frame_reader {
    char line[FRAME_MAX]; /* What came after the `!`. */
    uint8_t length;
    bool open;              /* A `!` was seen, and the line is not at its end. */
    enum frame_fault fault; /* Why the last broken frame was broken. */
    uint16_t broken;        /* How many were. */
};

/* CRC-16/CCITT-FALSE, begun with CRC16_START. */
uint16_t crc16(uint16_t crc, const void *bytes, uint8_t count);

/* Take one byte off the line. NULL until a frame is whole; then its text, "VERB ARG ARG", good until the next byte. */
const char *frame_read(struct frame_reader *reader, char byte);

/* Make the frame of `text` with the sender's number; answers its length, or 0 when the text is too long. */
uint8_t frame_write(char line[FRAME_MAX], uint8_t number, const char *text);

#endif
