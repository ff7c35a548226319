#include "sha256.h"

#include <string.h>

#include "flash.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
static const uint32_t K[64] FLASH = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Turn right by whole bytes, which costs the AVR nothing, and then by the bits that are left, one at a time. A turn by a
   number of bits as it stands would take it ten times as long. */
static inline uint32_t turned(uint32_t word, uint8_t bytes, int8_t bits)
{
    if (bytes)
        word = word >> 8 * bytes | word << (32 - 8 * bytes);
    for (; bits > 0; bits--)
        word = word >> 1 | word << 31;
    for (; bits < 0; bits++)
        word = word << 1 | word >> 31;
    return word;
}

static void take_block(struct sha256 *sha)
{
    uint32_t schedule[16];
    uint32_t a = sha->hash[0], b = sha->hash[1], c = sha->hash[2], d = sha->hash[3];
    uint32_t e = sha->hash[4], f = sha->hash[5], g = sha->hash[6], h = sha->hash[7];

    for (uint8_t round = 0; round < 64; round++) {
        uint32_t *word = &schedule[round % 16];
        if (round < 16) {
            const uint8_t *from = &sha->block[4 * round];
            *word = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
        } else {
            uint32_t before = schedule[(round + 1) % 16], late = schedule[(round + 14) % 16];
            *word += schedule[(round + 9) % 16] + (turned(before, 1, -1) ^ turned(before, 2, 2) ^ before >> 3) +
                     (turned(late, 2, 1) ^ turned(late, 2, 3) ^ late >> 8 >> 2);
        }
        uint32_t one = h + (turned(e, 1, -2) ^ turned(e, 1, 3) ^ turned(e, 3, 1)) + ((e & f) ^ (~e & g)) +
                       flash_word(&K[round]) + *word;
        uint32_t two = (turned(a, 0, 2) ^ turned(a, 2, -3) ^ turned(a, 3, -2)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one;
        d = c, c = b, b = a, a = one + two;
    }
    sha->hash[0] += a, sha->hash[1] += b, sha->hash[2] += c, sha->hash[3] += d;
    sha->hash[4] += e, sha->hash[5] += f, sha->hash[6] += g, sha->hash[7] += h;
}

void sha256_start(struct sha256 *sha)
{
    static const uint32_t first[8] FLASH = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    for (uint8_t i = 0; i < 8; i++)
        sha->hash[i] = flash_word(&first[i]);
    sha->length = 0;
}

void sha256_add(struct sha256 *sha, const void *bytes, uint8_t count)
{
    const uint8_t *from = bytes;
    while (count--) {
        sha->block[sha->length++ % 64] = *from++;
        if (sha->length % 64 == 0)
            take_block(sha);
    }
}

void sha256_end(struct sha256 *sha, uint8_t digest[SHA256_BYTES])
{
    uint32_t bits = sha->length * 8;
    static const uint8_t mark = 0x80, none = 0;

    sha256_add(sha, &mark, 1);
    while (sha->length % 64 != 56)
        sha256_add(sha, &none, 1);
    memset(&sha->block[56], 0, 4);
    for (uint8_t i = 0; i < 4; i++)
        sha->block[60 + i] = (uint8_t)(bits >> (24 - 8 * i));
    take_block(sha);
    for (uint8_t i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(sha->hash[i / 4] >> (24 - 8 * (i % 4)));
}
