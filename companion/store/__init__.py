"""The append-only log in SQLite, and its copies. May import: game, language, rules, files."""
