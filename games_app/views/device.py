"""Device of a request: whether it is a phone, and what people call its browser.

Boards are drawn upright for phones, so that they need not be redrawn after loading.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

differs_by_device = vary_on_headers("Sec-CH-UA-Mobile", "User-Agent")
"""View decorator for pages with a board that is drawn upright on phones."""


def is_phone(request: HttpRequest) -> bool:
    """Return whether the client is a phone, which is mostly held upright.

    The Sec-CH-UA-Mobile header takes precedence over User-Agent.
    """
    said = request.headers.get("Sec-CH-UA-Mobile")
    return said == "?1" if said else "Mobi" in request.headers.get("User-Agent", "")


_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"))
_ENGINES = (("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))
"""Marks in User-Agent and the browsers they stand for; those of the first row name others too."""
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def browser_title(request: HttpRequest) -> str:
    """Return browser and system as people know them ("Firefox on Android"), as far as they are told."""
    agent = request.headers.get("User-Agent", "")
    browser, system = _first(agent, (*_BROWSERS, *_ENGINES)), _first(agent, _SYSTEMS)
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("A browser")


def _first(agent: str, marks: Iterable[tuple[str, str]]) -> str:
    return next((name for mark, name in marks if mark in agent), "")
