"""Undo and redo: the rows that return the game to an earlier row and keep what others did since."""

import msgspec

from companion.game import log_entries, past_turns
from companion.game.entries import Decided, Entry
from companion.game.permissions import Ask, Changed
from companion.rules import commands, engine, events
from companion.rules.model import Message, Refused
from companion.table.session import Answer, Session


def rolling_again(session: Session, request: str | None, ask: Ask) -> list[Entry]:
    """The roll is taken back with what came of it, and its occasion is due again; the log keeps what was shown."""
    step = next((step for step in session.history.steps if step.row == ask.command["row"]), None)
    command = commands.cocked(step.command) if step else None
    if step is None or step.before is None or command is None:
        raise Refused(Message("table.cocked"))
    back, drawn = _undone(session, request, ask.by, step.row)
    return [
        msgspec.structs.replace(back, command={**back.command, "cocked": True}),
        # What others did since is kept before it, and it comes before what is drawn: neither game is reached here.
        log_entries.decided("chance", step.seat, ask.by, None, command, engine.outcome(step.before, command)).entry,
        *(each.entry for each in drawn),
    ]


def taking_back(session: Session, request: str | None, by: int, row: int) -> list[Entry | Decided]:
    """An undo, with what others put on the table since, as far as it still fits."""
    back, drawn = _undone(session, request, by, row)
    return [back, *drawn]


def _undone(session: Session, request: str | None, by: int, row: int) -> tuple[Entry, list[Decided]]:
    steps = [step for step in session.history.steps if step.row >= row]
    game = steps[0].before
    if game is None:
        # Back into the lobby, where everybody sits as before.
        back = {"kept": list[Answer]()}
        return Entry(kind="takeback", entered_by=by, request=request, command=back, returns_to=row), []
    kept: list[Answer] = []
    new_events: list[events.Event] = []
    stay = [step for step in session.history.steps if step.row < row]
    for step in steps[1:]:
        if step.command is None or not step.outlasts(steps[0]):
            continue
        try:
            # What a correction of an old turn pays depends on those before it.
            command = past_turns.with_consequences(stay, step.command)
            step = msgspec.structs.replace(step, command=command)
            again = log_entries.redone(game, step)
        except Refused:
            continue
        stay.append(msgspec.structs.replace(step, before=game, events=again.events, after=again.game))
        game = again.game
        new_events += again.events
        kept.append(
            {
                "row": step.row,
                "kind": step.kind,
                "seat": step.seat,
                "entered_by": step.entered_by,
                "command": commands.encode(command),
                "events": len(again.events),
            }
        )
    entry = Entry(
        kind="takeback",
        seat=steps[0].seat,
        entered_by=by,
        request=request,
        command={"kept": kept},
        events=events.encode(tuple(new_events)).decode(),
        returns_to=row,
    )
    return entry, session.draw(game, steps[0])


def redoing(session: Session, request: str, by: int) -> list[Decided]:
    """The act that was undone first of those not redone yet, done again, with what chance answered to it before.

    Raises Changed where there is none, or where it does not fit any more.
    """
    if not session.history.redoable:
        raise Changed(Message("table.not_redo"))
    step, game = session.history.redoable[0], session.require_game()
    assert step.command is not None  # noqa: S101  Only acts with a command are redone.
    try:
        command = past_turns.with_consequences(session.history.steps, step.command)
        outcome = log_entries.redone(game, msgspec.structs.replace(step, command=command))
    except Refused as refused:
        raise Changed(refused.message) from None
    decided = log_entries.decided(step.kind, step.seat, by, request, command, outcome)
    return [decided, *session.draw(decided.game)]
