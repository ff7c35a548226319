"""The tables of the log's file, and how each earlier version is migrated to them (docs/tables.md).

A released migration is never changed: people's files were made by it.
"""

from sqlite_utils import Database, Migrations

from companion.store import checksums, sql_views

migrations = Migrations("companion")
# The columns of the log in the order in which they were added, and their types.
COLUMNS: dict[str, type] = {
    "row": int,
    "game": int,
    "run": int,
    "kind": str,
    "seat": int,
    "entered_by": int,
    "time": str,
    "request": str,
    "command": str,
    "events": str,
    "returns_to": int,
    "clock": int,
    "receipts": str,
    checksums.COLUMN: bytes,
}
# The migration that adds checksums.
CHECKSUMMED = "m006_checksums"


@migrations()
def m001_the_log(db: Database) -> None:
    """The tables of the first release. The file keeps their comments, which `.schema` shows."""
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
        _keep_from(db, verb)
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
    """An index for a machine's roll, which is looked up in all games before it counts."""
    db.execute("CREATE INDEX log_requests ON log(request) WHERE request IS NOT NULL")


@migrations()
def m003_views_for_people(db: Database) -> None:
    """Views of what happened, and whether the clock was right; indexes that make games quick to find."""
    db.execute("ALTER TABLE log ADD COLUMN clock INTEGER /* 1: right, 0: not, null: unknown */")
    db.execute("CREATE INDEX log_returns ON log(game, returns_to) WHERE returns_to IS NOT NULL")
    db.execute("CREATE INDEX log_starts ON log(kind) WHERE kind = 'start'")
    sql_views.create(db)


@migrations()
def m004_receipts(db: Database) -> None:
    """Receipts of accepted score sheets. Earlier games have none."""
    db.execute("ALTER TABLE log ADD COLUMN receipts TEXT /* JSON array: the receipts that the row makes, or null */")


@migrations()
def m005_a_request_by_its_game(db: Database) -> None:
    """The index of requests goes by game: each tap wrote a page for this one too."""
    db.execute("DROP INDEX log_requests")


@migrations(name=CHECKSUMMED)
def m006_checksums(db: Database) -> None:
    """A checksum for every row. A log gets here only after all of it was read and found to be whole."""
    db.execute("ALTER TABLE log ADD COLUMN checksum BLOB /* of the row, and of all rows up to it */")
    db.execute("DROP TRIGGER log_keeps_every_row_from_update")
    before = b""
    for values in db.query("SELECT * FROM log ORDER BY row"):
        before = checksums.checksum(values, before)
        db.execute("UPDATE log SET checksum = ? WHERE row = ?", [before, values["row"]])
    _keep_from(db, "UPDATE")


@migrations()
def m007_undone_in_part(db: Database) -> None:
    """What an undo kept may be undone in its turn: of that undo the events before it still stand."""
    db.execute("DROP VIEW standing")
    db.execute(f"CREATE VIEW standing AS {sql_views.STANDING}")


def _keep_from(db: Database, verb: str) -> None:
    """Make the file itself refuse to change or delete a row."""
    db.execute(
        f"""
            CREATE TRIGGER log_keeps_every_row_from_{verb.lower()} BEFORE {verb} ON log
            BEGIN SELECT RAISE(ABORT, 'rows of the log are never changed and never deleted'); END
            """
    )
