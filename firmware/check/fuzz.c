/* 200,000 lines of rubbish, of frames with a byte changed, lost or doubled, and of good frames with any arguments: the
   tray must neither crash nor be stuck, and what it says must be frames. With clang this is also a libFuzzer target. */
#include <string.h>

#include "check.h"
#include "frame.h"
#include "roll.h"
#include "tray.h"

static void feed(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tray_take((char)bytes[i], fake.now);
    fake_run(1);
    while (fake.count) {
        struct frame_reader reader = {.open = false};
        const char *line = fake_heard();
        for (; *line; line++)
            CHECK(!frame_read(&reader, *line));
        CHECK(frame_read(&reader, '\n'));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    feed(bytes, count);
    return 0;
}

#ifndef LIBFUZZER

static const char *const words[] = {
    "HELLO", "MODE", "PING", "DRAW", "SEEN", "LEVEL", "TEST", "A", "ZZZZZZZZ", "0", "1", "2", "3", "4", "-", "void",
    "number", "magnets", "4294967295", "4294967296", "99999999999999999999999999", "0123456789abcdef",
    "0123456789abcdefffffff", "0123456789ABCDEF", "xyz", "0123456789abcde", "-1", "~", "00000001",
};

static size_t make(uint8_t bytes[])
{
    char text[600] = "", line[FRAME_MAX];
    size_t count;
    for (uint32_t left = 1 + chance() % 4; left; left--) {
        strcat(text, words[chance() % (sizeof words / sizeof words[0])]);
        if (left > 1)
            strcat(text, " ");
    }
    count = frame_write(line, (uint8_t)chance(), text);
    memcpy(bytes, line, count);
    switch (chance() % 5) {
    case 0: /* Rubbish, often too long. */
        count = chance() % 300;
        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)(chance() % 8 ? 32 + chance() % 95 : chance());
        break;
    case 1: /* A byte is changed. */
        if (count)
            bytes[chance() % count] = (uint8_t)chance();
        break;
    case 2: /* The rest is lost. */
        count = count ? chance() % count : 0;
        break;
    case 3: /* A piece comes twice. */
        memmove(bytes + count, bytes + count / 2, count - count / 2);
        count += count - count / 2;
        break;
    default:
        break;
    }
    return count;
}

int main(void)
{
    enum { INPUTS = 200000 };
    fake_new();
    fake_power();
    for (long i = 0; i < INPUTS; i++) {
        uint8_t bytes[600];
        feed(bytes, make(bytes));
        if (i % 500 == 0)
            fake.knock = !fake.knock;
        if (i % 5000 == 0) { /* Is it still there? */
            uint32_t before = roll_count();
            char seen[64];
            fake_say("");
            snprintf(seen, sizeof seen, "SEEN %u void", (unsigned)before);
            fake_frame(seen);
            fake_frame("PING 1 -");
            const char *text = NULL;
            while (fake.count)
                text = strcmp(fake_text(), "") ? "heard" : text;
            CHECK(text && roll_count() >= before);
        }
    }
    CHECK(roll_count() > 10);
    printf("fuzz: %d inputs, %u rolls meanwhile\n", INPUTS, (unsigned)roll_count());
    return 0;
}

#endif
