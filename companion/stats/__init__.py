"""Statistics of games and dice, and their charts. May import: store, game, language, rules."""
