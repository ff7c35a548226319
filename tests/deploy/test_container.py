"""The image and what runs it: they say of a table's limits and user what its service says."""

import re
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
IMAGE = (DEPLOY / "container/Containerfile").read_text()
PODMAN = (DEPLOY / "container/smallworld-table@.container").read_text()
KUBERNETES = (DEPLOY / "container/kubernetes.yaml").read_text()


def found(pattern: str, text: str) -> str:
    """The one thing in a text that is written so."""
    (one,) = re.findall(pattern, text, re.M)
    return str(one)


def test_a_table_may_have_as_much_memory_wherever_it_runs() -> None:
    """What is enough for one table is so everywhere, and no more."""
    megabytes = found(r"^MemoryMax=(\d+)M$", (DEPLOY / "smallworld-companion.service").read_text())
    assert found(r"--memory=(\d+)m", PODMAN) == megabytes
    table, _, _ = KUBERNETES.partition("kind: ConfigMap")
    assert found(r"limits: \{ memory: (\d+)Mi \}", table) == megabytes


def test_it_is_nobody_and_the_same_one_everywhere() -> None:
    """A user by number, so that a cluster which asks for that lets it run, and the volume is that user's."""
    user = found(r"^USER (\d+):\1$", IMAGE)
    table, _, _ = KUBERNETES.partition("kind: ConfigMap")
    assert f"--owner={user} --group={user}" in IMAGE
    for key in ("runAsUser", "runAsGroup", "fsGroup"):
        assert found(rf"{key}: (\d+)", table) == user


def test_only_the_volume_can_be_written_to() -> None:
    """The games lie there, and nowhere else."""
    folder = found(r"^VOLUME (\S+)$", IMAGE)
    assert found(r"COMPANION_DATA=(\S+)", IMAGE) == folder
    assert found(r"^Volume=\S+?:(\S+)$", PODMAN) == folder
    assert found(r"name: games, mountPath: (\S+) \}", KUBERNETES) == folder
    assert "ReadOnly=true" in PODMAN
    assert KUBERNETES.count("readOnlyRootFilesystem: true") == KUBERNETES.count("image:") == 2


def test_every_library_comes_by_its_hash() -> None:
    """From the same lists as every other installation; what builds the package stays behind."""
    *_, last = IMAGE.split("\nFROM ")
    assert found(r"--requirement (companion/\S+)", IMAGE) == "companion/libraries.lock"
    assert IMAGE.count("--require-hashes") == IMAGE.count("--requirement") == 2
    assert "apt-get" not in last
    assert "/tools" not in last
