/* Contacts, the resting die, lights and the answers to TEST. */
#include <string.h>

#include "check.h"
#include "roll.h"
#include "tray.h"

static void start(void)
{
    fake_new();
    fake_power();
    fake_run(500);
}

/* The contact opens and closes by turns, each for so long; then it is open for a second. Answers how many rolls began. */
static uint32_t bounce(bool *contact, uint32_t closed, uint32_t open, int times)
{
    uint32_t before;
    start();
    before = roll_count();
    while (times--) {
        *contact = true;
        fake_run(closed);
        *contact = false;
        fake_run(open);
    }
    fake_run(1000);
    return roll_count() - before;
}

static void check_contacts(bool *contact)
{
    CHECK(bounce(contact, 5, 0, 1) == 0);    /* A glitch. */
    CHECK(bounce(contact, 5, 40, 20) == 0);  /* Many glitches. */
    CHECK(bounce(contact, 19, 0, 1) == 0);
    CHECK(bounce(contact, 25, 0, 1) == 1);   /* A press. */
    CHECK(bounce(contact, 2, 6, 8) == 1);    /* The spring of a knock sensor rings for 60 ms. */
    CHECK(bounce(contact, 3000, 0, 1) == 1); /* An elbow. */

    /* Two knocks: the second one within the rest of 400 ms belongs to the first, a later one is ignored while that roll is
       pending. */
    CHECK(bounce(contact, 30, 100, 2) == 1);
    CHECK(bounce(contact, 30, 1000, 2) == 1);

    /* Closed since before the start: no press, but named after five seconds. */
    fake_new();
    *contact = true;
    fake_power();
    fake_run(6000);
    CHECK(roll_count() == 0);
    fake.first = fake.count = 0;
    fake_frame("TEST");
    CHECK(strcmp(fake_text(), contact == &fake.button ? "TEST button-stuck 5000 400" : "TEST knock-stuck 5000 400") == 0);
    *contact = false;
    fake_run(100);
    fake_frame("TEST");
    CHECK(strcmp(fake_text(), "TEST ok 5000 400") == 0);
    fake_press();
    CHECK(roll_count() == 1);
}

static void check_refractory(void)
{
    /* Just counting presses: the roll of each is answered at once. */
    start();
    for (int i = 1; i <= 10; i++) {
        char frame[64];
        fake.button = true;
        fake_run(30);
        fake.button = false;
        fake_run(30);
        snprintf(frame, sizeof frame, "SEEN %u void", (unsigned)roll_count());
        fake_frame(frame);
    }
    CHECK(roll_count() == 2); /* One each 400 ms of these 650. */
}

static void check_rest(void)
{
    start();
    fake_frame("MODE magnets");
    fake.first = fake.count = 0;
    fake_press();
    for (int i = 0; i < 40; i++) { /* It rolls. */
        fake.level = (uint16_t)(400 + i % 2 * 200);
        fake_run(50);
    }
    CHECK(fake.count == 0 && roll_count() == 0);
    fake.level = 640;
    fake_run(200);
    CHECK(fake.count == 0);
    fake.level = 642; /* Noise. */
    fake_run(200);
    CHECK(strcmp(fake_text(), "FACE 1 640 fresh") == 0);

    /* The level is kept over a loss of power, and the die may be lifted meanwhile. */
    fake.level = 512;
    fake_power();
    CHECK(strcmp(fake_text(), "BOOT 1 1.0.0 power") == 0 && strcmp(fake_text(), "FACE 1 640 again") == 0);
    fake_frame("SEEN 1 2");
    CHECK(fake_shows(2));
    fake_run(300);

    /* A die that never rests. */
    fake_frame("MODE magnets");
    fake.first = fake.count = 0;
    fake_press();
    for (int i = 0; i < 101; i++) {
        fake.level = (uint16_t)(400 + i % 2 * 200);
        fake_run(50);
    }
    CHECK(fake.count == 0 && roll_count() == 1);
    CHECK(fake_shows_error());

    fake_frame("LEVEL");
    CHECK(strncmp(fake_text(), "LEVEL 400 ", 10) == 0);
}

/* How long the knock sensor rang at the longest is told once, too short for a knock or not. */
static void check_ringing(void)
{
    start();
    fake.level = 0;
    fake.first = fake.count = 0;
    fake_frame("LEVEL");
    CHECK(strcmp(fake_text(), "LEVEL 0 0") == 0);
    for (uint32_t touch = 4; touch <= 12; touch += 4) {
        fake.knock = true;
        fake_run(touch);
        fake.knock = false;
        fake_run(40);
    }
    fake_frame("LEVEL");
    CHECK(strcmp(fake_text(), "LEVEL 0 11") == 0); /* From the first to the last millisecond in which it was closed. */
    fake_frame("LEVEL");
    CHECK(strcmp(fake_text(), "LEVEL 0 0") == 0);
    CHECK(roll_count() == 0);
}

static void check_lights(void)
{
    start();
    int flashes = 0, breaths = 0;
    for (uint32_t at = 1; at < 2048; at++)
        flashes += light_show(fake.now + at).due == 255 && light_show(fake.now + at - 1).due == 0;
    CHECK(flashes == 2); /* Nobody there. */
    fake_frame("PING 0 2");
    CHECK(fake_shows(2) && light_show(fake.now).due == 0);
    fake_frame("PING 0 -");
    CHECK(!fake_shows(0) && !fake_shows(2));
    fake_frame("PING 1 -");
    for (uint32_t at = 1; at < 2048; at++)
        breaths += light_show(fake.now + at).due == 255;
    CHECK(breaths > 0 && breaths < 200);
    fake_run(3100);
    flashes = 0;
    for (uint32_t at = 1; at < 2048; at++)
        flashes += light_show(fake.now + at).due == 255 && light_show(fake.now + at - 1).due == 0;
    CHECK(flashes == 2);
}

static void check_words(void)
{
    static const char *const wrong[] = {
        "HELLO", "HELLO x", "MODE", "MODE numbers", "PING", "PING 2 -", "PING 1", "PING 1 4", "PING 1 void", "DRAW 1",
        "DRAW 1 0123456789abcde", "DRAW 1 0123456789ABCDEF", "DRAW -1 0123456789abcdef", "SEEN", "SEEN 1", "SEEN 1 -",
        "SEEN 4294967296 1", "HELLO 01", "PING 00 -", "PING 1 02", "SEEN 077 3", "TEST dog", "TESTS", "BOOT 1 1.0.0 power",
    };
    start();
    fake.first = fake.count = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char verb[9], what[20];
        CHECK(sscanf(wrong[i], "%8s", verb) == 1);
        snprintf(what, sizeof what, "WHAT %s", verb);
        fake_frame(wrong[i]);
        CHECK(strcmp(fake_text(), what) == 0);
    }
    fake_frame("HELLO 2 and more");
    CHECK(strncmp(fake_text(), "TRAY 1 1.0.0 ", 13) == 0);
    fake_frame("DRAW 77 0123456789abcdef"); /* Not the pending one. */
    fake_frame("SEEN 77 3");
    CHECK(!fake.count && !fake.hangs);
    fake_frame("TEST watchdog");
    CHECK(fake.hangs);
}

int main(void)
{
    check_contacts(&fake.button);
    check_contacts(&fake.knock);
    check_refractory();
    check_rest();
    check_ringing();
    check_lights();
    check_words();
    printf("contacts: bounces, rest, lights and words are as they should\n");
    return 0;
}
