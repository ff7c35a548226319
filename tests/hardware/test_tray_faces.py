"""Which level of the sensor means which pips."""

from companion.hardware.faces import Faces

FACES = Faces({0: 512, 1: 576, 2: 640, 3: 704})


def test_a_level_near_a_face_is_that_face() -> None:
    """A third of the way to the next face still counts, from either side and beyond the last."""
    assert [FACES.pips(level) for level in (512, 532, 556, 576, 640, 660, 704, 724, 492)] == [
        0, 0, 1, 1, 2, 2, 3, 3, 0,
    ]  # fmt: skip


def test_a_level_between_two_faces_is_unclear() -> None:
    """So is one far beyond the last, or any before all faces are known."""
    assert [FACES.pips(level) for level in (544, 608, 672, 0, 1023, 480, 740)] == [None] * 7
    assert Faces({0: 512}).pips(512) is None


def test_a_narrow_gap_on_the_other_side_does_not_matter() -> None:
    """What counts is the gap in which the level lies."""
    faces = Faces({0: 500, 1: 520, 2: 620, 3: 100})
    assert faces.pips(545) == 1
    assert faces.pips(512) == 1 or faces.pips(512) is None
    assert faces.pips(505) == 0
    assert faces.pips(380) == 0


def test_faces_that_are_alike_are_named() -> None:
    """Then nothing is read, for it would be wrong now and then."""
    faces = FACES.learned(2, 581)
    assert faces.alike == (1, 2)
    assert not faces.ready
    assert faces.pips(704) is None


def test_what_is_missing() -> None:
    """Each face is laid down once."""
    assert Faces().missing == [0, 1, 2, 3]
    assert Faces().learned(2, 5).missing == [0, 1, 3]
    assert FACES.missing == []
