"""Games as text files, in and out. May import: views, store, game, boards, language, rules."""
