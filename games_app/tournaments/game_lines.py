"""The games of a tournament in words, and as lines of a list."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games_app.models import Entry, Pairing
from games_app.tournaments.pairing.knockout import rounds_of
from games_app.tournaments.record import DecidedBy, PairingRow, Record, System
from games_app.tournaments.table_parts import GameLine, match_address


class GameLines:
    """Words for the games of one tournament, in the reader's language."""

    def __init__(self, record: Record) -> None:
        self.record, self.tournament = record, record.tournament

    def line(self, pairing: PairingRow) -> GameLine:
        """Return a game as a line of a list."""
        first, *others = self.record.people_of(pairing)
        has_rounds = self.tournament.system in (System.SWISS, System.KNOCKOUT)
        return GameLine(
            pairing,
            first,
            others[0] if others else None,
            self._round_name(pairing.round) if has_rounds else "",
            self.said(pairing),
            pairing.match is not None and not pairing.outcome,
            match_address(pairing.match) if pairing.match else "",
            f"game-{pairing.pk}",
        )

    def _round_name(self, number: int) -> str:
        if self.tournament.system == System.KNOCKOUT:
            boards = {pairing.board for pairing in self.record.games if pairing.round == 1}
            last = rounds_of(2 * len(boards))
            if number == last:
                return pgettext("round of a knockout", "Final")
            if number == last - 1:
                return pgettext("round of a knockout", "Semifinal")
        return _("Round {n}").format(n=number)

    def said(self, pairing: PairingRow) -> str:
        """Return the state or the result of a game in words."""
        people = [entry.name for entry in self.record.people_of(pairing)]
        words = self._words
        if not pairing.outcome:
            return words["running"] if pairing.match else words["owed"]
        if pairing.decided_by == DecidedBy.BYE:
            return words["bye"].format(name=people[0])
        winner = people[0] if pairing.outcome == Pairing.Outcome.FIRST else people[-1]
        result = words[pairing.outcome].format(name=winner)
        why = words.get(pairing.decided_by, "")
        return f"{result} {why}" if why else result

    @cached_property
    def _words(self) -> dict[str, str]:
        """The sentences about games, translated once: a table may have thousands of games."""
        won = _("{name} won.")
        return {
            "running": _("Being played"),
            "owed": _("Not begun yet"),
            "bye": _("{name} has a bye."),
            Pairing.Outcome.FIRST: won,
            Pairing.Outcome.SECOND: won,
            Pairing.Outcome.DRAW: _("A draw."),
            Pairing.Outcome.NONE: _("No result."),
            DecidedBy.MAKER: _("Decided by {name}.").format(name=self.tournament.maker.name),
            DecidedBy.ABSENT: _("Not begun in time."),
            DecidedBy.LOT: _("Not begun in time: decided by lot."),
            DecidedBy.LEFT: _("Not played: somebody left."),
            DecidedBy.END: _("Not played."),
        }

    def score(self, entry: Entry, pairing: PairingRow) -> str:
        """Return a person's score in a game for the cross table; an asterisk says that it wasn't played."""
        if not pairing.outcome:
            return "•" if pairing.match else ""
        first = entry.pk == pairing.first_id
        won = pairing.outcome == (Pairing.Outcome.FIRST if first else Pairing.Outcome.SECOND)
        score = "½" if pairing.outcome == Pairing.Outcome.DRAW else "1" if won else "0"
        if pairing.outcome == Pairing.Outcome.NONE:
            score = "–"
        return score if pairing.decided_by == DecidedBy.MATCH else f"{score}*"
