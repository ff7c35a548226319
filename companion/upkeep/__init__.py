"""What an owner does at the computer: backup, update, doctor, status.

May import: hardware, host, boards, store, game, language, rules, settings, files.
"""
