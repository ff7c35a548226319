/* 60,000 rolls from knock to pips, each secret out of the pool: are the pips those of the faces 0, 0, 0, 1, 2, 3, and are
   the secrets any good? Bounds are passed by chance once in a thousand; the noise here is the same each time. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "fair.h"
#include "store.h"

enum { ROLLS = 60000 };

static uint8_t secrets[ROLLS][SECRET_BYTES];

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, SECRET_BYTES);
}

int main(void)
{
    int counts[4] = {0}, bits[8 * SECRET_BYTES] = {0}, bytes[256] = {0};
    static const double wanted[4] = {ROLLS / 2.0, ROLLS / 6.0, ROLLS / 6.0, ROLLS / 6.0};
    double square = 0, byte_square = 0;

    fake_new();
    fake_power();
    fake_settle();
    for (int i = 0; i < ROLLS; i++) {
        char frame[64];
        unsigned n, pips;
        fake_press();
        const struct kept *kept = store_roll();
        CHECK(kept->begun && kept->n == (unsigned)i + 1);
        memcpy(secrets[i], kept->secret, SECRET_BYTES);
        snprintf(frame, sizeof frame, "DRAW %u %08x%08x", (unsigned)kept->n, (unsigned)chance(), (unsigned)chance());
        fake.first = fake.count = 0;
        fake_frame(frame);
        CHECK(fake.count && sscanf(fake_text(), "SHOW %u %*s %*s %u", &n, &pips) == 2 && pips < 4);
        counts[pips]++;
        snprintf(frame, sizeof frame, "SEEN %u %u", n, pips);
        fake_frame(frame);
        CHECK(fake_shows((uint8_t)pips) || i % 1000);
        fake.first = fake.count = 0;
    }
    for (int i = 0; i < 4; i++)
        square += (counts[i] - wanted[i]) * (counts[i] - wanted[i]) / wanted[i];
    CHECK(square < 16.27); /* 3 degrees of freedom. */

    for (int i = 0; i < ROLLS; i++)
        for (int at = 0; at < SECRET_BYTES; at++) {
            bytes[secrets[i][at]]++;
            for (int bit = 0; bit < 8; bit++)
                bits[8 * at + bit] += secrets[i][at] >> bit & 1;
        }
    for (int i = 0; i < 256; i++) {
        double mean = ROLLS * SECRET_BYTES / 256.0;
        byte_square += (bytes[i] - mean) * (bytes[i] - mean) / mean;
    }
    CHECK(byte_square < 330.5); /* 255 degrees of freedom. */
    for (int i = 0; i < 8 * SECRET_BYTES; i++)
        CHECK(fabs(bits[i] - ROLLS / 2.0) < 5 * sqrt(ROLLS / 4.0));
    qsort(secrets, ROLLS, SECRET_BYTES, compare);
    for (int i = 1; i < ROLLS; i++)
        CHECK(compare(secrets[i - 1], secrets[i]) != 0);

    printf("chance: %d %d %d %d of %d, chi-square %.2f; no secret twice, chi-square of their bytes %.1f\n", counts[0],
           counts[1], counts[2], counts[3], ROLLS, square, byte_square);
    return 0;
}
