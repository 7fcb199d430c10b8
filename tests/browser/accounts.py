"""People with accounts."""

from __future__ import annotations

import itertools

from playwright.sync_api import Locator

from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.faults.visitor import Visitor

PASSWORD = "correct horse battery"


_numbers = itertools.count()


def account(person: Person, server_url: str, name: str) -> str:
    """Give the person an account; return its name, which the site has only once."""
    visitor, own = Visitor(server_url), f"{name} {next(_numbers)}"
    visitor.post("/account", name=own, password=PASSWORD)
    sit_down(person, visitor)
    return own


def line(person: Person, name: str, heading: str) -> Locator:
    region = person.page.get_by_role("region", name=heading)
    return region.get_by_role("listitem").filter(has_text=name)
