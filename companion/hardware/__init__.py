"""Hardware that rolls: the die button with its light, and the dice tray. No failure here stops the service.

May import: language, rules, settings, files.
"""
