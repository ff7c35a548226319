/* The pool that secrets are drawn from: whatever noise the board has is stirred in, and nothing that was in it can be
   worked out from what came out. */
#ifndef POOL_H
#define POOL_H

#include <stdint.h>

enum { POOL_DRAW = 16 };

void pool_start(void);
void pool_add(const void *noise, uint8_t count);
void pool_draw(uint8_t bytes[POOL_DRAW]);

#endif
