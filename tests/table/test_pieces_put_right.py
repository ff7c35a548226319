"""Pieces that a correction takes off a region or puts there: which of them stand first."""

from companion.game.corrections import pieces
from tests.rules.position import table


def test_pieces_there_and_those_of_the_race_there_stand_first() -> None:
    """Whose region it is puts a Lair or a Fortress there; what another race brings lies behind "Something else"."""
    game = table("turn 3 Ann conquer | 5: 2 trolls+fortified@Ann [lair] | 4: 1 orcs+bivouacking@Ben")
    near = {(each["kind"], each["on"]): each["near"] for each in pieces(game, "r05", "en")}
    assert near.pop(("lair", False))
    assert near.pop(("fortress", True))
    assert not near.pop(("encampment", True))
