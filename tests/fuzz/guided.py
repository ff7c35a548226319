"""One door, led by coverage: python -m tests.fuzz.guided DOOR FOLDER [options of libFuzzer]

The folder keeps what led to new places in the program, so that the next run begins there. Needs the extra `fuzz`.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["companion"]):
    from tests.fuzz.doors import DOORS, Door
from tests.fuzz.edits import KINDS, Edit, edited


def bring(door: Door, folder: Path, data: bytes) -> None:
    """Bring something to the door; whatever is raised is what was looked for."""
    door.enter(data, folder)


def changed(door: Door, data: bytes, longest: int, seed: int) -> bytes:
    """Something else, nearly the same: by what means something at this door, or by libFuzzer's own means."""
    dice = Random(seed)
    if dice.random() < 0.5:
        return atheris.Mutate(data, longest)
    edits = [Edit(dice.choice(KINDS), *(dice.randrange(2**16) for _ in range(3))) for _ in range(dice.randint(1, 4))]
    return edited(data, edits, door.scraps, door.examples)[:longest]


def main() -> None:
    """Fill the folder with the door's examples, and let libFuzzer go on from there."""
    name, folder, *options = sys.argv[1:]
    door, corpus = DOORS[name](), Path(folder) / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, example in enumerate(dict.fromkeys(door.examples)):
        (corpus / f"example-{number}").write_bytes(example)
    longest = 2 * max(map(len, door.examples))
    known = [f"-max_len={longest}", "-timeout=60", f"-artifact_prefix={folder}/", "-print_final_stats=1", str(corpus)]
    atheris.Setup(
        [sys.argv[0], *options, *known],
        partial(bring, door, Path(folder)),
        custom_mutator=partial(changed, door),
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
