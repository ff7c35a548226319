"""The tables of the book's file, plain and with readable names, and how earlier versions come to have them."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("book")


@migrations()
def m001_the_book(db: Database) -> None:
    """The tables of the first release. The file keeps their comments, which `.schema` shows."""
    for made in (PLAYERS, OTHER_NAMES, GAMES, RESULTS, COMBOS, SEASONS, STANDINGS, FORGETTINGS, FORGOTTEN):
        db.execute(made)
    db.execute("CREATE INDEX results_of_players ON results(player) WHERE player IS NOT NULL")
    db.execute("CREATE INDEX games_by_date ON games(date)")
    db.execute(f"CREATE VIEW season_table AS {SEASON_TABLE}")
    db.execute(f"CREATE VIEW player_games AS {PLAYER_GAMES}")


@migrations()
def m002_people(db: Database) -> None:
    """Two who gave the same name are told apart."""
    db.execute(PEOPLE)


PLAYERS = """
    CREATE TABLE players (
        player INTEGER PRIMARY KEY AUTOINCREMENT,  -- nobody ever gets the number of another one
        name TEXT NOT NULL,        -- as it is spelled
        as_read TEXT NOT NULL UNIQUE  -- the same without capitals and the like, by which it is found
    ) STRICT
"""
OTHER_NAMES = """
    CREATE TABLE other_names (
        as_read TEXT PRIMARY KEY,  -- a name that was merged into another one
        player INTEGER NOT NULL REFERENCES players(player) ON DELETE CASCADE
    ) STRICT
"""
PEOPLE = """
    CREATE TABLE people (
        person TEXT PRIMARY KEY,   -- random; made by a table for whoever gave a name that was in no list
        player INTEGER NOT NULL REFERENCES players(player) ON DELETE CASCADE
    ) STRICT
"""
GAMES = """
    CREATE TABLE games (
        game TEXT PRIMARY KEY,     -- made by the table from its log
        row INTEGER NOT NULL,      -- the row of that log with the last thing that was played or corrected
        time TEXT NOT NULL,        -- when it ended, in UTC; when its result first came, if its table had no right clock
        date TEXT NOT NULL,        -- the day of that, where the book is
        arrived TEXT NOT NULL,     -- when its result first came, in UTC
        board TEXT NOT NULL,
        boxes TEXT NOT NULL,       -- separated by commas
        turns INTEGER NOT NULL,
        ended_early INTEGER NOT NULL,  -- 1: by the players, before its last turn, or after less than ten minutes
        withdrawn INTEGER NOT NULL -- 1: its end was taken back, so that it has no results for now
    ) STRICT
"""
RESULTS = """
    CREATE TABLE results (
        game TEXT NOT NULL REFERENCES games(game),
        seat INTEGER NOT NULL,     -- from 0, clockwise
        player INTEGER REFERENCES players(player),  -- null: somebody who is not in the book
        place INTEGER NOT NULL,    -- 1 is the best
        side INTEGER NOT NULL,     -- the same for partners
        won INTEGER NOT NULL,
        has_left INTEGER NOT NULL, -- 1: left before the end
        app INTEGER NOT NULL,      -- 1: played by the app
        coins INTEGER,             -- null: somebody
        PRIMARY KEY (game, seat)
    ) STRICT
"""
COMBOS = """
    CREATE TABLE combos (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        race TEXT NOT NULL,
        power TEXT NOT NULL,
        coins INTEGER NOT NULL,    -- what the race earned
        FOREIGN KEY (game, seat) REFERENCES results(game, seat)
    ) STRICT
"""
SEASONS = """
    CREATE TABLE seasons (
        season TEXT PRIMARY KEY,
        first TEXT NOT NULL,       -- its first day and its last one
        last TEXT NOT NULL
    ) STRICT
"""
STANDINGS = """
    CREATE TABLE standings (      -- worked out from the results, and renewed with each
        season TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players(player),
        place INTEGER NOT NULL,
        rating INTEGER NOT NULL,
        mu REAL NOT NULL,          -- the same as openskill has it
        sigma REAL NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        coins INTEGER NOT NULL,    -- of all games together
        best INTEGER NOT NULL,
        PRIMARY KEY (season, player)
    ) STRICT
"""
FORGETTINGS = """
    CREATE TABLE forgettings (
        number INTEGER PRIMARY KEY,  -- the n-th wish to be forgotten
        wish TEXT UNIQUE,          -- its id, where it came from a table
        time TEXT NOT NULL
    ) STRICT
"""
FORGOTTEN = """
    CREATE TABLE forgotten (
        hash TEXT PRIMARY KEY,     -- of a name that is not to come back, made with the key in the file forget.key
        number INTEGER NOT NULL REFERENCES forgettings(number)
    ) STRICT
"""
SEASON_TABLE = """
    SELECT season, place, name, rating, games, wins,
        round(1.0 * coins / games, 1) AS coins_on_average, best AS most_coins
    FROM standings JOIN players USING (player)
"""
PLAYER_GAMES = """
    SELECT name, date, results.place, won, coins, board, boxes, turns, ended_early, game, seat,
        (SELECT count(*) FROM results AS others WHERE others.game = results.game) AS seats
    FROM results JOIN games USING (game) JOIN players USING (player)
"""
