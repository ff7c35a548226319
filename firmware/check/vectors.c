/* Every line of vectors.txt that is no talk, and SHA-256 against the examples of its standard. */
#include <string.h>

#include "check.h"
#include "fair.h"
#include "frame.h"
#include "sha256.h"

static int lines;

/* "\n", "\r", "\\" and "\xNN" stand for single bytes. */
static int unescape(const char *from, char *to)
{
    int length = 0;
    while (*from) {
        unsigned value;
        if (*from != '\\') {
            to[length++] = *from++;
        } else if (from[1] == 'x' && sscanf(from + 2, "%2x", &value) == 1) {
            to[length++] = (char)value;
            from += 4;
        } else {
            to[length++] = from[1] == 'n' ? '\n' : from[1] == 'r' ? '\r' : '\\';
            from += 2;
        }
    }
    return length;
}

static void check_frame(const char *given, const char *line)
{
    struct frame_reader reader = {.open = false};
    char made[FRAME_MAX], text[FRAME_MAX];
    unsigned number;
    CHECK(sscanf(given, "%2X ", &number) == 1);
    uint8_t length = frame_write(made, (uint8_t)number, given + 3);
    CHECK(length == strlen(line) + 1u && memcmp(made, line, length - 1u) == 0 && made[length - 1] == '\n');
    for (uint8_t i = 0; i + 1 < length; i++)
        CHECK(!frame_read(&reader, made[i]));
    const char *read = frame_read(&reader, '\n');
    CHECK(read);
    snprintf(text, sizeof text, "%s", read);
    CHECK(strcmp(text, given + 3) == 0 && reader.broken == 0);
}

static void check_broken(const char *escaped, const char *reason)
{
    static const char *const names[] = {"", "cut", "long", "byte", "form", "checksum"};
    struct frame_reader reader = {.open = false};
    char bytes[LINE];
    int length = unescape(escaped, bytes);
    for (int i = 0; i < length; i++)
        CHECK(!frame_read(&reader, bytes[i]));
    CHECK(reader.broken == 1);
    CHECK(strcmp(names[reader.fault], reason) == 0);
}

static void check_stream(const char *escaped, const char *result)
{
    struct frame_reader reader = {.open = false};
    char bytes[LINE], found[LINE] = "", one[LINE];
    int length = unescape(escaped, bytes);
    for (int i = 0; i < length; i++) {
        const char *text = frame_read(&reader, bytes[i]);
        if (text) {
            snprintf(one, sizeof one, "%.2s %s | ", reader.line, text);
            strcat(found, one);
        }
    }
    snprintf(one, sizeof one, "broken %d", reader.broken);
    strcat(found, one);
    CHECK(strcmp(found, result) == 0);
}

static void check_commit(const char *given, const char *result)
{
    char id[9], secret[33];
    unsigned n;
    uint8_t id_bytes[4], secret_bytes[16], commit[16], wanted[16];
    CHECK(sscanf(given, "%8s %u %32s", id, &n, secret) == 3);
    bytes_of(id, id_bytes, 4);
    bytes_of(secret, secret_bytes, 16);
    bytes_of(result, wanted, 16);
    fair_commit(id_bytes, n, secret_bytes, commit);
    CHECK(memcmp(commit, wanted, 16) == 0);
}

static void check_pips(const char *given, const char *result)
{
    char secret[33], draw[17];
    unsigned n;
    uint8_t secret_bytes[16], draw_bytes[8];
    CHECK(sscanf(given, "%32s %16s %u", secret, draw, &n) == 3);
    bytes_of(secret, secret_bytes, 16);
    bytes_of(draw, draw_bytes, 8);
    CHECK(fair_pips(secret_bytes, draw_bytes, n) == atoi(result));
}

static void check_line(char *line)
{
    static const struct {
        const char *word;
        void (*check)(const char *given, const char *result);
    } kinds[] = {{"frame ", check_frame}, {"broken ", check_broken}, {"stream ", check_stream},
                 {"commit ", check_commit}, {"pips ", check_pips}};
    char *arrow = strstr(line, " => ");
    for (size_t i = 0; arrow && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strncmp(line, kinds[i].word, strlen(kinds[i].word)) == 0) {
            *arrow = 0;
            kinds[i].check(line + strlen(kinds[i].word), arrow + 4);
            lines++;
        }
}

/* FIPS 180-4's examples: one block, two blocks, and a million times the same letter. */
static void check_sha256(void)
{
    static const struct {
        const char *message;
        long times;
        const char *digest;
    } examples[] = {
        {"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    for (size_t i = 0; i < 3; i++) {
        struct sha256 sha;
        uint8_t digest[32], wanted[32];
        sha256_start(&sha);
        for (long at = 0; at < examples[i].times; at++)
            sha256_add(&sha, examples[i].message, (uint8_t)strlen(examples[i].message));
        sha256_end(&sha, digest);
        bytes_of(examples[i].digest, wanted, 32);
        CHECK(memcmp(digest, wanted, 32) == 0);
    }
}

int main(int count, char **words)
{
    char line[2048];
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    CHECK(file);
    CHECK(crc16(CRC16_START, "123456789", 9) == 0x29b1);
    check_sha256();
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        check_line(line);
    }
    fclose(file);
    CHECK(lines > 90);
    printf("vectors: %d lines hold\n", lines);
    return 0;
}
