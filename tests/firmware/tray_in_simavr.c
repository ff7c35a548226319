/* The firmware's own ELF in simavr, in real time, with its serial port on a pseudo-terminal.

   tray_in_simavr ELF LINK EEPROM    LINK becomes the serial port, EEPROM is the file that keeps the tray's memory.

   Words on stdin, one a line, each answered by a line once it is done:
     pin D2 0|1, adc 0 MV       what hangs on the board's pins
     wait MS                    of the board's own time
     reset, power off, power on
     unplug, plug               the cable: the port goes and comes
     noise N, lose N            N random bytes each way; the next N bytes of the tray do not arrive
     type LINE                  the tray hears a line that the host did not say
     stat                       seconds, starts, and the share of time since the last stat that each light was on
   It ends when stdin does. */
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

enum { HZ = 16000000, BYTE_TIME = HZ / 5760, SLICE = HZ / 1000, PORTB_AT = 0x25, PORTD_AT = 0x2b, MCUSR_AT = 0x54 };

static avr_t *avr;
static const char *link_path, *eeprom_path;
static int line = -1, far_end = -1;
static long lose, starts;
static int pins[20], wired[20];
static double lit[4], lit_of;
static int powered = 1, fresh = 1; /* fresh: not an instruction since the start. */

static int random_byte(void)
{
    return rand() & 255;
}

static void plug(void)
{
    struct termios raw;
    char name[64];
    if (line >= 0 || openpty(&line, &far_end, name, NULL, NULL) < 0)
        return;
    tcgetattr(far_end, &raw);
    cfmakeraw(&raw);
    tcsetattr(far_end, TCSANOW, &raw);
    fcntl(line, F_SETFL, O_NONBLOCK);
    unlink(link_path);
    if (symlink(name, link_path))
        perror(link_path);
}

static void unplug(void)
{
    unlink(link_path);
    close(far_end);
    close(line);
    line = far_end = -1;
}

static void to_host(int byte)
{
    char sent = (char)byte;
    if (lose > 0)
        lose--;
    else if (line >= 0 && write(line, &sent, 1) < 0 && errno != EAGAIN)
        perror("line");
}

static void byte_out(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    to_host((int)value);
}

static void to_tray(int byte)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), (uint32_t)byte);
}

/* Bytes that the host did not send wait here, as the wire is no faster for them. */
static unsigned char injected[1024];
static int injected_at, injected_count;

static void inject(int byte)
{
    if (injected_count < (int)sizeof injected)
        injected[injected_count++] = (unsigned char)byte;
}

static void adc(int pin, int millivolts)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, pin), (uint32_t)millivolts);
}

/* Nothing hangs on A3: it hears noise. */
static void before_conversion(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)value, (void)unused;
    adc(3, 2000 + random_byte());
}

static void eeprom_file(const char *mode)
{
    uint8_t bytes[1024];
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = sizeof bytes};
    memset(bytes, 0xff, sizeof bytes);
    if (*mode == 'w')
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    FILE *file = fopen(eeprom_path, mode);
    if (file && *mode == 'w')
        fwrite(bytes, 1, sizeof bytes, file);
    else if (file && fread(bytes, 1, sizeof bytes, file) != sizeof bytes)
        fprintf(stderr, "%s is short\n", eeprom_path);
    if (file)
        fclose(file);
    if (*mode == 'r')
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

static void pin(int number, int value)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), number), (uint32_t)value);
}

/* Each write to a port would put its pull-up back, but for the "external". */
static void wire(void)
{
    avr_ioport_external_t port = {.name = 'D'};
    for (int at = 0; at < 8; at++)
        if (wired[at]) {
            port.mask |= (unsigned char)(1 << at);
            port.value |= (unsigned char)((pins[at] != 0) << at);
        }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &port);
    for (int at = 0; at < 20; at++)
        if (wired[at] && at < 8)
            pin(at, pins[at]);
        else if (wired[at])
            adc(at - 14, pins[at]);
}

static void start(int flag)
{
    starts++;
    avr_reset(avr);
    avr->data[MCUSR_AT] = (uint8_t)(1 << flag); /* Bits of MCUSR: 0 power, 1 reset, 3 watchdog. */
    fresh = 1;
    for (int at = 0; at < 8; at++) /* It forgets the pins, and a level that is there already is not heard. */
        if (wired[at])
            pin(at, !pins[at]);
    wire();
}

static void count_light(double cycles)
{
    lit[0] += (avr->data[PORTD_AT] >> 5 & 1) * cycles;
    lit[1] += (avr->data[PORTD_AT] >> 6 & 1) * cycles;
    lit[2] += (avr->data[PORTB_AT] >> 1 & 1) * cycles;
    lit[3] += (avr->data[PORTB_AT] >> 5 & 1) * cycles;
    lit_of += cycles;
}

/* Answers the board's time to wait before the next word. */
static int handle(const char *word, double seconds)
{
    int number, value;
    if (sscanf(word, "pin D%d %d", &number, &value) == 2 && number < 8) {
        wired[number] = 1, pins[number] = value;
        wire();
    } else if (sscanf(word, "adc %d %d", &number, &value) == 2 && number < 6) {
        wired[14 + number] = 1, pins[14 + number] = value;
        wire();
    } else if (sscanf(word, "wait %d", &number) == 1) {
        return number * (HZ / 1000);
    } else if (sscanf(word, "noise %d", &number) == 1) {
        while (number--)
            to_host(random_byte()), inject(random_byte());
    } else if (!strncmp(word, "type ", 5)) {
        for (const char *at = word + 5; *at; at++)
            inject(*at);
        inject('\n');
    } else if (sscanf(word, "lose %d", &number) == 1) {
        lose = number;
    } else if (!strcmp(word, "reset")) {
        start(1);
    } else if (!strcmp(word, "power off")) {
        powered = 0;
    } else if (!strcmp(word, "power on") && !powered) {
        for (int at = 0x100; at <= avr->ramend; at++)
            avr->data[at] = (uint8_t)random_byte();
        powered = 1;
        start(0);
    } else if (!strcmp(word, "unplug")) {
        unplug();
    } else if (!strcmp(word, "plug")) {
        plug();
    } else if (!strcmp(word, "stat")) {
        printf("seconds=%.3f starts=%ld D5=%.2f D6=%.2f D9=%.2f D13=%.2f\n", seconds, starts, lit[0] / lit_of,
               lit[1] / lit_of, lit[2] / lit_of, lit[3] / lit_of);
        memset(lit, 0, sizeof lit), lit_of = 1e-9;
        return 0;
    } else {
        printf("what? %s\n", word);
        return 0;
    }
    puts("ok");
    return 0;
}

static void no_sleep(avr_t *unused, avr_cycle_count_t cycles)
{
    (void)unused, (void)cycles; /* Time is kept below. */
}

static double wall(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The board's own time goes on for a slice; bytes for it come as fast as the wire carries them. */
static void run_slice(double *passed, double *next_byte)
{
    static char came[256];
    static ssize_t at, count;
    double until = *passed + SLICE;
    while (powered && *passed < until) {
        if (avr->pc == 0 && !fresh) /* It bit itself; simavr's reset says "power" besides. */
            start(3);
        avr_cycle_count_t before = avr->cycle;
        int state = avr_run(avr);
        fresh = 0;
        if (state == cpu_Crashed || state == cpu_Done)
            exit(fprintf(stderr, "the firmware crashed\n"));
        double cycles = avr->cycle > before ? (double)(avr->cycle - before) : 1;
        count_light(cycles);
        *passed += cycles;
        if (*passed < *next_byte)
            continue;
        if (injected_at < injected_count) {
            to_tray(injected[injected_at++]);
            *next_byte = *passed + BYTE_TIME;
            continue;
        }
        injected_at = injected_count = 0;
        if (at == count)
            at = 0, count = line < 0 ? 0 : read(line, came, sizeof came);
        if (count > 0)
            to_tray((unsigned char)came[at++]);
        else
            at = count = 0;
        *next_byte = *passed + BYTE_TIME;
    }
    *passed = *passed > until ? *passed : until;
}

int main(int count, char **words)
{
    static elf_firmware_t elf;
    char typed[4096];
    size_t length = 0;
    double passed = 0, next_byte = 0, resume = 0;
    int waits = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count != 5 || elf_read_firmware(words[1], &elf) < 0 || !(avr = avr_make_mcu_by_name("atmega328p")))
        return fputs("tray_in_simavr ELF LINK EEPROM SEED\n", stderr), 2;
    link_path = words[2], eeprom_path = words[3];
    fcntl(0, F_SETFL, O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
    srand((unsigned)strtoul(words[4], NULL, 10));

    avr_init(avr);
    avr_load_firmware(avr, &elf);
    avr->frequency = HZ;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = no_sleep;
    avr->log = LOG_ERROR;
    uint32_t flags = 0; /* Not to print what is sent, nor to sleep by itself. */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_out, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), before_conversion, NULL);
    wired[2] = wired[3] = pins[2] = pins[3] = 1;
    wired[14] = 1, pins[14] = 2500;
    eeprom_file("r");
    plug();
    start(0);
    puts("ready");

    for (double begin = wall();;) {
        run_slice(&passed, &next_byte);
        double ahead = passed / HZ - (wall() - begin);
        if (ahead > 0)
            usleep((useconds_t)(ahead * 1e6));
        ssize_t got = read(0, typed + length, sizeof typed - 1 - length);
        if (got == 0)
            break;
        length += got > 0 ? (size_t)got : 0;
        typed[length] = 0;
        while (passed >= resume) {
            if (waits)
                puts("ok");
            waits = 0;
            char *end = strchr(typed, '\n');
            if (!end)
                break;
            *end = 0;
            int wait = handle(typed, passed / HZ);
            waits = wait > 0;
            resume = passed + wait;
            length -= (size_t)(end + 1 - typed);
            memmove(typed, end + 1, length + 1);
        }
    }
    unplug();
    eeprom_file("w");
    return 0;
}
