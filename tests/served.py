"""`companion serve` with chance that a test has seeded: python -m tests.served SEED [options of serve]."""

import random

import click

from companion.__main__ import run_table, with_settings
from companion.settings import Settings


@click.command()
@click.argument("seed")
@with_settings
def main(settings: Settings, seed: str) -> None:
    """Run the table until it is stopped; what is dealt and rolled without a machine follows from the seed."""
    # As `serve` does, which first keeps out what a table does not need: what it takes is measured here too.
    run_table(settings, choose=random.Random(seed).choice)


if __name__ == "__main__":
    main()
