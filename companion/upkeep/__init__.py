"""What an owner does at the computer: backup, update, doctor, status.

May import: table, hardware, host, store, game, boards, language, rules, settings, files.
"""
