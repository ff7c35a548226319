"""A player for an empty chair, and advice for a person: what a seat does next, and why. May import: rules."""
