"""A position as one line of text, both ways.

    turn 3 Ann conquer | 7: 2 trolls+fortified@Ben [lair fortress] | 12: tribe
    | hand giants+commando@Ann 5 | coins 9 12

Parts are set apart by `|`, in any order; the first says whose turn it is.

=====================================  ==========================================
`turn 3 Ann conquer`                   game turn, player, stage; a race may follow
                                       where it is not the player's active one;
                                       `conquer:2` is the second time this turn
`seats Ann Ben Cid`                    the players, clockwise; left out: Ann Ben
`start Ben`                            who began the game; left out: the first
`board base-3`                         the map; left out: the one for the players
`boxes cursed royal_bonus`             boxes besides the base box; those of what lies
                                       here need not be said
`7: 2 trolls+fortified@Ben [lair]`     tokens, race+powers@player, pieces there
`7: 1 trolls@Ben declined`             ... in decline
`7: tribe`                             a Lost Tribe (`2 tribes` for more)
`hand giants+commando@Ann 5`           tokens off the map; also `withdrawn`, `aside`
`coins 9 12`                           coins of all players; left out: 5 each
`column elves+spirit 2, orcs+hill`     the column from the top, with coins on it; `2+1`:
                                       with 2 coins and a token of the race
`memo trolls@Ben wealthy.paid 1`       what an ability remembers
`returned trolls@Ben encampment 2`     pieces that go back on the map at the turn's end
`asked elves@Ben elves roll Ben 7`     an open question: its band, ability and kind, who
                                       answers it, and what it is about; then
                                       `of=a,b` for the choices there are, `holds`;
                                       `-` for a band where nobody's asks
`used dragon-master place:fortress`    what was done already this turn
`pips 2`                               a roll that waits to be spent
`pile well trolls 2, soul 3`           what lies on a pile beside the map
`option coins=open`                    a table option
=====================================  ==========================================

What is not said is empty: no Lost Tribes, no tokens, an empty column.  Nothing
is said twice.
"""

from __future__ import annotations

from companion.rules.model import Board, Game
from companion.rules.notation.laid import checked, laid_out
from companion.rules.notation.line import Malformed, board_of, parts, seats_of
from companion.rules.notation.reader import Reader
from companion.rules.notation.writer import write

__all__ = ["Malformed", "board_of", "parts", "read", "seats_of", "write"]


def read(line: str, board: Board) -> Game:
    """The game that a line describes, on its board.

    Raises Malformed with the part that cannot be read, or what the box cannot
    hold; Refused for a number of players or an option that no game has.
    """
    return checked(laid_out(Reader(line, board)))
