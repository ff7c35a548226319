"""The club's one address: nginx, which hands what is asked for below /t/NAME to that table, and all else to the front.

nginx is in Debian's main archive with its security updates, takes a few MB, reads a new list of tables without ending
anybody's stream, and does nothing by itself. Caddy, which is there too, would fetch certificates for a name that no
authority knows, and is ten times as large.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path
from string import Template

from companion import files, settings
from companion.club.tables import FIRST_PORT, ClubError, Table, Tables
from companion.web.incoming import LARGEST_BODY, SMALL

# Each table lies below this, by its name.
PATH = "/t"
# The front page's port on this computer: the one before the first table's.
FRONT_PORT = FIRST_PORT - 1
FILE = Path("/etc/nginx/conf.d/smallworld-club.conf")
NGINX = "/usr/sbin/nginx"
RUNNING = Path("/run/nginx.pid")
# Lines of one address: a phone takes seven at most, and a Wi-Fi router may show all of its phones as one.
LINES_EACH = 200

_SERVER = Template("""\
# Made by `companion club proxy` from the club's list of tables: make it again rather than change it.
limit_conn_zone $$binary_remote_addr zone=club:1m;

server {
    listen $listen;
    # Every name and number by which phones know this computer, beside whatever else it serves by a name of its own.
    server_name ~.;
    # A redirect names no host: phones know the club by several.
    absolute_redirect off;
    server_tokens off;
    access_log off;
    limit_conn club $lines;
$before
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $$http_host;
    # Put in place of whatever the phone itself says: a table believes this one header, from this computer alone.
    proxy_set_header X-Forwarded-For $$remote_addr;
    # A table decides by a request's head whether it wants the rest. Nothing waits in files here.
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
    # Streams say X-Accel-Buffering: no, and are handed on as they come. They are silent for 1.5 seconds at most.
    proxy_read_timeout 60s;
    proxy_connect_timeout 5s;

    # A table that is away: a page says so to people. A script hears nothing, as from a table at home that is away, and
    # keeps its tap.
    error_page 502 504 = @away;
    location @away {
        if ($$http_accept !~ "^text/html") { return 444; }
        rewrite ^ /away break;
        proxy_method GET;
        proxy_pass_request_body off;
        proxy_set_header Content-Length "";
        proxy_set_header Host $$http_host;
        proxy_pass http://127.0.0.1:$front;
    }

    location / {
        client_max_body_size $small;
        proxy_pass http://127.0.0.1:$front;
    }
$tables}
""")
_TABLE = Template("""\

    location $path/ {
        client_max_body_size $large;
        proxy_pass http://127.0.0.1:$port;
    }
""")
# Of the addresses that such a proxy names, the last one counts: what came before it may be a phone's own word.
_BEFORE = Template("""\
    set_real_ip_from $address;
    real_ip_header X-Forwarded-For;
""")


def path(table: Table) -> str:
    """The path below which a table is served."""
    return f"{PATH}/{table.name}"


def configuration(tables: Iterable[Table], *, listen: str = "80", front: int = FRONT_PORT, before: str = "") -> str:
    """What nginx reads, inside its http block.

    `listen` is where it listens, `front` the port of the front page, and `before` the address of another computer whose
    proxy stands before this one, "" for none: that one is believed whom it asks for.
    """
    places = "".join(_TABLE.substitute(path=path(table), port=table.port, large=LARGEST_BODY) for table in tables)
    believed = _BEFORE.substitute(address=before) if before else ""
    return _SERVER.substitute(listen=listen, lines=LINES_EACH, front=front, small=SMALL, tables=places, before=believed)


def listed(tables: Tables) -> list[Table]:
    """The tables of a club. Raises ClubError where its settings do not put them below the proxy, and BadSetting."""
    if settings.load(given={"data": tables.folder}).path != PATH:
        raise ClubError(
            f"The tables do not lie below a path yet. Put these two lines into {tables.folder / settings.FILE}, then:"
            f' sudo companion club start\npath = "{PATH}"\nhost = "127.0.0.1"'
        )
    return tables.all()


def installed() -> bool:
    """Whether the nginx of this computer has been given the tables."""
    return FILE.exists()


def before(tables: Tables) -> str:
    """The address of another computer whose proxy stands before the club's, "" for none. Raises BadSetting."""
    return settings.load(given={"data": tables.folder}).proxy


def install(tables: Iterable[Table], file: Path = FILE, *, before: str = "") -> None:
    """Give nginx the configuration and have it read that: no stream ends. Raises ClubError, having changed nothing."""
    if not file.parent.is_dir():
        raise ClubError("There is no nginx here. To install it: sudo apt-get install nginx")
    old = file.read_bytes() if file.exists() else None
    try:
        files.write_atomically(file, configuration(tables, before=before).encode(), mode=0o644)
    except OSError as error:
        raise ClubError(f"{file} cannot be written: {error.strerror}. Run the same command with sudo.") from None
    # Where it does not run yet, it will read it then.
    if why := _nginx("-t") or (_nginx("-s", "reload") if _runs() else ""):
        if old is None:
            file.unlink()
        else:
            files.write_atomically(file, old, mode=0o644)
        raise ClubError(f"nginx refuses, and goes on as before: {why}")


def _runs() -> bool:
    """Whether nginx runs: until it has opened its ports, its file says nothing."""
    return RUNNING.exists() and bool(RUNNING.read_text().strip())


def _nginx(*words: str) -> str:
    """Run nginx; returns why not, "" where it did."""
    try:
        done = subprocess.run([NGINX, *words], capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        return error.strerror or str(error)
    if not done.returncode:
        return ""
    faults = [line for line in done.stderr.splitlines() if "[emerg]" in line or "[error]" in line]
    return next(iter(faults), done.stderr.strip() or f"it ended with {done.returncode}")
