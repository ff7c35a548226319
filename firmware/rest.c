#include "rest.h"

void rest_start(struct rest *rest, uint16_t level, uint32_t now)
{
    rest->start = rest->since = now;
    rest->level = level;
}

enum resting rest_feed(struct rest *rest, uint16_t level, uint32_t now)
{
    if (level > rest->level + REST_NOISE || level + REST_NOISE < rest->level) {
        rest->level = level;
        rest->since = now;
    }
    if (now - rest->since >= REST_STILL)
        return REST_LIES;
    return now - rest->start >= REST_NEVER ? REST_GIVEN_UP : REST_MOVES;
}
