/* SHA-256 as in FIPS 180-4, in little memory: 108 bytes of state, a schedule of 16 words. */
#ifndef SHA256_H
#define SHA256_H

#include <stdint.h>

enum { SHA256_BYTES = 32 };

struct sha256 {
    uint32_t hash[8];
    uint8_t block[64];
    uint32_t length; /* Bytes taken in so far; messages here are short. */
};

void sha256_start(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *bytes, uint8_t count);
void sha256_end(struct sha256 *sha, uint8_t digest[SHA256_BYTES]);

#endif
