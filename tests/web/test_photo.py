"""Photos of the board at the HTTP boundary: what is kept, what is refused, and that half a picture breaks nothing."""

from __future__ import annotations

import io
import re
import socket
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from companion.boards.photos import FOLDER, LARGEST
from tests.web.house import Answer, House, Phone, house


def picture(width: int = 640, height: int = 400, **how: object) -> bytes:
    """A JPEG with something on it."""
    image = Image.new("RGB", (width, height), (200, 180, 90))
    ImageDraw.Draw(image).ellipse((20, 20, width - 20, height - 20), fill=(60, 120, 60))
    out = io.BytesIO()
    image.save(out, "JPEG", **how)
    return out.getvalue()


def put(phone: Phone, sent: bytes, map: str = "base-2") -> Answer:
    """Send a picture."""
    return phone.ask("PUT", f"/api/photo/{map}", raw=sent, Content_Type="image/jpeg")


def kept(home: House) -> list[Path]:
    """All files among the photos."""
    return sorted((home.folder / FOLDER).glob("*"))


def test_a_photo_is_the_same_for_every_phone_and_is_never_asked_for_twice(home: House) -> None:
    """Whoever shows the state's photo gets the pixels that were sent, and may keep them for good."""
    ann, _ = home.seated(2)
    photo = put(ann, picture()).json["photo"]
    stranger = home.phone()
    assert stranger.state()["table"]["photo"] == photo
    shown = stranger.ask("GET", f"/api/photo/{photo}")
    assert "immutable" in shown.headers["cache-control"]
    assert Image.open(io.BytesIO(shown.body)).tobytes() == Image.open(io.BytesIO(picture())).tobytes()


def test_a_progressive_picture_is_taken(home: House) -> None:
    """Some browsers write the kind that sharpens while it comes."""
    ann, _ = home.seated(2)
    assert put(ann, picture(progressive=True)).status == 200


def test_what_a_camera_writes_into_a_picture_is_not_kept(home: House) -> None:
    """The place where it was taken, and a comment, are gone; the picture is not."""
    ann, _ = home.seated(2)
    exif = Image.Exif()
    exif[0x010E] = "KITCHEN-OF-ANN"
    put(ann, picture(exif=exif, comment=b"SECRET-NOTE"))
    (file,) = kept(home)
    found = file.read_bytes()
    assert (b"KITCHEN-OF-ANN" in found, b"SECRET-NOTE" in found, Image.open(io.BytesIO(found)).size) == (
        False,
        False,
        (640, 400),
    )


def test_nothing_is_kept_behind_the_end_of_a_picture(home: House) -> None:
    """A film that a phone hides behind its photo stays away from the card."""
    ann, _ = home.seated(2)
    put(ann, picture() + b"MOVING-PICTURE" * 1000 + picture(300, 300))
    (file,) = kept(home)
    assert b"MOVING-PICTURE" not in file.read_bytes()
    assert file.read_bytes() == picture()


def test_a_phone_without_a_seat_lays_nothing(home: House) -> None:
    """A watcher is told to sit down, and the state is as before."""
    home.seated(2)
    refused = put(home.phone(), picture())
    assert (refused.status, home.phone().state()["table"]["photo"], kept(home)) == (401, None, [])


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 409),
        (b"GIF89a" + bytes(500), 409),
        (picture()[:300], 409),
        (picture()[:-2000], 409),
        (b"\xff\xd8\xff\xd9", 409),
        (b"\xff\xd8\xff\xe0\x00\x01", 409),
        (picture(120, 120), 409),
        (picture(5000, 220), 409),
        (picture() + bytes(LARGEST), 413),
    ],
    ids=["nothing", "gif", "head", "no-end", "empty", "short-segment", "small", "wide", "heavy"],
)
def test_what_is_no_picture_of_a_board_is_refused_in_words(home: House, sent: bytes, status: int) -> None:
    """One sentence, nothing kept, and the old photo stays."""
    ann, _ = home.seated(2)
    before = put(ann, picture()).json["photo"]
    refused = put(ann, sent)
    assert (refused.status, refused.json["error"][-1:], home.phone().state()["table"]["photo"], len(kept(home))) == (
        status,
        ".",
        before,
        1,
    )


def test_a_map_that_nobody_has_is_refused(home: House) -> None:
    """A photo is of a map there is."""
    ann, _ = home.seated(2)
    assert put(ann, picture(), "atlantis").json["error"] == "There is no board called atlantis."


def test_another_kind_of_file_is_refused_before_it_is_read(home: House) -> None:
    """The page sends JPEG and nothing else."""
    ann, _ = home.seated(2)
    assert ann.ask("PUT", "/api/photo/base-2", raw=picture(), Content_Type="image/png").status == 415


@pytest.mark.parametrize("id", ["0" * 32, "..%2fserver.key", "server.key", "0" * 31 + "G"])
def test_only_photos_are_shown(home: House, id: str) -> None:
    """No other file of the folder, and none that is not there."""
    home.seated(2)
    assert home.phone().ask("GET", f"/api/photo/{id}").status == 404


def test_an_upload_that_stops_half_way_breaks_nothing(home: House) -> None:
    """The phone goes out of range in the middle: the old photo stays, and the next upload is taken."""
    ann, _ = home.seated(2)
    before = put(ann, picture()).json["photo"]
    sent = picture(900, 700)
    with socket.create_connection(("127.0.0.1", home.port)) as line:
        head = f"PUT /api/photo/base-2 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {ann.cookie}\r\n"
        line.sendall(f"{head}Content-Type: image/jpeg\r\nContent-Length: {len(sent)}\r\n\r\n".encode())
        line.sendall(sent[: len(sent) // 2])
    assert home.phone().state()["table"]["photo"] == before
    assert put(ann, sent).status == 200
    assert [file.suffix for file in kept(home)] == [".jpg", ".jpg"]


def test_a_photo_is_there_again_after_a_restart_and_in_the_next_game(tmp_path: Path) -> None:
    """The table plays on the same board next week."""
    with house(tmp_path / "data") as home:
        ann, _ = home.seated(2)
        photo = put(ann, picture()).json["photo"]
    with house(tmp_path / "data") as home:
        assert home.phone().state()["table"]["photo"] == photo


def test_a_photo_that_is_taken_away_is_still_on_the_card(home: House) -> None:
    """The drawing serves again, the log says who did it, and nothing was deleted."""
    ann, _ = home.seated(2)
    put(ann, picture())
    assert ann.ask("DELETE", "/api/photo/base-2").status == 200
    state = home.phone().state()
    assert (state["table"]["photo"], re.sub(r" .*", "", state["log"][0]["text"]), len(kept(home))) == (None, "Ann", 1)


def test_a_card_that_takes_no_picture_is_named_and_the_game_goes_on(home: House) -> None:
    """Where the folder cannot be made the picture is refused in words."""
    ann, _ = home.seated(2)
    (home.folder / FOLDER).write_text("in the way")
    refused = put(ann, picture())
    assert refused.json["error"].startswith("The picture could not be saved")
    assert home.phone().state()["table"]["photo"] is None


def test_a_picture_to_make_a_board_on_is_kept_by_those_who_sit_there(home: House) -> None:
    """Somebody without a seat keeps none; it is no photo of the table's board."""
    ann, _ = home.seated(2)
    sent = {"raw": picture(), "Content_Type": "image/jpeg"}
    assert home.phone().ask("PUT", "/api/photo", **sent).status == 401
    id = ann.ask("PUT", "/api/photo", **sent).json["photo"]
    assert ann.ask("GET", f"/api/photo/{id}").headers["content-type"] == "image/jpeg"
    assert ann.state()["table"]["photo"] is None
