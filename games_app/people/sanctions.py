"""Sanctions, the warnings before them and the appeals after them.

A sanction of a person applies to their bots too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.db.models import Q, QuerySet
from django.utils.translation import gettext, gettext_noop

from games_app.lib.refusals import Refusal
from games_app.models import Account, Bot, Player, Report, Sanction
from games_app.people import api_tokens

_APPLYING = (
    f"SELECT * FROM {Sanction._meta.db_table} WHERE until > %s AND (network <> '' OR person_id = %s "  # noqa: S608
    f"OR person_id IN (SELECT account.player_id FROM {Bot._meta.db_table} AS bot "
    f"JOIN {Account._meta.db_table} AS account ON account.id = bot.owner_id WHERE bot.player_id = %s)) "
    "ORDER BY until DESC"
)
"""Statement for the sanctions of a person, of a bot's owner and of all networks.

Every join and rematch asks it, and the ORM takes ten times as long.
"""


def impose(
    whom: Player | str, kind: Sanction.Kind, until: datetime, reason: str = Report.Reason.OTHER
) -> None:
    """Sanction a person or a network until then, replacing any earlier sanction of this kind.

    A bar revokes the API tokens of the person and of their bots.

    ``reason``: the ``Report.Reason`` that the people concerned read.
    """
    _sanctions_of(whom).filter(kind=kind).delete()
    player, of_network = (whom, "") if isinstance(whom, Player) else (None, whom)
    Sanction.objects.create(person=player, network=of_network, kind=kind, until=until, reason=reason)
    if player and kind == Sanction.Kind.BAR:
        for person in (player, *Player.objects.filter(bot__owner__player=player)):
            api_tokens.revoke_all(person)


def lift(whom: Player | str, now: datetime) -> None:
    """End all sanctions of a person or a network; people who have appealed are told."""
    appealed = _sanctions_of(whom).exclude(appealed_at=None)
    appealed.filter(until__gt=now).update(until=now, answered_at=now, lifted=True)
    _sanctions_of(whom).filter(appealed_at=None).delete()


def imposed(whom: Player | str, now: datetime) -> list[Sanction]:
    """Return the current sanctions of a person or a network."""
    return list(_sanctions_of(whom).filter(until__gt=now).order_by("until"))


def ended(whom: Player | str, now: datetime) -> list[Sanction]:
    """Return the past sanctions of a person or a network, newest first."""
    return list(_sanctions_of(whom).filter(until__lte=now).order_by("-until"))


def network(text: str) -> str:
    """Return the network that a text names, such as 203.0.113.0/24; empty if it names none."""
    parsed = _network(text)
    return str(parsed) if parsed else ""


def refusal(player_id: int | None, address: str, now: datetime, *, chats: bool = False) -> Refusal | None:
    """Return why a match can't be made or joined now, or with ``chats`` nothing sent; otherwise None."""
    applying = [
        sanction
        for sanction in Sanction.objects.raw(_APPLYING, [now, player_id, player_id])
        if (chats or sanction.kind == Sanction.Kind.BAR)
        and (not sanction.network or _covers(sanction.network, address))
    ]
    if not applying:
        return None
    sanction = next((sanction for sanction in applying if sanction.kind == Sanction.Kind.BAR), applying[0])
    code = "barred" if sanction.kind == Sanction.Kind.BAR else "muted"
    args = {"until": f"{sanction.until:%Y-%m-%d %H:%M}", "reason": WARNING_REASONS[sanction.reason]}
    if sanction.network:
        return Refusal("barred.network", args)
    return Refusal(code if sanction.person_id == player_id else f"{code}.owner", args)


def barred_players(now: datetime) -> QuerySet[Player]:
    """Return the players who are barred, as persons or as bots of such a person."""
    barred = Sanction.objects.filter(kind=Sanction.Kind.BAR, until__gt=now, person__isnull=False)
    people = barred.values("person")
    return Player.objects.filter(Q(pk__in=people) | Q(bot__owner__player__in=people))


def _sanctions_of(whom: Player | str) -> QuerySet[Sanction]:
    if isinstance(whom, Player):
        return Sanction.objects.filter(person=whom)
    return Sanction.objects.filter(network=whom)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _covers(barred: str, address: str) -> bool:
    """Return whether an address, or the IPv6 network that counts as one, lies in a barred network."""
    whole, part = _network(barred), _network(address)
    if isinstance(whole, IPv4Network) and isinstance(part, IPv4Network):
        return part.subnet_of(whole)
    return isinstance(whole, IPv6Network) and isinstance(part, IPv6Network) and part.subnet_of(whole)


WARNING_REASONS: Mapping[str, str] = {
    Report.Reason.ABUSE: gettext_noop("Insults and threats aren't allowed here."),
    Report.Reason.SPAM: gettext_noop("Please don't advertise or repeat the same message."),
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
    """Warn the player for a ``Report.Reason``, replacing any earlier warning."""
    _set_warning(player, reason)


def confirm_warning(player: Player) -> None:
    """Store that the player has read the warning."""
    _set_warning(player, "")


def pending_warnings(people: Iterable[str]) -> dict[str, str]:
    """Return the reasons of the warnings that these people, as viewers, have not confirmed."""
    ids = [int(viewer) for viewer in people if viewer.isdecimal()]
    warned = Player.objects.filter(pk__in=ids).exclude(warning="")
    return {str(pk): reason for pk, reason in warned.values_list("pk", "warning")}


def warning_shown(reason: str) -> Warned:
    """Return a warning in the reader's language."""
    end = gettext("If this continues, your chat or your account can be paused.")
    return Warned(gettext("A moderator has warned you."), f"{gettext(WARNING_REASONS[reason])} {end}")


def _set_warning(player: Player, reason: str) -> None:
    player.warning = reason
    player.save(update_fields=["warning"])


TOLD_FOR = timedelta(days=30)
"""Time for which a person is told that their appeal succeeded; then its words are deleted."""


def appealable_sanctions(player: Player, now: datetime) -> QuerySet[Sanction]:
    """Return the person's current sanctions, and those that were recently lifted after an appeal."""
    shown = Q(until__gt=now) | Q(lifted=True, answered_at__gt=now - TOLD_FOR)
    return Sanction.objects.filter(shown, person=player).order_by("kind", "-until")


def file_appeal(player: Player, kind: str, words: str, now: datetime) -> bool:
    """Store the person's appeal; False if there is no such sanction, or they have already appealed."""
    holding = Sanction.objects.filter(person=player, kind=kind, until__gt=now, appealed_at=None)
    return bool(holding.update(appeal=words, appealed_at=now))


def waiting_appeals(now: datetime) -> QuerySet[Sanction]:
    """Return the current sanctions with undecided appeals, oldest first."""
    waiting = Sanction.objects.filter(until__gt=now, answered_at=None).exclude(appealed_at=None)
    return waiting.select_related("person").order_by("appealed_at")


def uphold_appeal(player: Player, now: datetime) -> bool:
    """Uphold the sanction that the person appeals against; False if no appeal waits."""
    return bool(waiting_appeals(now).filter(person=player).order_by().update(answered_at=now))


def sweep_appeals(now: datetime) -> None:
    """Delete the words of appeals against sanctions that ended long ago; nobody sees them any more."""
    Sanction.objects.filter(until__lte=now - TOLD_FOR).exclude(appeal="").update(appeal="")


def forget_appeals(player: Player) -> None:
    """Delete the words of the person's appeals."""
    Sanction.objects.filter(person=player).update(appeal="")
