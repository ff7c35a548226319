"""Frames: each example of the protocol, and whatever else may come down a wire."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware import commitment
from companion.hardware.frames import LONGEST, Decoder, Frame, encode
from tests.hardware import vectors

WORDS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters="!*"), min_size=1, max_size=12)
VERBS = st.text(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), min_size=1, max_size=8)
FRAMES = st.builds(Frame, st.integers(0, 255), VERBS, st.lists(WORDS, max_size=5).map(tuple))


def test_the_examples_are_what_their_script_writes() -> None:
    """Nobody changes the file by hand."""
    script = vectors.FILE.with_name("vectors.py")
    written = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
    assert written == vectors.FILE.read_text()


@pytest.mark.parametrize(("given", "line"), vectors.examples("frame"))
def test_a_frame_both_ways(given: str, line: str) -> None:
    """Words become the line of the example, and the line becomes the words."""
    seq, verb, *args = given.split(" ")
    assert encode(int(seq, 16), verb, *args) == line.encode() + b"\n"
    assert Decoder().feed(line.encode() + b"\n") == [Frame(int(seq, 16), verb, tuple(args))]


@pytest.mark.parametrize(("given", "reason"), vectors.examples("broken"))
def test_a_broken_frame(given: str, reason: str) -> None:
    """It is counted once, under its reason, and gives no frame."""
    decoder = Decoder()
    assert decoder.feed(vectors.raw(given)) == []
    assert decoder.broken == {reason: 1}


@pytest.mark.parametrize(("given", "follows"), vectors.examples("stream"))
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_stream_in_pieces(given: str, follows: str, size: int) -> None:
    """The same frames come out of it, whatever the pieces are."""
    decoder, data = Decoder(), vectors.raw(given)
    found = [frame for at in range(0, len(data), size) for frame in decoder.feed(data[at : at + size])]
    told = [f"{frame.seq:02X} {frame} | " for frame in found]
    assert "".join(told) + f"broken {decoder.broken.total()}" == follows


@pytest.mark.parametrize(("given", "follows"), vectors.examples("commit"))
def test_commitments(given: str, follows: str) -> None:
    """The tray's commitment."""
    id, n, secret = given.split()
    assert commitment.commit(bytes.fromhex(id), int(n), bytes.fromhex(secret)).hex() == follows


@pytest.mark.parametrize(("given", "follows"), vectors.examples("draw"))
def test_draws(given: str, follows: str) -> None:
    """The host's number."""
    key, id, n, committed = given.split()
    assert commitment.draw(bytes.fromhex(key), bytes.fromhex(id), int(n), bytes.fromhex(committed)).hex() == follows


@pytest.mark.parametrize(("given", "follows"), vectors.examples("pips"))
def test_pips(given: str, follows: str) -> None:
    """The pips of both numbers together."""
    secret, drawn, n = given.split()
    assert commitment.pips(bytes.fromhex(secret), bytes.fromhex(drawn), int(n)) == int(follows)


@pytest.mark.parametrize(
    ("seq", "verb", "args"),
    [
        (0, "", ()),
        (0, "ping", ()),
        (0, "PING", ("",)),
        (0, "PING", ("1*2",)),
        (0, "PING", ("1!2",)),
        (0, "PING", ("1\n2",)),
        (0, "PING", ("é",)),
        (256, "PING", ()),
        (-1, "PING", ()),
        (0, "PING", ("x" * LONGEST,)),
    ],
)
def test_words_that_no_frame_can_hold(seq: int, verb: str, args: tuple[str, ...]) -> None:
    """Nothing is ever sent that could not be read."""
    with pytest.raises(ValueError, match="frame"):
        encode(seq, verb, *args)


@given(FRAMES)
def test_what_is_encoded_is_decoded(frame: Frame) -> None:
    """Any frame comes back as it was."""
    assert Decoder().feed(encode(frame.seq, frame.verb, *frame.args)) == [frame]


@given(st.lists(st.binary(max_size=200)))
def test_noise_raises_nothing_and_is_no_frame(pieces: list[bytes]) -> None:
    """Whatever is found in noise reads the same when it is written again: nothing is half a frame."""
    decoder = Decoder()
    for piece in pieces:
        for frame in decoder.feed(piece):
            assert encode(frame.seq, frame.verb, *frame.args)[1:-1] in b"".join(pieces).replace(b"\r", b"")


@given(FRAMES, st.data())
def test_one_wrong_byte_breaks_a_frame(frame: Frame, data: st.DataObject) -> None:
    """A byte that came as another one never gives the frame or another one, save the one that makes it end anew."""
    line = bytearray(encode(frame.seq, frame.verb, *frame.args))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at] and byte != ord("\r")))
    assert Decoder().feed(bytes(line)) == []


@given(st.binary(max_size=150), st.lists(FRAMES, min_size=1, max_size=5))
def test_frames_after_noise(noise: bytes, frames: list[Frame]) -> None:
    """Noise costs no frame that follows it."""
    lines = b"".join(encode(frame.seq, frame.verb, *frame.args) for frame in frames)
    assert Decoder().feed(noise + lines)[-len(frames) :] == frames
