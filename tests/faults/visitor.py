"""A person without a browser: opens pages and sends their forms."""

from __future__ import annotations

import http.cookiejar
import itertools
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

_addresses = itertools.count(1)


class Visitor:
    """Somebody with a cookie jar: one guest of the site, at an address of their own."""

    def __init__(self, url: str, address: str = "") -> None:
        self.url = url
        self.address = address or new_address()
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page, redirects followed."""
        status, text, _ = self._open(path)
        return status, text

    def post(self, path: str, form: str, **fields: str) -> tuple[int, str, str]:
        """Send the form found on the page ``form`` to ``path``: status, text, and where it led."""
        _, page = self.get(form)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        return self._open(path, {"csrfmiddlewaretoken": token[1] if token else "", **fields})

    def make_match(self, game: str, side: str, **options: str) -> str:
        """A new match by the form; its id."""
        fields = {"side": side, "visibility": "public", "name": "alice", **options}
        status, text, path = self.post(f"/new/{game}", f"/new/{game}", **fields)
        assert status == 200, (status, text)
        return path.rsplit("/", 1)[1]

    def join(self, match: str, name: str) -> None:
        status, text, _ = self.post(f"/m/{match}/join", f"/m/{match}", name=name)
        assert status == 200, (status, text)

    def record(self, match: str) -> list[dict[str, Any]]:
        """All events of a match as anybody may read them."""
        events: list[dict[str, Any]] = []
        while True:
            before = f"&before={events[0]['seq']}" if events else ""
            page = json.loads(self.get(f"/m/{match}/events?limit=200{before}")[1])
            events = page["events"] + events
            if page["first"]:
                return events

    def cookie_header(self) -> dict[str, str]:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return {"Cookie": cookies} if cookies else {}

    def _open(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(self.url + path, data, {"X-Forwarded-For": self.address})
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode(), urllib.parse.urlparse(answer.url).path
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), path


def new_address() -> str:
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
