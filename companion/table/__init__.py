"""The one writer of a game: lock, commit, approvals, seats, die.

May import: records, stats, views, store, game, boards, language, seat, rules.
"""
