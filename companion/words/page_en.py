"""English: the words that all pages say by themselves, beside those that come with the game."""

from __future__ import annotations

WORDS: dict[str, str] = {
  "title": "Small World companion",
  "title.table": "Small World companion: table",
  "noscript": "This page needs JavaScript, which this browser has switched off.",
  "language": "Language",
  "title.turn": "{sign} Your turn",
  "refused": "The table did not take this.",
  "unreachable": "The table did not answer. See whether it was done; if not, try again.",
  "close": "Close",
  "cancel": "Cancel",
  "or": " or ",
  "yes": "Yes",
  "no": "No",

  "link.connecting": "Looking for the table …",
  "link.lost": "Out of reach: this may be old.",
  "link.full": "Too many screens are watching: this one is renewed every few seconds.",
  "kept.waits": "Your tap waits for the table.",
  "kept.drop": "Let it be",
  "kept.first": "The table is out of reach, and one tap waits already. This one was not taken.",
  "kept.none": "The table is out of reach. Nothing was sent; try again when it is there.",
  "seat.away": "away",
  "seat.left": "has left",
  "seat.free": "free",
  "seat.you": "this phone",

  "colour.blue": "blue",
  "colour.orange": "orange",
  "colour.green": "green",
  "colour.pink": "pink",
  "colour.yellow": "yellow",
  "colour.grey": "grey",
  "shape.circle": "circle",
  "shape.square": "square",
  "shape.triangle": "triangle",
  "shape.diamond": "diamond",
  "shape.star": "star",
  "shape.cross": "cross",
  "taken": "taken",
}
