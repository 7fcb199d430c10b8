"""Checks of a match file that need no replay, or only one decision of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import get_args

from django.utils.translation import gettext as _

from games_app.archive.exports import result
from games_app.archive.notation import Entry, MatchFile
from games_app.archive.notation.model import KINDS, MARKS, UNDECIDED
from games_app.archive.notation.serializer import FIELDS
from games_app.games.base import shown
from games_app.games.rules import RULE_SETS
from games_app.lib.names import LEVEL_WORDS, WITHDRAWN, cleaned, computer_name
from games_app.lib.refusals import Refused
from games_app.match.match_state import MatchState, rules
from games_app.match.series import points
from games_app.match.transitions import Occupant
from games_app.match.wire import How, Series
from games_app.rules_service import Ply

MOST_ENTRIES = 20_000
LATEST = 4_102_444_800_000
"""The year 2100, in milliseconds."""
MAX_TIME = 10**10
"""Maximum milliseconds that one event may add to a time."""

BARE = Entry("", 0)
"""An entry that has no field."""


class Unplayable(ValueError):
    """Raised for a match that can't have been played as written; the message says where and why.

    ``part`` is what is wrong, if it is one part: a field of ``MatchFile``, "start", or the index of an event.
    """

    def __init__(self, problem: str, part: str | int | None = None) -> None:
        super().__init__(problem)
        self.part = part


def check(written: MatchFile) -> None:
    """Check what needs no replay. Raises Unplayable."""
    if written.game not in RULE_SETS:
        raise Unplayable(
            _("There is no game {game!r} here; there are: {games}.").format(
                game=written.game[:40], games=", ".join(RULE_SETS)
            ),
            "game",
        )
    try:
        game = rules(written.game, written.rules)
    except Refused as error:
        raise Unplayable(str(error), "rules") from error
    if set(written.players) != set(game.roles):
        raise Unplayable(
            _("It must have the players {roles}.").format(roles=" and ".join(game.roles)), "players"
        )
    for role, level in written.levels.items():
        if role not in game.roles or level not in LEVEL_WORDS:
            raise Unplayable(
                _("The computer has the levels {levels}, for the roles {roles}.").format(
                    levels=", ".join(LEVEL_WORDS), roles=" and ".join(game.roles)
                ),
                "levels",
            )
    if written.how not in ("", *get_args(How)):
        raise Unplayable(
            _("How can't be {how!r}; allowed: {allowed}.").format(
                how=written.how[:40], allowed=", ".join(get_args(How))
            ),
            "how",
        )
    if not 0 < len(written.entries) <= MOST_ENTRIES:
        raise Unplayable(_("It must have events, and at most {most} of them.").format(most=MOST_ENTRIES))
    for place, entry in enumerate(written.entries):
        if not (0 <= entry.at < LATEST and 0 <= entry.given <= MAX_TIME and abs(entry.delay) <= MAX_TIME):
            raise Unplayable(
                _("The event {what} has an impossible time.").format(what=entry.what[:40]), place
            )
        if entry.role and entry.role not in game.roles:
            raise Unplayable(_("There is no role {role!r}.").format(role=entry.role[:40]), place)
        _check_fields(entry, place)


def _check_fields(entry: Entry, place: int) -> None:
    """Check that the entry has only fields of its event."""
    every = (*FIELDS, "plies")
    allowed = (*KINDS.get(entry.what, every), *(("plies",) if entry.what in MARKS else ()))
    for name in every:
        if name not in allowed and getattr(entry, name) != getattr(BARE, name):
            raise Unplayable(
                _("{what} can't have {name!r} here.").format(what=entry.what[:40], name=name), place
            )


def check_end(written: MatchFile, match: MatchState) -> None:
    """Raise Unplayable if the file says another end or other points than ``match``, which was replayed."""
    row = match.row
    if written.result != result(row):
        raise Unplayable(
            _("The result should be {result}, by what was played; the file says {told}.").format(
                result=result(row), told=shown(written.result)
            ),
            "result",
        )
    if written.how not in ("", row.how):
        raise Unplayable(
            _("It ended by {how}, by what was played; the file says {told}.").format(
                how=row.how or UNDECIDED, told=written.how
            ),
            "how",
        )
    if written.goals not in (None, row.goals):
        raise Unplayable(_("The goals are not those of the position in which the match ended."), "goals")
    if written.series is not None:
        _check_series(written.series, match)


def _check_series(written: Series, match: MatchState) -> None:
    if not 1 <= written.game <= written.of == match.terms.games > 1:
        raise Unplayable(
            _("Game {game} of {of} can't be in a series of as many games as the terms say: {games}.").format(
                game=written.game, of=written.of, games=match.terms.games
            ),
            "series",
        )
    before = [written.score.get(role, -1) - points(match, role) for role in match.seats]
    if (
        len(written.score) != len(before)
        or not all(each >= 0 and 2 * each % 1 == 0 for each in before)
        or sum(before) != written.game - 1
    ):
        raise Unplayable(
            _("The points of the series don't fit this result and the games before it."), "series"
        )


def compare(number: int, entry: Entry, plies: Iterable[Ply]) -> None:
    """Raise Unplayable if the rules lead to other plies than the entry has."""
    numbered = [(n, ply.role, ply.action) for n, ply in enumerate(plies, number)]
    if [(ply.n, ply.role, ply.action) for ply in entry.plies] != numbered:
        game = ", ".join(f"{n}. {role} {action}" for n, role, action in numbered)
        raise Unplayable(
            _("Ply {number}: the rules give {game} here, but the file says something else.").format(
                number=number, game=game
            )
        )


def occupant(written: MatchFile, role: str, name: str, player_id: int) -> Occupant:
    """Return who takes a seat, under the name as it will be shown. Raises Unplayable."""
    if level := written.levels.get(role) or _level_named(name):
        return Occupant(player_id, computer_name(level), level)
    return Occupant(player_id, _shown_name(name))


_OLD_NAME = re.compile(r"Computer \((\w+)\)")
"""Name of a level in older files, which is its slug. It stays when a level gets another name."""


def _level_named(name: str) -> str:
    """Return the level under this name; empty for a person's.

    Only files need it: older ones and PDN have nothing but the name. In the record the level has its column.
    """
    present = {words.name: level for level, words in LEVEL_WORDS.items()}
    old = _OLD_NAME.fullmatch(name)
    level = present.get(name) or (old[1].lower() if old else "")
    return level if level in LEVEL_WORDS else ""


def _shown_name(text: str) -> str:
    if text == WITHDRAWN:
        return text
    try:
        return cleaned(text)
    except Refused as error:
        raise Unplayable(
            _("The name {text!r} can't be shown: {error}").format(text=text[:40], error=error)
        ) from error
