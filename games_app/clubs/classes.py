"""Classes: clubs whose members but the teachers are children, each with a card to sign in.

The owner is the first teacher, the helpers are the others. A child is a locked player (``people.locked``).
Only a hash of a card's words is stored, so a lost card is replaced. All raise Refused if the person may not
do this now, and Club.DoesNotExist.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from games_app.clubs.record import Record, Role, locked, must_own, must_run
from games_app.lib import clock
from games_app.lib.ids import new_phrase, phrase_digest
from games_app.lib.names import cleaned, look_alike
from games_app.lib.refusals import Refusal, Refused
from games_app.models import ClassCard, Club, ClubMember, Player
from games_app.people import devices
from games_app.record import use_cases

CHILDREN_LIMIT = 40


class Card(NamedTuple):
    """A card, right after it was made: its words can't be read again."""

    player: Player
    words: str


def add(public_id: str, by: int | None, text: str, now: datetime) -> list[Card]:
    """Make a child with a card for each line of ``text``. All teachers may."""
    with locked(public_id) as record:
        _must_teach(record, by)
        names = _names(text, [child.name for child in children(record)])
        people = [
            Player.objects.create(name=name, chose_name=True, created_at=now, locked_in=record.club)
            for name in names
        ]
        ClubMember.objects.bulk_create(
            ClubMember(club=record.club, player=player, joined_at=now) for player in people
        )
        return [_new_card(player, now) for player in people]


def children(record: Record) -> list[Player]:
    """Return the children of a class, in the order of joining."""
    return [member.player for member in record.members if member.player.locked_in_id == record.club.pk]


def _names(text: str, present: Sequence[str]) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise Refused(Refusal("class_names"))
    if (n := len(present) + len(lines)) > CHILDREN_LIMIT:
        raise Refused(Refusal("class_full", {"limit": CHILDREN_LIMIT, "n": n}))
    names: list[str] = []
    for line in lines:
        names.append(_name(line, [*present, *names]))
    return names


def _name(line: str, others: Sequence[str]) -> str:
    try:
        name = cleaned(line)
    except Refused as error:
        problem = error.refusal.message
        raise Refused(Refusal("class_name", {"name": line[:40], "problem": problem})) from error
    if any(look_alike(name, other) for other in others):
        raise Refused(Refusal("class_name_twice", {"name": name}))
    return name


def replace_cards(public_id: str, by: int | None, whom: str, now: datetime) -> list[Card]:
    """Return new cards of the child, or of all if ``whom`` is empty. Earlier cards and devices end."""
    with locked(public_id) as record:
        _must_teach(record, by)
        chosen = [_child(record, whom)] if whom else children(record)
        for player in chosen:
            devices.sign_out_others(player, "", now)
        return [_new_card(player, now) for player in chosen]


def _new_card(player: Player, now: datetime) -> Card:
    words = new_phrase()
    ClassCard.objects.update_or_create(
        player=player, defaults={"digest": phrase_digest(words), "made_at": now}
    )
    return Card(player, words)


def owner_of_card(words: str) -> Player | None:
    """Return the child with the card that has these words."""
    card = ClassCard.objects.select_related("player").filter(digest=phrase_digest(words)).first()
    return card.player if card else None


def rename(public_id: str, by: int | None, whom: str, name: str) -> None:
    """Give a child another name, also in the matches that it begins from now on."""
    with locked(public_id) as record:
        _must_teach(record, by)
        child = _child(record, whom)
        others = [other.name for other in children(record) if other != child]
        child.name = _name(name, others)
        child.save(update_fields=["name"])


def remove(public_id: str, by: int | None, whom: str) -> None:
    """Remove a child with all data about it, as people do who withdraw: its matches stay without the name.

    Only the owner may: nobody can undo it.
    """
    with locked(public_id) as record:
        _must_own(record, by)
        child = _child(record, whom)
    _withdraw(child)


def move(public_id: str, by: int | None, whom: str, to: str, now: datetime) -> None:
    """Move a child to another class of the same owner. Its name, card, devices and games stay."""
    with transaction.atomic():
        # Always in the same order, or two moves at once could wait for each other.
        clubs = Club.objects.select_for_update().filter(public_id__in=[public_id, to]).order_by("pk")
        records = {club.public_id: Record(club) for club in clubs}
        for each in (public_id, to):
            if each not in records:
                raise Refused(Refusal("not_in_club"))
            _must_own(records[each], by)
        child, target = _child(records[public_id], whom), records[to]
        present = children(target)
        if child in present:
            return
        if len(present) >= CHILDREN_LIMIT:
            raise Refused(Refusal("class_full", {"limit": CHILDREN_LIMIT, "n": len(present) + 1}))
        if any(look_alike(child.name, other.name) for other in present):
            raise Refused(Refusal("class_name_twice", {"name": child.name}))
        ClubMember.objects.filter(club__public_id=public_id, player=child).update(left_at=now)
        if not ClubMember.objects.filter(club=target.club, player=child).update(left_at=None):
            ClubMember.objects.create(club=target.club, player=child, joined_at=now)
        child.locked_in = target.club
        child.save(update_fields=["locked_in"])


def delete(public_id: str, by: int | None) -> None:
    """Delete the class with all data about its children. If a step fails, the rest can be tried again."""
    with locked(public_id) as record:
        _must_own(record, by)
    _delete(record)


def _delete(record: Record) -> None:
    for child in Player.objects.filter(locked_in=record.club).order_by("pk"):
        _withdraw(child)
    record.club.delete()


def _withdraw(child: Player) -> None:
    if failed := use_cases.withdraw(child):
        raise Refused(failed)


def end_deserted() -> None:
    """Delete classes whose teachers have withdrawn from the site."""
    taught = ClubMember.objects.filter(role=Role.OWNER).values("club")
    for club in Club.objects.filter(is_class=True, created_at__lt=clock.now()).exclude(pk__in=taught):
        _delete(Record(club))


def _must_teach(record: Record, by: int | None) -> None:
    """Raise Refused unless the person is a teacher of this class."""
    _must_be_class(record)
    must_run(record, by)


def _must_own(record: Record, by: int | None) -> None:
    """Raise Refused unless the person is the first teacher of this class."""
    _must_be_class(record)
    must_own(record, by)


def _must_be_class(record: Record) -> None:
    if not record.club.is_class:
        raise Refused(Refusal("not_done"))


def _child(record: Record, whom: str) -> Player:
    found = next((child for child in children(record) if child.public_id == whom), None)
    if found is None:
        raise Refused(Refusal("no_club_member"))
    return found
