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
from tests.fuzz.edits import SPOILING, edited, told


class Brought:
    """Brings things to a door; whatever is raised is what was looked for. Says every thousand how much came so far."""

    def __init__(self, door: Door, folder: Path) -> None:
        self._door, self._folder = door, folder
        self._times = self._came = self._inside = 0

    def __call__(self, data: bytes) -> None:
        """Bring one."""
        self._inside += self._door.enter(data, self._folder)
        self._came += self._door.counts(data)
        self._times += 1
        if self._times % 1000 == 0:
            print(f"{self._came} came, {self._inside} got in", flush=True)


def changed(door: Door, data: bytes, longest: int, seed: int) -> bytes:
    """Something else, nearly the same: by what means something at this door, or by libFuzzer's own means."""
    dice = Random(seed)
    if dice.random() < 0.5:
        return atheris.Mutate(data, longest)
    _, edits = told(dice.randbytes(SPOILING))
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
        Brought(door, Path(folder)),
        custom_mutator=partial(changed, door),
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
