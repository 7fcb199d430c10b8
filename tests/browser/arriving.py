"""Partly loaded pages: a browser may already paint them."""

from __future__ import annotations

import re

from tests.browser.player import Player

MODULES = re.compile(r'<script type="module".*?</script>', re.DOTALL)


def text_of(player: Player, path: str) -> str:
    """Return the beginning of a page, without the scripts that run once all of it has come."""
    return MODULES.sub("", player.page.request.get(path).text())


def open_as_it_comes(player: Player, path: str, text: str) -> None:
    """Open a path of which only the beginning of the page has come."""
    player.alter().route(f"**{path}", lambda route: route.fulfill(body=text, content_type="text/html"))
    player.page.goto(path)
