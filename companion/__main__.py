"""The commands a person types. Everything heavy is imported inside a command, so that help is quick."""

import click

from companion import __version__


@click.group()
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Keep the table of a Small World game."""


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object for each file.")
@click.option("--events", is_flag=True, help="Print what happened, line by line.")
@click.option("--offers", "name", default="", metavar="NAME", help="Print what that player may do next, and for how much.")
def replay(files: tuple[str, ...], as_json: bool, events: bool, name: str) -> None:
    """Play recorded games again and print how each one stands; docs/record.md has the format."""
    from companion.replay import run

    raise SystemExit(run(files, as_json, events, name))


if __name__ == "__main__":
    main()
