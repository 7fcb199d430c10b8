"""Matches of this site made by its forms, with as few requests to a server as possible."""

from __future__ import annotations

import re
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

from games_app.rules import get_game
from tests.faults.visitor import new_address
from tools.bench.clients import Ticket

OPTIONS = {"congkak": {"rounds": "match", "sowing": "auto", "opening": "south"}}
"""Options of the matches.

The first role is fixed: a secret choice of both is no single action. A match of congkak outlasts its
measurement, so that its figures are those of actions alone; mancala shows what rematches cost.
"""
TERMS = {"visibility": "public", "name": "alice"}


class Forms:
    """One connection and one token, which serve everybody."""

    def __init__(self, host: str, port: int) -> None:
        self._address = host, port
        self._http = HTTPConnection(host, port, timeout=60)
        self._token = self._cookie(self._ask("GET", "/new/mancala"), "csrftoken")

    def table(self, game: str) -> list[Ticket]:
        """Make a match; return the tickets of its two players, each at their own address."""
        first, second = get_game(game).roles
        alice, bob = new_address(), new_address()
        made = self._post(f"/new/{game}", alice, side=first, **TERMS, **OPTIONS.get(game, {}))
        match = (made.getheader("Location") or "").rsplit("/", 1)[1]
        joined = self._post(f"/m/{match}/join", bob, name="bob")
        return [
            Ticket(match, role, headers(self._address, visitor, self._cookie(answer, "sessionid")))
            for role, visitor, answer in ((first, alice, made), (second, bob, joined))
        ]

    def _post(self, path: str, visitor: str, **fields: str) -> HTTPResponse:
        form = urlencode({"csrfmiddlewaretoken": self._token, **fields})
        said = headers(self._address, visitor) | {
            "Cookie": f"csrftoken={self._token}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        answer = self._ask("POST", path, form, said)
        assert answer.status == 302, (answer.status, path)
        return answer

    def _ask(
        self, method: str, path: str, form: str = "", headers: dict[str, str] | None = None
    ) -> HTTPResponse:
        self._http.request(method, path, form, headers or {})
        answer = self._http.getresponse()
        answer.read()
        return answer

    def _cookie(self, answer: HTTPResponse, name: str) -> str:
        for cookie in answer.headers.get_all("Set-Cookie", []):
            if found := re.match(rf"{name}=(\w+)", cookie):
                return found[1]
        raise AssertionError(f"no cookie {name} came")


def headers(address: tuple[str, int], visitor: str, session: str = "") -> dict[str, str]:
    """Return the headers of somebody at their own address, or the bench would measure one address's limits.

    The site has one name, whichever process the proxy chooses.
    """
    name = "{}:{}".format(*address)
    cookies = {"Cookie": f"sessionid={session}"} if session else {}
    return {"Host": name, "Origin": f"http://{name}", "X-Forwarded-For": visitor, **cookies}
