#include "send.h"

#include "board.h"
#include "frame.h"
#include "words.h"

static uint8_t next;

void send_start(void)
{
    next = 0;
}

uint8_t send_number(void)
{
    return next++;
}

void send_frame(uint8_t number)
{
    char line[FRAME_MAX];
    board_send(line, frame_write(line, number, text_written()));
}

void send_new(void)
{
    send_frame(send_number());
}
