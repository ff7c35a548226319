"""Views of the log for people with SQLite tools of their own; docs/tables.md explains every column.

They show what a purse gained or paid only once every purse of its game is revealed. The log itself always has it.
"""

from sqlite_utils import Database

# The rows that were not taken back. An undo's own events are those of the later rows that it kept. When one of these is
# undone too, which takes away everything from it on, the events of those before it remain.
STANDING = """
    SELECT row, game, run, kind, seat, entered_by, time, request, command,
        CASE WHEN kind <> 'takeback' THEN events ELSE (
            SELECT json_group_array(json(value)) FROM json_each(one.events) WHERE key < (
                SELECT coalesce(sum(kept.value ->> 'events'), 0) FROM json_each(one.command, '$.kept') AS kept
                WHERE kept.value ->> 'row' < coalesce((
                    SELECT min(back.returns_to) FROM log AS back
                    WHERE back.game = one.game AND back.row > one.row AND back.returns_to IS NOT NULL
                ), one.row)
            )
        ) END AS events,
        returns_to, clock, receipts, checksum
    FROM log AS one WHERE NOT EXISTS (
        SELECT 1 FROM log AS back
        WHERE back.game = one.game AND back.row > one.row AND back.returns_to <= CASE
            WHEN one.kind = 'takeback' THEN coalesce(one.command ->> '$.kept[0].row', one.row) ELSE one.row END
    )
"""
# Every event of the rows that were not taken back. `since` names the event with which the turn began.
HAPPENED = """
    WITH told AS (
        SELECT game, row, key AS place, time, clock, value ->> 'type' AS type, value AS event
        FROM standing, json_each(standing.events)
        WHERE kind IN ('start', 'act', 'for_another', 'as_played', 'chance', 'purse', 'takeback')
    ), turns AS (
        SELECT *,
            max(CASE WHEN type IN ('game_began', 'turn_began') THEN printf('%012d %06d', row, place) END)
                OVER (PARTITION BY game ORDER BY row, place) AS since,
            max(type = 'game_ended') OVER one AND (
                max(event -> 'setup' -> 'options' ->> 'coins' = 'open') OVER one IS 1
                OR sum(type = 'unveiled') OVER one = max(json_array_length(event -> 'setup' -> 'seats')) OVER one
            ) AS open
        FROM told WINDOW one AS (PARTITION BY game)
    )
    SELECT game, row, place, time, clock, open,
        coalesce(first_value(event ->> 'number') OVER turn, 1) AS turn,
        coalesce(first_value(event ->> 'seat') OVER turn, first_value(event -> 'setup' ->> 'start') OVER turn) AS whose,
        since, type,
        CASE WHEN open THEN event
            WHEN type = 'game_began' THEN json_remove(event, '$.setup.seats')
            WHEN type NOT IN ('scored', 'coins_moved') THEN event END AS event
    FROM turns WINDOW turn AS (PARTITION BY game, since ORDER BY row, place)
"""
GAMES = """
    SELECT game,
        date(min(CASE WHEN clock IS NOT 0 THEN time END)) AS date,
        max(CASE WHEN type = 'game_began' THEN event -> 'setup' -> 'board' ->> 'id' END) AS map,
        max(turn) AS turns,
        max(type = 'game_ended') AS ended,
        max(open) AS open
    FROM happened GROUP BY game
"""
PLAYERS = """
    WITH seats AS (
        SELECT game, key AS seat, value ->> 'name' AS name, value ->> 'coins' AS began_with
        FROM standing, json_each(standing.events -> 0 -> 'setup' -> 'seats') WHERE kind = 'start'
    ), gone AS (SELECT game, event ->> 'seat' AS seat FROM happened WHERE type = 'seat_left')
    SELECT seats.game, seats.seat, seats.name,
        EXISTS (SELECT 1 FROM gone WHERE gone.game = seats.game AND gone.seat = seats.seat) AS has_left,
        CASE WHEN games.open THEN seats.began_with END AS began_with,
        CASE WHEN games.open THEN seats.began_with + coalesce(earned.coins, 0) END AS coins
    FROM seats JOIN games ON games.game = seats.game
    LEFT JOIN (SELECT game, seat, sum(coins) AS coins FROM scores GROUP BY game, seat) AS earned
        ON earned.game = seats.game AND earned.seat = seats.seat
"""
SCORES = """
    WITH lines AS (
        SELECT game, row, turn, event ->> 'seat' AS seat, value ->> 'key' AS reason, value ->> 'amount' AS coins,
            json_array_length(value -> 'where') AS regions
        FROM happened, json_each(happened.event -> 'lines')
        WHERE happened.type = 'scored' AND event IS NOT NULL
    ), moved AS (
        SELECT game, row, turn, event ->> 'source' AS source, event ->> 'target' AS target, event ->> 'amount' AS coins
        FROM happened WHERE type = 'coins_moved' AND event IS NOT NULL
    ), sides AS (
        SELECT game, row, turn, target AS purse, source AS other, coins FROM moved
        UNION ALL SELECT game, row, turn, source, target, -coins FROM moved
    )
    SELECT game, row, turn, seat, reason, coins, regions FROM lines WHERE coins <> 0
    UNION ALL SELECT game, row, turn, CAST(substr(purse, 6) AS INTEGER),
        CASE WHEN other LIKE 'seat:%' THEN 'dealt' WHEN other = 'counted' THEN 'mended'
            WHEN other = 'bank' THEN iif(coins < 0, 'spent', 'gained') ELSE iif(coins < 0, 'paid', 'found') END,
        coins, 0
    FROM sides WHERE purse LIKE 'seat:%' AND coins <> 0
"""
# A corrected record replaces what was noted earlier in its turn.
CONQUESTS = """
    WITH noted AS (
        SELECT *, max(CASE WHEN type = 'record_corrected' THEN printf('%012d %06d', row, place) END)
            OVER (PARTITION BY game, since) AS corrected
        FROM happened WHERE type IN ('attacked', 'record_corrected')
    ), attacks AS (
        SELECT game, row, place, turn, whose, event -> 'attack' AS attack FROM noted
        WHERE type = 'attacked' AND (corrected IS NULL OR printf('%012d %06d', row, place) > corrected)
        UNION ALL SELECT game, row, place, turn, whose, value FROM noted, json_each(noted.event -> 'attacks')
        WHERE noted.type = 'record_corrected' AND printf('%012d %06d', row, place) = corrected
    )
    SELECT game, row, turn, whose AS seat, attack ->> 'region' AS region, attack ->> 'way' AS way,
        attack ->> 'won' AS won, attack ->> 'tribe' AS tribe, attack ->> 'tokens' AS tokens,
        nullif(attack ->> 'against_seat', -1) AS against
    FROM attacks
"""
# The player an ability asked is the one who rolled, otherwise the one whose turn it is. A roll without a source only
# describes a position.
ROLLS = """
    WITH questions AS (
        SELECT game, since, event -> 'decision' ->> 'seat' AS seat,
            row_number() OVER (PARTITION BY game, since ORDER BY row, place) AS number
        FROM happened WHERE type = 'asked'
    )
    SELECT rolled.game, rolled.row, rolled.turn, coalesce(questions.seat, rolled.whose) AS seat,
        rolled.event ->> 'pips' AS pips, rolled.event ->> 'source' AS source
    FROM happened AS rolled LEFT JOIN questions ON questions.game = rolled.game AND questions.since = rolled.since
        AND questions.number = rolled.event ->> 'asked'
    WHERE rolled.type = 'rolled' AND rolled.event ->> 'source' <> ''
"""
VIEWS = {
    "happened": HAPPENED,
    "games": GAMES,
    "scores": SCORES,
    "players": PLAYERS,
    "conquests": CONQUESTS,
    "rolls": ROLLS,
}


def create(db: Database) -> None:
    """Add the views to a log that has none yet."""
    for name, query in VIEWS.items():
        db.execute(f"CREATE VIEW {name} AS {query}")
