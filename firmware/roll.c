#include "roll.h"

#include "board.h"
#include "fair.h"
#include "light.h"
#include "pool.h"
#include "rest.h"
#include "send.h"
#include "store.h"
#include "words.h"

/* Milliseconds. */
enum { SOON = 250, LATER = 1000, SOON_FOR = 2000 };
#define GIVE_UP ((uint32_t)60000)

enum stage {
    PREPARING, /* The secret of this roll is not yet in the EEPROM. */
    READY,
    TUMBLING, /* The magnetic die moves. */
    ROLLED,   /* ROLL was sent. */
    DRAWING,  /* The host's number is on its way to the EEPROM. */
    SHOWN,    /* SHOW was sent. */
    LANDING,  /* The level is on its way to the EEPROM. */
    FACED,    /* FACE was sent. */
    ENDED     /* It is answered: the lights come first, then the next secret. */
};

static struct {
    enum stage stage;
    bool magnets, again;
    struct rest rest;
    uint32_t began;             /* The roll. */
    uint32_t said, said_first;  /* What is waiting for its answer. */
    uint8_t begin_number;       /* The frame's number of ROLL or FACE ... */
    uint8_t show_number;        /* ... and of SHOW. */
} roll;

static void prepare(void)
{
    uint8_t secret[SECRET_BYTES], seed[SEED_BYTES];
    pool_draw(secret);
    pool_draw(seed);
    store_next(secret, seed);
    roll.stage = PREPARING;
}

static uint8_t own_pips(void)
{
    const struct kept *kept = store_roll();
    return fair_pips(kept->secret, kept->draw, kept->n);
}

static void write_roll(void)
{
    const struct kept *kept = store_roll();
    uint8_t commit[COMMIT_BYTES];
    fair_commit(store_id(), kept->n, kept->secret, commit);
    text_start("ROLL");
    text_number(kept->n);
    text_hex(commit, COMMIT_BYTES);
    text_word(roll.again ? "again" : "fresh");
}

static void write_show(void)
{
    const struct kept *kept = store_roll();
    text_start("SHOW");
    text_number(kept->n);
    text_hex(kept->secret, SECRET_BYTES);
    text_hex(kept->draw, DRAW_BYTES);
    text_number(own_pips());
}

static void write_face(void)
{
    text_start("FACE");
    text_number(store_roll()->n);
    text_number(store_roll()->level);
    text_word(roll.again ? "again" : "fresh");
}

/* Send what the stage has to say, for the first time or again. */
static void say(bool first, uint32_t now)
{
    uint8_t *number = roll.stage == SHOWN ? &roll.show_number : &roll.begin_number;
    (roll.stage == SHOWN ? write_show : roll.stage == FACED ? write_face : write_roll)();
    if (first)
        *number = send_number();
    send_frame(*number);
    roll.said = now;
}

static void enter(enum stage stage, bool first, uint32_t now)
{
    roll.stage = stage;
    roll.said_first = now;
    say(first, now);
}

static void begin(bool again, uint32_t now)
{
    roll.again = again;
    roll.began = now;
    light_begin();
    enter(store_roll()->landed ? FACED : ROLLED, true, now);
}

void roll_start(uint32_t now)
{
    roll.magnets = false;
    roll.stage = PREPARING;
    if (store_roll()->begun)
        begin(true, now);
}

void roll_press(uint32_t now)
{
    if (roll.stage != READY)
        return;
    if (roll.magnets) {
        roll.stage = TUMBLING;
        rest_start(&roll.rest, board_level(), now);
        light_begin();
    } else {
        store_begin();
        begin(false, now);
    }
}

void roll_magnets(bool magnets)
{
    roll.magnets = magnets;
    if (!magnets && roll.stage == TUMBLING)
        roll.stage = READY;
}

void roll_greeted(uint32_t now)
{
    if (roll.stage == ROLLED || roll.stage == DRAWING || roll.stage == SHOWN)
        enter(ROLLED, false, now);
    else if (roll.stage == FACED)
        enter(FACED, false, now);
}

void roll_draw(uint32_t n, const uint8_t *draw, uint32_t now)
{
    if (n != store_roll()->n)
        return;
    if (roll.stage == ROLLED) {
        if (!store_roll()->drawn)
            store_draw(draw);
        roll.stage = DRAWING;
    } else if (roll.stage == SHOWN) {
        say(false, now);
    }
}

void roll_seen(uint32_t n, uint8_t pips, uint32_t now)
{
    bool waiting = roll.stage == SHOWN || roll.stage == FACED;
    bool begun = waiting || roll.stage == ROLLED || roll.stage == DRAWING;
    if (n != store_roll()->n || !(pips == ROLL_VOID ? begun : waiting))
        return;
    if (pips == ROLL_VOID || (roll.stage == SHOWN && pips != own_pips()))
        light_error(now);
    else
        light_answer(pips, now);
    roll.stage = ENDED;
}

void roll_tick(uint32_t now)
{
    switch (roll.stage) {
    case PREPARING:
        if (!store_busy())
            roll.stage = READY;
        return;
    case READY:
        return;
    case ENDED:
        prepare();
        return;
    case TUMBLING:
        switch (rest_feed(&roll.rest, board_level(), now)) {
        case REST_LIES:
            /* The level first: a mark without it would be a roll without a face. */
            store_level(roll.rest.level);
            store_begin();
            roll.stage = LANDING;
            break;
        case REST_GIVEN_UP:
            roll.stage = READY;
            light_error(now);
            break;
        case REST_MOVES:
            break;
        }
        return;
    case LANDING:
        if (!store_busy())
            begin(false, now);
        return;
    case DRAWING:
        /* Only what is kept may be shown: else a host that pulls the plug now could try another number. */
        if (!store_busy())
            enter(SHOWN, true, now);
        return;
    case ROLLED:
    case SHOWN:
    case FACED:
        break;
    }
    if (now - roll.began >= GIVE_UP) {
        light_error(now);
        roll.stage = ENDED;
    } else if (now - roll.said >= (now - roll.said_first < SOON_FOR ? SOON : LATER)) {
        say(false, now);
    }
}

uint32_t roll_count(void)
{
    return store_roll()->begun ? store_roll()->n : store_roll()->n - 1;
}

bool roll_by_magnets(void)
{
    return roll.magnets;
}
