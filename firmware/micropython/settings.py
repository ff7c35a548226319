"""What is joined to which pin. Change this file alone; None is for what your tray does not have.

The numbers are those of the GPIOs (GP2 is 2), printed beside the Pico's pins.
"""

BUTTON = 2  # to ground when it is pressed
KNOCK = 3  # a spring or tilt sensor, to ground when it is knocked
PIPS = (5, 6, 9)  # three lights, each through 330 ohms to ground
DUE = "LED"  # breathes while a roll is due: the light on the board
MAGNETS = None  # 26, 27 or 28: the middle leg of a hall sensor, fed with 3.3 V
