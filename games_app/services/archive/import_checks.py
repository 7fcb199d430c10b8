"""Checks of a match file that need no replay, or only one decision of it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games_app.lib.names import WITHDRAWN, BadName, cleaned, level_named
from games_app.notation import Entry, MatchFile
from games_app.rules import RULE_SETS
from games_app.rules_service import Ply
from games_app.services.state.match_state import UnknownRules, rules

MOST_ENTRIES = 20_000
LATEST = 4_102_444_800_000
"""The year 2100, in milliseconds."""
LONGEST = 10**10
"""Maximum milliseconds that one event may add to a time."""


class Unplayable(ValueError):
    """Raised for a match that can't have been played as written; the message says where and why."""


def check(written: MatchFile) -> None:
    """Check what needs no replay. Raises Unplayable."""
    if written.game not in RULE_SETS:
        raise Unplayable(
            _("There is no game {game!r} here; there are: {games}.").format(
                game=written.game[:40], games=", ".join(RULE_SETS)
            )
        )
    try:
        game = rules(written.game, written.rules)
    except UnknownRules as error:
        raise Unplayable(str(error)) from error
    if set(written.players) != set(game.roles):
        raise Unplayable(_("It must have the players {roles}.").format(roles=" and ".join(game.roles)))
    if not 0 < len(written.entries) <= MOST_ENTRIES:
        raise Unplayable(_("It must have events, and at most {most} of them.").format(most=MOST_ENTRIES))
    for entry in written.entries:
        if not (0 <= entry.at < LATEST and 0 <= entry.given <= LONGEST and abs(entry.delay) <= LONGEST):
            raise Unplayable(_("The event {what} has an impossible time.").format(what=entry.what[:40]))
        if entry.role and entry.role not in game.roles:
            raise Unplayable(_("There is no role {role!r}.").format(role=entry.role[:40]))


def compare(number: int, entry: Entry, plies: Iterable[Ply]) -> None:
    """Raise Unplayable if the rules lead to other plies than the entry has."""
    numbered = [(n, ply.role, ply.action) for n, ply in enumerate(plies, number)]
    if [(ply.n, ply.role, ply.action) for ply in entry.plies] != numbered:
        game = ", ".join(f"{n}. {role} {action}" for n, role, action in numbered)
        raise Unplayable(
            _(
                "Ply {number}: by the rules this decision plays {game}, but the file says something else."
            ).format(number=number, game=game)
        )


def shown_name(text: str) -> str:
    """Return the name as it will be shown. Raises Unplayable."""
    if text == WITHDRAWN or level_named(text):
        return text
    try:
        return cleaned(text)
    except BadName as error:
        raise Unplayable(
            _("The name {text!r} can't be shown: {error}").format(text=text[:40], error=error)
        ) from error
