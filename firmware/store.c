#include "store.h"

#include <string.h>

#include "board.h"
#include "frame.h"

/* The places in a slot. A slot is whole when its check fits; that is written last. */
enum {
    BEGUN = 0,
    DRAW = 1, /* The host's number, or a level in its first two bytes; the check says which. */
    DRAW_CHECK = DRAW + DRAW_BYTES,
    NUMBER = DRAW_CHECK + 2,
    SECRET = NUMBER + 4,
    SEED = SECRET + SECRET_BYTES,
    CHECK = SEED + SEED_BYTES,
    SLOT = CHECK + 2,
};

enum { ID_CHECK = ID_BYTES, RING = 24, SLOTS = (EEPROM_BYTES - RING) / SLOT };

enum { ERASED = 0xff, IS_BEGUN = 0x00 };

enum kind { BY_NUMBER, BY_MAGNETS };

/* Bytes that wait to be written, in their order; as many as a new tray needs, and more than ever come together. */
enum { WAITING = 64 };

static struct {
    uint8_t id[ID_BYTES];
    struct kept roll;
    struct {
        uint16_t at;
        uint8_t value;
    } waiting[WAITING];
    uint8_t first, count;
    bool writing; /* The first that waits is being written. */
    bool worn;
} store;

static uint16_t slot_of(uint32_t n)
{
    return (uint16_t)(RING + (uint16_t)(n % SLOTS) * SLOT);
}

static void read(uint16_t at, uint8_t *bytes, uint8_t count)
{
    while (count--)
        *bytes++ = board_eeprom_read(at++);
}

static void write(uint16_t at, uint8_t value)
{
    if (store.count == WAITING) {
        store.worn = true; /* Cannot be: the roll waits until all is written. */
        return;
    }
    uint8_t last = (uint8_t)((store.first + store.count++) % WAITING);
    store.waiting[last].at = at;
    store.waiting[last].value = value;
}

static void write_all(uint16_t at, const uint8_t *bytes, uint8_t count)
{
    while (count--)
        write(at++, *bytes++);
}

static void write_check(uint16_t at, uint16_t crc)
{
    write(at, (uint8_t)(crc >> 8));
    write((uint16_t)(at + 1), (uint8_t)crc);
}

static bool check_fits(uint16_t at, uint16_t crc)
{
    return board_eeprom_read(at) == crc >> 8 && board_eeprom_read((uint16_t)(at + 1)) == (crc & 0xff);
}

/* With the roll's number in it and what it is of, so that it never goes with anything else; never as when erased. */
static uint16_t draw_check(uint32_t n, enum kind kind, const uint8_t draw[DRAW_BYTES])
{
    uint8_t head[5] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n, (uint8_t)kind};
    uint16_t crc = crc16(crc16(CRC16_START, head, sizeof head), draw, DRAW_BYTES);
    return crc == 0xffff ? 0 : crc;
}

/* Take up the roll in a slot, if the slot is whole. */
static bool read_slot(uint8_t slot, struct kept *roll)
{
    uint16_t at = (uint16_t)(RING + slot * SLOT);
    uint8_t bytes[CHECK - NUMBER];
    read((uint16_t)(at + NUMBER), bytes, sizeof bytes);
    if (!check_fits((uint16_t)(at + CHECK), crc16(CRC16_START, bytes, sizeof bytes)))
        return false;
    roll->n = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    memcpy(roll->secret, &bytes[SECRET - NUMBER], SECRET_BYTES);
    memcpy(roll->seed, &bytes[SEED - NUMBER], SEED_BYTES);
    /* A mark that power was lost on counts: some of its bits are no longer as erased. */
    roll->begun = board_eeprom_read((uint16_t)(at + BEGUN)) != ERASED;
    read((uint16_t)(at + DRAW), roll->draw, DRAW_BYTES);
    at = (uint16_t)(at + DRAW_CHECK);
    roll->drawn = roll->begun && check_fits(at, draw_check(roll->n, BY_NUMBER, roll->draw));
    roll->landed = roll->begun && check_fits(at, draw_check(roll->n, BY_MAGNETS, roll->draw));
    roll->level = (uint16_t)(roll->draw[0] << 8 | roll->draw[1]);
    return roll->n % SLOTS == slot;
}

bool store_start(void)
{
    bool found = false;
    memset(&store, 0, sizeof store);
    read(0, store.id, ID_BYTES);
    if (!check_fits(ID_CHECK, crc16(CRC16_START, store.id, ID_BYTES)))
        return false;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        struct kept roll;
        if (read_slot(slot, &roll) && (!found || roll.n > store.roll.n)) {
            store.roll = roll;
            found = true;
        }
    }
    return found;
}

const uint8_t *store_id(void)
{
    return store.id;
}

const struct kept *store_roll(void)
{
    return &store.roll;
}

static void write_slot(void)
{
    const struct kept *roll = &store.roll;
    uint16_t at = slot_of(roll->n);
    uint8_t bytes[CHECK - NUMBER] = {
        (uint8_t)(roll->n >> 24), (uint8_t)(roll->n >> 16), (uint8_t)(roll->n >> 8), (uint8_t)roll->n,
    };
    memcpy(&bytes[SECRET - NUMBER], roll->secret, SECRET_BYTES);
    memcpy(&bytes[SEED - NUMBER], roll->seed, SEED_BYTES);
    for (uint8_t place = BEGUN; place < NUMBER; place++)
        write((uint16_t)(at + place), ERASED);
    write_all((uint16_t)(at + NUMBER), bytes, sizeof bytes);
    write_check((uint16_t)(at + CHECK), crc16(CRC16_START, bytes, sizeof bytes));
}

void store_new(const uint8_t id[ID_BYTES], uint32_t n, const uint8_t secret[SECRET_BYTES],
               const uint8_t seed[SEED_BYTES])
{
    memcpy(store.id, id, ID_BYTES);
    write_all(0, id, ID_BYTES);
    write_check(ID_CHECK, crc16(CRC16_START, id, ID_BYTES));
    store.roll.n = n - 1;
    store_next(secret, seed);
}

void store_next(const uint8_t secret[SECRET_BYTES], const uint8_t seed[SEED_BYTES])
{
    store.roll.n++;
    memcpy(store.roll.secret, secret, SECRET_BYTES);
    memcpy(store.roll.seed, seed, SEED_BYTES);
    store.roll.begun = store.roll.drawn = store.roll.landed = false;
    write_slot();
}

void store_begin(void)
{
    store.roll.begun = true;
    write((uint16_t)(slot_of(store.roll.n) + BEGUN), IS_BEGUN);
}

static void write_draw(enum kind kind)
{
    uint16_t at = slot_of(store.roll.n);
    write_all((uint16_t)(at + DRAW), store.roll.draw, DRAW_BYTES);
    write_check((uint16_t)(at + DRAW_CHECK), draw_check(store.roll.n, kind, store.roll.draw));
}

void store_draw(const uint8_t draw[DRAW_BYTES])
{
    memcpy(store.roll.draw, draw, DRAW_BYTES);
    store.roll.drawn = true;
    write_draw(BY_NUMBER);
}

void store_level(uint16_t level)
{
    memset(store.roll.draw, 0, DRAW_BYTES);
    store.roll.draw[0] = (uint8_t)(level >> 8);
    store.roll.draw[1] = (uint8_t)level;
    store.roll.level = level;
    store.roll.landed = true;
    write_draw(BY_MAGNETS);
}

bool store_busy(void)
{
    return store.count > 0;
}

void store_work(void)
{
    while (store.count && board_eeprom_ready()) {
        uint16_t at = store.waiting[store.first].at;
        uint8_t value = store.waiting[store.first].value;
        if (!store.writing && board_eeprom_read(at) != value) {
            board_eeprom_write(at, value);
            store.writing = true;
            return;
        }
        if (board_eeprom_read(at) != value)
            store.worn = true;
        store.writing = false;
        store.first = (uint8_t)((store.first + 1) % WAITING);
        store.count--;
    }
}

bool store_sound(void)
{
    return !store.worn;
}
