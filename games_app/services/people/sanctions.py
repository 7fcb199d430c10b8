"""Sanctions: who may not chat, or may neither chat nor make or join matches, for a while."""

from __future__ import annotations

from datetime import datetime
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from games_app.lib.refusals import Refusal
from games_app.models import Player, Report, Sanction
from games_app.services.people.warnings import REASONS

_OF_A_NETWORK = gettext_noop(
    "A moderator has paused new games and chats from your network until {until} UTC. {reason}"
    " You can still watch and read."
)
"""Sentence for everybody who comes from a barred network."""


def impose(
    whom: Player | str, kind: Sanction.Kind, until: datetime, reason: str = Report.Reason.OTHER
) -> None:
    """Sanction a person or a network until then, instead of any earlier sanction of this kind.

    ``reason``: the ``Report.Reason`` that those concerned read.
    """
    _of(whom).filter(kind=kind).delete()
    person, of_network = (whom, "") if isinstance(whom, Player) else (None, whom)
    Sanction.objects.create(person=person, network=of_network, kind=kind, until=until, reason=reason)


def lift(whom: Player | str, now: datetime) -> None:
    """End all sanctions of a person or a network; those who have appealed against one are told so."""
    appealed = _of(whom).exclude(appealed_at=None)
    appealed.filter(until__gt=now).update(until=now, answered_at=now, lifted=True)
    _of(whom).filter(appealed_at=None).delete()


def imposed(whom: Player | str, now: datetime) -> list[Sanction]:
    """Return the sanctions that hold now, of a person or a network."""
    return list(_of(whom).filter(until__gt=now).order_by("until"))


def network(text: str) -> str:
    """Return the network that a text names, such as 203.0.113.0/24; empty if it names none."""
    found = _network(text)
    return str(found) if found else ""


def refusal(person: int | None, address: str, now: datetime, *, chats: bool = False) -> Refusal | None:
    """Return why a match can't be made or joined now, or with ``chats`` nothing said; else None."""
    found = Sanction.objects.filter(Q(person=person, person__isnull=False) | ~Q(network=""), until__gt=now)
    if not chats:
        found = found.filter(kind=Sanction.Kind.BAR)
    applying = [one for one in found.order_by("-until") if not one.network or _covers(one.network, address)]
    if not applying:
        return None
    sanction = next((one for one in applying if one.kind == Sanction.Kind.BAR), applying[0])
    code = "barred" if sanction.kind == Sanction.Kind.BAR else "muted"
    told = {"until": f"{sanction.until:%Y-%m-%d %H:%M}", "reason": REASONS[sanction.reason]}
    return Refusal(code, told, _OF_A_NETWORK if sanction.network else "")


def _of(whom: Player | str) -> QuerySet[Sanction]:
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
