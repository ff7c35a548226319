"""A position as one line of text, both ways.

    turn 3 Ann conquer | 7: 2 trolls+fortified@Ben [lair fortress] | 12: tribe
    | hand giants+commando@Ann 5 | coins 9 12

Parts are separated by `|`, in any order; the first says whose turn it is.

=====================================  ==========================================
`turn 3 Ann conquer`                   game turn, player, stage; a race may follow
                                       if it is not the player's active one, `-`
                                       if none acts; `conquer:2` is the second
                                       time this turn; `over` when the game is
`seats Ann Ben%20B Cid`                the players, clockwise; left out: Ann Ben
`start Ben`                            who began the game; left out: the first
`board base-3`                         the map; left out: the one for the players
`boxes cursed royal_bonus`             boxes besides the base box; those of the pieces
                                       here are implied; all of them after `-`
`taken 7 trolls=2 elves=5`             how many races were taken in this game, and the
                                       numbers of those in play; left out: as they come
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
                                       `-` for a band where nobody's asks; `no=3`
                                       where it is not the next number
`questions 4`                          how many questions there were this turn
`ready ghouls`                         who has readied troops; left out: who acts
`attack trolls 7 tokens=1 against=elves of=Ben active`
                                       an attack of this turn, and what was there
`attempt 7 cost=4`                     the final attempt that waits for its die
`called berserk`                       the ability for which the die is due
`used dragon-master place:fortress`    what was already done this turn
`pips 2`                               a roll that waits to be spent
`rolls 2`                              how often the die was rolled this turn
`sheet Ben regions 3 elves at=r05,r06` the score sheet that was accepted last
`half trolls`, `drawn 14`              a banner without its badge; pieces revealed
`below orcs elves`, `discards hill`    banners that came back; badges out of play
`banners`, `badges`                    those stacks, if they are in another order
`left Cid`, `unveiled Ann`, `won Ben`, `stopped`
                                       who has left, and how the game has ended
`pile well trolls 2, soul 3`           what is on a pile beside the map
`option coins=open`                    a table option
=====================================  ==========================================

What is left out is empty: no Lost Tribes, no tokens, an empty column.  Nothing
is given twice.  `write` gives all of a game: read again it is the same.
"""

from __future__ import annotations

from companion.rules.model import Board, Game
from companion.rules.notation.builder import checked, laid_out
from companion.rules.notation.line import Malformed, board_of, parts, seats_of
from companion.rules.notation.reader import Reader
from companion.rules.notation.writer import write

__all__ = ["Malformed", "board_of", "parts", "read", "seats_of", "write"]


def read(line: str, board: Board) -> Game:
    """The game that a line describes, on its board.

    Raises Malformed with the part that cannot be read, or that the box has no
    pieces for; Refused for a number of players or an option that no game has.
    """
    return checked(laid_out(Reader(line, board)))
