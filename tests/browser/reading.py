"""Accessibility of pages: axe's rules, and the accessible text word by word."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.playing import Person

GOLDEN = Path(__file__).parent / "golden_aria"
"""Folder of the accessible texts of some pages. GOLDEN=new in the environment writes them again."""

PASSING = [
    (re.compile(r'(textbox "Your name"): .*'), r"\1: /\\w+ \\w+/"),
    (re.compile(r'(link "(?:Save or share|Animation|Other terms)"):\n +- /url: .*'), r"\1"),
    (re.compile(r'(link "\w+"):\n +- /url: /player/.*'), r"\1"),
]
"""Patterns of varying parts, and their replacement in golden files."""


def check(one: Person, dark: bool = True) -> None:
    """Check that axe finds nothing in the light theme, and no weak colour in the dark one."""
    one.player.check_accessibility()
    one.player.shot("checked")
    if dark:
        one.page.emulate_media(color_scheme="dark")
        one.player.check_accessibility("color-contrast")
        one.page.emulate_media(color_scheme="light")


def reads(part: Locator, name: str) -> None:
    """Check that the part of a page reads as in its golden file: nothing added, nothing missing."""
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
    """Wait until this has been said and the page's live region is empty."""
    expect(one.page.locator("#speech")).to_contain_text(words)
    one.page.locator("#speech").evaluate("node => node.replaceChildren()")
