"""The stages of a turn, and how the game goes from turn to turn.

begin (pick, ready or decline), conquer, redeploy, score, withdraw, and the
stages that abilities add; then the next seat clockwise.  Base rules, The first
turn, Following turns, End of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.rules import column, conquest, decisions, hooks, placing, quotes, score, troops
from companion.rules.boxes.registry import PIECES
from companion.rules.decline import decline
from companion.rules.events import (
    DieCocked,
    GameEnded,
    PiecesReturned,
    Remembered,
    Rolled,
    Scored,
    SeatLeft,
    StageBegan,
    TokensMoved,
    TurnBegan,
    Unveiled,
    Used,
)
from companion.rules.execution import Execution
from companion.rules.leaving import apply_and_settle, vanish_if_gone
from companion.rules.model import Band, Chance, Form, Game, Message, Refused, Stage

PICKED = "pick"
# In these the end of the conquests is still to come.
CONQUESTS = ("begin", "conquer")
BEGIN, WITHDRAW = Stage("begin"), Stage("withdraw")


def begin(execution: Execution, number: int, seat: int) -> None:
    """A seat's turn begins."""
    execution.apply(TurnBegan(number, seat))
    for band in execution.game.bands_of(seat):
        vanish_if_gone(execution, band.id)
    for band in execution.game.bands_of(seat):
        apply_and_settle(execution, hooks.turn_begin(execution.game, band))
    open_turn(execution)


def open_turn(execution: Execution) -> None:
    """Enter the first stage of the turn, unless that is its beginning."""
    first = plan(execution.game, 0)[0]
    if first.kind != execution.game.turn.stage:
        enter(execution, first)


def own_stage(game: Game) -> bool:
    """Whether the turn is in an ability's own stage, which somebody has to end."""
    return not game.over and game.turn.stage not in (*CONQUESTS, "redeploy", "score", "withdraw")


# From stage to stage.


def plan(game: Game, band: int) -> list[Stage]:
    """The stages of the running turn, with this band acting.

    After a declined race that conquers, the turn begins once more for the active one.
    """
    active = game.active(game.turn.seat)
    stages = [BEGIN, Stage("conquer", band), Stage("redeploy", band)]
    if band and not (active and active.id == band) and (troops.musterable(game) or (active is None and game.column)):
        stages.append(BEGIN)
    stages += (Stage("score", band if band in game.bands else 0), WITHDRAW)
    return hooks.plan(game, stages)


def advance(execution: Execution, ended: str, band: int, to: str = "") -> None:
    """End a stage in which this band acted: the next one of the plan begins, or the next turn.

    With `to`, the next stage of that kind; those in between are skipped.
    """
    for stage in following(execution.game, ended, band):
        if to in ("", stage.kind):
            enter(execution, stage)
            return
    next_turn(execution)


def following(game: Game, ended: str, band: int) -> list[Stage]:
    """The stages of the plan after one in which this band acted."""
    cycle = game.turn.cycle if game.turn.stage == ended else 0
    stages = plan(game, band)
    for place, stage in enumerate(stages, 1):
        if stage.kind == ended and stage.cycle == cycle and stage.band in (0, band):
            return stages[place:]
    return stages


def sets_out_after(game: Game, stage: str, band: int) -> bool:
    """Whether a stage comes before this band readies its troops, or is the one in which it does."""
    kinds = [each.kind for each in plan(game, band)]
    return stage in kinds[: kinds.index("begin") + 1]


def conquers_again(game: Game) -> bool:
    """Whether the acting race conquers once more before it redeploys."""
    turn = game.turn
    band = game.bands.get(turn.band)
    if turn.stage != "conquer" or band is None or not hooks.answering(band, "plan"):
        return False
    return following(game, turn.stage, turn.band)[0].kind == turn.stage and not quotes.rolled_in_vain(game, band)


def enter(execution: Execution, stage: Stage) -> None:
    """Enter a stage; one that waits for nobody is over at once."""
    if stage.kind == "redeploy" and f"reinforced:{stage.band}" not in execution.game.turn.used:
        troops.reinforce(execution, stage.band)
    execution.apply(StageBegan(stage.kind, stage.band, stage.cycle))
    if stage.kind == "conquer" and stage.cycle:
        troops.take_up(execution, stage.band)
    apply_and_settle(execution, hooks.on_stage(execution.game, stage))
    if execution.game.over:
        return
    if stage.kind == "withdraw":
        settle(execution)
    elif not stage.waits:
        advance(execution, stage.kind, stage.band)


def after_pick(execution: Execution) -> None:
    """A new race conquers at once, unless a declined one may still go first."""
    band = execution.game.bands[execution.game.taken]
    if execution.game.turn.stage == "begin" and len(troops.musterable(execution.game)) == 1:
        troops.ready(execution, band, troops.ready_form(execution.game, band), {})
        execution.apply(StageBegan("conquer", band.id))


def ready(execution: Execution, band_id: int, stay: dict[str, int]) -> None:
    """A band readies its troops and begins to conquer."""
    execution.stage("begin")
    band = execution.band(band_id)
    allowed = [other.id for other in troops.musterable(execution.game)]
    execution.rule(band_id in allowed, "refuse.not_ready", race=band.race)
    execution.need(band.seat == execution.game.turn.seat, "refuse.not_ready", race=band.race)
    set_out(execution, band, troops.ready_form(execution.game, band), stay)


def set_out(execution: Execution, band: Band, form: Form, stay: Mapping[str, int] = MappingProxyType({})) -> None:
    """A band that may ready its troops does so, by its form for that; with no counts, as few stay as hold a region."""
    troops.ready(execution, band, form, stay)
    go_on(execution, "conquer", band.id)


def go_on(execution: Execution, stage: str, band_id: int) -> None:
    """Enter a stage; a turn that has been scored stays at its end.

    As played, a turn may return to its conquests: the reinforcements at their
    end have come already.
    """
    turn = execution.game.turn
    if turn.stage == "withdraw":
        settle(execution)
        return
    if turn.band and turn.stage in ("redeploy", "score") and stage in ("begin", "conquer"):
        execution.apply(Used(f"reinforced:{turn.band}"))
    execution.apply(StageBegan(stage, band_id))


def conquer(execution: Execution, region: str, way: str, die: bool, boosts: Mapping[str, int]) -> None:
    """Conquer a region, or name it for the final attempt.

    The turn's first conquest readies the troops before it, where only one race can.
    """
    game = execution.game
    if game.turn.stage == "begin" and not game.turn.held_up and len(able := troops.musterable(game)) == 1:
        set_out(execution, able[0], troops.ready_form(game, able[0]))
    conquest.conquer(execution, region, way, die, boosts)
    settle_changed(execution)


def roll_question(game: Game) -> Chance | None:
    """The roll that is due, if any."""
    turn = game.turn
    if game.over or not turn.rolling:
        return None
    if turn.attempt and turn.attempt.free:
        say = Message("chance.called", {"ability": turn.attempt.way})
    elif turn.attempt:
        short = turn.attempt.cost - quotes.attacker(game, turn.seat).hand
        say = Message("chance.attempt", {"region": turn.attempt.region, "need": short})
    else:
        say = Message("chance.called", {"ability": turn.called})
    occasion = f"turn{turn.number}.seat{turn.seat}.roll{turn.rolls + 1}"
    return Chance("roll", occasion, decisions.FACES, turn.seat, say)


def roll(execution: Execution, pips: int, source: str) -> None:
    """Apply the die's answer."""
    turn = execution.game.turn
    execution.apply(Rolled(pips, source))
    if turn.attempt and turn.attempt.free:
        conquest.lend(execution)
    elif turn.attempt:
        band = quotes.attacker(execution.game, turn.seat)
        execution.apply(Used(f"die:{band.id}"))
        conquest.ask_for_help(execution)
    settle_changed(execution)


def end_attempt(execution: Execution) -> None:
    """End the final attempt once the die has answered, and everybody who was asked for help."""
    turn = execution.game.turn
    if turn.attempt is None or turn.attempt.pips is None or turn.held_up:
        return
    if turn.attempt.free:
        conquest.resolve_free(execution, turn.attempt)
        return
    band = quotes.attacker(execution.game, turn.seat)
    helped = bool(turn.attempt.boosts)
    conquest.resolve_attempt(execution, conquest.weighed(execution.game, turn.attempt) if helped else turn.attempt)
    if turn.stage in CONQUESTS:
        # The final attempt skips whatever the race could still have done before.
        advance(execution, "conquer", band.id, "redeploy")


def cocked(execution: Execution, occasion: str, value: str, source: str) -> None:
    """The die was cocked: the roll is due again."""
    rolls = [roll_question(execution.game), *decisions.chances(execution.game)]
    due = next((each for each in rolls if each and each.kind == "roll" and each.occasion == occasion), None)
    if due is None:
        raise Refused(Message("refuse.no_chance"))
    execution.need(value in due.choices, "refuse.not_drawable", piece=value)
    execution.apply(DieCocked(int(value), source))


def finish(execution: Execution) -> None:
    """End the conquests; or pass, if there is no combo to pick."""
    game = execution.game
    if game.turn.stage == "begin" and game.active(game.turn.seat) is None:
        execution.stage("begin")
        empty = not game.column and column.question(game) is None
        execution.rule(empty, "refuse.pick_first", name=game.name(game.turn.seat))
        execution.apply(StageBegan("score", 0))
        return
    if own_stage(game):
        execution.stage(game.turn.stage)
        advance(execution, game.turn.stage, game.turn.band)
        return
    execution.stage("conquer", done=("redeploy", "score", "withdraw"))
    band = quotes.attacker(game, game.turn.seat)
    advance(execution, "conquer", band.id, "redeploy" if quotes.rolled_in_vain(game, band) else "")


def redeploy(execution: Execution, tokens: dict[str, int]) -> None:
    """End the redeployment; after a declined race the active one goes on."""
    execution.stage("redeploy")
    band_id = quotes.attacker(execution.game, execution.game.turn.seat).id
    if execution.game.turn.stage in CONQUESTS:
        advance(execution, "conquer", band_id, "redeploy")
    troops.redeploy(execution, band_id, tokens)
    apply_and_settle(execution, hooks.redeployed(execution.game, execution.game.bands[band_id]))
    vanish_if_gone(execution, band_id)
    if execution.game.turn.stage == "withdraw":
        settle(execution)
    else:
        advance(execution, "redeploy", band_id)


def end(execution: Execution, tokens: dict[str, int]) -> None:
    """End the turn as far as nobody has to choose: the conquests, the redeployment, the score sheet."""
    execution.stage("conquer", "redeploy", done=("score", "withdraw"))
    while execution.game.turn.stage == "conquer":
        finish(execution)
    if execution.game.turn.stage != "redeploy" or execution.game.turn.held_up:
        return
    redeploy(execution, tokens)
    game = execution.game
    if game.turn.stage == "score" and not game.turn.held_up and not decisions.drawing(game) and not late_decliner(game):
        accept(execution, False, {})


def may_decline(game: Game) -> bool:
    """Whether the active race may decline, which is the first thing in a turn and replaces everything else.

    No race has readied its troops or tried a conquest, and none was picked this turn.
    """
    turn = game.turn
    band = game.active(turn.seat)
    if band and not hooks.declines(game, band):
        return False
    return turn.stage == "begin" and not (turn.mustered or turn.attacks or PICKED in turn.used)


def go_into_decline(execution: Execution, regions: dict[str, int]) -> None:
    """Spend the turn on putting the active race in decline.

    Base rules, Entering in Decline: no conquest in the same turn.
    """
    execution.stage("begin", "conquer")
    game = execution.game
    band = game.active(game.turn.seat)
    if band is None:
        raise Refused(Message("refuse.no_race", {"name": game.name(game.turn.seat)}))
    execution.rule(not game.turn.attacks, "refuse.decline_after_conquest")
    execution.rule(may_decline(game), "refuse.decline_late")
    decline(execution, band.id, regions)
    go_on(execution, "score", 0)


def late_decliner(game: Game) -> Band | None:
    """The band that may decline after this turn's scoring, if any.

    The turn must have been one of conquests, not of decline.
    """
    band = game.bands.get(game.turn.band)
    if band and not band.declined and hooks.declines_late(game, band) and hooks.declines(game, band):
        return band
    return None


def accept(execution: Execution, late: bool, regions: dict[str, int]) -> None:
    """Pay the score sheet out and end the turn."""
    execution.stage("score", done=("withdraw",))
    execution.need(not decisions.drawing(execution.game), "refuse.turn_up_first")
    seat = execution.game.turn.seat
    band = late_decliner(execution.game)
    if late:
        execution.rule(band is not None, "refuse.no_late_decline")
        band = band or execution.game.active(seat)
        execution.need(band is not None, "refuse.no_race", name=execution.game.name(seat))
    lines = score.sheet(execution.game, seat)
    execution.apply(Scored(seat, lines))
    for line in lines:
        if line.remember:
            field, value = line.remember
            execution.apply(Remembered(line.band, f"{line.key}.{field}", value))
    for each in execution.game.bands_of(seat):
        apply_and_settle(execution, hooks.scored(execution.game, each))
    if late and band:
        decline(execution, band.id, regions)
    advance(execution, "score", execution.game.turn.band)


def withdrawn(game: Game) -> list[Band]:
    """The bands with tokens that wait to go back, starting with those of the seat after the acting one."""
    seats = len(game.seats)
    waiting = [band for band in game.bands.values() if band.withdrawn]
    return sorted(waiting, key=lambda band: (band.seat - game.turn.seat - 1) % seats)


def settle(execution: Execution) -> None:
    """Do all withdrawals that leave no choice; go on when no choice is left."""
    decisions.drop_idle(execution)
    for band in withdrawn(execution.game):
        settle_tokens(execution, band)
    for band_id, kind, count in execution.game.turn.returned:
        band = execution.game.bands[band_id]
        waits = PIECES[kind].body and troops.waits(execution.game, band)
        if waits or not execution.game.holdings(band_id):
            execution.apply(PiecesReturned(band_id, kind, 0))
        elif nobody_chooses(execution.game, band):
            placing.put_back(execution, band, kind, count, {})
    game = execution.game
    waiting = game.turn.returned or game.turn.asked or withdrawn(game)
    if not waiting:
        advance(execution, "withdraw", 0)


def settle_changed(execution: Execution) -> None:
    """Derive open decisions again after a correction or an act as played.

    These are a due attempt, questions, and tokens or pieces that wait to go back.
    """
    conquest.reconsider(execution)
    decisions.drop_idle(execution)
    end_attempt(execution)
    if execution.game.turn.stage == "withdraw" and execution.game.turn.attempt is None:
        settle(execution)


def settle_tokens(execution: Execution, band: Band) -> None:
    """Put withdrawn tokens back: in a single region at once, without a region in hand, and some always stay off the
    map."""
    if troops.waits(execution.game, band):
        execution.apply(TokensMoved(band.id, band.withdrawn, "withdrawn", "aside"))
    elif not execution.game.holdings(band.id):
        execution.apply(TokensMoved(band.id, band.withdrawn, "withdrawn", "hand"))
    elif nobody_chooses(execution.game, band):
        troops.withdraw(execution, band, {})


def nobody_chooses(game: Game, band: Band) -> bool:
    """Whether the band has a single region to go to, or its player has left the game."""
    return len(game.holdings(band.id)) == 1 or game.seats[band.seat].left


def withdraw(execution: Execution, band_id: int, tokens: dict[str, int]) -> None:
    """A defender puts withdrawn tokens back."""
    execution.stage("withdraw")
    band = execution.band(band_id)
    execution.need(band.withdrawn > 0, "refuse.nothing_withdrawn", race=band.race)
    troops.withdraw(execution, band, tokens)
    settle_changed(execution)


def put_back(execution: Execution, band_id: int, kind: str, regions: dict[str, int]) -> None:
    """A defender puts returned pieces back."""
    execution.stage("withdraw")
    band = execution.band(band_id)
    counts = [n for owner, piece, n in execution.game.turn.returned if (owner, piece) == (band_id, kind)]
    execution.need(bool(counts), "refuse.nothing_returned", piece=kind)
    placing.put_back(execution, band, kind, counts[0], regions)
    settle_changed(execution)


def next_turn(execution: Execution) -> None:
    """The next seat clockwise that has not left; or the end of the game."""
    game = execution.game
    seats = len(game.seats)
    after = (game.turn.seat - game.start) % seats
    for step in range(1, seats + 1):
        place = after + step
        seat = (game.start + place) % seats
        if not game.seats[seat].left:
            number = game.turn.number + place // seats
            if number <= game.board.turns:
                begin(execution, number, seat)
                return
            break
    execution.apply(GameEnded())


def leave(execution: Execution, seat: int) -> None:
    """A player leaves; their turn, if it is theirs, ends without scoring."""
    execution.need(0 <= seat < len(execution.game.seats), "refuse.no_seat")
    execution.need(not execution.game.over, "refuse.over")
    execution.need(not execution.game.seats[seat].left, "refuse.has_left", name=execution.game.name(seat))
    execution.apply(SeatLeft(seat))
    decisions.drop_idle(execution)
    if execution.game.turn.stage == "withdraw":
        settle(execution)
    elif execution.game.turn.seat == seat:
        advance(execution, execution.game.turn.stage, 0, "withdraw")


def stop(execution: Execution) -> None:
    """The table ends the game early; the map and the purses count as they are."""
    execution.need(not execution.game.over, "refuse.over")
    execution.apply(GameEnded(stopped=True))


def unveil(execution: Execution) -> None:
    """Reveal the next player's coins, the fewest first."""
    game = execution.game
    execution.need(game.over, "refuse.not_over")
    hidden = [seat for seat in score.unveiling(game) if seat not in game.unveiled]
    execution.need(bool(hidden), "refuse.all_unveiled")
    execution.apply(Unveiled(hidden[0]))


def place(execution: Execution, kind: str, regions: dict[str, int], or_none: bool = False) -> None:
    """Place pieces while redeploying; no piece at all only as part of a whole turn (`or_none`)."""
    execution.stage("redeploy")
    placing.place(execution, quotes.attacker(execution.game, execution.game.turn.seat), kind, regions, or_none)


def pick(execution: Execution, place: int) -> None:
    """Take a combo and begin with it; as played, it replaces the player's active race."""
    execution.stage("begin")
    game = execution.game
    band = game.active(game.turn.seat)
    execution.rule(band is None, "refuse.has_race", name=game.name(game.turn.seat))
    if game.turn.stage not in ("begin", "withdraw"):
        go_on(execution, "begin", 0)
    if band:
        decline(execution, band.id)
    column.pick(execution, place)
    execution.apply(Used(PICKED))
    after_pick(execution)
    settle_changed(execution)
