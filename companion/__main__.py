"""The commands a person types. Everything heavy is imported inside a command, so that help is quick."""

import click

from companion import __version__


@click.group()
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Keep the table of a Small World game."""


if __name__ == "__main__":
    main()
