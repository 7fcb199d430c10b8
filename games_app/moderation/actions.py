"""The actions of moderators, each with a name and a subject. All of them are logged.

Changes of the record go through the writer. Subjects are named the way people name them: a person, a match or
a club by the end of its page's address, a message, a notice, a note or a report by its number, a network by
its address, an account by its name.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.live.doorbell import ring_once
from games_app.models import (
    Account,
    AuditEntry,
    ChatMessage,
    Club,
    ClubPost,
    Match,
    Note,
    Player,
    Report,
    Sanction,
)
from games_app.moderation import reports
from games_app.people import accounts, owners, players, sanctions
from games_app.people.accounts import Role
from games_app.record import use_cases
from games_app.record.results import Answer

LONGEST_WHY = 200
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=366)
"""Bounds of the duration of a mute or bar."""


@dataclass(frozen=True, slots=True)
class Order:
    """An action with its subject and its other arguments."""

    what: str
    """Key of ``ACTIONS``."""
    whom: str
    why: str = ""
    """Reason, only for the log."""
    lasts: timedelta = SHORTEST
    """Duration of a mute or bar."""
    reason: str = Report.Reason.OTHER
    """Reason of a warning, mute or bar, which the people concerned read."""
    role: str = Role.MODERATOR
    """Role to which an account is appointed."""


def perform(order: Order, who: str) -> str:
    """Carry out an order of ``who`` and log it; return its subject as the log names it. Raises Refused."""
    subject = ACTIONS[order.what](order)
    log(order.what, subject, who, order.why)
    return subject


def _close(order: Order) -> str:
    if not reports.close(_number(order.whom)):
        raise Refused(Refusal("not_done.report", {"number": order.whom}))
    return f"report {order.whom}"


def _hide(order: Order) -> str:
    message = ChatMessage.objects.filter(pk=_number(order.whom)).select_related("match").first()
    if message is None:
        raise Refused(Refusal("not_done.message", {"number": order.whom}))
    _announce(use_cases.hide_message(message))
    return f"message {order.whom}"


def _hide_notice(order: Order) -> str:
    if not ClubPost.objects.filter(pk=_number(order.whom)).update(hidden=True):
        raise Refused(Refusal("not_done.notice", {"number": order.whom}))
    return f"notice {order.whom}"


def _hide_note(order: Order) -> str:
    if not Note.objects.filter(pk=_number(order.whom)).update(hidden=True):
        raise Refused(Refusal("not_done.note", {"number": order.whom}))
    return f"note {order.whom}"


def _warn(order: Order) -> str:
    sanctions.warn(_person(order.whom), order.reason)
    return f"person {order.whom}"


def _mute(order: Order) -> str:
    _sanction(_person(order.whom), Sanction.Kind.MUTE, order)
    return f"person {order.whom}"


def _bar(order: Order) -> str:
    _sanction(_subject(order.whom), Sanction.Kind.BAR, order)
    return _named(order.whom)


def _lift(order: Order) -> str:
    sanctions.lift(_subject(order.whom), clock.now())
    return _named(order.whom)


def _uphold(order: Order) -> str:
    if not sanctions.uphold_appeal(_person(order.whom), clock.now()):
        raise Refused(Refusal("not_done.appeal"))
    return f"person {order.whom}"


def _check(order: Order) -> str:
    """Change nothing: the log entry says that a moderator has checked the person's wins."""
    return f"person {_person(order.whom).public_id}"


def _rename(order: Order) -> str:
    whose = _person(order.whom)
    use_cases.take_name(whose, accounts.free_name(whose.name))
    return f"person {order.whom}"


def _rename_club(order: Order) -> str:
    club = _club(order.whom)
    club.name, club.renamed = accounts.free_name(club.name), True
    club.save(update_fields=["name", "renamed"])
    return f"club {order.whom}"


def _close_club(order: Order) -> str:
    club = _club(order.whom)
    if club.is_class:
        raise Refused(Refusal("not_done.class"))
    club.delete()
    return f"club {order.whom}"


def _hide_match(order: Order) -> str:
    _announce(use_cases.hide_match(_match(order.whom)))
    return f"match {order.whom}"


def _show_match(order: Order) -> str:
    _announce(use_cases.show_match(_match(order.whom)))
    return f"match {order.whom}"


def _end_match(order: Order) -> str:
    _announce(use_cases.end_match(_match(order.whom)))
    return f"match {order.whom}"


def _appoint(order: Order) -> str:
    account, role = _account(order.whom), Role(order.role)
    if role == Role.OWNER:
        owners.appoint(account, clock.now())
    else:
        accounts.appoint(account, role)
    return f"{order.role} {order.whom}"


def _dismiss(order: Order) -> str:
    accounts.dismiss(_account(order.whom))
    return f"account {order.whom}"


ACTIONS: Mapping[str, Callable[[Order], str]] = {
    "close": _close,
    "hide": _hide,
    "hide-notice": _hide_notice,
    "hide-note": _hide_note,
    "warn": _warn,
    "mute": _mute,
    "bar": _bar,
    "lift": _lift,
    "uphold": _uphold,
    "check": _check,
    "rename": _rename,
    "rename-club": _rename_club,
    "close-club": _close_club,
    "hide-match": _hide_match,
    "show-match": _show_match,
    "end": _end_match,
    "appoint": _appoint,
    "dismiss": _dismiss,
}


def _sanction(whom: Player | str, kind: Sanction.Kind, order: Order) -> None:
    if not SHORTEST <= order.lasts <= LONGEST:
        raise Refused(Refusal("not_done.time"))
    sanctions.impose(whom, kind, clock.now() + order.lasts, order.reason)


def _announce(answer: Answer) -> None:
    """Tell the web processes of a decision about a match. Raises Refused if it was refused."""
    if answer.refusal:
        raise Refused(answer.refusal)
    chat = answer.chat
    ring_once({f"{answer.match}/{chat.room}": chat.number} if chat else {answer.match: answer.seq})


def _subject(text: str) -> Player | str:
    """Return the person or network that a text names."""
    return sanctions.network(text) or _person(text)


def _named(text: str) -> str:
    """Return a person or a network as the log names them."""
    return f"network {sanctions.network(text)}" if sanctions.network(text) else f"person {text}"


def _person(public_id: str) -> Player:
    player = players.find_player(public_id)
    if player is None:
        raise Refused(Refusal("not_done.person", {"id": public_id}))
    return player


def _match(public_id: str) -> str:
    """Return the public id if there is such a match. Raises Refused."""
    if not Match.objects.filter(public_id=public_id).exists():
        raise Refused(Refusal("not_done.match", {"id": public_id}))
    return public_id


def _club(public_id: str) -> Club:
    club = Club.objects.filter(public_id=public_id).first()
    if club is None:
        raise Refused(Refusal("not_done.club", {"id": public_id}))
    return club


def _account(name: str) -> Account:
    account = accounts.account_named(name)
    if account is None:
        raise Refused(Refusal("not_done.account", {"name": name}))
    return account


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise Refused(Refusal("not_done.number", {"text": repr(text)}))
    return int(text)


def log(what: str, whom: str, who: str, why: str = "") -> None:
    """Add an entry to the audit log."""
    AuditEntry(at=clock.now(), who=who, what=what, whom=whom, why=why[:LONGEST_WHY]).save()


def log_terminal(what: str, whom: str) -> None:
    """Add an entry of the terminal's user to the audit log."""
    log(what, whom, user_name())


def name_in_log(account: Account) -> str:
    """Return somebody with an account as the log names them."""
    return f"{account} ({account.player.public_id})"


def user_name() -> str:
    """Return the name of the terminal's user, or the number if there is no name, as in many containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"
