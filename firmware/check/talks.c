/* Every talk of vectors.txt, with the tray's side played by the firmware. */
#include <string.h>

#include "check.h"
#include "store.h"
#include "tray.h"

static char last[LINE];  /* What the tray said last, and what it then says again if that is lost. */
static bool lies, fresh;
static int talks;
static char name[256];

static void make(const char *given)
{
    char id[9], secret[33], firmware[9];
    unsigned count;
    uint8_t id_bytes[4], secret_bytes[16], seed[16] = {0};
    CHECK(sscanf(given, "with id=%8s count=%u secret=%32s key=%*64s firmware=%8s", id, &count, secret, firmware) == 4);
    bytes_of(id, id_bytes, 4);
    bytes_of(secret, secret_bytes, 16);
    fake_new();
    CHECK(!store_start());
    store_new(id_bytes, count + 1, secret_bytes, seed);
    while (store_busy())
        store_work();
}

/* A frame without its number and checksum, or half of one. */
static bool same_text(const char *one, const char *other, size_t length)
{
    return strlen(one) > 3 && strlen(other) > 3 && strncmp(one + 3, other + 3, length) == 0;
}

static void tray_says(const char *line)
{
    const char *heard = fake_heard();
    if (!heard || !same_text(heard, line, lies ? 6 : strcspn(line + 3, "*") + (strchr(line, '*') != NULL))) {
        fprintf(stderr, "%s\nwanted %s\nheard  %s\n", name, line, heard ? heard : "nothing");
        exit(1);
    }
    /* What is said again keeps its number. */
    CHECK(!same_text(heard, last, strcspn(heard + 3, "*") + 1) || strcmp(heard, last) == 0);
    snprintf(last, sizeof last, "%s", heard);
}

static void happens(const char *what)
{
    int number;
    if (strcmp(what, "knock") == 0) {
        fake_press();
    } else if (sscanf(what, "die %d", &number) == 1) {
        fake.level = (uint16_t)number;
        fake_press();
        while (!fake.count)
            fake_run(1);
    } else if (sscanf(what, "wait %d", &number) == 1) {
        fake_run((uint32_t)number);
    } else if (strcmp(what, "power on") == 0 || strcmp(what, "watchdog") == 0) {
        fake.cause = *what == 'w' ? "watchdog" : "power";
        fake.now += 5000;
        fake_power();
    } else if (strcmp(what, "pending") == 0) {
        store_begin();
        while (store_busy())
            store_work();
    } else if (strcmp(what, "false") == 0) {
        lies = true;
    } else if (sscanf(what, "light %d", &number) == 1) {
        CHECK(fake_shows((uint8_t)number));
    } else if (strcmp(what, "error") == 0) {
        CHECK(fake_shows_error());
    } else if (sscanf(what, "give up %d", &number) == 1) {
        fake_run((uint32_t)number - 1000);
        CHECK(!fake_shows_error());
        while (fake.count)
            CHECK(strcmp(fake_heard(), last) == 0);
        fake_run(1000);
        fake.first = fake.count = 0;
    } else {
        CHECK(strcmp(what, "lost") == 0 || strcmp(what, "power off") == 0 || strcmp(what, "host anew") == 0 ||
              strncmp(what, "rolled ", 7) == 0 || strcmp(what, "void") == 0 || strcmp(what, "unclear") == 0);
    }
}

static void host_says(const char *line)
{
    for (; *line; line++)
        if (line[0] == '\\' && line[1] == 'x') {
            tray_take((char)strtol((char[]){line[2], line[3], 0}, NULL, 16), fake.now);
            line += 3;
        } else if (line[0] == '\\') {
            tray_take('\n', fake.now);
            line++;
        } else {
            tray_take(*line, fake.now);
        }
}

int main(int count, char **words)
{
    char line[2048];
    bool open = false, skip = false;
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    CHECK(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "talk ", 5) == 0) {
            snprintf(name, sizeof name, "%.200s", line + 5);
            open = true;
            lies = fresh = false;
        } else if (!open) {
            continue;
        } else if (strncmp(line, "with ", 5) == 0) {
            skip = strstr(line, "firmware=1.0.0") == NULL; /* Another version's tray is not this one. */
            make(line);
            fresh = true;
        } else if (strcmp(line, "end") == 0) {
            open = false;
            talks += !skip;
        } else if (!skip) {
            if (fresh && strcmp(line, "= pending") != 0) {
                fake_power();
                fake_run(100);
                fresh = false;
                if (strcmp(line, "= power on") == 0)
                    continue;
            }
            char *rest = strchr(line, ' ') + 1;
            if (line[0] == '=')
                happens(rest);
            else if (line[0] == '<' && line[1] != '+')
                tray_says(rest);
            else if (line[0] == '>' && line[1] != '-') {
                host_says(rest);
                tray_take('\n', fake.now);
                fake_settle();
            }
        }
    }
    fclose(file);
    CHECK(talks >= 17);
    printf("talks: %d are spoken as written\n", talks);
    return 0;
}
