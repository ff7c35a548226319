"""What measures a club's tables plays as phones do; how quick anything is, no test asks."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from tests.bench import club, table


def test_phones_with_packed_streams_play_by_what_they_show(tmp_path: Path) -> None:
    """Each tap is chosen from a stream alone, is accepted, and brings all six the state that the table has.

    Whoever plays there afterwards goes on with the game: their taps are none that the table has heard.
    """
    with table.companion(tmp_path) as server:
        cookies = table.seated(server)
        for _ in range(2):
            line = club.Seen(server.port)
            with table.Phones(line, ["", *cookies]) as phones:
                phones.arrived()
                line.phones = phones
                first = line.state()
                assert first == server.state()
                for tap in islice(table.taps(line, cookies), 6):
                    assert phones.tap(*tap) > 0
                assert len({watcher.version for watcher in phones.watchers}) == 1
                now = line.state()
                assert now["version"] >= first["version"] + 6
                assert now == server.state()
            line.connection.close()


def test_what_a_table_takes_is_read_from_the_kernel(tmp_path: Path) -> None:
    """Processor time grows and never shrinks; of its memory a table holds some alone, and no more than all of it."""
    with table.companion(tmp_path) as server:
        before = club.cpu([server])
        for _ in range(20):
            server.state()
        assert club.cpu([server]) >= before > 0
        assert 5 < club.held(server) <= server.memory
