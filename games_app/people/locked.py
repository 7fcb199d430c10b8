"""Locked players: the children of a class, who meet only people of that class.

A child has a name that the teacher gave, and no account, so no mail address, friends, tokens or bots. The
commands of the record ask this module about matches and chat; ``match.visibility`` lets the class see their
matches, which nobody else can see or find.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from msgspec import structs

from games_app.lib.refusals import Refusal, Refused
from games_app.match.messages import MatchConfig
from games_app.models import ClubMember, Match, Player


def is_locked(player_id: int | None) -> bool:
    return has_locked([player_id] if player_id else [])


def has_locked(people: Collection[int]) -> bool:
    """Return whether one of these people is locked."""
    return bool(people) and Player.objects.filter(pk__in=people).exclude(locked_in=None).exists()


def meeting_refusal(people: Collection[int]) -> Refusal | None:
    """Return why these people can't meet; None if nobody of them is locked, or all are of one class."""
    locked = Player.objects.filter(pk__in=people).exclude(locked_in=None)
    classes = set(locked.values_list("locked_in", flat=True))
    if not classes:
        return None
    inside = ClubMember.objects.filter(club__in=classes, player__in=people, left_at=None)
    is_one_class = len(classes) == 1 and inside.count() == len(set(people))
    return None if is_one_class else Refusal("locked.outside")


def must_not_be_locked(player: Player) -> None:
    """Raise Refused for a child of a class."""
    if player.locked_in_id:
        raise Refused(Refusal("locked"))


def private(config: MatchConfig) -> MatchConfig:
    """Return the configuration as a match of children has it: only the class watches, and phrases at most."""
    talk = "phrases" if config.terms.talk == "words" else config.terms.talk
    terms = structs.replace(config.terms, talk=talk)
    return replace(config, visibility=Match.Visibility.SEATS, terms=terms)
