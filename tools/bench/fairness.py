"""Time to check whether a position is withheld, beside many running matches.

Public matches of all games run with a clock. Positions of random play are checked: first right after a start,
then while nobody moves, then each time after moves in 25 matches. The last figure is the time for comparing
with all of them, which each check took before there was an index. Very many matches are over, which must not
matter. On SQLite times are processor times, since everything happens in this process.
"""

from __future__ import annotations

import random
import time
from datetime import timedelta
from statistics import median

from django.core.management import call_command
from django.db import connection

from games_app.engine.analyse import likeness
from games_app.lib import clock
from games_app.lib.ids import new_public_id
from games_app.models import Event, Match, Seat
from games_app.rules import GAMES, State, get_game
from games_app.services.engine.fairness import withheld
from games_app.services.engine.live_positions import forget
from games_app.services.state.terms import Daily, Terms
from tests.records import Told
from tools.bench import crowd
from tools.bench.history import OPENED
from tools.bench.report import Report
from tools.bench.rounds import say

PLAYED = 200
"""Number of each game's matches that are played; the others are copies of them."""
ASKED = 40
"""Number of checks of each kind."""
MOVED = 25
OVER, TOLD = 40_000, 20
"""Number of finished matches, and of those with their moves."""


def measure(*, matches: int = 10_000, database: str = "sqlite") -> Report:
    """Check positions of each game on a site with so many running matches in all."""
    report = Report(f"fairness, {matches} running matches, {database}")
    with OPENED[database]():
        call_command("migrate", verbosity=0)
        call_command("migrate", verbosity=0, database="engine")
        crowd.build(OVER, told=TOLD)
        Match.objects.filter(status=Match.Status.PLAYING).update(status=Match.Status.OVER)
        for game in GAMES:
            of_game = matches // len(GAMES)
            say(f"fairness: {of_game} matches of {game}")
            _fill(game, of_game)
            forget()
            states = [_played(game, seed).match.state for seed in range(1000, 1000 + ASKED)]
            figures = {"after a start, ms": _took(game, states[0])}
            figures["no moves, ms"] = median(_took(game, state) for state in states)
            figures[f"{MOVED} moves, ms"] = median(_took(game, state) for state in states if _move(game))
            figures["all, ms"] = _scan(game)
            report.section(f"{game}, {of_game} matches").add("site", figures)
    return report


def _took(game: str, state: State) -> float:
    """Return the milliseconds of one check."""
    began = _now()
    withheld(game, None).covers(state)
    return 1000 * (_now() - began)


def _scan(game: str) -> float:
    """Return the milliseconds that comparing with every running match takes."""
    began = _now()
    for facts in Match.objects.filter(game=game, status=Match.Status.PLAYING).values_list("facts", flat=True):
        likeness(get_game(game).state_from_facts(facts))
    return 1000 * (_now() - began)


def _now() -> float:
    return time.process_time() if connection.vendor == "sqlite" else time.perf_counter()


def _move(game: str) -> bool:
    """Make some matches look as if they had moved, so that the index reads them again."""
    running = Match.objects.filter(game=game, status=Match.Status.PLAYING)
    facts = list(running.order_by("?").values_list("facts", flat=True)[:MOVED])
    for row, other in zip(running.order_by("?")[:MOVED], facts, strict=True):
        seq = random.randrange(1000, 10**6)
        Match.objects.filter(pk=row.pk).update(seq=seq, facts=other, acted_at=clock.now())
        Event.objects.create(match=row, seq=seq, what="acted", at=clock.now(), ply=row.ply)
    return True


def _fill(game: str, matches: int) -> None:
    rows = []
    for seed in range(PLAYED):
        told = _played(game, seed)
        told.store()
        rows.append(told.match.row)
    copies = [Match(**_without_key(rows[n % PLAYED])) for n in range(matches - PLAYED)]
    Match.objects.bulk_create(copies, batch_size=500)
    seats = [
        Seat(**{**_without_key(seat), "match_id": copy.pk})
        for n, copy in enumerate(copies)
        for seat in rows[n % PLAYED].seats.all()
    ]
    Seat.objects.bulk_create(seats, batch_size=500)


def _without_key(row: Match | Seat) -> dict[str, object]:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del fields["id"]
    return fields | ({"public_id": new_public_id()} if isinstance(row, Match) else {})


def _played(game: str, seed: int) -> Told:
    """A running match after some moves, in which a clock runs."""
    options = {"opening": "south"} if game == "congkak" else {}
    told = Told(game, Terms(time=Daily(3)), began=clock.now() - timedelta(hours=1), **options)
    return told.play_on(seed, random.Random(seed).randrange(2, 14))
