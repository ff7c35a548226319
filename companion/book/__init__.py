"""The club's book: who has played how, over all of a club's tables. docs/book.md says how it is used.

One half runs at a table, where its settings name a book, and nowhere else: `at_table`, `delivery` and `results`. The
other is a process of its own: `serve`, `pages`, `ledger` and `rating`. `message` and `signature` are what they share.

May import: web, table, host, stats, store, game, boards, language, rules, settings, files.
"""
