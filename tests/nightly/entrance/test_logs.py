"""Strangers can neither fill the log nor forge lines in it."""

from __future__ import annotations

import http.client
import json
import re

from boardgames.logs import LONGEST_LINE
from tests.faults.raw_connection import connected, first_words, head, upgrade
from tests.web_server import Server

LONG = 15_000
"""Length of a path that the server accepts."""


CLOSE = "Connection: close"
SCANS = [
    head("GET", "/..%2f..%2f..%2fetc%2fpasswd", CLOSE),
    head("GET", "/static/..%2f..%2fboardgames%2fsettings.py", CLOSE),
    head("GET", "/wp-login.php?%00=%ff", CLOSE),
    head("GET", "/history?page=%00%ff&game=%f0%28", CLOSE, "Cookie: sessionid=%00; csrftoken=\xff"),
    head("GET", "http://elsewhere.example/", CLOSE),
    head("PROPFIND", "/", CLOSE),
    head("POST", "/name", CLOSE, "Content-Type: multipart/form-data; boundary=", "Content-Length: 0"),
    head("POST", "/language", CLOSE, "Content-Type: text/plain; charset=none", "Content-Length: 1") + b"x",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"SSH-2.0-scanner\r\n\r\n",
    upgrade("/ws/%ff%00"),
    upgrade("/", "Origin: null"),
]
"""First bytes of scanners: forbidden hosts, paths of other programs, other protocols."""


def ask(server: Server, path: str, host: str = "localhost") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers={"Host": host})
    return connection.getresponse().status


def test_long_paths_are_cut_and_control_characters_shown(server):
    assert ask(server, "/" + "a" * LONG) == 404
    assert ask(server, "/b%0d%0a2026-11-22%20forged%1b%5b2J%E2%80%AE") == 404
    assert ask(server, "/", host="c" * 5000) == 400
    said = server.log.read_text()
    assert max(map(len, said.splitlines())) < LONGEST_LINE + 100
    assert re.search(r"Not Found: /a{199}\.\.\. \(14801 more\)$", said, re.MULTILINE)
    assert r"Not Found: /b\r\n2026-11-22 forged\x1b[2J\u202e" in said
    assert re.search(r"WARNING django.security.DisallowedHost: Invalid HTTP_HOST header: 'ccc", said)
    assert "Traceback" not in said


def test_requests_of_scanners_leave_no_traceback(server):
    for scan in SCANS:
        with connected(server.url) as connection:
            connection.sendall(scan)
            connection.settimeout(2)
            try:
                said = first_words(connection)
            except (TimeoutError, ConnectionError):
                said = b""
            assert not re.match(rb"HTTP/1.1 5", said), scan
    said = server.log.read_text()
    assert "Traceback" not in said
    assert "Exception" not in said


def test_a_log_for_programs_is_one_object_a_line(tmp_path):
    with Server(tmp_path, {"LOG_FORMAT": "json"}) as server:
        assert ask(server, "/b%0d%0a%e2%80%ae") == 404
        (line,) = map(json.loads, server.log.read_text().splitlines())
    assert list(line) == ["time", "level", "logger", "message"]
    assert (line["level"], line["logger"]) == ("WARNING", "django.request")
    assert line["message"] == r"Not Found: /b\r\n\u202e"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])
