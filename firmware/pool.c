#include "pool.h"

#include <string.h>

#include "sha256.h"

static struct sha256 pool;

void pool_start(void)
{
    sha256_start(&pool);
}

void pool_add(const void *noise, uint8_t count)
{
    sha256_add(&pool, noise, count);
}

/* Two different hashes of all that came in: one goes on in the pool, one is given out. */
void pool_draw(uint8_t bytes[POOL_DRAW])
{
    uint8_t all[SHA256_BYTES], out[SHA256_BYTES];
    sha256_end(&pool, all);
    sha256_start(&pool);
    sha256_add(&pool, "draw", 4);
    sha256_add(&pool, all, sizeof all);
    sha256_end(&pool, out);
    memcpy(bytes, out, POOL_DRAW);
    sha256_start(&pool);
    sha256_add(&pool, "pool", 4);
    sha256_add(&pool, all, sizeof all);
}
