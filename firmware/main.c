/* The dice tray: joins the board to the tray's logic. */
#include "chip.h"
#include "serial.h"
#include "tray.h"

int main(void)
{
    uint32_t last;

    chip_start();
    tray_start(last = chip_now());
    for (;;) {
        char byte;
        uint32_t now = chip_now();
        while (serial_take(&byte))
            tray_take(byte, now);
        if (now != last) {
            last = now;
            chip_lights(light_show(now));
            tray_tick(chip_button(), chip_knock(), now);
            chip_noise();
        }
        chip_alive();
        chip_sleep();
    }
}
