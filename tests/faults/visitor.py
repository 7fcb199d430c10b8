"""A person without a browser, who opens pages and sends their forms."""

from __future__ import annotations

import http.cookiejar
import itertools
import json
import secrets
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any

TIMEOUT_SECONDS = 300.0
"""Time after which a request hangs, on a busy machine too."""

_addresses = itertools.count(1)


class Visitor:
    """A visitor with a cookie jar: one guest of the site, at a separate address."""

    def __init__(self, url: str, address: str = "") -> None:
        self.url = url
        self.address = address or new_address()
        self.cookies = http.cookiejar.CookieJar()
        jar = urllib.request.HTTPCookieProcessor(self.cookies)
        self._opener = opener(jar, urllib.request.HTTPRedirectHandler())
        self._sender = opener(jar)

    def get(self, path: str) -> tuple[int, str]:
        """Return status and text of a page, redirects followed."""
        status, text, _ = self._open(path)
        return status, text

    def led_to(self, path: str) -> str:
        """Open a page; return the path to which redirects led."""
        return self._open(path)[2]

    def post(self, path: str, **fields: str | list[str]) -> tuple[int, str, str]:
        """Send a form; return status, text, and the final address."""
        return self._open(path, self._filled(fields))

    def send(self, path: str, **fields: str | list[str]) -> tuple[int, str, str]:
        """Send a form without opening the page that it leads to: its status is 302."""
        return self._open(path, self._filled(fields), self._sender)

    def _filled(self, fields: Mapping[str, str | list[str]]) -> dict[str, str | list[str]]:
        """Return the fields with the token, which is also a cookie set by any page with a form."""
        kept = (cookie.value or "" for cookie in self.cookies if cookie.name == "csrftoken")
        if not (token := next(kept, "")):
            token = secrets.token_hex(16)
            self.cookies.set_cookie(cookie("csrftoken", token, self.url))
        return {"csrfmiddlewaretoken": token, **fields}

    def make_match(self, game: str, side: str, **options: str) -> str:
        """Make a match by the form; return its id."""
        fields = {"side": side, "visibility": "public", "name": "alice", **options}
        status, text, path = self.send(f"/new/{game}", **fields)
        assert status == 302, (status, text)
        return path.rsplit("/", 1)[1]

    def join(self, match: str, name: str) -> None:
        status, text, _ = self.send(f"/m/{match}/join", name=name)
        assert status == 302, (status, text)

    def record(self, match: str) -> list[dict[str, Any]]:
        """Return all events of a match, as anybody may read them."""
        events: list[dict[str, Any]] = []
        while True:
            before = f"&before={events[0]['seq']}" if events else ""
            status, text = self.get(f"/m/{match}/events?limit=200{before}")
            assert status == 200, (status, text)
            page = json.loads(text)
            events = page["events"] + events
            if page["first"]:
                return events

    def cookie_header(self) -> dict[str, str]:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return {"Cookie": cookies} if cookies else {}

    def _open(
        self,
        path: str,
        form: Mapping[str, str | list[str]] | None = None,
        opener: urllib.request.OpenerDirector | None = None,
    ) -> tuple[int, str, str]:
        data = urllib.parse.urlencode(form, doseq=True).encode() if form is not None else None
        request = urllib.request.Request(self.url + path, data, {"X-Forwarded-For": self.address})
        try:
            with (opener or self._opener).open(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, answer.read().decode(), urllib.parse.urlparse(answer.url).path
        except urllib.error.HTTPError as error:
            led = urllib.parse.urlparse(error.headers.get("Location", path)).path
            return error.code, error.read().decode(), led


def opener(*handlers: urllib.request.BaseHandler) -> urllib.request.OpenerDirector:
    """Return an opener for pages on this machine, with these additional handlers. It supports no HTTPS.

    From Python 3.12 on, `build_opener` reads all certificates of the machine, in about 40 ms. A crowd of
    visitors would then keep open pages from receiving their beats.
    """
    director = urllib.request.OpenerDirector()
    answers = urllib.request.HTTPErrorProcessor(), urllib.request.HTTPDefaultErrorHandler()
    for handler in (urllib.request.HTTPHandler(), *answers, *handlers):
        director.add_handler(handler)
    return director


def cookie(name: str, value: str, url: str) -> http.cookiejar.Cookie:
    """Return a cookie as the site at this address sets it."""
    host = urllib.parse.urlparse(url).hostname or ""
    domain = host if "." in host else f"{host}.local"  # so RFC 2965, and the jar
    rest: dict[str, Any] = {"port": None, "port_specified": False, "domain_specified": False}
    rest |= {"domain_initial_dot": False, "path": "/", "path_specified": True, "secure": False}
    rest |= {"expires": None, "discard": True, "comment": None, "comment_url": None, "rest": {}}
    return http.cookiejar.Cookie(version=0, name=name, value=value, domain=domain, **rest)


def new_address() -> str:
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
