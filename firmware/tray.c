#include "tray.h"

#include "board.h"
#include "contacts.h"
#include "light.h"
#include "pool.h"
#include "roll.h"
#include "store.h"
#include "talk.h"

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
    contacts_start(now);
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

void tray_tick(bool button, bool knock, uint32_t now)
{
    if (contacts_feed(button, knock, now)) {
        uint16_t when = board_clock();
        pool_add(&when, sizeof when);
        roll_press(now);
    }
    store_work();
    roll_tick(now);
}
