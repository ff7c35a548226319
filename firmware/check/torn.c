/* The power goes in the middle of every single byte that is written to the EEPROM, through 45 rolls: twice round the
   ring. After it the tray is still itself, no roll that was told gets another secret, and no number comes twice. */
#include <string.h>

#include "check.h"
#include "fair.h"
#include "store.h"

enum { ROLLS = 45, NUMBERS = ROLLS + 40 };

static char told[NUMBERS][33]; /* The commitment that was told for each roll. */
static bool done[NUMBERS];     /* Its pips were shown. */
static char draws[NUMBERS][17]; /* The host's number that a reveal was made with. */

static unsigned handle_roll(void)
{
    unsigned pending = 0, n;
    char commit[33], secret[33], draw[17];
    const char *text;
    while ((text = fake_text())) {
        if (sscanf(text, "ROLL %u %32s", &n, commit) == 2) {
            CHECK(n > 0 && n < NUMBERS);
            CHECK(!told[n][0] || strcmp(told[n], commit) == 0);
            strcpy(told[n], commit);
            pending = n;
        } else if (sscanf(text, "SHOW %u %32s %16s", &n, secret, draw) == 3) {
            uint8_t id_secret[16], commit_bytes[16], wanted[16];
            bytes_of(secret, id_secret, 16);
            bytes_of(told[n], wanted, 16);
            fair_commit(store_id(), n, id_secret, commit_bytes);
            CHECK(memcmp(commit_bytes, wanted, 16) == 0);
            CHECK(!draws[n][0] || strcmp(draws[n], draw) == 0);
            strcpy(draws[n], draw);
            pending = n;
        }
    }
    return pending;
}

/* From a knock, or from what is left of one, to lit pips; false when the power goes. */
static bool play(bool false_draw)
{
    char frame[64];
    unsigned n;
    fake_run(300);
    n = handle_roll();
    if (!n) {
        fake_press();
        n = handle_roll();
    }
    if (fake.off || !n)
        return false;
    CHECK(!done[n]);
    /* A host that tries another number after it has seen the reveal gets the reveal of the first. */
    snprintf(frame, sizeof frame, "DRAW %u %016x", n, false_draw ? n + 1000 : n);
    fake_frame(frame);
    handle_roll();
    if (fake.off)
        return false;
    CHECK(draws[n][0]);
    uint8_t draw[8];
    bytes_of(draws[n], draw, 8);
    snprintf(frame, sizeof frame, "SEEN %u %d", n, fair_pips(store_roll()->secret, draw, n));
    fake_frame(frame);
    done[n] = !fake.off; /* Else it is told again, and gets the same answer. */
    return done[n];
}

static long run(long last, uint8_t torn)
{
    uint8_t id[4];
    memset(told, 0, sizeof told);
    memset(done, 0, sizeof done);
    memset(draws, 0, sizeof draws);
    fake_new();
    fake_power();
    fake.last = last;
    fake.torn = torn;
    for (int i = 0; i < ROLLS && !fake.off; i++)
        play(false);
    long writes = fake.writes;
    if (fake.off) {
        bool had = writes > 60;
        memcpy(id, store_id(), 4);
        fake_power();
        fake_run(200);
        CHECK(!had || memcmp(id, store_id(), 4) == 0);
        CHECK(store_sound());
        CHECK(play(true) && play(false) && play(false));
    }
    return writes;
}

int main(void)
{
    long writes = run(-1, 0), cuts = 0;
    for (long at = 0; at < writes; at++) {
        static const uint8_t half[] = {0x00, 0xff, 0x57, 0xa8};
        run(at, half[at % 4]);
        run(at, (uint8_t)chance());
        cuts += 2;
    }
    printf("torn: %ld losses of power, each in the middle of a byte, in %d rolls\n", cuts, ROLLS);
    return 0;
}
