"""Games against the computer, without their pages: the load of `bench computer`, in a process of its own.

It requests replies and reviews from a site's workers, as the site does.
"""

from __future__ import annotations

import heapq
import json
import random
import time

from django.db import transaction

from games_app.engine.analyse import engine_name
from games_app.engine.levels import LEVELS
from games_app.engine_jobs import queue
from games_app.engine_jobs.models import Job
from games_app.lib import clock
from games_app.rules import GAMES, State, play
from games_app.services.engine.opponent import PAUSES
from games_app.services.engine.requests import request_review
from tests.records import Told
from tools.bench.ladder import OPTIONS

POLL_SECONDS = 0.02
THINKING = (2.0, 5.0)
"""Minimum and maximum seconds that a person thinks about a move."""


def ask_reviews(number: int) -> None:
    """Request reviews of so many long games of checkers."""
    for seed in range(number):
        with transaction.atomic():  # otherwise the site would check a match that nobody plays
            told = Told("checkers").play_on(seed)
            told.store()
        request_review(told.match.row)


def play_games(number: int, seconds: float) -> None:
    """Play so many games at once, and print the milliseconds of each reply."""
    games = [Game(each) for each in range(number)]
    ends, began = time.monotonic() + seconds, time.monotonic()
    due = [(began + THINKING[0] * each / number, each) for each in range(number)]
    asked: dict[int, tuple[int, float]] = {}
    took: list[float] = []
    while (now := time.monotonic()) < ends:
        while due and due[0][0] <= now:
            _, each = heapq.heappop(due)
            asked[games[each].ask().pk] = each, now
        for job in Job.objects.filter(pk__in=[*asked], state=Job.State.DONE):
            assert job.result is not None
            each, then = asked.pop(job.pk)
            took.append(1000 * (time.monotonic() - then))
            games[each].play(job.result["action"])
            heapq.heappush(due, (time.monotonic() + games[each].rest(), each))
        time.sleep(POLL_SECONDS)
    print(json.dumps({"took": sorted(took), "unanswered": len(asked)}))


class Game:
    """A game at a person's pace, in which one level of the computer moves for both."""

    def __init__(self, number: int) -> None:
        self._number, self._asked = number, 0
        self._dice = random.Random(number)
        games = [slug for slug in GAMES if slug in LEVELS]
        self._game = games[number % len(games)]
        levels = LEVELS[self._game]
        self._level = levels[number // len(games) % len(levels)]
        self._state = self._start()

    def _start(self) -> State:
        return GAMES[self._game].initial_state(**OPTIONS.get(self._game, {}))

    def ask(self) -> Job:
        """Request the next reply."""
        self._asked += 1
        (role,) = self._state.to_move
        about = {
            "what": "move",
            "game": self._game,
            "facts": self._state.facts(),
            "role": role,
            "level": self._level.slug,
        }
        subject = f"bench {self._number} {self._asked}"
        engine, quick = engine_name(self._game), self._level.quick
        return queue.ask(Job.Kind.REPLY, subject, about, engine, clock.now(), quick=quick)

    def rest(self) -> float:
        """Return the seconds from a reply to the next request: the computer's pause, a person's thought."""
        return self._dice.uniform(*PAUSES["move"]) + self._dice.uniform(*THINKING)

    def play(self, action: str) -> None:
        """Take the reply; after the last one the game begins again."""
        (role,) = self._state.to_move
        self._state = play(self._state, role, action).state
        if not self._state.to_move:
            self._state = self._start()
