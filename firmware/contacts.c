#include "contacts.h"

#include "press.h"

static struct press button, knock;

void contacts_start(uint32_t now)
{
    press_start(&button, now);
    press_start(&knock, now);
}

bool contacts_feed(bool button_closed, bool knock_closed, uint32_t now)
{
    bool pressed = press_feed(&button, button_closed, now);
    bool knocked = press_feed(&knock, knock_closed, now);
    return pressed || knocked;
}

uint32_t contacts_knock_rang(void)
{
    return press_rang(&knock);
}

bool contacts_button_stuck(uint32_t now)
{
    return press_stuck(&button, now);
}

bool contacts_knock_stuck(uint32_t now)
{
    return press_stuck(&knock, now);
}
