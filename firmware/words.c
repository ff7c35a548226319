#include "words.h"

#include <string.h>

bool words_next(const char **text, char *word, uint8_t size)
{
    uint8_t length = 0;
    while (**text == ' ')
        (*text)++;
    while (**text && **text != ' ') {
        if (length + 1 >= size)
            return false;
        word[length++] = *(*text)++;
    }
    word[length] = 0;
    return length > 0;
}

bool words_number(const char *word, uint32_t *number)
{
    uint32_t value = 0;
    if (!*word || (word[0] == '0' && word[1]))
        return false;
    for (; *word; word++) {
        uint8_t digit = (uint8_t)(*word - '0');
        if (digit > 9 || value > (UINT32_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

bool words_hex(const char *word, uint8_t *bytes, uint8_t count)
{
    if (strlen(word) != 2u * count)
        return false;
    for (uint8_t i = 0; i < 2 * count; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = strchr(digits, word[i]);
        if (!digit)
            return false;
        bytes[i / 2] = (uint8_t)(bytes[i / 2] << 4 | (uint8_t)(digit - digits));
    }
    return true;
}

static struct {
    char line[TEXT_MAX];
    uint8_t length;
} text;

static void put(char letter)
{
    if (text.length + 1 < TEXT_MAX) {
        text.line[text.length++] = letter;
        text.line[text.length] = 0;
    }
}

void text_start(const char *verb)
{
    text.length = 0;
    while (*verb)
        put(*verb++);
}

void text_word(const char *word)
{
    put(' ');
    while (*word)
        put(*word++);
}

void text_number(uint32_t number)
{
    char digits[11];
    uint8_t at = sizeof digits - 1;
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    text_word(&digits[at]);
}

void text_hex(const uint8_t *bytes, uint8_t count)
{
    static const char digits[] = "0123456789abcdef";
    put(' ');
    for (uint8_t i = 0; i < count; i++) {
        put(digits[bytes[i] >> 4]);
        put(digits[bytes[i] & 15]);
    }
}

const char *text_written(void)
{
    return text.line;
}
