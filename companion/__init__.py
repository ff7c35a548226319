"""A companion for a board game on a real table: it keeps the board, the costs, the die and the secret stashes."""

__version__ = "0.1.0"
