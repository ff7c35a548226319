"""Message keys to sentences, in four languages. May import: rules."""
