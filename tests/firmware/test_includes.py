"""The plan of the firmware: which file knows which."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"


def test_no_two_files_know_each_other():
    """Each module of the firmware, a .c with its .h, stands on others in one direction alone."""
    knows: dict[str, set[str]] = {}
    for path in [*FIRMWARE.glob("*.c"), *FIRMWARE.glob("*.h")]:
        includes = re.findall(r'^#include "(\w+)\.h"', path.read_text(encoding="utf-8"), re.MULTILINE)
        knows.setdefault(path.stem, set()).update(set(includes) - {path.stem})
    assert knows["roll"]
    TopologicalSorter(knows).prepare()
