"""Names that people give themselves: cleaned for a screen, and compared as they are read."""

import unicodedata

LONGEST_NAME = 20
# Letters, marks and a symbol that show nothing: Hangul fillers, Braille without dots, vowels that Khmer does not write,
# and signs for programs: the one that joins letters, and those that choose how a letter is drawn.
BLANK = {
    *"\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f\u180b\u180c\u180d\u180f",
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
# Cyrillic and Greek letters that no reader can tell from Latin ones.
LIKE_LATIN = str.maketrans(
    "АВЕКМНОРСТХУІЈЅаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧον",
    "ABEKMHOPCTXYIJSaeopcyxijshdqwABEZHIKMNOPTYXov",
)


def cleaned(name: str) -> str:
    """A name on one line, without what cannot be seen; "" if nothing of it can, or if it is too long."""
    # Control and format characters could hide a name or reverse the text beside it.
    said = unicodedata.normalize("NFC", name)
    kept = (sign for sign in said if unicodedata.category(sign)[0] != "C" and sign not in BLANK)
    found = " ".join("".join(kept).split())
    shown = any(unicodedata.category(sign)[0] != "M" for sign in found)
    return found if shown and len(found) <= LONGEST_NAME else ""


def as_read(name: str) -> str:
    """A name as people read it: wide and narrow letters, ligatures and capitals make no difference."""
    return unicodedata.normalize("NFKC", name).casefold()


def as_seen(name: str) -> str:
    """A name as it looks at a glance: as it is read, and letters of other alphabets like the Latin ones they look like.

    For those at one table. The book keeps names as they are read, so that stays as it is.
    """
    return as_read(unicodedata.normalize("NFKC", name).translate(LIKE_LATIN))
