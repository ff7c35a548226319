#include "fair.h"

#include <string.h>

#include "sha256.h"

static void add_number(struct sha256 *sha, uint32_t n)
{
    uint8_t bytes[4] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n};
    sha256_add(sha, bytes, sizeof bytes);
}

void fair_commit(const uint8_t id[ID_BYTES], uint32_t n, const uint8_t secret[SECRET_BYTES],
                 uint8_t commit[COMMIT_BYTES])
{
    struct sha256 sha;
    uint8_t digest[SHA256_BYTES];
    sha256_start(&sha);
    sha256_add(&sha, "tray", 4);
    sha256_add(&sha, id, ID_BYTES);
    add_number(&sha, n);
    sha256_add(&sha, secret, SECRET_BYTES);
    sha256_end(&sha, digest);
    memcpy(commit, digest, COMMIT_BYTES);
}

uint8_t fair_pips(const uint8_t secret[SECRET_BYTES], const uint8_t draw[DRAW_BYTES], uint32_t n)
{
    struct sha256 sha;
    uint8_t digest[SHA256_BYTES];
    sha256_start(&sha);
    sha256_add(&sha, "pips", 4);
    sha256_add(&sha, secret, SECRET_BYTES);
    sha256_add(&sha, draw, DRAW_BYTES);
    add_number(&sha, n);
    sha256_end(&sha, digest);
    /* 252 is 6 times 42: above it a remainder of 6 would favour the low faces. */
    for (uint8_t i = 0; i < SHA256_BYTES; i++)
        if (digest[i] < 252) {
            uint8_t face = digest[i] % 6;
            return face < 3 ? 0 : (uint8_t)(face - 2);
        }
    return 0; /* Once in 2 to the 192 rolls. */
}
