"""Hooks of losses: what a lost region costs its holder, and the consequences."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.ability import Ability, Loss, Owner
from companion.rules.events import Event
from companion.rules.hooks.asked import answering, ground_pieces, piece_owner, rules
from companion.rules.model import NOBODY, Band, Game


def casualties(game: Game, loss: Loss) -> Loss:
    """The final loss; each of the defender's abilities changes the number before it (chained).

    Abilities that work only once are asked last, so that they are not used up for what is saved anyway.
    """
    if loss.band:
        owner = Owner(game, loss.band, loss.region)
        for ability in sorted(answering(loss.band, "casualties"), key=lambda ability: bool(ability.once)):
            tokens = ability.casualties(owner, loss)
            savers = (*loss.savers, ability.key) if tokens < loss.tokens else loss.savers
            loss = replace(loss, tokens=tokens, savers=savers)
    return loss


def lost(game: Game, loss: Loss) -> list[Event]:
    """The consequences of a loss: every band, unless a pile has taken the tokens, then the loser (in order)."""
    found: list[Event] = []
    collecting = [(ability, band) for band in game.bands.values() for ability in answering(band, "collects")]
    if collecting and not buries(game, loss):
        for ability, band in collecting:
            found += ability.collects(Owner(game, band, loss.region), loss)
    loser = game.bands.get(loss.band.id) if loss.band else None
    if loser and (loss.tokens or loss.savers):
        for ability in answering(loser, "on_loss"):
            found += ability.on_loss(Owner(game, loser, loss.region), loss)
    return found


def left(game: Game, band: Band, region: str, cause: str) -> list[Event]:
    """What happens when a band leaves a region: its pieces, whoever they belong to, then its abilities (in order)."""
    found: list[Event] = []
    for piece, marker in ground_pieces(game.grounds[region]):
        found += piece.on_left(piece_owner(game, marker, region), cause)
    for ability in answering(band, "on_left"):
        found += ability.on_left(Owner(game, band, region), cause)
    return found


def buries(game: Game, loss: Loss) -> str | None:
    """The pile for lost tokens (first answer: the rules of the table, then all bands); None: the tray."""
    asked: list[tuple[Ability, Band]] = [(rule, NOBODY) for rule in rules(game.boxes, "buries")]
    asked += [(ability, band) for band in game.bands.values() for ability in answering(band, "buries")]
    if not asked:
        return None
    return next((pile for ability, band in asked if (pile := ability.buries(Owner(game, band), loss))), None)
