#include "tray.h"

#include <string.h>

#include "board.h"
#include "light.h"
#include "pool.h"
#include "press.h"
#include "roll.h"
#include "store.h"
#include "talk.h"
#include "words.h"

static struct press button, knock;

/* A new tray, or one whose EEPROM holds nothing whole any more: it gets another id, so that its numbers are new too. */
static void make_new(void)
{
    uint8_t id[POOL_DRAW], secret[POOL_DRAW], seed[POOL_DRAW];
    board_gather();
    pool_draw(id);
    pool_draw(secret);
    pool_draw(seed);
    store_new(id, 1, secret, seed);
}

void tray_start(uint32_t now)
{
    press_start(&button, now);
    press_start(&knock, now);
    pool_start();
    light_start();
    if (store_start())
        pool_add(store_roll()->seed, SEED_BYTES);
    else
        make_new();
    talk_start();
    roll_start(now);
}

void tray_take(char byte, uint32_t now)
{
    talk_take(byte, now);
}

void tray_tick(bool button_closed, bool knock_closed, uint32_t now)
{
    bool pressed = press_feed(&button, button_closed, now);
    bool knocked = press_feed(&knock, knock_closed, now);
    if (pressed || knocked) {
        uint16_t when = board_clock();
        pool_add(&when, sizeof when);
        roll_press(now);
    }
    store_work();
    roll_tick(now);
}

void tray_faults(uint32_t now)
{
    static const char names[][13] = {"button-stuck", "knock-stuck", "eeprom"};
    bool found[] = {press_stuck(&button, now), press_stuck(&knock, now), !store_sound()};
    char line[40] = "";
    for (uint8_t i = 0; i < sizeof found / sizeof found[0]; i++)
        if (found[i]) {
            if (line[0])
                strcat(line, "+");
            strcat(line, names[i]);
        }
    text_word(line[0] ? line : "ok");
}
