"""Strangers in a soak: they meet in the lobby, chat, open accounts midway, and return by phrase."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from games_app.games.rules import GAMES
from tests.faults.client import new_cmd
from tests.faults.page import LONGEST, Page
from tests.faults.proxy import NONE, Proxy
from tests.faults.scripted import scripted
from tests.faults.visitor import Visitor, new_address
from tools.soak.match import Ground, Match, persistently
from tools.soak.talking import TalkingPage, misheard, overheard
from tools.soak.tally import where

PRESET = "5+3"
TERMS = {"time": "real", "minutes": "5", "increment": "3", "absence": "claim"}
PASSWORD = "three words and a number 7"
LATE = 40.0
"""Seconds after which two who met may have too little of their 60 s left for a first move."""
NOT_TWO = """
SELECT m.public_id FROM games_app_match m JOIN games_app_seat s ON s.match_id = m.id
WHERE m.open_offer AND m.status IN ('playing', 'over')
GROUP BY m.public_id HAVING COUNT(DISTINCT s.player_id) <> 2
"""


class TakenForLeavers(Exception):
    """Raised if people met too late to play, on a very busy machine, and so left those matches."""


@dataclass
class Person:
    """A member of the crowd, who may change the browser."""

    name: str
    visitor: Visitor
    has_account: bool = False


class Crowd:
    """People who are paired again after each match."""

    def __init__(self, ground: Ground, seed: object, goes_on: Callable[[], bool]) -> None:
        self.ground, self.seed, self.goes_on = ground, seed, goes_on
        servers = ground.site.servers
        self.people = [
            Person(f"guest {number}", Visitor(servers[number % len(servers)].url, new_address()))
            for number in range(ground.size.crowd)
        ]
        self.watchers = [Visitor(servers[-1].url, new_address()) for _ in self.people[::2]]

    async def run(self) -> list[str]:
        """Meet and play until it is enough; return what went wrong."""
        try:
            everybody = [(one.visitor, one.name) for one in self.people]
            everybody += [(one, f"watcher {number}") for number, one in enumerate(self.watchers)]
            await asyncio.gather(*(persistently(partial(name, *who)) for who in everybody))
            rounds = 0
            found: list[str] = []
            while self.goes_on() and not found:
                found = await self._round(
                    f"{self.seed} crowd {rounds}", self.people[rounds % len(self.people)]
                )
                rounds += 1
            return found + await self._seated_wrongly()
        except TakenForLeavers:
            self.ground.tally.counts["crowds taken for leavers"] += 1
            return await self._seated_wrongly()
        except Exception as error:
            return [f"the crowd: {type(error).__name__} {error} in {where(error)}"]

    async def _round(self, seed: str, returns: Person) -> list[str]:
        counts, dice = self.ground.tally.counts, random.Random(seed)
        returns.visitor = await persistently(lambda: come_back(returns.visitor))
        counts["people who came back by phrase"] += 1
        began, game = time.monotonic(), dice.choice(list(GAMES))
        pairs = await self._pair(game)
        counts["pairs from the lobby"] += len(pairs)
        wrong = [f"{len(pair)} people got {match}" for match, pair in pairs.items() if len(pair) != 2]
        matches = [
            Meeting(self.ground, f"{seed} {number}", met, pair, watcher, game, began)
            for number, ((met, pair), watcher) in enumerate(zip(pairs.items(), self.watchers, strict=False))
            if len(pair) == 2
        ]
        played = await asyncio.gather(*(match.play() for match in matches))
        return wrong + [flaw for found in played for flaw in found]

    async def _pair(self, game: str) -> dict[str, list[Person]]:
        """Let everybody press, and those without a partner press again; return match -> its players.

        A player with a partner doesn't press again: that would ask for another match.
        """
        until = time.monotonic() + LONGEST
        got: dict[str, str] = {}
        alone = self.people
        while alone and time.monotonic() < until:
            found = await asyncio.gather(*(find_match(person, game) for person in alone))
            got |= {person.name: match for person, match in zip(alone, found, strict=True)}
            players = Counter(got.values())
            alone = [person for person in self.people if players[got[person.name]] == 1]
        pairs: dict[str, list[Person]] = defaultdict(list)
        for person in self.people:
            pairs[got[person.name]].append(person)
        return dict(pairs)

    async def _seated_wrongly(self) -> list[str]:
        rows = await asyncio.to_thread(self.ground.site.rows, NOT_TWO)
        return [f"{match} from the lobby has not two players" for (match,) in rows]


class Meeting(Match):
    """A match of two who met in the lobby and chat; the first opens an account midway."""

    def __init__(
        self,
        ground: Ground,
        seed: str,
        match: str,
        people: Sequence[Person],
        watcher: Visitor,
        game: str,
        began: float,
    ) -> None:
        super().__init__(ground, seed, NONE, [])
        self.id, self.people, self.watcher, self.met = match, people, watcher, began
        self.choose(game, TERMS)
        self.late = self.stays = False

    async def seat(self) -> tuple[str, list[Visitor]]:
        """Put the two in the order of their seats."""
        record = await persistently(lambda: self.watcher.record(self.id))
        started = next(event for event in record if event["what"] == "started")
        names = {seat["role"]: seat["name"] for seat in started["seats"]}
        by_name = {person.name: person for person in self.people}
        self.people = [by_name[names[role]] for role in GAMES[self.game].roles]
        self.began = self.met
        return self.id, [*(person.visitor for person in self.people), self.watcher]

    def page_of(self, person: Visitor, through: Proxy | None) -> Page:
        return TalkingPage(person, self.id, through=through, patience=2.0, dice=random.Random(self.seed))

    async def play_script(self) -> None:
        if time.monotonic() - self.met > LATE:
            self.late = True
            self.ground.tally.counts["pairs that met late"] += 1
            return
        most, thinking = self.ground.size.decisions, self.ground.size.thinking
        pages = cast("list[TalkingPage]", self.pages)
        talk = asyncio.gather(*(page.say(f"hello from page {n}") for n, page in enumerate(pages)))
        await scripted(pages, self.seed, most // 2, self.seen.moments, thinking=thinking)
        await talk
        await self._open_account()
        talk = asyncio.gather(*(page.say(f"well played, page {n}") for n, page in enumerate(pages)))
        rest = most - most // 2
        await scripted(pages, self.seed, rest, self.seen.moments, thinking=thinking)
        await talk
        self.ground.tally.counts["words"] += sum(len(page.said) for page in pages)

    async def judged(self, record: Sequence[dict[str, Any]]) -> list[str]:
        pages = cast("list[TalkingPage]", self.pages)
        if self.late:
            return []
        found = await super().judged(record)
        return found + overheard(pages, record[-1]["at"]) + await misheard(pages[:2])

    def _as_its_twin(self, record: Sequence[dict[str, Any]]) -> bool:
        return self.late or super()._as_its_twin(record)

    async def _open_account(self) -> None:
        """Sign up midway; the page comes back as the account's."""
        person = next((one for one in self.people if not one.has_account), None)
        if person is None:
            return
        await persistently(lambda: sign_up(person.visitor, person.name))
        person.has_account = True
        self.ground.tally.counts["accounts opened in the middle"] += 1
        page = self.pages[self.people.index(person)]
        await page.cut()
        # If the answer was lost, the page may have been there without its seat meanwhile.
        await page.until(lambda: page.connected and bool(page.you))


def name(visitor: Visitor, wanted: str) -> None:
    status, text, _ = visitor.post("/name", name=wanted)
    assert status == 200, (status, text[:300])


async def find_match(person: Person, game: str) -> str:
    """Press once, and resend while no answer comes; return the resulting match."""
    cmd = new_cmd()
    return str(await persistently(lambda: press(person, game, cmd)))


def press(person: Person, game: str, cmd: str) -> str:
    """Play now; return the resulting match."""
    status, text, path = person.visitor.post("/lobby/play", game=game, preset=PRESET, cmd=cmd)
    if status == 409 and "games with strangers" in text:
        raise TakenForLeavers
    assert status == 200, (status, text[:300])
    assert path.startswith("/m/"), path
    return path.rsplit("/", 1)[1]


def come_back(visitor: Visitor) -> Visitor:
    """Return the same player in another browser at the same address."""
    _, page, _ = visitor.post("/devices", do="phrase")
    phrase = re.search(r'class="phrase"[^>]*>([^<]+)<', page)
    assert phrase, page[:300]
    other = Visitor(visitor.url, visitor.address)
    status, text, _ = other.post("/return", phrase=phrase[1])
    assert status == 200, (status, text[:300])
    return other


def sign_up(visitor: Visitor, wanted: str) -> None:
    """Open an account, or log in if it was opened and the answer was lost."""
    status, _, _ = visitor.post("/account", name=wanted, password=PASSWORD)
    if status != 200:
        status, text, _ = visitor.post("/login", name=wanted, password=PASSWORD, bring="yes")
        assert status == 200, (status, text[:300])
