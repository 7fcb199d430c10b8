"""Pictures of all pages in all their states, taken on separate sites."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Playwright, sync_playwright

from tests.browser import chromium
from tests.server import DATABASE, Server
from tools.shots.appealing import appeals
from tools.shots.bots import bots
from tools.shots.friends import friends
from tools.shots.guest import Guest
from tools.shots.matches import matches
from tools.shots.pages import broken, full, lists, pages
from tools.shots.people import people
from tools.shots.screens import Screen
from tools.shots.sheet import write_sheet
from tools.shots.state import State
from tools.shots.tables import Tables

PEOPLE = {"RATE_LIMITS": "0", "SITE_URL": "https://play.example", "TRUSTED_PROXIES": "127.0.0.1"}
"""Environment of a site that sends mail, into its log."""


@dataclass
class Album:
    """Pictures in a folder, as ``<state>-<screen>.png``, and the problems on the way."""

    folder: Path
    say: Callable[[str], None]
    pictures: list[Path] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def add(self, state: State, screen: Screen, guest: Guest) -> None:
        file = self.folder / f"{state.name}-{screen.name}.png"
        guest.page.screenshot(path=file, full_page=state.whole)
        self.pictures.append(file)

    def note(self, state: State, trouble: str) -> None:
        self.troubles.append(f"{state.name}: {trouble}")
        self.say(self.troubles[-1])


def take(folder: Path, only: str, say: Callable[[str], None]) -> Album:
    """Take all states whose names contain ``only``; problems are printed at once."""
    folder.mkdir(parents=True, exist_ok=True)
    album = Album(folder, say)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=chromium.find_or_install(playwright))
        guests = {phone: Guest(browser, options) for phone, options in looks(playwright).items()}
        for tables, states in sites(Path(data), only):
            for state in states:
                for phone, guest in guests.items():
                    screens = [screen for screen in state.screens if screen.phone == phone]
                    _visit(album, state, screens, guest, tables)
        browser.close()
    write_sheet(folder, album.pictures)
    return album


def looks(playwright: Playwright) -> dict[bool, dict[str, Any]]:
    """Options of a browser on a desk (False) and on a phone (True)."""
    phone = dict(playwright.devices["Pixel 7"])
    del phone["default_browser_type"]
    return {False: {}, True: phone | {"device_scale_factor": 2}}


def sites(data: Path, only: str) -> Iterator[tuple[Tables, list[State]]]:
    """Yield running sites with the states to be seen there."""
    if states := wanted(only, pages(), matches(), lists()):
        with Server(data / "site", {"GUESTS_AT_ONCE": "1000"}) as server:
            yield Tables(server), states
    if states := wanted(only, people(), friends(), appeals(), bots()):
        with Server(data / "people", PEOPLE) as server:
            yield Tables(server), states
    if wanted(only, full(), broken()):
        with Server(data / "full", {"GUESTS_AT_ONCE": "0"}) as server:
            yield Tables(server), wanted(only, full())
            lose_the_record(server)
            yield Tables(server), wanted(only, broken())


def wanted(only: str, *groups: Iterable[State]) -> list[State]:
    return [state for group in groups for state in group if only in state.name]


def lose_the_record(server: Server) -> None:
    with contextlib.closing(sqlite3.connect(server.data / DATABASE)) as record:
        record.execute("ALTER TABLE games_app_match RENAME TO lost")


def _visit(album: Album, state: State, screens: list[Screen], guest: Guest, tables: Tables) -> None:
    """Take one way to the state for all screens, or one for each if it passes."""
    for group in [[screen] for screen in screens] if state.passing else [screens] if screens else []:
        guest.arrive(tables.url, group[0])
        guest.player.forgive(state.faults)
        try:
            state.way(guest, tables)
            for screen in group:
                guest.look_at(screen)
                album.add(state, screen, guest)
        except (Error, AssertionError) as error:
            album.note(state, str(error)[:300])
        for fault in guest.player.faults:
            album.note(state, fault)
