"""`manage.py status --releases` compares the version with the tags of a repository, and never fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.core.management import call_command

from games_app.management import releases
from games_app.management.releases import finding


@contextmanager
def repository(body: bytes, status: int = 200) -> Iterator[str]:
    """Answer each request with this body; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.headers["User-Agent"].startswith("boardgames/")
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/tags"
        finally:
            server.shutdown()


def tags(*names: str) -> bytes:
    return json.dumps([{"name": name, "commit": {"sha": "1"}} for name in names]).encode()


@pytest.fixture(autouse=True)
def _version(settings):
    settings.VERSION = "0.11.0"


def test_newer_release_is_named_with_the_advice():
    with repository(tags("v0.9.0", "v0.12.0", "v0.11.10", "nightly-2030.1.1", "v1.0.0rc1")) as address:
        newer = finding(address)
    assert newer.said == "0.12.0 is available"
    assert newer.wrong == "Release 0.12.0 is newer than this one. CHANGELOG.md says what it changes."


@pytest.mark.parametrize(
    ("names", "said"), [(["v0.11.0", "v0.9.10"], "the newest is 0.11.0"), (["main"], "none"), ([], "none")]
)
def test_newest_release_is_well(names, said):
    with repository(tags(*names)) as address:
        assert (finding(address).said, finding(address).wrong) == (said, "")


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"[]", 404, "(status 404)"),
        (b"[]", 302, "(status 302)"),
        (b"<html>", 200, "is no list of tags in JSON"),
        (b'{"message": "limit"}', 200, "is no list of tags in JSON"),
        (b"[" + b" " * releases.MAX_BYTES + b"]", 200, "(more than 1000000 bytes)"),
    ],
)
def test_answer_without_tags_is_a_sentence_and_no_fault(body, status, said):
    with repository(body, status) as address:
        answer = finding(address)
    assert answer.said.startswith("not known: ")
    assert said in answer.said
    assert answer.wrong == ""


def test_repository_out_of_reach_is_no_fault():
    with repository(b"") as address:
        pass
    assert (
        finding(address).said == f"not known: no list of tags at {address} ([Errno 111] Connection refused)"
    )
    assert finding("file:///etc/passwd").said == "not known: the address must begin with https://"


@pytest.mark.django_db(databases=["default", "engine"])
def test_status_asks_no_server_unless_the_host_names_one(capsys):
    with pytest.raises(SystemExit):
        call_command("status")
    assert "releases" not in capsys.readouterr().out
    with repository(tags("v0.12.0")) as address, pytest.raises(SystemExit):
        call_command("status", releases=address)
    said = capsys.readouterr().out
    assert "releases     0.12.0 is available\n" in said
    assert "! Release 0.12.0 is newer than this one." in said
