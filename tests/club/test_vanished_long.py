"""A phone vanishes behind the real nginx: no packet of it comes any more, and its table goes to sleep all the same."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import cast

import pytest

from companion.club.proxy import configuration
from companion.club.tables import Tables
from tests.club.house import AROUND, NGINX
from tests.load.network import HERE, network

SYSCTL = "/usr/lib/systemd/systemd-sysctl"
LIMIT = Path(__file__).parents[2] / "deploy" / "smallworld-club.sysctl"
# Without the limit it takes the kernel more than 924 seconds to give up.
PATIENCE = 400.0

pytestmark = [
    pytest.mark.long(name="radio"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks"),
    *(pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}") for name in ("ip", "nsenter", NGINX, SYSCTL)),
]


def streaming() -> socket.socket:
    """The line of a phone that has begun to watch the table; as long as nginx or the table is not there it tries."""
    while True:
        with suppress(OSError):
            line = socket.create_connection((HERE, 80), timeout=60)
            line.sendall(f"GET /t/bar/api/stream HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
            if line.recv(64).startswith(b"HTTP/1.1 200 "):
                return line
            line.close()
        Event().wait(0.2)


def test_a_phone_that_vanished_keeps_no_table_awake(tmp_path: Path) -> None:
    """With the limit that a club's computer gets it is noticed, and the table ends half a minute later."""
    folder = tmp_path / "club"
    tables = Tables(folder)
    tables.add("bar")
    (folder / "companion.toml").write_text(f'host = "127.0.0.1"\npath = "/t"\naddress = "http://{HERE}"\n')
    web = tmp_path / "nginx"
    web.mkdir()
    # Its workers are another user.
    for each in (tmp_path, web):
        each.chmod(0o755)
    (web / "nginx.conf").write_text(AROUND.format(folder=web))
    (web / "club.conf").write_text(configuration(tables.all(), listen=f"{HERE}:80"))
    table_words = [sys.executable, "-m", "companion", "club", "serve", "--sleep=0.5", "bar", f"--folder={folder}"]
    nginx_words = [NGINX, "-e", str(web / "error.log"), "-c", str(web / "nginx.conf")]
    with network(1) as at:
        at.table.run(SYSCTL, str(LIMIT))
        with (
            subprocess.Popen(at.table.enters(*nginx_words, spaces=("--net",))) as nginx,
            subprocess.Popen(at.table.enters(*table_words, spaces=("--net",)), stdout=subprocess.PIPE) as table,
        ):
            try:
                line = cast("socket.socket", at.inside(at.phones[0], streaming))
                at.silences(0)
                said, _ = table.communicate(timeout=PATIENCE)
                assert said.endswith(b"The game continues from here when you open it again.\n")
                assert table.returncode == 0
                # The phone itself has heard nothing of an end.
                line.settimeout(0.1)
                with pytest.raises(TimeoutError):
                    while line.recv(1 << 16):
                        pass
                line.close()
            finally:
                for each in (table, nginx):
                    each.terminate()
