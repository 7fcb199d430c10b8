"""Pages of which the server goes away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute

from tests.browser.playing import Person

LOST = re.compile("^(No connection, trying again|Connecting)")
OUTAGE = "WebSocket connection|ERR_CONNECTION_RE|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE"
"""Pattern of the faults that an outage causes in a page."""


def lose(person: Person, is_lost: Callable[[dict], bool]) -> list[int]:
    """Lose the first event that meets this condition on its way to the page; return the lost seqs."""
    lost: list[int] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if not lost and message["kind"] == "event" and is_lost(message):
                lost.append(message["seq"])
            else:
                page.send(text)

        server.on_message(to_page)

    person.player.alter().route_web_socket(re.compile("/ws/m/"), between)
    return lost


def leave_a_mark(person: Person) -> None:
    """Script that sets a mark which a reloaded page would not have."""
    person.page.evaluate("window.sameAsBefore = true")


def is_still_marked(person: Person) -> None:
    assert person.page.evaluate("window.sameAsBefore === true"), (
        f"{person.player.name}'s page was loaded anew"
    )
