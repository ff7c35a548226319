"""The JSON that screens show; it takes no lock and stores nothing.

May import: game, boards, language, seat, rules.
"""
