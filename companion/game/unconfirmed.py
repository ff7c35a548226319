"""Counts that nobody laid out: where a turn was ended with the redeployment as it was proposed.

The players put their tokens down as they like and may not tell the phone how. A count that the proposal made another
one is open until somebody settles it, by laying out or correcting that region, or until tokens there move. Where all of
a race that is still open is a token on each region, as in decline, there is nothing to tell: none can lie elsewhere.
"""

from collections.abc import Mapping

from companion.rules import commands
from companion.rules.model import Game


def unconfirmed(
    so_far: Mapping[str, int], before: Game | None, command: commands.Command | None, after: Game
) -> dict[str, int]:
    """The regions whose counts are proposals after a command, with those counts; `so_far` are those before it."""
    # Nobody attacks or settles any more.
    if after.over:
        return {}
    grounds = after.grounds
    # Who has taken a region has put there what it cost, even if that is as many.
    found = {key: n for key, n in so_far.items() if before is None or grounds[key].band == before.grounds[key].band}
    match command:
        case commands.Recount(region=region, others=others):
            found.pop(region, None)
            found |= {key: grounds[key].tokens for key in found if key in others}
        case commands.SetRegion(region=region):
            found.pop(region, None)
        case commands.EndTurn() | commands.Redeploy() | commands.PlayTurn() if before:
            held = before.holdings(before.turn.band)
            found = {key: count for key, count in found.items() if key not in held}
            if isinstance(command, commands.EndTurn):
                found |= _proposed(before, after, held, command.tokens)
    kept = {key: count for key, count in found.items() if grounds[key].tokens == count}
    loose = {grounds[key].band for key, count in kept.items() if count > 1}
    return {key: count for key, count in kept.items() if grounds[key].band in loose}


def _proposed(before: Game, after: Game, held: list[str], tokens: dict[str, int]) -> dict[str, int]:
    """Where a race was given more or fewer by the proposal: what stays as it stood, hands have put there before.

    Nothing where a token on each region leaves no choice.
    """
    band = before.turn.band
    standing = {key: after.grounds[key].tokens for key in held if after.grounds[key].band == band}
    if len(standing) == 1 or sum(standing.values()) == len(standing):
        return {}
    return {
        key: count
        for key, count in standing.items()
        if key not in tokens and count != (before.grounds[key].tokens if before.grounds[key].band == band else 0)
    }


def counts(open_counts: Mapping[str, int], game: Game, region: str) -> list[commands.Recount]:
    """What settles a region's count: each number it can be, the difference in other proposals of the same race."""
    if region not in open_counts:
        return []
    band = game.grounds[region].band
    others = tuple(key for key in open_counts if key != region and game.grounds[key].band == band)
    spare = sum(game.grounds[key].tokens - 1 for key in others)
    most = game.grounds[region].tokens + spare
    least = 1 if others else most
    return [commands.Recount(region, count, others) for count in range(least, most + 1)]
