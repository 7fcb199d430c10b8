"""Requests as nobody should send them: any route and method, with nearly sensible fields and bodies.

Everything is drawn from one seed.
"""

from __future__ import annotations

import inspect
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

from django.conf import settings

from games_app.games.rules import GAMES
from tests.routes import EXAMPLES, Route, all_routes

METHODS = {"GET": 70, "POST": 15, "HEAD": 8, "PUT": 2, "DELETE": 2, "PATCH": 1, "OPTIONS": 2}
"""Weight of each; a route that takes forms gets more requests."""
NUMBERS = ["", " ", "0", "-1", "1", "2", "7", "1e9", "9" * 11, "9" * 30, "0x1f", "NaN", "1.5", "\u0661"]
DATES = ["2026-13-45", "0001-01-01", "9999-12-31"]
WORDS = ["null", "[]", "{}", "yes", "no", "a b c", "x" * 300, "x" * 5000, "\U0001f3b2" * 40, "e\u0301" * 30]
SIGNS = ["\0", "a\0b", "\r\nX-Set: y", "\u202egnip", "\u200b", "%00", "%", "'\"--", "<script>", "{name}"]
PLACES = ["..", "../../etc/passwd", "//example.com", "%s", "${7*7}", "{{ x }}"]
STRANGE = [*NUMBERS, *DATES, *WORDS, *SIGNS, *PLACES]
BYTES = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"%", b"\x80abc"]
"""Bytes that are no UTF-8."""
ACTIONS = ["pick p7", "pick p1", "noop", "move 3 3 4 4", "jump 3 3 5 5", "8 6", "8 6 2 1", "c3-b4", "a1"]
JSON_SHAPES: list[dict[str, Any]] = [
    {"game": "mancala", "facts": {}, "role": "north", "action": "pick p7"},
    {"game": "mancala", "facts": {}},
    {"ply": 1, "text": "well"},
    {"taken": ["pick p7"], "action": "pick p8"},
]
NO_JSON = [b"", b"{", b"[" * 5000, b'{"a":' * 500, b"\xef\xbb\xbf{}", b"1e999", b"\xff\xfe", b"x" * 9_000]
ODD_JSON = [b'{"ply":1e400,"text":"x"}', b'{"ply":1,"text":"\\u0000"}', b'{"ply":1,"text":"\\ud83c"}']
TEXTS = [*NO_JSON, *ODD_JSON, b'{"ply":0,"text":"' + b"x" * 250_000 + b'"}']
FORM_SHAPES: list[dict[str, str]] = [
    {"name": "mallory", "side": "random", "visibility": "public", "time": "real", "minutes": "5"},
    {"name": "mallory", "side": "random", "level": "easy", "moves": "8 6"},
    {"game": "mancala", "preset": "5+3", "rated": "1", "match": "2222222222"},
    {"name": "mallory", "password": "correct horse", "next": "/history", "bring": "no"},
    {"do": "password", "present": "wrong horse", "password": "battery staple"},
    {
        "do": "bar",
        "person": "2222222222",
        "hours": "24",
        "why": "x",
        "of": "spam",
        "network": "203.0.113.0/24",
    },
    {
        "do": "choose",
        "address": "mallory@localhost",
        "turns": "on",
        "device": "1",
        "which": "1",
        "open": "yes",
    },
    {"reason": "abuse", "against": "mute", "words": "no", "language": "ms", "phrase": "a b c", "sure": "yes"},
]
"""Forms of several pages at once: each reads its own fields."""
COOKIES = [
    'sessionid="abcdefgh\\000abcdefgh"',
    "sessionid=" + "x" * 32,
    "sessionid=; csrftoken=",
    "language=ms; preferences=theme=dark&play=chess 5+3 rated",
    "preferences=play=%ff%00&board=",
    "csrftoken=" + "\xff" * 32,
    "a=b; =c; ;;; d",
]


Cookies = Mapping[str, str]


@dataclass(frozen=True)
class Ground:
    """The content of the site: senders and subjects of requests."""

    people: Sequence[Cookies]
    """People whose cookies requests have."""
    matches: Sequence[str]
    players: Sequence[str]
    puzzles: Sequence[str]


@dataclass(frozen=True)
class Fuzzed:
    """A request."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes
    route: Route | None

    def __str__(self) -> str:
        headers = "; ".join(f"{name}: {value[:80]}" for name, value in self.headers)
        return f"{self.method} {self.target[:300]} [{headers}] {self.body[:200]!r}"


class Requests:
    """Requests drawn from ``dice``, on the ``ground`` of a site."""

    def __init__(self, dice: random.Random, ground: Ground) -> None:
        self._dice, self.ground = dice, ground

    def draw(self) -> Fuzzed:
        dice = self._dice
        route = dice.choice(_all_routes()) if dice.random() < 0.97 else None
        method = dice.choices(list(METHODS), list(METHODS.values()))[0]
        if route and route.limit and dice.random() < 0.6:
            method = "POST"
        names = _names(route) if route else ["q"]
        query = self._encoded(names, most=4) if dice.random() < 0.6 else ""
        target = self._path(route) + (f"?{query}" if query else "")
        person = dice.choice(self.ground.people)
        headers = self._headers(person)
        body = b""
        if method not in ("GET", "HEAD", "OPTIONS") or dice.random() < 0.02:
            kind, body = self._body(names, person, scripted=bool(route and route.is_for_scripts))
            headers += [("Content-Type", kind), ("Content-Length", str(len(body)))]
        return Fuzzed(method, target, headers, body, route)

    def _path(self, route: Route | None) -> str:
        dice, ground = self._dice, self.ground
        if route is None:
            return "/" + quote_from_bytes(dice.choice([*(s.encode() for s in STRANGE), *BYTES])[:200], "/?")
        values = EXAMPLES | {
            "game": dice.choice(list(GAMES)),
            "match": dice.choice([*ground.matches, *ground.puzzles, EXAMPLES["match"]]),
            "player": dice.choice([*ground.players, EXAMPLES["player"]]),
            "other player": dice.choice([*ground.players, EXAMPLES["other player"]]),
            "token": quote_from_bytes(dice.choice(STRANGE)[:200].encode() or b"x", ""),
        }
        if route.path.startswith("/puzzles/"):
            values["match"] = dice.choice([*ground.puzzles, EXAMPLES["match"]])
        return route.filled(values)

    def _value(self) -> bytes:
        dice, ground = self._dice, self.ground
        known = [*ground.matches, *ground.players, *ground.puzzles, *GAMES, *ACTIONS]
        pool = dice.choice([STRANGE, STRANGE, known, [str(dice.randrange(40)), str(dice.randrange(10**6))]])
        return dice.choice(BYTES) if dice.random() < 0.05 else dice.choice(pool).encode()

    def _encoded(self, names: Sequence[str], most: int) -> str:
        """Return so many fields at most, encoded as in an address."""
        fields = [(self._dice.choice(names), self._value()) for _ in range(self._dice.randint(1, most))]
        return "&".join(f"{name}={quote_from_bytes(value)}" for name, value in fields)

    def _headers(self, person: Cookies) -> list[tuple[str, str]]:
        dice = self._dice
        address = ".".join(str(dice.randrange(256)) for _ in range(4))
        cookies = "; ".join(f"{name}={value}" for name, value in person.items())
        if dice.random() < 0.05:
            cookies = dice.choice(COOKIES)
        headers = [("Host", "localhost"), ("X-Forwarded-For", address)]
        headers += [("Cookie", cookies)] if cookies else []
        if token := person.get("csrftoken"):
            headers += [("X-CSRFToken", token if dice.random() < 0.9 else "wrong")]
        strange = [
            ("Accept-Language", dice.choice(["ms", "de;q=0.5", "*", "x" * 500, ",,;q=a"])),
            ("Accept-Encoding", dice.choice(["br", "gzip", "identity;q=0", "x"])),
            ("If-None-Match", dice.choice(["*", '"x"', 'W/"1"', "x"])),
            ("Range", dice.choice(["bytes=0-1", "bytes=9-1", "x"])),
            ("Referer", dice.choice(["http://localhost/", "//x", "x"])),
            ("User-Agent", dice.choice(["", "Mozilla/5.0 (Android)", "x" * 2000])),
            ("X-Requested-With", "XMLHttpRequest"),
            ("Authorization", dice.choice(["Bearer x", "Basic !!!", "Bearer "])),
            ("Origin", dice.choice(["null", "http://localhost", "x"])),
        ]
        return headers + [one for one in strange if dice.random() < 0.06]

    def _body(self, names: Sequence[str], person: Cookies, *, scripted: bool) -> tuple[str, bytes]:
        """Return a content type and a body, which usually fit each other and the route."""
        dice = self._dice
        kinds = ["json", "json", "json", "form"] if scripted else ["form", "form", "form", "files", "json"]
        kind = dice.choice(kinds)
        body = {"form": self._form, "files": self._files, "json": self._json}[kind](names, person)
        boundary = "boundary" if dice.random() < 0.95 else "x" * 300
        types = {
            "form": "application/x-www-form-urlencoded",
            "files": f"multipart/form-data; boundary={boundary}",
            "json": "application/json",
        }
        if dice.random() < 0.06:
            return dice.choice([*types.values(), "", "x/y; charset=nonsense", "text/plain"]), body
        return types[kind], body

    def _form(self, names: Sequence[str], person: Cookies) -> bytes:
        if self._dice.random() < 0.02:
            return b"a=1&" * self._dice.choice([100, 3_000, 60_000])
        fields = {"csrfmiddlewaretoken": person.get("csrftoken", "")}
        if self._dice.random() < 0.6:
            fields |= self._dice.choice(FORM_SHAPES)
            for name in self._dice.sample(list(fields), self._dice.choice([0, 0, 1, 2])):
                fields[name] = self._dice.choice(STRANGE)
        return f"{urlencode(fields)}&{self._encoded(names, most=4)}".encode()

    def _files(self, names: Sequence[str], person: Cookies) -> bytes:
        parts = []
        for _ in range(self._dice.randint(1, 4)):
            name, value = self._dice.choice([*names, "file"]), self._value()
            file = '; filename="a.txt"' if self._dice.random() < 0.4 else ""
            head = f'Content-Disposition: form-data; name="{name}"{file}'.encode()
            parts.append(b"--boundary\r\n" + head + b"\r\n\r\n" + value + b"\r\n")
        end = b"--boundary--\r\n" if self._dice.random() < 0.9 else b""
        return b"".join(parts) + end

    def _json(self, names: Sequence[str], person: Cookies) -> bytes:
        dice = self._dice
        if dice.random() < 0.25:
            return dice.choice(TEXTS)
        shape = json.loads(json.dumps(dice.choice(JSON_SHAPES)))
        if "facts" in shape:
            game = dice.choice(list(GAMES))
            shape |= {"game": game, "facts": GAMES[game].initial_state().facts()}
        for _ in range(dice.choice([0, 1, 1, 2, 5])):
            self._spoil(shape)
        return json.dumps(shape).encode()

    def _spoil(self, value: Any) -> None:
        """Change one place somewhere in the value."""
        dice = self._dice
        while isinstance(value, dict | list) and value:
            place = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
            inner = value[place]
            if not isinstance(inner, dict | list) or not inner or dice.random() < 0.2:
                odd = [None, True, -1, 10**20, 1.5, [], {}, [[[]]]]
                value[place] = dice.choice([*odd, dice.choice(ACTIONS), dice.choice(STRANGE)])
                return
            value = inner


@cache
def _all_routes() -> list[Route]:
    return all_routes()


@cache
def _names(route: Route) -> list[str]:
    """The fields that the route's own module reads, more often than those of all forms and pages."""
    module = inspect.getmodule(inspect.unwrap(route.view))
    own = set(re.findall(r'"([a-z_]{1,20})"', inspect.getsource(module))) if module else set()
    return [*sorted(own & set(_all_names())) * 4, *_all_names()]


@cache
def _all_names() -> list[str]:
    """The names of fields in templates, forms and views, in order."""
    app, pages = settings.BASE_DIR / "games_app", settings.BASE_DIR / "templates"
    found: set[str] = set()
    for file in pages.rglob("*.html"):
        found |= set(re.findall(r'name="([a-z_-]+)"', file.read_text()))
    for file in app.rglob("*.py"):
        found |= set(re.findall(r"^    ([a-z_]+) = forms\.", file.read_text(), re.MULTILINE))
        found |= set(re.findall(r'(?:GET|POST|sent|given)(?:\.get\(|\[)"([a-z_-]+)"', file.read_text()))
        found |= set(re.findall(r'number\(request, "([a-z_]+)"', file.read_text()))
    return sorted(found)
