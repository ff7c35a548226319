#include "light.h"

/* Milliseconds. */
enum { ANSWER = 6000, ERROR = 900, BLINK = 150, ALONE = 3000, BREATH = 2048, RUN = 1600, STEP = 160 };

enum shown { NOTHING, PIPS, FAULT };

static struct {
    enum shown shown;
    uint8_t pips;
    uint32_t since;
    bool told, due; /* Told: there was a PING at all. */
    uint8_t elsewhere;
    uint32_t heard;
} light;

void light_start(void)
{
    light.shown = NOTHING;
    light.told = light.due = false;
    light.elsewhere = LIGHT_NONE;
}

void light_told(bool due, uint8_t pips, uint32_t now)
{
    light.told = true;
    light.due = due;
    light.elsewhere = pips;
    light.heard = now;
}

void light_answer(uint8_t pips, uint32_t now)
{
    light.shown = PIPS;
    light.pips = pips;
    light.since = now;
}

void light_error(uint32_t now)
{
    light.shown = FAULT;
    light.since = now;
}

void light_begin(void)
{
    light.shown = NOTHING;
}

bool light_due(void)
{
    return light.due;
}

/* Pips as that many lights; none as a light that runs along and leaves, so that it is an answer too. */
static void show_pips(struct lights *lights, uint8_t pips, uint32_t now)
{
    for (uint8_t i = 0; i < LIGHT_PIPS; i++)
        lights->pip[i] = pips ? i < pips : now % RUN / STEP == i;
}

/* Squared, because the eye is quick to call a light bright. */
static uint8_t breath(uint32_t now)
{
    uint16_t phase = (uint16_t)(now % BREATH / 4);
    uint16_t height = phase < 256 ? phase : (uint16_t)(511 - phase);
    return (uint8_t)((uint32_t)height * height / 255);
}

struct lights light_show(uint32_t now)
{
    struct lights lights = {{false, false, false}, 0};
    bool alone = !light.told || now - light.heard > ALONE;

    if (light.shown == FAULT && now - light.since < ERROR) {
        for (uint8_t i = 0; i < LIGHT_PIPS; i++)
            lights.pip[i] = (now - light.since) / BLINK % 2 == 0;
    } else if (light.shown == PIPS && now - light.since < ANSWER) {
        show_pips(&lights, light.pips, now - light.since);
    } else if (!alone && light.elsewhere != LIGHT_NONE) {
        show_pips(&lights, light.elsewhere, now);
    }
    if (alone) /* Two short flashes every two seconds. */
        lights.due = now % BREATH < 60 || (now % BREATH >= 240 && now % BREATH < 300) ? 255 : 0;
    else if (light.due)
        lights.due = breath(now);
    return lights;
}
