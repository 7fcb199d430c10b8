"""How a page is for those who do not see it, or not well: by axe's rules, and word by word."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.playing import Person

GOLDEN = Path(__file__).parent / "golden_aria"
"""What a screen reader finds on some pages. GOLDEN=new in the environment writes the files anew."""

PASSING = [
    (re.compile(r'(textbox "Your name"): .*'), r"\1: /\\w+ \\w+/"),
    (re.compile(r'(link "(?:Save or share|Animation)"):\n +- /url: .*'), r"\1"),
    (re.compile(r'(link "\w+"):\n +- /url: /player/.*'), r"\1"),
]
"""What differs from one run to the next, and what the golden file says instead."""


def check(one: Person, dark: bool = True) -> None:
    """axe finds nothing by day, and no colour that is too weak by night."""
    one.player.check_accessibility()
    if dark:
        one.page.emulate_media(color_scheme="dark")
        one.player.check_accessibility("color-contrast")
        one.page.emulate_media(color_scheme="light")


def reads(part: Locator, name: str) -> None:
    """The part of a page reads as it was written down: nothing is added, nothing is missing."""
    file = GOLDEN / f"{name}.yml"
    if os.environ.get("GOLDEN") == "new":
        file.parent.mkdir(exist_ok=True)
        file.write_text(_lasting(part.aria_snapshot()), encoding="utf-8")
    expect(part).to_match_aria_snapshot(file.read_text(encoding="utf-8"))


def _lasting(snapshot: str) -> str:
    for pattern, instead in PASSING:
        snapshot = pattern.sub(instead, snapshot)
    return f"- /children: deep-equal\n{snapshot}\n"


def has_heard(one: Person, words: str) -> None:
    """Once this has been said, what was said is no part of the page any more."""
    expect(one.page.locator("#speech")).to_contain_text(words)
    one.page.locator("#speech").evaluate("node => node.replaceChildren()")
