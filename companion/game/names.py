"""Names that people give themselves: cleaned for a screen, and compared as they are read."""

import unicodedata

LONGEST_NAME = 20
# Letters and a symbol that look empty: Hangul fillers, and Braille without dots.
BLANK = "\u115f\u1160\u3164\uffa0\u2800"


def cleaned(name: str) -> str:
    """A name on one line, without what cannot be seen; "" if nothing of it can, or if it is too long."""
    # Control and format characters could hide a name or reverse the text beside it.
    said = unicodedata.normalize("NFC", name)
    kept = (sign for sign in said if unicodedata.category(sign)[0] != "C" and sign not in BLANK)
    found = " ".join("".join(kept).split())
    return found if len(found) <= LONGEST_NAME else ""


def as_read(name: str) -> str:
    """A name as people read it: wide and narrow letters, ligatures and capitals make no difference."""
    return unicodedata.normalize("NFKC", name).casefold()
