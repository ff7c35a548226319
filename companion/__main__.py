"""The commands a person types. Everything heavy is imported inside a command, so that help is quick."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from companion import __version__
from companion.settings import BadSetting, Settings, accepted, load


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Keep the table of a Small World game."""


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
            from companion.own import NotOwn, take_in

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
        help="A settings file, instead of companion.toml in the data folder.",
    )(read)


def with_data_folder(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say where the games are kept."""
    return with_settings(command, ("data",))


@main.command()
@with_settings
def serve(settings: Settings) -> None:
    """Run the table until it is stopped with Ctrl-C or SIGTERM."""
    from companion.running import run

    run(settings)


@main.command()
@with_settings
def demo(settings: Settings) -> None:
    """Run a table that plays by itself, to be watched on a phone; it keeps nothing and needs no data folder."""
    from tempfile import TemporaryDirectory

    from companion.players import play
    from companion.running import run

    with TemporaryDirectory(prefix="smallworld-demo-", ignore_cleanup_errors=True) as folder:
        run(msgspec.structs.replace(settings, data=Path(folder)), beside=play)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object for each file.")
@click.option("--events", is_flag=True, help="Print what happened, line by line.")
@click.option(
    "--offers", "name", default="", metavar="NAME", help="Print what that player may do next, and for how much."
)
def replay(files: tuple[str, ...], as_json: bool, events: bool, name: str) -> None:
    """Play recorded games again and print how each one stands; docs/record.md has the format."""
    from companion.replay import run

    raise SystemExit(run(files, as_json, events, name))


@main.command()
@click.argument("file", metavar="FILE")
@click.argument("heads", nargs=-1, metavar="[HEADS]...")
def verify(file: str, heads: tuple[str, ...]) -> None:
    """Hold an exported record against the receipts that phones have kept, and print what that proves.

    HEADS are the files that phones give on their last screen, or the line that they show there to be read out:
    "Ann 12 0c1a 0e10 e1e2 6155". Ends with 0 where all agrees, 1 where something does
    not, 2 for a file that is none.
    """
    from companion.verify import run

    raise SystemExit(run(file, heads))


@main.command()
@click.argument("file", default="-", metavar="[FILE]")
@click.option(
    "--game", type=click.IntRange(min=1), metavar="N", help="The n-th game; left out: the last that has begun."
)
@click.option(
    "--open",
    "opening",
    is_flag=True,
    help="Before the reveal too. This opens every purse, and the game's log says so to everybody.",
)
@with_data_folder
def export(settings: Settings, file: str, game: int | None, opening: bool) -> None:
    """Write a game as a record, to a new FILE or to the terminal; the table may go on meanwhile."""
    from companion.export import run

    run(settings.data, game, opening, file)


@main.command()
@click.option("--live", is_flag=True, help="Go on, and print each press and bounce as it happens, until Ctrl-C.")
@click.option(
    "--file",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Instead write a file to attach to a fault report, without names, coins, keys and passwords.",
)
@click.option("--light", is_flag=True, help="Show three pips on the lights of the button and the tray, to look at.")
@with_settings
def doctor(settings: Settings, live: bool, light: bool, file: str | None) -> None:
    """Print what is connected, and what to do about each fault; the same as the table's page /status."""
    from companion.doctor import report, run

    raise SystemExit(run(settings, live, light) if file is None else report(settings, file))


@main.command()
@with_data_folder
def dice(settings: Settings) -> None:
    """Print how often each die has shown each face, and whether that looks fair; the table may go on meanwhile."""
    from companion.dice import run

    run(settings.data)


@main.command()
@with_data_folder
def stats(settings: Settings) -> None:
    """Print the games of this table and how its players have fared; the table may go on meanwhile."""
    from companion.past import run

    run(settings.data)


@main.command()
@click.argument("file", default="card.pdf", type=click.Path(path_type=Path, dir_okay=False))
@with_settings
def card(settings: Settings, file: Path) -> None:
    """Write a card to print to FILE, a PDF: one code joins the hotspot, one opens the page. [card.pdf]"""
    from companion.card import run
    from companion.text import DEFAULT

    run(settings.data, settings.port, file, settings.language or DEFAULT)


@main.command("import")
@click.argument("file")
@with_data_folder
def import_(settings: Settings, file: str) -> None:
    """Make a record the game of the table, where none is under way; the table must be closed meanwhile."""
    from companion.imported import run

    raise SystemExit(run(settings.data, settings.dealing, file))


@main.command()
@click.argument("folder", required=False, metavar="[FOLDER]")
@with_data_folder
def backup(settings: Settings, folder: str | None) -> None:
    """Copy games, photos, boards and settings into one file in FOLDER, or on the USB stick that is plugged in.

    The table may go on meanwhile.
    """
    from companion.backup import run

    run(settings.data, folder)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@with_data_folder
def restore(settings: Settings, file: Path) -> None:
    """Put a backup, or a copy that a phone has kept, in the place of the games; what was there is kept.

    The table must be closed meanwhile. A phone's copy opens with the key of the table that it comes from.
    """
    from companion.backup import restore

    restore(settings.data, file)


@main.command()
@click.argument("source", required=False, type=click.Path(path_type=Path, exists=True), metavar="[FILE|FOLDER]")
@click.option("--now", is_flag=True, help="Also while a game is under way: the table is away for some seconds.")
@click.option("--back", is_flag=True, help="Use the version before this one again.")
@with_data_folder
def update(settings: Settings, source: Path | None, now: bool, back: bool) -> None:
    """Use a newer release: a wheel, a folder with one, or a checkout; left out: the one on the USB stick.

    It is tried on a copy of the games first. If it fails that, or does not start, the version in use stays.
    """
    from companion.update import run

    run(settings.data, source, now=now, back=back)


@main.command(hidden=True)
@with_settings
def check(settings: Settings) -> None:
    """Say whether this release can take over the data folder, which must be a copy; an update asks this."""
    from companion.check import run

    run(settings)


@main.command()
@click.argument("name", required=False)
@with_data_folder
def seat(settings: Settings, name: str | None) -> None:
    """Say yes, from this computer, to a phone that asks for the seat of NAME; left out, list who asks.

    For a table whose only phone was lost. Where two phones ask for one seat, give the number that the right one shows.
    """
    from companion.local import run

    raise SystemExit(run(settings.data, name))


@main.command()
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--games", type=click.IntRange(1, 10_000), default=15, help="Games in each of 10 rounds. [15]")
@click.option("--taps", type=click.IntRange(1, 10_000), default=100, help="Taps on the table with six phones. [100]")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as one JSON array.")
def bench(parts: tuple[str, ...], games: int, taps: int, as_json: bool) -> None:
    """Measure how quick the companion is on this computer, in under a minute.

    PART is games, boxes, replay, table, crowd, card or start; left out, all are measured. Each figure stands beside a
    baseline measured in the same run. Nothing that is kept is touched.
    """
    from companion.bench import report

    report(parts, games, taps, as_json)


if __name__ == "__main__":
    main()
