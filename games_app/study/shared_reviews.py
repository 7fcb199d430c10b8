"""Shared reviews: several people go through a finished match together, and one of them leads.

Everybody who may see the match sees where the leader is. People with a name can ask for the lead, and take it
while nobody has it. The leader and the two players draw. Others show a line of moves that they have tried;
it is tried by all once the leader goes there. Nothing here comes from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from msgspec import Struct

from games_app.drawing.annotations import MOST_OF_A_POSITION as MOST_DRAWN
from games_app.drawing.annotations import BadAnnotation, checked, toggled
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Match, Player, SharedReview
from games_app.people import accounts, sanctions
from games_app.study.places import Place, key_of, place_at
from games_app.study.tried_moves import Path, Tree, plain, tree_of, with_path

AWAY = timedelta(seconds=20)
"""Time without a connection after which the leader loses the lead."""
MOST_ASKING = 5
"""Maximum number of people who ask for the lead at a time."""
MOST_ON_SCREEN = 20
"""Maximum number of shared reviews among which the screen of a hall alternates."""
MOST_DRAWN_IN_ALL = 500
"""Maximum number of arrows and rings in a shared review, about 15 kB."""


class Person(Struct, frozen=True):
    """A person who takes part; ``id`` is their public id."""

    id: str
    name: str


class Line(Struct, frozen=True):
    """Moves after a ply that a person shows everybody."""

    by: Person
    ply: int
    path: Path


class Drawn(Struct, frozen=True):
    """An arrow or a ring that somebody draws, and the place that their board shows."""

    annotation: str
    ply: int
    path: Path


class SharedReviewShown(Struct, tag_field="kind", tag="shared_review", frozen=True):
    """A shared review as everybody sees it; ``version`` is 0 if there is none."""

    version: int = 0
    is_open: bool = False
    leader: Person | None = None
    asking: list[Person] = []
    ply: int = 0
    path: Path = ()
    annotations: list[str] = []
    """Arrows and rings at this place."""
    position: dict[str, Any] | None = None
    plies: list[dict[str, Any]] = []
    """The decision that led there."""
    lines: list[Line] = []
    """Lines that people show, the newest last."""
    notes: int = 0
    """It changes with each note for others, so that open pages load the notes again."""


def shown(match: Match) -> SharedReviewShown:
    """Return the shared review of a match as it is now."""
    return shown_many([match.public_id]).get(match.public_id, SharedReviewShown())


def shown_many(public_ids: Iterable[str]) -> dict[str, SharedReviewShown]:
    """Return the shared reviews of those matches that have one, by the match."""
    rows = SharedReview.objects.filter(match__public_id__in=list(public_ids))
    return {row.match.public_id: _shown(row) for row in rows.select_related("match", "leader")}


def versions(public_ids: Iterable[str]) -> dict[str, tuple[int, int | None, datetime]]:
    """Return version, leader and the time of their last sign of life of shared reviews, by the match."""
    rows = SharedReview.objects.filter(match__public_id__in=list(public_ids))
    columns = rows.values_list("match__public_id", "version", "leader", "led_at")
    return {match: (version, leader, led_at) for match, version, leader, led_at in columns}


def running(now: datetime) -> list[str]:
    """Return the public matches whose shared review somebody leads now, the first review first."""
    rows = SharedReview.objects.filter(is_open=True, leader__isnull=False, led_at__gt=now - AWAY)
    public = rows.filter(match__visibility=Match.Visibility.PUBLIC).order_by("pk")
    return list(public.values_list("match__public_id", flat=True)[:MOST_ON_SCREEN])


def _shown(row: SharedReview) -> SharedReviewShown:
    if not row.is_open:
        return SharedReviewShown(row.version)
    people = {person.pk: Person(person.public_id, person.name) for person in _named(row)}
    try:
        place = place_at(row.match, row.ply, _path(row))
    except Refused:  # by newer rules: the others are shown all the same
        place = Place(row.ply, _path(row))
    return SharedReviewShown(
        row.version,
        is_open=True,
        leader=Person(row.leader.public_id, row.leader.name) if row.leader else None,
        asking=[people[pk] for pk in row.asking if pk in people],
        ply=row.ply,
        path=place.path,
        annotations=row.annotations.get(_place(row), []),
        position=place.position,
        plies=place.plies or [],
        lines=[Line(people[pk], ply, _as_path(path)) for pk, ply, path in row.lines if pk in people],
        notes=row.notes,
    )


def _path(row: SharedReview) -> Path:
    return _as_path(row.path)


def _as_path(stored: Iterable[tuple[str, str]]) -> Path:
    return tuple((role, action) for role, action in stored)


def _place(row: SharedReview) -> str:
    """Return the place of the leader as one text."""
    return key_of(row.ply, _path(row))


def _named(row: SharedReview) -> Iterable[Player]:
    """Return the people who ask for the lead or show a line, without those who have withdrawn."""
    keys = {*row.asking, *(pk for pk, *_ in row.lines)}
    people = Player.objects.filter(pk__in=keys, merged_into=None) if keys else ()
    return [person for person in people if not person.withdrawn]


def players(match: Match) -> list[Person]:
    """Return the people who played the match."""
    people = Player.objects.filter(seats__match=match, computer="").distinct().order_by("pk")
    return [Person(person.public_id, person.name) for person in people]


def tree(match: Match) -> Tree:
    """Return the moves that were tried in the shared review of a match."""
    row = SharedReview.objects.filter(match=match).first()
    return tree_of(row.moves) if row else ()


def start(match: Match, player: Player, address: str, now: datetime) -> None:
    """Begin the shared review, or go on with the one that ended; the player leads. Raises Refused.

    While one is open, nothing changes. ``address``: rate limit key of the player.
    """
    if match.status != Match.Status.OVER:
        raise Refused(Refusal("no_shared_review.running"))
    must_be_admitted(player, address, now)
    begin = {"leader": player, "led_at": now, "version": 1, "ply": match.ply}
    row, is_new = SharedReview.objects.get_or_create(match=match, defaults=begin)
    if not is_new:
        closed = SharedReview.objects.filter(pk=row.pk, is_open=False)
        closed.update(is_open=True, leader=player, led_at=now, asking=[], version=F("version") + 1)


def must_be_admitted(player: Player, address: str, now: datetime, *, draws: bool = False) -> None:
    """Raise Refused for somebody who is barred, or who wants to draw and is muted."""
    if refusal := sanctions.refusal(player.pk, address, now, chats=draws):
        raise Refused(refusal)


def ask(match: Match, player: Player, address: str, now: datetime) -> None:
    """Ask for the lead, or take it while nobody has it. Raises Refused."""
    must_be_admitted(player, address, now)
    with changing(match) as row:
        if row.leader_id is None:
            _lead(row, player.pk, now)
        elif player.pk not in (row.leader_id, *row.asking):
            row.asking = [*row.asking, player.pk][-MOST_ASKING:]


def hand_over(match: Match, by: Player, to: str, now: datetime) -> None:
    """Hand the lead to one of the people who ask for it, or to a player of the match. Raises Refused."""
    with changing(match) as row:
        _must_lead(row, by)
        heirs = Player.objects.filter(public_id=to, computer="")
        heir = heirs.filter(Q(pk__in=row.asking) | Q(seats__match=match)).first()
        if heir is None:
            raise Refused(Refusal("no_shared_review.nobody"))
        _lead(row, heir.pk, now)


def decline(match: Match, by: Player, to: str) -> None:
    """Turn down somebody who asks for the lead. Raises Refused."""
    with changing(match) as row:
        _must_lead(row, by)
        declined = Player.objects.filter(public_id=to).values_list("pk", flat=True).first()
        row.asking = [pk for pk in row.asking if pk != declined]


def step(match: Match, by: Player, ply: int, path: Path) -> None:
    """Go to a place of the match; tried moves on the way are kept. Raises Refused."""
    place = place_at(match, ply, path)
    with changing(match) as row:
        _must_lead(row, by)
        row.moves = plain(with_path(tree_of(row.moves), place.ply, path))
        row.ply, row.path = place.ply, [list(decision) for decision in path]


def count_note(match: Match) -> int | None:
    """Store that a note for others has changed; return the new version, or None without an open review."""
    here = SharedReview.objects.filter(match=match, is_open=True)
    if not here.update(notes=F("notes") + 1, version=F("version") + 1):
        return None
    return here.values_list("version", flat=True).first()


def draw(match: Match, by: Player, drawn: Drawn, address: str, now: datetime) -> None:
    """Draw an arrow or a ring at the place of the leader, or remove it if it is there. Raises Refused.

    If the leader has gone on meanwhile, nothing changes.
    """
    try:
        checked(match.game, drawn.annotation)
    except BadAnnotation as error:
        raise Refused(Refusal("bad_annotation")) from error
    must_be_admitted(by, address, now, draws=True)
    with changing(match) as row:
        must_take_part(row, by)
        here = _place(row)
        if here != key_of(drawn.ply, drawn.path):
            return
        row.annotations[here] = toggled(row.annotations.get(here, []), drawn.annotation)
        in_all = sum(len(each) for each in row.annotations.values())
        if len(row.annotations[here]) > MOST_DRAWN or in_all > MOST_DRAWN_IN_ALL:
            raise Refused(Refusal("no_shared_review.full"))


def wipe(match: Match, by: Player) -> None:
    """Remove the arrows and rings at the place of the leader. Raises Refused."""
    with changing(match) as row:
        must_take_part(row, by)
        row.annotations.pop(_place(row), None)


def end(match: Match, by: Player) -> None:
    """End the shared review; its tried moves and drawings stay for the next one. Raises Refused."""
    with changing(match) as row:
        if accounts.role_of_player(by) is None:
            must_take_part(row, by)
        row.is_open, row.leader_id, row.asking = False, None, []


def note_leader(public_id: str, leader: int, now: datetime) -> None:
    """Store that the leader is connected."""
    SharedReview.objects.filter(match__public_id=public_id, leader=leader).update(led_at=now)


def replace_leader(public_id: str, version: int, present: Iterable[int], now: datetime) -> int | None:
    """Give the lead of somebody who has gone to the first who asks for it and is ``present``, or to nobody.

    Return the new version; None if the review has changed since ``version``.
    """
    with transaction.atomic():
        rows = SharedReview.objects.select_for_update().filter(match__public_id=public_id, version=version)
        row = rows.filter(is_open=True, led_at__lt=now - AWAY).exclude(leader=None).first()
        if row is None:
            return None
        _lead(row, next((pk for pk in row.asking if pk in set(present)), None), now)
        row.version += 1
        row.save()
        return row.version


def hand_over_all(guest: Player, player: Player) -> None:
    """Give the leads of a guest to the account's player."""
    SharedReview.objects.filter(leader=guest).update(leader=player, version=F("version") + 1)


def forget(player: Player) -> None:
    """Take the lead of shared reviews from somebody who withdraws; their lines are shown no more."""
    SharedReview.objects.filter(leader=player).update(leader=None, version=F("version") + 1)


def _lead(row: SharedReview, player: int | None, now: datetime) -> None:
    row.leader_id, row.led_at = player, now
    row.asking = [pk for pk in row.asking if pk != player]


@contextmanager
def changing(match: Match) -> Iterator[SharedReview]:
    """Yield the open review of a match under its lock, and store what has changed. Raises Refused."""
    with transaction.atomic():
        row = SharedReview.objects.select_for_update().filter(match=match, is_open=True).first()
        if row is None:
            raise Refused(Refusal("no_shared_review"))
        yield row
        row.version += 1
        row.save()


def _must_lead(row: SharedReview, player: Player) -> None:
    if row.leader_id != player.pk:
        raise Refused(Refusal("no_shared_review.not_leader"))


def must_take_part(row: SharedReview, player: Player) -> None:
    """Raise Refused for somebody who neither leads nor played the match."""
    if row.leader_id != player.pk and not row.match.seats.filter(player=player).exists():
        raise Refused(Refusal("no_shared_review.not_yours"))
