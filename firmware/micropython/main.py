"""Starts the tray. Ctrl-C on the line ends it, as mpremote does to put other files onto the board."""

import sys

import machine
from board import Board
from tray import Tray

try:
    board = Board()
    tray = Tray(board)
    while True:
        tray.tick()
        board.rest()
except KeyboardInterrupt:
    pass
except Exception as error:
    # What went wrong is in a file on the board, and the tray goes on with the roll that it had.
    with open("fault.txt", "w") as file:
        sys.print_exception(error, file)
    machine.reset()
