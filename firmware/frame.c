#include "frame.h"

#include <string.h>

enum { HEAD = 3, TAIL = 5, LINE_MAX_LENGTH = FRAME_MAX - 2 };

uint16_t crc16(uint16_t crc, const void *bytes, uint8_t count)
{
    const uint8_t *from = bytes;
    while (count--) {
        crc = (uint16_t)(crc ^ (uint16_t)((uint16_t)*from++ << 8));
        for (uint8_t bit = 0; bit < 8; bit++) {
            bool carry = crc & 0x8000;
            crc = (uint16_t)(crc << 1);
            if (carry)
                crc = (uint16_t)(crc ^ 0x1021u);
        }
    }
    return crc;
}

static bool is_upper_hex(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'F');
}

static char upper_hex(uint8_t value)
{
    return (char)(value < 10 ? '0' + value : 'A' + value - 10);
}

/* "SS VERB ARG ARG": one space before each word, a verb of 1 to 8 letters, no `*` in it. */
static bool well_formed(const char *line, uint8_t length)
{
    uint8_t verb = 0;
    if (length < HEAD + 1 || !is_upper_hex(line[0]) || !is_upper_hex(line[1]) || line[2] != ' ')
        return false;
    while (HEAD + verb < length && line[HEAD + verb] >= 'A' && line[HEAD + verb] <= 'Z')
        verb++;
    if (verb < 1 || verb > 8 || (HEAD + verb < length && line[HEAD + verb] != ' '))
        return false;
    for (uint8_t i = HEAD; i < length; i++)
        if (line[i] == '*' || (line[i] == ' ' && (i + 1 == length || line[i + 1] == ' ')))
            return false;
    return true;
}

static enum frame_fault fault_of(const char *line, uint8_t length)
{
    if (length < TAIL || line[length - TAIL] != '*' || !well_formed(line, (uint8_t)(length - TAIL)))
        return FRAME_FORM;
    uint16_t crc = crc16(CRC16_START, line, (uint8_t)(length - TAIL));
    enum frame_fault fault = FRAME_WHOLE;
    for (uint8_t i = 0; i < 4; i++) {
        char digit = line[length - 4 + i];
        if (!is_upper_hex(digit))
            return FRAME_FORM;
        if (digit != upper_hex(crc >> (12 - 4 * i) & 15))
            fault = FRAME_CHECKSUM;
    }
    return fault;
}

static void broken(struct frame_reader *reader, enum frame_fault fault)
{
    reader->open = false;
    reader->fault = fault;
    reader->broken++;
}

const char *frame_read(struct frame_reader *reader, char byte)
{
    if (byte == '!') {
        if (reader->open)
            broken(reader, FRAME_CUT);
        reader->open = true;
        reader->length = 0;
    } else if (!reader->open || byte == '\r') {
        return NULL;
    } else if (byte == '\n') {
        enum frame_fault fault = fault_of(reader->line, reader->length);
        if (fault != FRAME_WHOLE) {
            broken(reader, fault);
            return NULL;
        }
        reader->open = false;
        reader->line[reader->length - TAIL] = 0;
        return &reader->line[HEAD];
    } else if (byte < ' ' || byte > '~') {
        broken(reader, FRAME_BYTE);
    } else if (reader->length == LINE_MAX_LENGTH) {
        broken(reader, FRAME_LONG);
    } else {
        reader->line[reader->length++] = byte;
    }
    return NULL;
}

uint8_t frame_write(char line[FRAME_MAX], uint8_t number, const char *text)
{
    size_t length = strlen(text);
    if (length > FRAME_TEXT_MAX)
        return 0;
    uint8_t at = (uint8_t)(1 + HEAD + length);
    line[0] = '!';
    line[1] = upper_hex(number >> 4);
    line[2] = upper_hex(number & 15);
    line[3] = ' ';
    memcpy(&line[1 + HEAD], text, length);
    uint16_t crc = crc16(CRC16_START, &line[1], (uint8_t)(at - 1));
    line[at++] = '*';
    for (uint8_t i = 0; i < 4; i++)
        line[at++] = upper_hex(crc >> (12 - 4 * i) & 15);
    line[at++] = '\n';
    return at;
}
