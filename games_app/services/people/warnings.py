"""Warnings: what a moderator tells a person, shown on all pages until they confirm to have read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from games_app.models import Player, Report

REASONS: Mapping[str, str] = {
    Report.Reason.ABUSE: gettext_noop("Insults and threats aren't allowed here."),
    Report.Reason.SPAM: gettext_noop("Please don't advertise, or write the same again and again."),
    Report.Reason.NAME: gettext_noop("Your name offends others. Please choose another."),
    Report.Reason.UNFAIR: gettext_noop("Please play fair."),
    Report.Reason.OTHER: gettext_noop("Please be considerate of the others here."),
}
"""Sentences for people who are warned, muted or barred, by ``Report.Reason``."""


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning as its person reads it."""

    title: str
    words: str


def warn(player: Player, reason: str) -> None:
    """Warn the player for a ``Report.Reason``, instead of any earlier warning."""
    _set(player, reason)


def confirm(player: Player) -> None:
    """Note that the player has read the warning."""
    _set(player, "")


def pending(people: Iterable[str]) -> dict[str, str]:
    """Return the reasons of the warnings that these people, by their keys, have not confirmed."""
    known = [int(person) for person in people if person.isdecimal()]
    warned = Player.objects.filter(pk__in=known).exclude(warning="")
    return {str(pk): reason for pk, reason in warned.values_list("pk", "warning")}


def told(reason: str) -> Warned:
    """Return a warning in the reader's language."""
    end = gettext("If it goes on, your chat or your account can be paused.")
    return Warned(gettext("A moderator has warned you."), f"{gettext(REASONS[reason])} {end}")


def _set(player: Player, reason: str) -> None:
    player.warning = reason
    player.save(update_fields=["warning"])
