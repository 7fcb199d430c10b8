"""Tournaments of people who join, play and leave at random: nothing contradicts itself."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Match, Pairing
from games_app.record import use_cases
from games_app.tournaments import games, members
from games_app.tournaments.progress import advance_due
from games_app.tournaments.record import Status, System
from games_app.tournaments.table import Table
from games_app.tournaments.verify import all_differences
from tests.cast import guest
from tests.tournaments.hall import CLOCK, DAYS, Hall, resign

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = 60
NEWCOMERS = ("ivan", "judy", "kate", "liam", "nina", "omar")


class Course:
    """One tournament, and the dice that move it on."""

    def __init__(self, system: System, seed: int) -> None:
        self.dice = random.Random(f"{system} {seed}")
        terms = CLOCK if system == System.EVENING else self.dice.choice([DAYS, CLOCK])
        self.hall = Hall(system, self.dice.randint(3, 8), terms, rounds=4, minutes=60, games_each=2)
        self.newcomers = list(NEWCOMERS)

    def step(self) -> None:
        deeds = [self.play, self.play, self.play, self.end_a_match, self.end_a_match, self.end_a_match]
        deeds += [self.join, self.leave, self.settle, self.void, self.pause]
        with suppress(Refused):
            self.dice.choice(deeds)()
        advance_due([self.hall.id])

    def member(self) -> str:
        return self.dice.choice(sorted(self.hall.people))

    def join(self) -> None:
        if self.newcomers:
            name = self.newcomers.pop()
            self.hall.people[name] = guest(name)
            self.hall.join(name)

    def leave(self) -> None:
        if self.dice.random() < 0.3:
            name = self.member()
            if name != "alice":
                members.leave(self.hall.id, self.hall.people[name].pk, clock.now())

    def pause(self) -> None:
        player = self.hall.people[self.member()]
        members.pause(self.hall.id, player.pk, paused=self.dice.random() < 0.3)

    def play(self) -> None:
        open_games = self.hall.now.undecided
        if open_games:
            pairing = self.dice.choice(open_games)
            for entry in self.hall.now.people_of(pairing):
                games.play(self.hall.id, self.hall.people[entry.name], pairing.pk, clock.now())

    def settle(self) -> None:
        open_games = self.hall.now.undecided
        if open_games and self.dice.random() < 0.5:
            key, outcome = self.dice.choice(open_games).pk, self.dice.choice(Pairing.Outcome.values)
            games.settle(self.hall.id, self.hall.alice.pk, key, outcome, clock.now())

    def running(self) -> Match | None:
        running = list(Match.objects.filter(status=Match.Status.PLAYING).order_by("pk"))
        return self.dice.choice(running) if running else None

    def end_a_match(self) -> None:
        if match := self.running():
            resign(match.public_id, self.dice.choice([seat.player for seat in match.seats.order_by("pk")]))

    def void(self) -> None:
        if self.dice.random() < 0.3 and (match := self.running()):
            use_cases.end_match(match.public_id)


@pytest.mark.parametrize("system", list(System))
@pytest.mark.parametrize("seed", range(2))
def test_nothing_contradicts_itself_whatever_people_do(system, seed):
    course = Course(system, seed)
    hall = course.hall
    if system != System.ROUND_ROBIN:
        hall.start()
    for _ in range(STEPS):
        course.step()
        record = hall.now
        if system != System.ROUND_ROBIN:
            busy = Counter(key for p in record.undecided for key in (p.first_id, p.second_id))
            assert max(busy.values(), default=1) == 1
        assert list(all_differences()) == []
    table = Table(hall.now, clock.now())
    assert {row.entry.name for row in table.rows} == {entry.name for entry in hall.now.entries}
    if system in (System.SWISS, System.KNOCKOUT):
        for _ in range(STEPS):
            for pairing in hall.now.undecided:
                games.settle(hall.id, hall.alice.pk, pairing.pk, Pairing.Outcome.FIRST, clock.now())
                break
        assert hall.row.status == Status.OVER
        assert Table(hall.now, clock.now()).winners
