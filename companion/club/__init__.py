"""A club: several tables on one computer, each a process of its own that shares nothing with the others.

May import: web, upkeep, table, host, language, rules, settings, files.
"""
