#include "check.h"

#include <string.h>

#include "frame.h"
#include "pool.h"
#include "store.h"
#include "tray.h"

struct fake fake;

static uint64_t state = 0x9e3779b97f4a7c15;

uint32_t chance(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

void bytes_of(const char *hex, uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned value;
        CHECK(sscanf(hex + 2 * i, "%2x", &value) == 1);
        bytes[i] = (uint8_t)value;
    }
}

const char *board_cause(void)
{
    return fake.cause;
}

void board_send(const char *line, uint8_t length)
{
    if (fake.off)
        return;
    CHECK(length > 0 && length <= FRAME_MAX && line[length - 1] == '\n');
    CHECK(fake.count < LINES);
    char *to = fake.lines[(fake.first + fake.count++) % LINES];
    memcpy(to, line, length - 1);
    to[length - 1] = 0;
}

uint8_t board_eeprom_read(uint16_t at)
{
    CHECK(at < EEPROM_BYTES);
    return fake.eeprom[at];
}

bool board_eeprom_ready(void)
{
    return !fake.off;
}

void board_eeprom_write(uint16_t at, uint8_t value)
{
    CHECK(at < EEPROM_BYTES);
    if (fake.last >= 0 && fake.writes == fake.last) {
        fake.eeprom[at] = fake.torn;
        fake.off = true;
    } else {
        fake.eeprom[at] = value;
    }
    fake.writes++;
}

uint16_t board_level(void)
{
    return fake.level;
}

uint16_t board_supply(void)
{
    return 5000;
}

uint16_t board_free(void)
{
    return 400;
}

uint16_t board_clock(void)
{
    return (uint16_t)chance();
}

void board_gather(void)
{
    for (int i = 0; i < 100; i++) {
        uint32_t noise = chance();
        pool_add(&noise, sizeof noise);
    }
}

void board_hang(void)
{
    fake.hangs = true;
}

void fake_new(void)
{
    memset(&fake, 0, sizeof fake);
    memset(fake.eeprom, 0xff, sizeof fake.eeprom);
    fake.level = 512;
    fake.cause = "power";
    fake.last = -1;
}

void fake_power(void)
{
    fake.off = fake.hangs = false;
    fake.last = -1;
    fake.writes = 0;
    fake.first = fake.count = 0;
    tray_start(fake.now);
}

void fake_run(uint32_t milliseconds)
{
    while (milliseconds-- && !fake.off)
        tray_tick(fake.button, fake.knock, ++fake.now);
}

void fake_press(void)
{
    fake.now += 400; /* The last one is long over. */
    fake_run(15);
    fake.knock = true;
    fake_run(25);
    fake.knock = false;
    fake_run(15);
    fake_settle();
}

void fake_settle(void)
{
    do
        fake_run(2);
    while (store_busy() && !fake.off);
    fake_run(2);
}

void fake_say(const char *line)
{
    while (*line && !fake.off)
        tray_take(*line++, fake.now);
    if (!fake.off)
        tray_take('\n', fake.now);
}

void fake_frame(const char *text)
{
    char line[FRAME_MAX + 1];
    line[frame_write(line, 7, text)] = 0;
    fake_say(line);
    fake_settle();
}

const char *fake_heard(void)
{
    if (!fake.count)
        return NULL;
    const char *line = fake.lines[fake.first];
    fake.first = (fake.first + 1) % LINES;
    fake.count--;
    return line;
}

const char *fake_text(void)
{
    static char text[LINE];
    const char *line = fake_heard();
    if (!line)
        return NULL;
    CHECK(sscanf(line, "!%*2x %[^*]", text) == 1);
    return text;
}

bool fake_shows(uint8_t pips)
{
    /* Over the time of a light that runs once along: how many are lit at once, and is any of them lit always? */
    int most = 0, least = LIGHT_PIPS;
    bool seen[LIGHT_PIPS] = {false, false, false};
    for (uint32_t at = 0; at < 1600; at++) {
        struct lights lights = light_show(fake.now + at);
        int lit = 0;
        for (int i = 0; i < LIGHT_PIPS; i++) {
            lit += lights.pip[i];
            seen[i] = seen[i] || lights.pip[i];
        }
        most = lit > most ? lit : most;
        least = lit < least ? lit : least;
    }
    return pips ? most == pips && least == pips : most == 1 && least == 0 && seen[0] && seen[1] && seen[2];
}

bool fake_shows_error(void)
{
    bool all = false, none = false;
    for (uint32_t at = 0; at < 400; at++) {
        struct lights lights = light_show(fake.now + at);
        all = all || (lights.pip[0] && lights.pip[1] && lights.pip[2]);
        none = none || (!lights.pip[0] && !lights.pip[1] && !lights.pip[2]);
    }
    return all && none;
}
