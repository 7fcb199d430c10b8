"""Fuzzing of all routes: a site answers any request, and never by an error of its own."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from games_app.games.rules import GAMES
from tests.backing.processes import run
from tests.faults.fuzz_requests import Fuzzed, Ground, Requests
from tests.faults.visitor import TIMEOUT_SECONDS, Visitor
from tests.played import Played, begin, offered
from tests.site import Site

FRESH = 1000
"""Number of requests after which people and matches are replaced: some log out, withdraw or cancel."""
MAIL = {"SITE_URL": "http://localhost", "SMTP_URL": "smtp://127.0.0.1:9"}
"""The mail pages are there, and no mail can be sent."""
NO_MAIL = ("/mail", "/forgotten")
"""Paths that answer 503 without a mail server."""
MOST_TOLD = 20


@dataclass
class Found:
    """The answers, and those that should not have come."""

    statuses: Counter[int] = field(default_factory=Counter)
    flaws: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        counted = ", ".join(f"{status}: {n}" for status, n in sorted(self.statuses.items()))
        return [f"{self.statuses.total()} requests: {counted}", *(self.flaws[:MOST_TOLD] or ["0 flaws"])]


def fuzz(site: Site, requests: int, seed: object, *, staff: bool = True) -> Found:
    """Send so many requests to the site, drawn from the seed; with ``staff``, some of them by a moderator."""
    dice, found = random.Random(f"{seed} fuzz"), Found()
    lines = [Line(server.url) for server in site.servers]
    read = {server.log: server.log.stat().st_size for server in site.servers}
    for number in range(requests):
        if number % FRESH == 0:
            drawn = Requests(dice, ground(site, staff=staff))
        request = drawn.draw()
        _judge(request, lines[number % len(lines)].answer(request), found)
    for log, start in read.items():
        said = log.read_bytes()[start:].decode(errors="replace")
        if "Traceback" in said:
            found.flaws.append("a traceback in the log: " + said[said.index("Traceback") :][:2000])
    return found


def _judge(request: Fuzzed, answer: tuple[int, str, bytes] | str, found: Found) -> None:
    if isinstance(answer, str):
        found.statuses[0] += 1
        found.flaws.append(f"{answer}: {request}")
        return
    status, kind, body = answer
    found.statuses[status] += 1
    if status >= 500 and not (status == 503 and request.target.startswith(NO_MAIL)):
        found.flaws.append(f"{status}: {request}")
    if status >= 400 and body and request.route and request.route.is_for_scripts:
        told = {}
        with suppress(ValueError):
            told = json.loads(body)
        if kind != "application/json" or not {"code", "message"} <= set(told):
            found.flaws.append(f"{status}, not as scripts read it: {request}")


class Line:
    """A connection to a server, which is kept open from request to request."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url).netloc
        self._connection = http.client.HTTPConnection(self._address, timeout=TIMEOUT_SECONDS)

    def answer(self, request: Fuzzed) -> tuple[int, str, bytes] | str:
        """Return status, content type and body, or what went wrong on the connection."""
        try:
            self._connection.putrequest(
                request.method, request.target, skip_host=True, skip_accept_encoding=True
            )
            for name, value in request.headers:
                self._connection.putheader(name, value.encode("latin-1", "replace"))
            self._connection.endheaders(request.body)
            answer = self._connection.getresponse()
            return answer.status, answer.getheader("Content-Type", "").partition(";")[0], answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            return f"{type(error).__name__} {error}"


def ground(site: Site, *, staff: bool) -> Ground:
    """Make people of each kind, and matches in each state."""
    url = site.first.url
    playing = [begin(url, game) for game in GAMES]
    private = begin(url, "mancala", visibility="seats")
    over = [_over(begin(url, game)) for game in GAMES]
    alice, carol = playing[0].alice, _with_account(site, staff=staff)
    waiting, cancelled = (alice.make_match("morris", "white") for _ in range(2))
    alice.send(f"/m/{cancelled}/cancel")
    people = [alice, playing[1].bob, over[0].alice, over[1].bob, carol]
    strangers = [{}, {"csrftoken": "x" * 32}]
    return Ground(
        people=[*strangers, *({one.name: one.value or "" for one in each.cookies} for each in people)],
        matches=[*(match.id for match in (*playing, private, *over)), waiting, cancelled],
        players=_ids(site, "player"),
        puzzles=_ids(site, "puzzle"),
    )


def _over(match: Played) -> Played:
    """Play one decision, then resign; of congkak's two choices, one stays sealed."""
    first, second = GAMES[match.game].roles
    state = GAMES[match.game].initial_state(**offered(match.game))
    match.play([(first, state.legal_actions(first)[0])])
    match.tell(second, "resign")
    return match


def _with_account(site: Site, *, staff: bool) -> Visitor:
    """Open an account; with ``staff``, it is a moderator's."""
    carol, name = Visitor(site.first.url), f"carol {secrets.token_hex(4)}"
    status, text, _ = carol.send("/account", name=name, password=secrets.token_hex(8))
    assert status == 302, text
    if staff:
        root, env = site.first.prepare()
        code, said = run([sys.executable, "manage.py", "moderate", "appoint", name], cwd=root, env=env)
        assert code == 0, said
    return carol


def _ids(site: Site, table: str) -> list[str]:
    return [row[0] for row in site.rows(f"SELECT public_id FROM games_app_{table} ORDER BY id DESC LIMIT 8")]
