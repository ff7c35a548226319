"""The commands a person types. Everything heavy is imported inside a command, so that help is quick."""

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from companion import __version__
from companion.settings import BadSetting, Settings, accepted, load

if TYPE_CHECKING:
    from companion.club.tables import Tables


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Run the app at the table for a game of Small World."""
    from companion.host import journal

    journal.discreet()


def with_settings(command: Callable[..., None], names: tuple[str, ...] = ()) -> Callable[..., None]:
    """Give a command an option for each setting, or for those named, and its settings as its first argument."""

    @functools.wraps(command)
    def read(settings: Path | None, **given: Any) -> None:
        others = {name: given.pop(name) for name in list(given) if name not in Settings.__struct_fields__}
        try:
            read_settings = load(settings, given=given)
        except BadSetting as error:
            raise click.UsageError(str(error)) from None
        if read_settings.own:
            from companion.language.plugins import NotOwn, take_in

            try:
                take_in(read_settings.own)
            except NotOwn as error:
                raise click.UsageError(str(error)) from None
        command(read_settings, **others)

    for field in reversed(msgspec.structs.fields(Settings)):
        if names and field.name not in names:
            continue
        text, accepts = accepted(field.name)
        shown = "found" if field.default == "" else field.default
        # Text, whatever the type: load() checks each setting and says in one sentence what it accepts.
        option = click.option(
            f"--{field.name.replace('_', '-')}", metavar="VALUE", help=f"{text} Accepts {accepts}. [{shown}]"
        )
        read = option(read)
    return click.option(
        "--settings",
        type=click.Path(path_type=Path),
        help="The settings file to use instead of companion.toml in the data folder.",
    )(read)


def with_data_folder(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say where the games are kept."""
    return with_settings(command, ("data",))


def with_trays_port(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say where the dice tray is."""
    return with_settings(command, ("data", "tray"))


def run_table(settings: Settings, **more: Any) -> None:
    """Load what a table needs, and no more, and run it as `companion.app.run` does."""
    from companion.host import memory

    # Nothing but the club's book can be at an address with HTTPS.
    if not settings.book.startswith("https:"):
        memory.without_openssl()
    from companion.app import run

    run(settings, **more)


@main.command()
@with_settings
def serve(settings: Settings) -> None:
    """Run the table until it is stopped with Ctrl-C or SIGTERM."""
    run_table(settings)


@main.command()
@with_settings
def demo(settings: Settings) -> None:
    """Run a demo table that plays by itself, to watch on a phone. It saves nothing and needs no data folder."""
    from tempfile import TemporaryDirectory

    from companion.table.bots import play

    with TemporaryDirectory(prefix="smallworld-demo-", ignore_cleanup_errors=True) as folder:
        run_table(msgspec.structs.replace(settings, data=Path(folder)), beside=play)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object for each file.")
@click.option("--events", is_flag=True, help="Print what happened, line by line.")
@click.option(
    "--offers", "name", default="", metavar="NAME", help="Print what that player can do next, and at what price."
)
def replay(files: tuple[str, ...], as_json: bool, events: bool, name: str) -> None:
    """Replay recorded games and print how each one stands. docs/record.md describes the format."""
    from companion.records.replay import run

    raise SystemExit(run(files, as_json, events, name))


@main.command()
@click.argument("file", default="-", metavar="[FILE]")
@click.option(
    "--game",
    type=click.IntRange(min=1),
    metavar="N",
    help="The number of the game. Without it: the last one that began.",
)
@click.option(
    "--open",
    "opening",
    is_flag=True,
    help="Export before the reveal too. This reveals all coins, and the game's log says so.",
)
@with_data_folder
def export(settings: Settings, file: str, game: int | None, opening: bool) -> None:
    """Export a game as a record, to a new FILE or to the terminal. The table can stay open."""
    from companion.records.export import run

    run(settings.data, game, opening, file)


@main.command()
@click.option(
    "--live", is_flag=True, help="Keep running and print each press, knock and roll as it happens, until Ctrl-C."
)
@click.option(
    "--file",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Write a file to attach to a bug report instead, without names, coins, keys or passwords.",
)
@click.option("--light", is_flag=True, help="Show three pips on the lights of the button and the dice tray.")
@with_settings
def doctor(settings: Settings, live: bool, light: bool, file: str | None) -> None:
    """Check what is connected and say how to fix each fault, like the table's page /status."""
    from companion.upkeep.doctor import report, run

    raise SystemExit(run(settings, live, light) if file is None else report(settings, file))


@main.command()
@with_data_folder
def dice(settings: Settings) -> None:
    """Print how often each die has shown each face and whether it looks fair. The table can stay open."""
    from companion.stats.dice import run

    run(settings.data)


@main.command()
@with_data_folder
def stats(settings: Settings) -> None:
    """Print the games played at this table and how its players did. The table can stay open."""
    from companion.stats.past_games import run

    run(settings.data)


@main.command()
@with_settings
def card(settings: Settings) -> None:
    """Say where to find the card to print: its first code joins the Wi-Fi, the second opens the table."""
    from companion.app import address
    from companion.host.hotspot import Hotspot

    page = f"{address(settings, Hotspot(settings.data), settings.port)}/card"
    click.echo(f"Join the table with a phone or a computer on the same network, open {page} there, and print it.")


@main.command("import")
@click.argument("file")
@with_data_folder
def import_(settings: Settings, file: str) -> None:
    """Make a record the table's game, if no game is in progress. Close the table first."""
    from companion.records.importer import run

    raise SystemExit(run(settings.data, settings.dealing, file))


@main.command()
@click.argument("folder", required=False, metavar="[FOLDER]")
@with_data_folder
def backup(settings: Settings, folder: str | None) -> None:
    """Back up games, photos, boards and settings to one file in FOLDER, or on the USB stick that is plugged in.

    The table can stay open.
    """
    from companion.upkeep.backup import run

    run(settings.data, folder)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@with_data_folder
def restore(settings: Settings, file: Path) -> None:
    """Replace the games with a backup. The old games are kept too.

    Close the table first.
    """
    from companion.upkeep.backup import restore

    restore(settings.data, file)


@main.command()
@click.argument("source", required=False, type=click.Path(path_type=Path, exists=True), metavar="[FILE|FOLDER]")
@click.option("--now", is_flag=True, help="Update during a game too: the table goes away for a few seconds.")
@click.option("--back", is_flag=True, help="Go back to the previous version.")
@click.option("--yes", is_flag=True, help="Do not ask about unusual steps, such as installing an older version.")
@with_data_folder
def update(settings: Settings, source: Path | None, now: bool, back: bool, yes: bool) -> None:
    """Install a newer release: a wheel, a folder with one, or a checkout. Without one: the wheel on the USB stick.

    The release is shown, then tried on a copy of the games. If that fails, or it does not start, the current version
    stays in use.
    """
    from companion.club.tables import Tables
    from companion.club.units import for_update
    from companion.upkeep.update import run

    run(settings.data, source, functools.partial(for_update, Tables()), now=now, back=back, yes=yes)


@main.command(hidden=True)
@with_settings
def check(settings: Settings) -> None:
    """Check whether this release works with a data folder, which must be a copy. Updates run this."""
    from companion.check import run

    run(settings)


@main.command()
@click.argument("name", required=False)
@with_data_folder
def seat(settings: Settings, name: str | None) -> None:
    """Give a player's seat to a phone, from this computer: to the phone that asks for it and shows the number NAME.

    With a player's name instead, print a link that gives that player's seat to the phone that opens it, once, within
    ten minutes, whoever else is asking for it. Without NAME, list who is asking.
    """
    from companion.upkeep.local_socket import run

    raise SystemExit(run(settings.data, name))


@main.group()
def tray() -> None:
    """Look after the dice tray. firmware/README.md says how to build one."""


@tray.command()
@click.option(
    "--baud", type=click.IntRange(min=300), metavar="N", help="The speed of its boot loader. [115200, then 57600]"
)
@with_trays_port
def flash(settings: Settings, baud: int | None) -> None:
    """Put the firmware onto a board with an ATmega328P (Arduino Nano, Uno). Close the table first.

    It needs avrdude and no compiler. The board is found as the table finds it; with several, name one with --tray.
    """
    from companion.upkeep.flash import SPEEDS, run

    run(settings, (baud,) if baud else SPEEDS)


@main.group()
def club() -> None:
    """Run several tables on this computer, as a club or a café needs them. docs/club.md says how."""


def with_club_folder(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the club's tables as its first argument, and an option that says where their list is."""

    @functools.wraps(command)
    def read(folder: Path | None, **given: Any) -> None:
        from companion.club.tables import FOLDER, ClubError, Tables

        try:
            command(Tables(folder.absolute() if folder else FOLDER), **given)
        except (ClubError, BadSetting) as error:
            raise click.ClickException(str(error)) from None

    return click.option(
        "--folder",
        type=click.Path(path_type=Path),
        help="The folder that keeps the club's tables. [/var/lib/smallworld-club]",
    )(read)


@club.command()
@click.argument("name")
@with_club_folder
def add(tables: "Tables", name: str) -> None:
    """Add the table NAME: small letters, digits and hyphens. It gets a port and a folder of its own."""
    from companion.club import proxy, units

    table = tables.add(name)
    click.echo(f"Added the table {table.name}: port {table.port}, its games in {table.folder}.")
    if units.installed(tables.folder):
        units.start(tables, [table])
        click.echo("It waits for its first phone.")
    else:
        click.echo(f"To run it in this terminal: companion club serve {table.name}")
    if units.installed(tables.folder) and proxy.installed():
        proxy.install(tables.all(), before=proxy.before(tables))


@club.command("serve")
@click.argument("name")
@click.option(
    "--sleep",
    type=click.FloatRange(min=0),
    default=0,
    metavar="MINUTES",
    help="End after so many minutes without a phone or a screen: systemd starts the table again for the next one."
    " [0, which is never]",
)
@with_club_folder
def serve_(tables: "Tables", name: str, sleep: float) -> None:
    """Run the table NAME until it is stopped with Ctrl-C or SIGTERM."""
    run_table(tables.settings(name), sleep=sleep * 60)


@club.command()
@with_club_folder
def start(tables: "Tables") -> None:
    """Start every table again: after a change of the club's settings, or when all of it was copied to this computer."""
    from companion.club import units

    if not units.installed(tables.folder):
        raise click.ClickException(units.ABSENT)
    units.start(tables, tables.all())
    click.echo(f"Every table waits for its first phone: {len(tables.all())}.")


@club.command("list")
@with_club_folder
def list_(tables: "Tables") -> None:
    """List the tables, each with its port and folder, and whether it runs now as a service."""
    for table in (every := tables.all()):
        click.echo(f"{table.name:20}  port {table.port}  {'awake' if table.awake else 'asleep':6}  {table.folder}")
    if not every:
        click.echo("There are no tables yet. To add one: companion club add NAME")


@club.command()
@click.option("--install", is_flag=True, help="Give it to the nginx of this computer, and have that read it.")
@with_club_folder
def proxy(tables: "Tables", install: bool) -> None:
    """Print what nginx has to know of the tables: to be done again whenever a table was added or removed."""
    from companion.club import proxy

    if install:
        proxy.install(proxy.listed(tables), before=proxy.before(tables))
        click.echo("nginx hands on what is asked for each table.")
    else:
        click.echo(proxy.configuration(proxy.listed(tables), before=proxy.before(tables)), nl=False)


@club.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8100, help="Where the proxy asks for it. [8100]")
@with_club_folder
def front(tables: "Tables", port: int) -> None:
    """Serve the page with all tables, until it is stopped with Ctrl-C or SIGTERM."""
    from companion.club import front

    front.run(tables, port)


@club.command()
@click.argument("name")
@with_club_folder
def remove(tables: "Tables", name: str) -> None:
    """Remove the table NAME. Its games are kept, and the command says where."""
    from companion.club import proxy, units

    if units.installed(tables.folder):
        units.stop(tables.find(name))
    kept = tables.remove(name)
    if units.installed(tables.folder) and proxy.installed():
        proxy.install(tables.all(), before=proxy.before(tables))
    click.echo(
        f"Removed the table {name}. "
        + (f"Nothing was deleted: its games are kept in {kept}." if kept else "It had no games.")
    )


@main.group()
def book() -> None:
    """Keep a club's book of players over all of its tables. docs/book.md says how."""


_in_folder = click.option(
    "--folder", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="The folder of the book."
)


def _is_address(_: click.Context, __: click.Parameter, value: str) -> str:
    if value and not re.fullmatch(r"https?://[^\s/]+/?", value):
        raise click.BadParameter("Write it like http://club.local.")
    return value


@book.command("serve")
@_in_folder
@click.option("--host", default="0.0.0.0", show_default=True, metavar="ADDRESS", help="The address to listen on.")  # noqa: S104
# The front page of a club on the same computer has 8100, and its tables those above.
@click.option("--port", type=click.IntRange(0, 65535), default=8099, show_default=True, help="The port to listen on.")
@click.option(
    "--address",
    default="",
    metavar="URL",
    callback=_is_address,
    help="Where else phones find it, such as http://book.club.example.",
)
@click.option(
    "--club",
    default="",
    metavar="URL",
    callback=_is_address,
    help="Where phones find the page with all tables, such as http://club.local: the book's pages lead there.",
)
@click.option(
    "--season",
    "seasons",
    multiple=True,
    metavar="NAME=FIRST..LAST",
    help="Name a season by its first and its last day, such as Spring=2026-01-05..2026-04-30. Can be given again. Every"
    " other day belongs to its year.",
)
def serve_book(folder: Path, host: str, port: int, address: str, club: str, seasons: tuple[str, ...]) -> None:
    """Run the book until it is stopped with Ctrl-C or SIGTERM."""
    from companion.book.serve import run

    run(folder, host, port, address, club, seasons)


@book.command("forget")
@click.argument("name")
@_in_folder
def forget_player(name: str, folder: Path) -> None:
    """Forget a player: the name goes from every game, and does not come back. The book can stay open."""
    from companion.book.serve import forget

    forget(folder, name)


@book.command("merge")
@click.argument("name")
@click.argument("into")
@_in_folder
def merge_players(name: str, into: str, folder: Path) -> None:
    """Make NAME and INTO one player, called INTO. The book can stay open."""
    from companion.book.serve import merge

    merge(folder, name, into)


if __name__ == "__main__":
    main()
