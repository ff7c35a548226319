"""The tables of the log's file, and how those of each earlier version become these (docs/tables.md).

A migration is never changed once it was released: what it made lies in people's folders.
"""

from sqlite_utils import Database, Migrations

from companion import views

migrations = Migrations("companion")


@migrations()
def m001_the_log(db: Database) -> None:
    """The tables of the first release. The comments are kept in the file, where `.schema` shows them."""
    db.execute(
        """
        CREATE TABLE runs (
            run INTEGER PRIMARY KEY,  -- the n-th start of the program
            time TEXT NOT NULL,       -- when, in UTC, by a clock that may be wrong
            program TEXT NOT NULL     -- the program's version
        ) STRICT
        """
    )
    db.execute(
        """
        CREATE TABLE log (
            row INTEGER PRIMARY KEY,  -- the n-th thing this table accepted
            game INTEGER NOT NULL,    -- the n-th game, its lobby included
            run INTEGER NOT NULL REFERENCES runs(run),
            kind TEXT NOT NULL,       -- join, lobby, seat, new, start, act, for_another, as_played, chance, purse,
                                      -- takeback, ask, consent, opened, practice, photo, tray, clock, pause
            seat INTEGER,             -- whose act it is; seats count from 0 in clockwise order
            entered_by INTEGER,       -- the seat whose phone entered it
            time TEXT NOT NULL,       -- when, in UTC, by a clock that may be wrong
            request TEXT,             -- the id the phone made, so that a repeated message is no second act
            command TEXT NOT NULL,    -- JSON: what was asked for
            events TEXT NOT NULL,     -- JSON array: what happened; for join, lobby, seat and new: the lobby
            returns_to INTEGER,       -- for a take-back: this row and all after it were taken back
            UNIQUE (game, request)
        ) STRICT
        """
    )
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"""
            CREATE TRIGGER log_keeps_every_row_from_{verb.lower()} BEFORE {verb} ON log
            BEGIN SELECT RAISE(ABORT, 'rows of the log are never changed and never deleted'); END
            """
        )
    db.execute(
        """
        CREATE VIEW standing AS
        SELECT * FROM log AS one WHERE NOT EXISTS (
            SELECT 1 FROM log AS back
            WHERE back.game = one.game AND back.returns_to <= one.row AND one.row < back.row
        )
        """
    )


@migrations()
def m002_find_a_request(db: Database) -> None:
    """A machine's roll is looked for in all games, each time before it counts."""
    db.execute("CREATE INDEX log_requests ON log(request) WHERE request IS NOT NULL")


@migrations()
def m003_views_for_people(db: Database) -> None:
    """What happened, event by event, and whether the clock was right. The indexes make games quick to find and read."""
    db.execute("ALTER TABLE log ADD COLUMN clock INTEGER /* 1: right, 0: not, null: unknown */")
    db.execute("CREATE INDEX log_returns ON log(game, returns_to) WHERE returns_to IS NOT NULL")
    db.execute("CREATE INDEX log_starts ON log(kind) WHERE kind = 'start'")
    views.create(db)


@migrations()
def m004_receipts(db: Database) -> None:
    """Score sheets are committed to as they are accepted. Games of before have no receipts."""
    db.execute("ALTER TABLE log ADD COLUMN receipts TEXT /* JSON array: the receipts that the row makes, or null */")


@migrations()
def m005_a_request_by_its_game(db: Database) -> None:
    """Each tap wrote a page for this index too; the rows of each game are known by their requests anyway."""
    db.execute("DROP INDEX log_requests")
