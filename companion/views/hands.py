"""What was done last and what hands do about it on the table, step by step."""

from collections.abc import Sequence
from typing import Any

from companion.game.app_turn import AppTurn
from companion.game.last_act import COINS, NEWS, HandStep, LastAct, Left, LeftStep, by_place
from companion.game.moves import STANDS
from companion.language import text
from companion.language.sums import Sum
from companion.rules import commands
from companion.rules.model import Message
from companion.views import game_view

Plain = dict[str, Any]
# What is about banners and badges, or about the tokens beside them.
SIGNED = frozenset(
    {
        "do.combo",
        "do.combo.tokens",
        "do.flip",
        "do.flip.discard",
        "do.flip.keep",
        "do.vanish",
        "do.vanish.discard",
        "do.banner",
        "do.banner.badge",
        "do.banner.next",
        "do.badge",
        "do.from_tray",
        "do.from_tray.theirs",
    }
)


def last(act: LastAct, language: str) -> Plain:
    """What was done last, with its bill. `by` is the seat whose hands they are, None where it is nobody's."""
    known = bill(act.words, language)
    return {
        "row": act.row,
        "by": act.seat,
        "text": text.sentence(act.words, language),
        "places": text.places(act.words),
        "bill": game_view.sum_view(known) if known else None,
        "steps": _steps(act.hands, language),
        "lost": _lost(act.lost),
    }


def earlier(left: Sequence[Left], language: str) -> list[Plain]:
    """What earlier acts have for hands, as {"row", "by", "steps", "just"}, the oldest first.

    `just` marks the act that hands may still be at: the one before, unless they have gone on conquering since, or
    more than regions was corrected.
    Each step has besides what one of the last act has, for those of its texts that are left, `number` and `lines`: by
    these they are ticked off.
    """
    return [
        {
            "row": act.row,
            "by": act.seat,
            "steps": [_left_step(step, language) for step in act.steps],
            "just": act.just,
        }
        for act in left
    ]


def app_card(playing: AppTurn, ends: commands.Accept | None, language: str) -> Plain:
    """The app's turn on one card: what it is about, what hands do, and what ends it.

    `first` is the row by which its steps are ticked off, `row` the latest. `order` are the regions in the order of its
    conquests, `ends` the command of whoever has moved its pieces, None while it still plays.
    """
    return {
        "row": playing.last,
        "first": playing.first,
        "seat": playing.seat,
        "lead": [text.sentence(say, language) for say in playing.lead],
        "steps": _steps(playing.todo, language, playing.order),
        "order": list(playing.order),
        "lost": _lost(playing.lost),
        "ends": commands.encode(ends) if ends else None,
    }


def bill(message: Message, language: str) -> Sum | None:
    """The price of a conquest, where it is more than a single number."""
    found = message.args.get("bill", ())
    return text.bill(found, language) if len(found) > 1 else None


def _lost(lost: Sequence[tuple[int, str]]) -> list[Plain]:
    return [{"seat": seat, "region": region} for seat, region in lost]


def _steps(hands: Sequence[Message], language: str, order: Sequence[str] = ()) -> list[Plain]:
    return [_step(step, language, order) for step in by_place(hands)]


def _left_step(left: LeftStep, language: str) -> Plain:
    whole = _step(left.step, language, ())
    parts = {key: [whole[key][line] for line in left.lines] for key in ("texts", "here", "signs")}
    return {**whole, **parts, "number": left.number, "lines": left.lines}


def _step(step: HandStep, language: str, order: Sequence[str]) -> Plain:
    """A step as {"texts", "here", "signs", "places", "anybodys", "coins", "news", "order"}.

    `here` has the texts for whoever sees a picture of the place, without its name; `signs` for each text the race and
    the power whose banner or badge it is about; `anybodys` tells what is to be somewhere, whoever looks; `coins` tells
    a step for the hands of those alone who use cardboard coins, and `news` that all others are to know of it too;
    `order` is the place of the region among `order`, from 1, or None.
    """
    places = list(text.places(step[0]))
    texts = [text.sentence(told, language) for told in step]
    alone = len(places) == 1
    return {
        "texts": texts,
        "here": [text.sentence(text.here(told), language) for told in step] if alone else texts,
        "signs": [list(text.mentioned(told)) if told.key in SIGNED else [] for told in step],
        "places": places,
        "anybodys": step[0].key in STANDS,
        "coins": step[0].key in COINS,
        "news": step[0].key in NEWS,
        "order": order.index(places[0]) + 1 if alone and places[0] in order else None,
    }
