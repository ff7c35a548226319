/* The ATmega328P: pins, timers, ADC, EEPROM, watchdog, sleep. */
#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "chip.h"
#include "pool.h"
#include "serial.h"

/* Arduino's names: D2 and D3 are PD2 and PD3, the lights D5, D6, D9 are PD5, PD6, PB1, D13 is PB5, A0 and A3 are ADC0, 3. */
enum { BUTTON = PD2, KNOCK = PD3, PIP_1 = PD5, PIP_2 = PD6, PIP_3 = PB1, DUE = PB5 };
enum { AVCC = _BV(REFS0), HALL = AVCC | 0, OPEN_PIN = AVCC | 3, BANDGAP = AVCC | 14 };
enum { BANDGAP_MV = 1100, PAINT = 0xc5, BITTEN = 0x3b };

/* These live through a reset. */
static uint8_t reset_flags __attribute__((section(".noinit")));
static volatile uint8_t bitten __attribute__((section(".noinit"))); /* The watchdog's first bark was not answered. */

static volatile uint32_t now;
static volatile uint16_t level, bandgap, noise;
static volatile bool noise_came, button_closed, knock_closed, gathering;
static volatile uint8_t barks;

/* Before anything else: after a bite the watchdog still runs, with its shortest time. A bootloader that has read the
   flags and wiped them hands them on in r2. */
void early(void) __attribute__((naked, used, section(".init3")));
void early(void)
{
    uint8_t handed_on;
    __asm__ volatile("mov %0, r2" : "=r"(handed_on));
    reset_flags = MCUSR ? MCUSR : handed_on;
    /* Some bootloaders start the program by a bite of their own. */
    if (bitten != BITTEN)
        reset_flags &= (uint8_t)~_BV(WDRF);
    bitten = 0;
    MCUSR = 0;
    wdt_disable();
}

const char *board_cause(void)
{
    if (reset_flags & _BV(PORF))
        return "power";
    if (reset_flags & _BV(BORF))
        return "brownout";
    return reset_flags & _BV(WDRF) ? "watchdog" : "reset";
}

/* Time: timer 0 counts milliseconds; timer 1 dims the due light; timer 2 runs freely, for its low bits. */

ISR(TIMER0_COMPA_vect)
{
    now++;
    ADCSRA |= _BV(ADSC);
}

ISR(TIMER1_OVF_vect)
{
    PORTB |= _BV(DUE);
}

ISR(TIMER1_COMPA_vect)
{
    PORTB &= (uint8_t)~_BV(DUE);
}

uint32_t chip_now(void)
{
    uint32_t read;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        read = now;
    }
    return read;
}

uint16_t board_clock(void)
{
    return (uint16_t)(TCNT0 << 8 | TCNT2);
}

/* One conversion a millisecond, sixteen in turn; after each change of the input the first ones are thrown away. */

ISR(ADC_vect)
{
    static uint8_t turn;
    uint16_t value = ADC;
    if (turn == 7)
        level = value;
    else if (turn == 13)
        bandgap = value;
    else if (turn == 15 || gathering) {
        noise = (uint16_t)(noise << 5 ^ value ^ board_clock());
        noise_came = true;
    }
    turn = (uint8_t)(gathering ? 15 : (turn + 1) % 16);
    ADMUX = turn < 8 ? HALL : turn < 14 ? BANDGAP : OPEN_PIN;
}

static uint16_t read_word(volatile uint16_t *word)
{
    uint16_t read;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        read = *word;
    }
    return read;
}

uint16_t board_level(void)
{
    return read_word(&level);
}

uint16_t board_supply(void)
{
    uint16_t read = read_word(&bandgap);
    return read ? (uint16_t)(BANDGAP_MV * 1023ul / read) : 0;
}

void chip_noise(void)
{
    if (noise_came) {
        uint16_t word = read_word(&noise);
        noise_came = false;
        pool_add(&word, sizeof word);
    }
}

/* The contacts: each edge is remembered, so that a short one between two looks is not missed. */

ISR(INT0_vect)
{
    button_closed = true;
}

ISR(INT1_vect)
{
    knock_closed = true;
}

static bool was_closed(volatile bool *edge, uint8_t pin)
{
    bool closed = *edge || !(PIND & _BV(pin));
    *edge = false;
    return closed;
}

bool chip_button(void)
{
    return was_closed(&button_closed, BUTTON);
}

bool chip_knock(void)
{
    return was_closed(&knock_closed, KNOCK);
}

void chip_lights(struct lights lights)
{
    uint8_t low = (uint8_t)(lights.pip[0] << PIP_1 | lights.pip[1] << PIP_2);
    PORTD = (uint8_t)((PORTD & ~(_BV(PIP_1) | _BV(PIP_2))) | low);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) /* Timer 1 writes to the same port. */
    {
        PORTB = (uint8_t)((PORTB & ~_BV(PIP_3)) | lights.pip[2] << PIP_3);
        OCR1A = lights.due;
        TIMSK1 = lights.due ? _BV(TOIE1) | _BV(OCIE1A) : 0;
        if (!lights.due)
            PORTB &= (uint8_t)~_BV(DUE);
    }
}

/* The EEPROM. Its interrupt does nothing but end the sleep. */

ISR(EE_READY_vect)
{
    EECR &= (uint8_t)~_BV(EERIE);
}

uint8_t board_eeprom_read(uint16_t at)
{
    while (EECR & _BV(EEPE)) /* Only at the start can a write be under way here. */
        ;
    EEAR = at;
    EECR |= _BV(EERE);
    return EEDR;
}

bool board_eeprom_ready(void)
{
    return !(EECR & _BV(EEPE));
}

void board_eeprom_write(uint16_t at, uint8_t value)
{
    uint8_t old = board_eeprom_read(at);
    /* Where bits are only cleared or all are set, half the time is enough: 1.8 ms. */
    uint8_t how = (old & value) == value ? _BV(EEPM1) : value == 0xff ? _BV(EEPM0) : 0;
    EEDR = value;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        EECR = how;
        EECR |= _BV(EEMPE);
        EECR |= _BV(EEPE);
        EECR |= _BV(EERIE);
    }
}

void board_send(const char *line, uint8_t length)
{
    serial_give(line, length);
}

/* The watchdog barks after a quarter of a second; when that is not answered, it bites a quarter of a second later.
   Its oscillator is its own, and so the moment of each bark is noise. */

ISR(WDT_vect)
{
    bitten = BITTEN;
    barks++;
    noise = (uint16_t)(noise << 3 ^ board_clock());
    noise_came = true;
}

static void start_watchdog(uint8_t time)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        wdt_reset();
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDIE) | _BV(WDE) | time;
    }
}

void chip_alive(void)
{
    if (bitten == BITTEN) {
        WDTCSR |= _BV(WDIE);
        bitten = 0;
    }
}

void board_hang(void)
{
    for (;;)
        ;
}

/* Noise of an open pin each millisecond, and of the two clocks against each other every 16 ms. */
void board_gather(void)
{
    uint8_t until = (uint8_t)(barks + 32);
    gathering = true;
    start_watchdog(WDTO_15MS);
    while (barks != until) {
        chip_alive();
        chip_noise();
        chip_sleep();
    }
    gathering = false;
    start_watchdog(WDTO_250MS);
}

/* Memory between the variables and the stack is painted at the start; where the paint is gone, the stack has been. */

extern uint8_t __heap_start;

static void paint(void)
{
    for (uint8_t *at = &__heap_start; at < (uint8_t *)(SP - 16); at++)
        *at = PAINT;
}

uint16_t board_free(void)
{
    const uint8_t *at = &__heap_start;
    while (*at == PAINT)
        at++;
    return (uint16_t)(at - &__heap_start);
}

void chip_start(void)
{
    paint();
    PORTD = _BV(BUTTON) | _BV(KNOCK); /* Pulled up; a contact pulls to ground. */
    DDRD = _BV(PIP_1) | _BV(PIP_2);
    DDRB = _BV(PIP_3) | _BV(DUE);
    EICRA = _BV(ISC01) | _BV(ISC11); /* Falling edges. */
    EIMSK = _BV(INT0) | _BV(INT1);

    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
    TCCR1A = _BV(WGM10); /* Eight bits, 244 times a second. */
    TCCR1B = _BV(WGM12) | _BV(CS12);
    TCCR2B = _BV(CS20);

    DIDR0 = _BV(ADC0D) | _BV(ADC3D);
    ADMUX = HALL;
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
    ACSR = _BV(ACD);

    serial_start();
    SMCR = SLEEP_MODE_IDLE;
    start_watchdog(WDTO_250MS);
    sei();
}

void chip_sleep(void)
{
    /* A byte that comes between the question and the sleep must end the sleep: the instruction after sei runs first. */
    cli();
    if (!serial_came()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}
