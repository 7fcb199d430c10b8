"""What strangers send neither fills the log nor forges lines in it."""

from __future__ import annotations

import http.client
import re

import pytest

from boardgames.logs import LONGEST_LINE
from tests.server import Server

LONG = 15_000
"""Characters of a path, which both servers take."""


def ask(server: Server, path: str, host: str = "localhost") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers={"Host": host})
    return connection.getresponse().status


@pytest.mark.parametrize("program", ["daphne", "uvicorn"])
def test_long_paths_are_cut_and_control_characters_shown(tmp_path, program):
    with Server(tmp_path, program=program) as server:
        assert ask(server, "/" + "a" * LONG) == 404
        assert ask(server, "/b%0d%0a2026-11-22%20forged%1b%5b2J%E2%80%AE") == 404
        assert ask(server, "/", host="c" * 5000) == 400
        said = server.log.read_text()
    assert max(map(len, said.splitlines())) < LONGEST_LINE + 100
    assert re.search(r"Not Found: /a{199}\.\.\. \(14801 more\)$", said, re.MULTILINE)
    assert r"Not Found: /b\r\n2026-11-22 forged\x1b[2J\u202e" in said
    assert re.search(r"ERROR django.security.DisallowedHost: Invalid HTTP_HOST header: 'ccc", said)
    assert "Traceback" not in said
