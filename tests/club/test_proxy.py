"""Two real tables behind the real nginx: each below its path, streams as they come, and addresses of phones."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.club import proxy
from companion.club.tables import ClubError, Table, Tables
from companion.web.routes.lobby import ASKING
from tests.club.house import NGINX, Club, Proxy, club
from tests.web.house import NAMES, Phone, offer

# A body that a table itself judges, and one that no table takes.
PHOTO, TOO_LARGE = 3 << 20, 6 << 20


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club with three tables."""
    with club(tmp_path_factory.mktemp("club") / "club", ("window", "corner", "bar")) as found:
        yield found


def test_each_table_is_below_its_path_and_its_taps_arrive_at_once(home: Club) -> None:
    """Two games at two tables: what is done at one is streamed to its phones as it happens, and the other stands."""
    streams, begun = {}, {}
    for table in ("window", "corner"):
        phones = [home.guest(table, f"127.0.0.{seat + 2}") for seat in range(2)]
        for seat, phone in enumerate(phones):
            assert phone.post("/api/join", name=f"{NAMES[seat]} {table}")["seat"] == seat
        streams[table] = phones[1].stream()
        phones[0].post("/api/start")
        begun[table] = phones[0]
        assert [seat["name"] for seat in phones[0].state()["seats"]] == [f"Ann {table}", f"Ben {table}"]
    window, corner = begun["window"], begun["corner"]
    before = corner.state()["version"]
    window.act(0, offer(window.state(), "pick")["command"])
    after = window.state()["version"]
    assert streams["window"].state(after)["version"] == after
    assert corner.state()["version"] == before
    for stream in streams.values():
        stream.close()


def test_a_seat_of_one_table_is_none_at_another(home: Club) -> None:
    """The cookie of a seat is for its path; shown at another table all the same, it opens nothing there."""
    ann = home.guest("bar", "127.0.0.5")
    answer = ann.ask("POST", "/api/join", {"name": "Ann"})
    assert "Path=/t/bar;" in answer.headers["set-cookie"] + ";"
    stray = home.guest("corner")
    stray.cookie = ann.cookie
    assert stray.get("/api/me")["seats"] == []
    assert stray.ask("GET", "/api/purse?seat=0").status == 401


def test_the_bare_path_leads_to_the_table_by_whatever_name_the_phone_has_for_the_club(home: Club) -> None:
    """A redirect has no host in it, so that it is right by name and by number."""
    found = home.guest("window").ask("GET", "?lang=de", Host="club.local")
    assert (found.status, found.headers["location"]) == (301, "/t/window/?lang=de")


def test_each_phone_counts_by_its_own_address(home: Club) -> None:
    """Who asks too often waits, whatever it says of itself; the phone beside it does not."""
    tries = [
        home.guest("corner", "127.0.0.6").ask("POST", "/api/rejoin", {"seat": 0}, X_Forwarded_For=f"10.0.0.{number}")
        for number in range(ASKING[60] + 1)
    ]
    assert tries[-1].status == 429
    other = home.guest("corner", "127.0.0.7").ask("POST", "/api/rejoin", {"seat": 0})
    assert other.status != 429


def test_a_proxy_in_front_is_believed_and_nobody_else(home: Club, tmp_path: Path) -> None:
    """Each phone behind it counts by the address that it adds at the end; who only says so counts as what it is."""
    front = "127.0.0.9"
    second = Proxy(tmp_path / "nginx")

    def asks(address: str, said: str) -> int:
        phone = Phone(second.port, address=address, path="/t/bar")
        with closing(phone.connection):
            return phone.ask("POST", "/api/rejoin", {"seat": 0}, X_Forwarded_For=said).status

    second.lays(home.listed, home.front.port, front)
    second.start()
    try:
        tries = [asks(front, f"10.0.0.{number}, 10.1.0.1") for number in range(ASKING[60] + 1)]
        assert tries[-1] == 429
        assert 429 not in tries[:-1]
        assert asks(front, "10.1.0.1, 10.1.0.2") != 429
        tries = [asks("127.0.0.10", f"10.2.0.{number}") for number in range(ASKING[60] + 1)]
        assert tries[-1] == 429
        assert 429 not in tries[:-1]
    finally:
        second.close()


def test_a_proxy_in_front_is_a_setting_of_the_club(tmp_path: Path) -> None:
    """nginx is told of it; a table goes on to believe the club's own proxy alone."""
    tables = Tables(tmp_path)
    tables.add("window")
    (tmp_path / "companion.toml").write_text('path = "/t"\nhost = "127.0.0.1"\nproxy = "192.168.1.2"\n')
    said = CliRunner().invoke(main, ["club", "proxy", "--folder", str(tmp_path)])
    assert re.findall(r"set_real_ip_from (.+);", said.output) == ["192.168.1.2"]
    assert tables.settings("window").proxy == ""
    (tmp_path / "companion.toml").write_text('path = "/t"\nhost = "127.0.0.1"\n')
    assert "real_ip" not in CliRunner().invoke(main, ["club", "proxy", "--folder", str(tmp_path)]).output


def test_nobody_is_the_computer_behind_the_proxy(home: Club) -> None:
    """Not even its own browser: what only players and the computer may see is refused."""
    for address in ("127.0.0.1", "127.0.0.2"):
        assert home.guest("window", address).ask("GET", "/api/status").status == 401


def test_no_path_leads_from_one_table_to_another(home: Club) -> None:
    """Whatever dots and slashes are in it, an address below one table is answered there or not at all."""
    for path in ("/../corner/api/state", "/%2e%2e/corner/api/state", "//api/state", "/..%2fcorner/api/state"):
        found = home.guest("window").ask("GET", path)
        assert found.status != 200 or b"corner" not in found.body, path


def test_bodies_are_judged_by_the_table_and_end_somewhere(home: Club) -> None:
    """A large body without a seat is refused by the table itself; one that no table takes, by nginx."""
    stranger = home.guest("window", "127.0.0.8")
    refused = stranger.ask("PUT", "/api/photo", raw=bytes(PHOTO), Content_Type="image/jpeg")
    assert refused.status == 401
    assert "error" in refused.json
    assert stranger.ask("PUT", "/api/photo", raw=bytes(TOO_LARGE), Content_Type="image/jpeg").status == 413


def test_a_strangers_name_is_refused_behind_the_proxy_too(home: Club) -> None:
    """The tables and the front page hear the name that the phone has asked for, and know which are the club's."""
    for table in ("window", ""):
        phone = home.guest(table)
        assert phone.ask("GET", "/", Host="evil.example").status == 403
        assert phone.ask("GET", "/", Host="club.local").status == 200


def test_a_table_that_is_away_says_so_to_people_and_nothing_to_scripts(home: Club) -> None:
    """A page tells that nothing is lost; a script's question ends as at home, so that its tap is kept."""
    table = home.tables["corner"]
    table.kill()
    try:
        page = home.guest("corner").ask("GET", "/", Accept="text/html", Accept_Language="de")
        assert page.status == 503
        assert "Nichts ist verloren" in page.body.decode()
        with pytest.raises(OSError, match="closed connection"):
            home.guest("corner").ask("POST", "/api/act", {})
        home.front.kill()
        assert home.guest("corner").ask("GET", "/", Accept="text/html").status in (502, 503)
        home.front.start()
    finally:
        table.start()
    assert home.guest("corner").ask("GET", "/").status == 200


def test_another_table_is_added_without_ending_a_stream(home: Club) -> None:
    """nginx reads a new list while a phone listens, who hears what is done afterwards on the same line."""
    stream = home.guest("bar", "127.0.0.9").stream()
    stream.settle(0)
    only = [table for table in home.listed if table.name != "corner"]
    home.proxy.lays(only, home.front.port)
    home.proxy.reads_again()
    corner = home.guest("corner")
    while corner.ask("GET", "/api/state").status == 200:
        # The workers change one after the other.
        corner.connection.close()
    home.proxy.lays(home.listed, home.front.port)
    home.proxy.reads_again()
    while corner.ask("GET", "/api/state").status != 200:
        corner.connection.close()
    seen = stream.state()["version"]
    home.guest("bar", "127.0.0.10").post("/api/join", name="Dee")
    assert stream.state(seen + 1)["version"] > seen
    stream.close()


def test_what_is_printed_is_what_nginx_takes(tmp_path: Path) -> None:
    """The command prints it for every table of the club, and nginx itself finds nothing wrong with it."""
    tables = Tables(tmp_path)
    for name in ("window", "corner-2"):
        tables.add(name)
    refused = CliRunner().invoke(main, ["club", "proxy", "--folder", str(tmp_path)])
    assert refused.exit_code == 1
    assert 'path = "/t"' in refused.output
    (tmp_path / "companion.toml").write_text('path = "/t"\nhost = "127.0.0.1"\n')
    assert [tables.settings(table.name).path for table in tables.all()] == [proxy.path(table) for table in tables.all()]
    said = CliRunner().invoke(main, ["club", "proxy", "--folder", str(tmp_path)])
    assert said.exit_code == 0, said.output
    assert said.output == proxy.configuration(tables.all())
    for table in tables.all():
        assert f"location /t/{table.name}/ {{" in said.output
        assert f"proxy_pass http://127.0.0.1:{table.port};" in said.output
    (tmp_path / "nginx.conf").write_text(
        f"error_log {tmp_path}/error.log; pid {tmp_path}/pid; events {{}} http {{ {said.output} }}"
    )
    told = subprocess.run(
        [NGINX, "-t", "-e", f"{tmp_path}/error.log", "-c", f"{tmp_path}/nginx.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0 or "Permission denied" in told.stderr, told.stderr
    assert "[emerg] unknown" not in told.stderr


def test_what_nginx_refuses_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nginx finds fault, it goes on with what it had; where there is none, a sentence says how to get it."""
    tables = [Table("window", 8101, tmp_path / "window")]
    with pytest.raises(ClubError, match="There is no nginx"):
        proxy.install(tables, tmp_path / "none" / "club.conf")
    file = tmp_path / "club.conf"
    monkeypatch.setattr(proxy, "NGINX", shutil.which("false"))
    with pytest.raises(ClubError, match="refuses"):
        proxy.install(tables, file)
    assert not file.exists()
    file.write_text("before")
    with pytest.raises(ClubError, match="refuses"):
        proxy.install(tables, file)
    assert file.read_text() == "before"
    monkeypatch.setattr(proxy, "NGINX", shutil.which("true"))
    proxy.install(tables, file)
    assert file.read_text() == proxy.configuration(tables)


def test_requests_that_never_become_whole_keep_nobody_from_the_front_page(home: Club) -> None:
    """As many as the proxy lets one address hold, each with the beginning of a body."""
    asked = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
    held = []
    try:
        for _ in range(proxy.LINES_EACH):
            held.append(socket.create_connection(("127.0.0.1", home.proxy.port), source_address=("127.0.0.8", 0)))
            held[-1].sendall(asked)
        assert home.guest("").ask("GET", "/").status == 200
    finally:
        for line in held:
            line.close()
