"""How a turn goes from stage to stage, and the game from turn to turn.

begin (pick, ready or decline), conquer, redeploy, score, withdraw, and what
abilities plan besides; then the next seat clockwise.  Base rules, The first
turn, Following turns, End of the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import column, conquest, decisions, hooks, score, troops
from companion.rules.decline import decline, leave_emptied, vanish_if_gone
from companion.rules.doing import Doing
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
from companion.rules.model import Band, Chance, Game, Refused, Say, Stage
from companion.rules.sets import PIECES

PICKED = "pick"
# Until they are over, the end of the conquests is still to come.
CONQUESTS = ("begin", "conquer")


def begin(doing: Doing, number: int, seat: int) -> None:
    """A seat's turn begins."""
    doing.do(TurnBegan(number, seat))
    for band in doing.game.bands_of(seat):
        vanish_if_gone(doing, band.id)
    for band in doing.game.bands_of(seat):
        before = doing.game
        doing.do_all(hooks.turn_begin(before, band))
        leave_emptied(doing, before)
    open_turn(doing)


def open_turn(doing: Doing) -> None:
    """The first stage of the turn, where that is not its beginning."""
    first = plan(doing.game, 0)[0]
    if first.kind != doing.game.turn.stage:
        enter(doing, first)


def own_stage(game: Game) -> bool:
    """The turn waits in a stage of an ability's own, until somebody ends it."""
    return not game.over and game.turn.stage not in (*CONQUESTS, "redeploy", "score", "withdraw")


# From stage to stage.


def plan(game: Game, band: int) -> list[Stage]:
    """The stages of the running turn, as they are with this band to act.

    A race in decline that conquers makes way for the active one: the turn begins once more.
    """
    active = game.active(game.turn.seat)
    stages = [Stage("begin"), Stage("conquer", band), Stage("redeploy", band)]
    if band and not (active and active.id == band) and (troops.musterable(game) or (active is None and game.column)):
        stages.append(Stage("begin"))
    stages += [Stage("score", band if band in game.bands else 0), Stage("withdraw")]
    return hooks.plan(game, stages)


def advance(doing: Doing, ended: str, band: int, to: str = "") -> None:
    """A stage that this band acted in has ended: the next one of the plan begins, or the next turn.

    With `to` it is the next of that kind; what lies between is skipped.
    """
    to_come = [stage for stage in following(doing.game, ended, band) if to in ("", stage.kind)]
    if to_come:
        enter(doing, to_come[0])
    else:
        next_turn(doing)


def following(game: Game, ended: str, band: int) -> list[Stage]:
    """The stages of the plan after one in which this band acted."""
    cycle = game.turn.cycle if game.turn.stage == ended else 0
    stages = plan(game, band)
    here = [
        place
        for place, stage in enumerate(stages)
        if (stage.kind, stage.cycle) == (ended, cycle) and stage.band in (0, band)
    ]
    return stages[here[0] + 1 if here else 0 :]


def sets_out_after(game: Game, stage: str, band: int) -> bool:
    """The stage is one before this band readies its troops, or the one in which it does."""
    kinds = [each.kind for each in plan(game, band)]
    return stage in kinds[: kinds.index("begin") + 1]


def conquers_again(game: Game) -> bool:
    """The race that conquers now will do so once more before it redeploys."""
    turn = game.turn
    band = game.bands.get(turn.band)
    planned = turn.stage == "conquer" and band is not None and bool(hooks.answering(band, "plan"))
    return planned and following(game, turn.stage, turn.band)[0].kind == turn.stage


def enter(doing: Doing, stage: Stage) -> None:
    """Come to a stage; one that waits for nobody is over at once."""
    if stage.kind == "redeploy" and f"reinforced:{stage.band}" not in doing.game.turn.used:
        troops.reinforce(doing, stage.band)
    doing.do(StageBegan(stage.kind, stage.band, stage.cycle))
    if stage.kind == "conquer" and stage.cycle:
        troops.take_up(doing, stage.band)
    doing.do_all(hooks.on_stage(doing.game, stage))
    if doing.game.over:
        return
    if stage.kind == "withdraw":
        settle(doing)
    elif not stage.waits:
        advance(doing, stage.kind, stage.band)


def after_pick(doing: Doing) -> None:
    """A new race conquers at once, unless one in decline may still go before it."""
    band = doing.game.bands[doing.game.taken]
    if doing.game.turn.stage == "begin" and len(troops.musterable(doing.game)) == 1:
        troops.ready(doing, band, {})
        doing.do(StageBegan("conquer", band.id))


def ready(doing: Doing, band_id: int, stay: dict[str, int]) -> None:
    """A band readies its troops and begins to conquer."""
    doing.stage("begin")
    band = doing.band(band_id)
    allowed = [other.id for other in troops.musterable(doing.game)]
    doing.rule(band_id in allowed, "refuse.not_ready", race=band.race)
    doing.need(band.seat == doing.game.turn.seat, "refuse.not_ready", race=band.race)
    troops.ready(doing, band, stay)
    go_on(doing, "conquer", band_id)


def go_on(doing: Doing, stage: str, band_id: int) -> None:
    """Come to a stage; a turn that has been scored stays at its end.

    As played a turn may come back to its conquests: what reinforces the race
    when they end has come already.
    """
    turn = doing.game.turn
    if turn.stage == "withdraw":
        settle(doing)
        return
    if turn.band and turn.stage in ("redeploy", "score") and stage in ("begin", "conquer"):
        doing.do(Used(f"reinforced:{turn.band}"))
    doing.do(StageBegan(stage, band_id))


def conquer(doing: Doing, region: str, way: str, die: bool, boosts: Mapping[str, int]) -> None:
    """Conquer a region, or name it for the final attempt."""
    conquest.conquer(doing, region, way, die, boosts)
    settle_changed(doing)


def roll_question(game: Game) -> Chance | None:
    """The roll that is due, or None."""
    turn = game.turn
    if game.over or not turn.rolling:
        return None
    if turn.attempt and turn.attempt.free:
        say = Say("chance.called", {"ability": turn.attempt.way})
    elif turn.attempt:
        short = turn.attempt.cost - conquest.attacker(game, turn.seat).hand
        say = Say("chance.attempt", {"region": turn.attempt.region, "need": short})
    else:
        say = Say("chance.called", {"ability": turn.called})
    occasion = f"turn{turn.number}.seat{turn.seat}.roll{turn.rolls + 1}"
    return Chance("roll", occasion, decisions.FACES, turn.seat, say)


def roll(doing: Doing, pips: int, source: str) -> None:
    """The die has answered."""
    turn = doing.game.turn
    doing.do(Rolled(pips, source))
    if turn.attempt and turn.attempt.free:
        conquest.lend(doing)
    elif turn.attempt:
        band = conquest.attacker(doing.game, turn.seat)
        doing.do(Used(f"die:{band.id}"))
        conquest.ask_for_help(doing)
    settle_changed(doing)


def end_attempt(doing: Doing) -> None:
    """The final attempt ends once the die has answered, and whoever was asked whether to help."""
    turn = doing.game.turn
    if turn.attempt is None or turn.attempt.pips is None or turn.held_up:
        return
    if turn.attempt.free:
        conquest.resolve_free(doing, turn.attempt)
        return
    band = conquest.attacker(doing.game, turn.seat)
    helped = bool(turn.attempt.boosts)
    conquest.resolve_attempt(doing, conquest.weighed(doing.game, turn.attempt) if helped else turn.attempt)
    if turn.stage in CONQUESTS:
        # The final attempt skips whatever the race could still have done before.
        advance(doing, "conquer", band.id, "redeploy")


def cocked(doing: Doing, occasion: str, value: str, source: str) -> None:
    """The die lay cocked: the roll is due as before."""
    rolls = [roll_question(doing.game), *decisions.chances(doing.game)]
    due = next((each for each in rolls if each and each.kind == "roll" and each.occasion == occasion), None)
    if due is None:
        raise Refused(Say("refuse.no_chance"))
    doing.need(value in due.choices, "refuse.not_drawable", piece=value)
    doing.do(DieCocked(int(value), source))


def finish(doing: Doing) -> None:
    """End the conquests; or pass, when there is no combo to pick."""
    game = doing.game
    if game.turn.stage == "begin" and game.active(game.turn.seat) is None:
        doing.stage("begin")
        empty = not game.column and column.question(game) is None
        doing.rule(empty, "refuse.pick_first", name=game.name(game.turn.seat))
        doing.do(StageBegan("score", 0))
        return
    if own_stage(game):
        doing.stage(game.turn.stage)
        advance(doing, game.turn.stage, game.turn.band)
        return
    doing.stage("conquer", done=("redeploy", "score", "withdraw"))
    advance(doing, "conquer", conquest.attacker(game, game.turn.seat).id)


def redeploy(doing: Doing, tokens: dict[str, int]) -> None:
    """The redeployment ends; a race in decline makes way for the active one."""
    doing.stage("redeploy")
    band_id = conquest.attacker(doing.game, doing.game.turn.seat).id
    if doing.game.turn.stage in CONQUESTS:
        advance(doing, "conquer", band_id, "redeploy")
    troops.redeploy(doing, band_id, tokens)
    doing.do_all(hooks.redeployed(doing.game, doing.game.bands[band_id]))
    vanish_if_gone(doing, band_id)
    if doing.game.turn.stage == "withdraw":
        settle(doing)
    else:
        advance(doing, "redeploy", band_id)


def may_decline(game: Game) -> bool:
    """Decline is the first thing in a turn, and instead of everything else.

    No race has readied its troops or tried a conquest, and none was picked now.
    """
    turn = game.turn
    band = game.active(turn.seat)
    if band and not hooks.declines(game, band):
        return False
    return turn.stage == "begin" and not (turn.mustered or turn.attacks or PICKED in turn.used)


def go_into_decline(doing: Doing, regions: dict[str, int]) -> None:
    """Spend the turn on putting the active race in decline.

    Base rules, Entering in Decline: no conquest in the same turn.
    """
    doing.stage("begin", "conquer")
    game = doing.game
    band = game.active(game.turn.seat)
    if band is None:
        raise Refused(Say("refuse.no_race", {"name": game.name(game.turn.seat)}))
    doing.rule(not game.turn.attacks, "refuse.decline_after_conquest")
    doing.rule(may_decline(game), "refuse.decline_late")
    decline(doing, band.id, regions)
    go_on(doing, "score", 0)


def late_decliner(game: Game) -> Band | None:
    """The band that may decline after this turn's scoring, or None.

    The turn must have been one of conquests, not of decline.
    """
    band = game.bands.get(game.turn.band)
    if band and not band.declined and hooks.declines_late(game, band) and hooks.declines(game, band):
        return band
    return None


def accept(doing: Doing, late: bool, regions: dict[str, int]) -> None:
    """The score sheet goes to the stash and the turn ends."""
    doing.stage("score", done=("withdraw",))
    doing.need(not decisions.drawing(doing.game), "refuse.turn_up_first")
    seat = doing.game.turn.seat
    band = late_decliner(doing.game)
    if late:
        doing.rule(band is not None, "refuse.no_late_decline")
        band = band or doing.game.active(seat)
        doing.need(band is not None, "refuse.no_race", name=doing.game.name(seat))
    lines = score.sheet(doing.game, seat)
    doing.do(Scored(seat, lines))
    for line in lines:
        if line.remember:
            field, value = line.remember
            doing.do(Remembered(line.band, f"{line.key}.{field}", value))
    for each in doing.game.bands_of(seat):
        doing.do_all(hooks.scored(doing.game, each))
    if late and band:
        decline(doing, band.id, regions)
    advance(doing, "score", doing.game.turn.band)


def clockwise(game: Game) -> list[Band]:
    """All bands, those of the seat after the acting one first."""
    seats = len(game.seats)
    return sorted(game.bands.values(), key=lambda band: (band.seat - game.turn.seat - 1) % seats)


def settle(doing: Doing) -> None:
    """Do all withdrawals that leave no choice; go on when none is left to choose."""
    decisions.drop_idle(doing)
    for band in clockwise(doing.game):
        if band.withdrawn:
            settle_tokens(doing, band)
    for band_id, kind, count in doing.game.turn.returned:
        band = doing.game.bands[band_id]
        waits = PIECES[kind].body and troops.waits(doing.game, band)
        if waits or not doing.game.holdings(band_id):
            doing.do(PiecesReturned(band_id, kind, 0))
        elif nobody_chooses(doing.game, band):
            troops.put_back(doing, band, kind, count, {})
    game = doing.game
    waiting = game.turn.returned or game.turn.asked or any(band.withdrawn for band in game.bands.values())
    if not waiting:
        advance(doing, "withdraw", 0)


def settle_changed(doing: Doing) -> None:
    """After a correction or an act as played open decisions are derived again.

    These are a due attempt, questions, and tokens or pieces that wait to go back.
    """
    conquest.reconsider(doing)
    decisions.drop_idle(doing)
    end_attempt(doing)
    if doing.game.turn.stage == "withdraw" and doing.game.turn.attempt is None:
        settle(doing)


def settle_tokens(doing: Doing, band: Band) -> None:
    """Withdrawn tokens with one region go there; with none they wait in hand, some always off the map."""
    if troops.waits(doing.game, band):
        doing.do(TokensMoved(band.id, band.withdrawn, "withdrawn", "aside"))
    elif not doing.game.holdings(band.id):
        doing.do(TokensMoved(band.id, band.withdrawn, "withdrawn", "hand"))
    elif nobody_chooses(doing.game, band):
        troops.withdraw(doing, band, {})


def nobody_chooses(game: Game, band: Band) -> bool:
    """The band has a single region to go to, or its player has left the game."""
    return len(game.holdings(band.id)) == 1 or game.seats[band.seat].left


def withdraw(doing: Doing, band_id: int, tokens: dict[str, int]) -> None:
    """A defender puts withdrawn tokens back."""
    doing.stage("withdraw")
    band = doing.band(band_id)
    doing.need(band.withdrawn > 0, "refuse.nothing_withdrawn", race=band.race)
    troops.withdraw(doing, band, tokens)
    settle_changed(doing)


def put_back(doing: Doing, band_id: int, kind: str, regions: dict[str, int]) -> None:
    """A defender puts returned pieces back."""
    doing.stage("withdraw")
    band = doing.band(band_id)
    counts = [n for owner, piece, n in doing.game.turn.returned if (owner, piece) == (band_id, kind)]
    doing.need(bool(counts), "refuse.nothing_returned", piece=kind)
    troops.put_back(doing, band, kind, counts[0], regions)
    settle_changed(doing)


def next_turn(doing: Doing) -> None:
    """The next seat clockwise that has not left; or the end of the game."""
    game = doing.game
    seats = len(game.seats)
    after = (game.turn.seat - game.start) % seats
    for step in range(1, seats + 1):
        place = after + step
        seat = (game.start + place) % seats
        if not game.seats[seat].left:
            number = game.turn.number + place // seats
            if number <= game.board.turns:
                begin(doing, number, seat)
                return
            break
    doing.do(GameEnded())


def leave(doing: Doing, seat: int) -> None:
    """A player leaves; their turn, if it is theirs, ends unscored."""
    doing.need(0 <= seat < len(doing.game.seats), "refuse.no_seat")
    doing.need(not doing.game.over, "refuse.over")
    doing.need(not doing.game.seats[seat].left, "refuse.has_left", name=doing.game.name(seat))
    doing.do(SeatLeft(seat))
    decisions.drop_idle(doing)
    if doing.game.turn.stage == "withdraw":
        settle(doing)
    elif doing.game.turn.seat == seat:
        advance(doing, doing.game.turn.stage, 0, "withdraw")


def stop(doing: Doing) -> None:
    """The table ends the game early; the map and the purses stand as they are."""
    doing.need(not doing.game.over, "refuse.over")
    doing.do(GameEnded(stopped=True))


def unveil(doing: Doing) -> None:
    """The next player's coins are laid open, the fewest first."""
    game = doing.game
    doing.need(game.over, "refuse.not_over")
    hidden = [seat for seat in score.unveiling(game) if seat not in game.unveiled]
    doing.need(bool(hidden), "refuse.all_unveiled")
    doing.do(Unveiled(hidden[0]))


def place(doing: Doing, kind: str, regions: dict[str, int]) -> None:
    """Place pieces while redeploying."""
    doing.stage("redeploy")
    troops.place(doing, conquest.attacker(doing.game, doing.game.turn.seat), kind, regions)


def pick(doing: Doing, place: int) -> None:
    """Take a combo and begin with it; as played, the race one has makes way for it."""
    doing.stage("begin")
    game = doing.game
    band = game.active(game.turn.seat)
    doing.rule(band is None, "refuse.has_race", name=game.name(game.turn.seat))
    if game.turn.stage not in ("begin", "withdraw"):
        go_on(doing, "begin", 0)
    if band:
        decline(doing, band.id)
    column.pick(doing, place)
    doing.do(Used(PICKED))
    after_pick(doing)
    settle_changed(doing)
