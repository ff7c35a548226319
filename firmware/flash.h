/* Tables that stay in flash on the AVR, which reads it by instructions of its own; on a host they are plain tables. */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define FLASH PROGMEM
#define flash_word(place) pgm_read_dword(place)
#else
#define FLASH
#define flash_word(place) (*(place))
#endif

#endif
