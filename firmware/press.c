#include "press.h"

void press_start(struct press *press, uint32_t now)
{
    press->since = press->last = now;
    press->held = press->given = true;
    press->ever = false;
    press->rang = 0;
}

bool press_feed(struct press *press, bool closed, uint32_t now)
{
    if (closed) {
        if (!press->held)
            press->since = now;
        press->held = true;
        press->last = now;
    } else if (press->held && now - press->last > PRESS_GAP) {
        press->held = press->given = false;
        if (press->last - press->since > press->rang)
            press->rang = press->last - press->since;
    }
    /* Measured up to the last time it was closed: a short touch does not become a press by the gap after it. */
    if (!press->held || press->given || press->last - press->since < PRESS_HELD)
        return false;
    press->given = true;
    if (press->ever && now - press->heard < PRESS_REST)
        return false;
    press->ever = true;
    press->heard = now;
    return true;
}

uint32_t press_rang(struct press *press)
{
    uint32_t rang = press->rang;
    press->rang = 0;
    return rang;
}

bool press_stuck(const struct press *press, uint32_t now)
{
    return press->held && now - press->since > PRESS_STUCK;
}
