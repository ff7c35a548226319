"""What the rows of the log make together: lobby, history, permissions, corrections.

May import: boards, language, seat, rules.
"""
