#include "talk.h"

#include <string.h>

#include "board.h"
#include "contacts.h"
#include "fair.h"
#include "frame.h"
#include "light.h"
#include "roll.h"
#include "send.h"
#include "store.h"
#include "words.h"

#ifndef PROTOCOL
#define PROTOCOL "1"
#endif
#define FIRMWARE PROTOCOL ".0.0"

enum { WORD_MAX = 20 };

static struct frame_reader reader;

void talk_start(void)
{
    memset(&reader, 0, sizeof reader);
    send_start();
    text_start("BOOT " PROTOCOL " " FIRMWARE);
    text_word(board_cause());
    send_new();
}

/* Each of these takes what stands behind its verb, and says false when that is not understood. */

static bool take_number(const char **arguments, uint32_t *number)
{
    char word[WORD_MAX];
    return words_next(arguments, word, sizeof word) && words_number(word, number);
}

/* A number of pips, or the word that stands for none. */
static bool take_pips(const char **arguments, const char *none, uint8_t *pips, uint8_t if_none)
{
    char word[WORD_MAX];
    uint32_t number;
    if (!words_next(arguments, word, sizeof word))
        return false;
    if (strcmp(word, none) == 0) {
        *pips = if_none;
        return true;
    }
    if (!words_number(word, &number) || number > LIGHT_PIPS)
        return false;
    *pips = (uint8_t)number;
    return true;
}

static bool hello(const char *arguments, uint32_t now)
{
    uint32_t version;
    if (!take_number(&arguments, &version))
        return false;
    text_start("TRAY " PROTOCOL " " FIRMWARE);
    text_hex(store_id(), ID_BYTES);
    text_number(roll_count());
    text_word(board_cause());
    send_new();
    roll_greeted(now);
    return true;
}

static bool mode(const char *arguments, uint32_t now)
{
    char word[WORD_MAX];
    (void)now;
    if (!words_next(&arguments, word, sizeof word) || (strcmp(word, "number") != 0 && strcmp(word, "magnets") != 0))
        return false;
    roll_magnets(word[0] == 'm');
    return true;
}

static bool ping(const char *arguments, uint32_t now)
{
    uint32_t due;
    uint8_t pips;
    if (!take_number(&arguments, &due) || due > 1 || !take_pips(&arguments, "-", &pips, LIGHT_NONE))
        return false;
    light_told(due == 1, pips, now);
    text_start("PONG");
    text_number(roll_count());
    text_number(light_due());
    text_word(roll_by_magnets() ? "magnets" : "number");
    send_new();
    return true;
}

static bool draw(const char *arguments, uint32_t now)
{
    uint32_t n;
    char word[WORD_MAX];
    uint8_t bytes[DRAW_BYTES];
    if (!take_number(&arguments, &n) || !words_next(&arguments, word, sizeof word) ||
        !words_hex(word, bytes, DRAW_BYTES))
        return false;
    roll_draw(n, bytes, now);
    return true;
}

static bool seen(const char *arguments, uint32_t now)
{
    uint32_t n;
    uint8_t pips;
    if (!take_number(&arguments, &n) || !take_pips(&arguments, "void", &pips, ROLL_VOID))
        return false;
    roll_seen(n, pips, now);
    return true;
}

static bool level(const char *arguments, uint32_t now)
{
    (void)arguments, (void)now;
    text_start("LEVEL");
    text_number(board_level());
    text_number(contacts_knock_rang());
    send_new();
    return true;
}

/* Put "ok", or what is wrong, behind the text. */
static void write_faults(uint32_t now)
{
    static const char names[][13] = {"button-stuck", "knock-stuck", "eeprom"};
    bool found[] = {contacts_button_stuck(now), contacts_knock_stuck(now), !store_sound()};
    char line[40] = "";
    for (uint8_t i = 0; i < sizeof found / sizeof found[0]; i++)
        if (found[i]) {
            if (line[0])
                strcat(line, "+");
            strcat(line, names[i]);
        }
    text_word(line[0] ? line : "ok");
}

static bool test(const char *arguments, uint32_t now)
{
    char word[WORD_MAX];
    if (words_next(&arguments, word, sizeof word)) {
        if (strcmp(word, "watchdog") != 0)
            return false;
        board_hang();
        return true;
    }
    text_start("TEST");
    write_faults(now);
    text_number(board_supply());
    text_number(board_free());
    send_new();
    return true;
}

static void handle(const char *text, uint32_t now)
{
    static const struct {
        char verb[6];
        bool (*take)(const char *arguments, uint32_t now);
    } known[] = {
        {"HELLO", hello}, {"MODE", mode}, {"PING", ping}, {"DRAW", draw}, {"SEEN", seen}, {"LEVEL", level}, {"TEST", test},
    };
    char verb[WORD_MAX];

    words_next(&text, verb, sizeof verb);
    for (uint8_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(verb, known[i].verb) == 0 && known[i].take(text, now))
            return;
    text_start("WHAT");
    text_word(verb);
    send_new();
}

void talk_take(char byte, uint32_t now)
{
    const char *text = frame_read(&reader, byte);
    if (text)
        handle(text, now);
}
