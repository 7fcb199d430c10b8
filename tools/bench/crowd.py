"""A busy site: a database of so many matches, and the people who played them.

Some matches are played move by move, by the services of live play. All others are copies of those with other
players, dates and ends, written in bulk and without their moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate, product
from typing import Any

from django.db import connection, models, transaction

from games_app.lib.ids import new_public_id
from games_app.lib.names import folded, look_alike
from games_app.lib.random_names import random_name
from games_app.models import Match, Player, Seat
from games_app.services.state.terms import Daily, RealTime, Terms
from tests.records import Told

TOLD = 1000
"""Number of matches with their moves."""
A_PLAYER = 20
"""Mean number of seats for each player; the busiest has thousands."""
NOW, YEARS = datetime(2026, 6, 1, tzinfo=UTC), timedelta(days=3 * 365)
AT_ONCE = 20_000

GAMES: Sequence[tuple[str, dict[str, str]]] = (
    ("mancala", {}),
    ("mancala", {}),
    ("morris", {}),
    ("checkers", {}),
    ("congkak", {"rounds": "1"}),
    ("congkak", {"rounds": "1", "opening": "south"}),
    ("congkak", {"rounds": "3", "opening": "north"}),
)
TERMS = (Terms(), Terms(), Terms(time=RealTime(5, 3)), Terms(time=RealTime(10, 5)), Terms(time=Daily(3)))
KINDS = tuple(product(GAMES, TERMS))
ENDS = {"rules": 60, "resignation": 20, "time": 10, "agreement": 4, "absence": 3, "aborted": 3}
STATUSES = {"over": 980, "playing": 8, "waiting": 2, "cancelled": 10}
SEEN_BY = {"public": 85, "link": 12, "seats": 3}
FIRST_NAMES = (
    "Adi Aisyah Alice Amir Ana Anna Ben Bob Carla Carol Chen Daniel Dewi Elena Emma Farid Hana Ines Ivan "
    "Jana Jonas José Kai Lena Lina Luis Maria Mallory Mei Mira Nina Noor Olga Omar Pedro Putri Ravi Sara "
    "Siti Tom Uma Wei Yusuf Zoë"
).split()


def build(matches: int, told: int = TOLD, seed: int = 1) -> None:
    """Fill the empty database with so many matches, ``told`` of them with their moves."""
    dice = random.Random(seed)
    crowd = Crowd(max(2 * matches // A_PLAYER, 10), dice)
    patterns = [_told(number, crowd, dice) for number in range(min(told, matches))]
    last = max(pattern.match.pk for pattern in patterns)
    ids = range(last + 1, last + 1 + matches - len(patterns))
    with _without_indexes():
        for begin in range(0, len(ids), AT_ONCE):
            some = ids[begin : begin + AT_ONCE]
            copies = [_copy(pk, (pk - last) / len(ids), patterns, crowd, dice) for pk in some]
            _write(Match, [match for match, _ in copies])
            _write(Seat, [seat[1:] for _, seats in copies for seat in seats], skip=1)
        _count_on(Match)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")  # as autovacuum would


class Crowd:
    """Players with names that are not unique; a few play much, most play little."""

    def __init__(self, size: int, dice: random.Random) -> None:
        self.names = [_name(dice) for _ in range(size)]
        made = NOW - YEARS
        first = (Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
        self.first = first
        _write(
            Player,
            [_row(Player(pk=first + n, name=name, created_at=made)) for n, name in enumerate(self.names)],
        )
        _count_on(Player)
        self._weights = list(accumulate(1 / (rank + 30) for rank in range(size)))
        self._dice = dice

    def one(self) -> int:
        return self._dice.choices(range(len(self.names)), cum_weights=self._weights)[0]

    def two(self) -> tuple[int, int]:
        """Return two players who meet: some are rivals, who meet often."""
        one = self.one()
        other = one ^ 1 if self._dice.random() < 0.1 else self.one()
        if other == one or other >= len(self.names):
            other = (one + 1) % len(self.names)
        return one, other

    def player(self, number: int) -> Player:
        return Player.objects.get(pk=self.first + number)


@dataclass(frozen=True)
class Pattern:
    """A match that was played: its rows as the database has them, and the places that copies change."""

    match: Match
    row: list[Any]
    seats: list[list[Any]]


def _told(number: int, crowd: Crowd, dice: random.Random) -> Pattern:
    (game, options), terms = KINDS[number % len(KINDS)]
    alice, bob = (crowd.player(one) for one in crowd.two())
    while look_alike(alice.name, bob.name):
        alice, bob = (crowd.player(one) for one in crowd.two())
    told = Told(game, terms, alice=alice, bob=bob, began=NOW - YEARS, **options).play_on(number)
    told.store()
    seats = list(told.match.seats.values())
    return Pattern(told.match.row, _row(told.match.row), [_row(seat) for seat in seats])


_MATCH = {field.attname: place for place, field in enumerate(Match._meta.concrete_fields)}
_SEAT = {field.attname: place for place, field in enumerate(Seat._meta.concrete_fields)}


def _copy(
    pk: int, age: float, patterns: Sequence[Pattern], crowd: Crowd, dice: random.Random
) -> tuple[list[Any], list[list[Any]]]:
    """Another match like one of ``patterns``; ``age`` from 0, the oldest, to 1."""
    pattern = dice.choice(patterns)
    status, how, visibility = (_drawn(dice, weights) for weights in (STATUSES, ENDS, SEEN_BY))
    over = status == "over"
    first = dice.choice(("won", "won", "lost", "lost", "drawn"))
    outcome = {"agreement": "drawn", "aborted": ""}.get(
        how, "won" if first == "drawn" and how != "rules" else first
    )
    roles = [seat[_SEAT["role"]] for seat in pattern.seats]
    began = NOW - YEARS * (1 - age) + timedelta(microseconds=dice.randrange(10**9))
    ended = began + timedelta(minutes=dice.randrange(3, 200))
    people: Sequence[int | None] = crowd.two()
    names = [crowd.names[one] for one in people if one is not None]
    if dice.random() < 0.02:
        people, names = (people[0], people[0]), [role.capitalize() for role in roles]
    if status in ("waiting", "cancelled"):
        people, names = (people[0], None), [names[0], ""]
    keys = [None if one is None else crowd.first + one for one in people]
    match = {
        "id": pk,
        "public_id": new_public_id(),
        "visibility": visibility,
        "status": status,
        "maker_id": keys[0],
        "how": how if over else "",
        "winner": {"won": roles[0], "lost": roles[1]}.get(outcome, "") if over else "",
        "created_at": _time(began),
        "started_at": _time(began),
        "acted_at": _time(ended),
        "ended_at": _time(ended) if over else None,
    }
    row = _changed(pattern.row, _MATCH, match)
    listed_at = {"over": ended, "cancelled": None}.get(status, began)
    outcomes = [outcome, {"won": "lost", "lost": "won"}.get(outcome, outcome)] if over else ["", ""]
    seats = [
        _changed(
            seat,
            _SEAT,
            {
                "match_id": pk,
                "player_id": keys[place],
                "name": names[place],
                "outcome": outcomes[place],
                "folded": folded(names[place]),
                "opponent_id": keys[1 - place],
                "opponent_folded": folded(names[1 - place]),
                "listed": visibility == "public" and status in ("over", "playing"),
                "unfinished": status in ("playing", "waiting"),
                "listed_at": _time(listed_at),
                "how": match["how"],
                **({} if over else {"plies": None, "opening": ""}),
            },
        )
        for place, seat in enumerate(pattern.seats)
    ]
    return row, seats


def _drawn(dice: random.Random, weights: dict[str, int]) -> str:
    return dice.choices(list(weights), list(weights.values()))[0]


def _name(dice: random.Random) -> str:
    if dice.random() < 0.6:
        return random_name()
    return dice.choice(FIRST_NAMES) + dice.choice(("", f" {dice.randrange(100)}", dice.choice("ABCDEFG")))


def _row(instance: models.Model) -> list[Any]:
    """Return the values of all columns in the database's form."""
    fields = instance._meta.concrete_fields
    return [field.get_db_prep_save(getattr(instance, field.attname), connection) for field in fields]


def _changed(row: Sequence[Any], places: dict[str, int], values: dict[str, Any]) -> list[Any]:
    changed = list(row)
    for name, value in values.items():
        changed[places[name]] = value
    return changed


def _time(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _write(model: type[models.Model], rows: Iterable[Sequence[Any]], skip: int = 0) -> None:
    """Add rows in bulk, without their first ``skip`` columns."""
    columns = ", ".join(field.column for field in model._meta.concrete_fields[skip:] if field.column)
    table, count = model._meta.db_table, len(model._meta.concrete_fields) - skip
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * count)
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", list(rows))


def _count_on(model: type[models.Model]) -> None:
    """Give later rows keys after the given ones."""
    if connection.vendor == "postgresql":
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
            )


@contextmanager
def _without_indexes() -> Iterator[None]:
    """Create the indexes once all rows are there, which takes a fraction of the time."""
    with connection.schema_editor() as editor:
        for model in (Match, Seat):
            for index in model._meta.indexes:
                editor.remove_index(model, index)
    yield
    with connection.schema_editor() as editor:
        for model in (Match, Seat):
            for index in model._meta.indexes:
                editor.add_index(model, index)
