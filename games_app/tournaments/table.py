"""Read model of a tournament: standings, cross table, games, and what one person can do there. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games.catalogue import SHEETS
from games_app.games.rules import Game, get_game
from games_app.games.sheet import Text
from games_app.lists.terms_text import agreed, brief
from games_app.models import Entry, Pairing, Tournament
from games_app.pages.templatetags.site import moment
from games_app.tournaments.game_lines import GameLines
from games_app.tournaments.members import closed_to
from games_app.tournaments.no_shows import last_moment, limits_rounds
from games_app.tournaments.pairing.results import WIN
from games_app.tournaments.pairing.standings import Standing, knockout_standings, standings
from games_app.tournaments.record import PairingRow, Record, Status, System, may_see
from games_app.tournaments.table_parts import (
    NO_GAME,
    THEMSELVES,
    Cell,
    GameLine,
    Row,
    half,
    match_address,
    system_words,
    time_words,
)

LATEST_GAMES = 40
"""Maximum number of games in the list of an evening."""


def standings_of(record: Record) -> list[Standing]:
    """Return the standings of the people whose games count, recounted from the results."""
    people = [entry.number for entry in record.entries if not entry.annulled]
    if record.tournament.system == System.KNOCKOUT:
        last = record.tournament.round
        rounds: list[list[PairingRow]] = [[] for _ in range(last)]
        for game in record.games:
            rounds[game.round - 1].append(game)
        return knockout_standings(people, [record.results_of(games) for games in rounds])
    return standings(people, record.results_of(record.games))


class Table:
    """A tournament as its pages show it; what depends on the reader takes their id."""

    def __init__(self, record: Record, now: datetime) -> None:
        self.record, self.now = record, now
        self.tournament: Tournament = record.tournament
        self._lines = GameLines(record)

    @property
    def game(self) -> Game:
        return get_game(self.tournament.game)

    @property
    def title(self) -> str:
        return f"{self.game.name}: {self.system}"

    @property
    def system(self) -> str:
        """The pairing system in a few words."""
        return system_words(self.tournament)

    @cached_property
    def agreed(self) -> list[tuple[Text, Text]]:
        """The options and terms of each game, as pairs of label and description."""
        sheet = SHEETS[self.tournament.game]
        limit = [(self.limit_label, self.limit)] if self.limit else []
        return [
            *sheet.agreed(self.tournament.options),
            *agreed(self.record.terms, self.tournament.game),
            *limit,
        ]

    @cached_property
    def limit(self) -> str:
        """Until when games must begin, in a sentence; empty without a limit."""
        if end := last_moment(self.tournament):
            text = _("{moment} UTC. Games that have not begun by then count for nobody.")
            return text.format(moment=moment(end))
        if not limits_rounds(self.record):
            return ""
        text = _("{time} after the pairing. If only one of the two is there in time, that one wins.")
        return text.format(time=self.time_to_begin)

    @property
    def time_to_begin(self) -> str:
        return time_words(self.tournament.begin_within)

    @property
    def limit_label(self) -> str:
        is_round_robin = self.tournament.system == System.ROUND_ROBIN
        return _("Last day") if is_round_robin else _("Time to begin a game")

    @property
    def summary(self) -> str:
        """The tournament in words that go with its link."""
        limit = f" {self.limit_label}: {self.limit}" if self.limit else ""
        return f"{self.title}, {brief(self.record.terms, 1)}.{limit}"

    @property
    def status(self) -> str:
        """The present state in a sentence."""
        tournament, people = self.tournament, len(self.record.present)
        if tournament.status == Status.OVER:
            return _("This tournament is over.")
        if tournament.status == Status.JOINING:
            joined = ngettext("{n} person has joined.", "{n} people have joined.", people).format(n=people)
            return joined + " " + _("It begins when {name} starts it.").format(name=tournament.maker.name)
        if tournament.system == System.ROUND_ROBIN and people < 2:
            return _("Waiting for others to join.")
        if tournament.system == System.ROUND_ROBIN:
            left = len(self.record.open_games)
            if not left:
                return _("All games have been played. Others can still join.")
            return ngettext("{n} game is left to play.", "{n} games are left to play.", left).format(n=left)
        if tournament.system == System.EVENING:
            return _("When you're free, you get the next game at once.")
        if tournament.system == System.KNOCKOUT:
            left = len(self._still_in)
            return ngettext("{n} person is still in.", "{n} people are still in.", left).format(n=left)
        return _("Round {n} of {all}.").format(n=tournament.round, all=tournament.rounds)

    @property
    def _still_in(self) -> list[Entry]:
        """The people of a knockout who have not lost."""
        lost = set()
        for pairing in self.record.games:
            if pairing.outcome in (Pairing.Outcome.FIRST, Pairing.Outcome.NONE):
                lost.add(pairing.second_id)
            if pairing.outcome in (Pairing.Outcome.SECOND, Pairing.Outcome.NONE):
                lost.add(pairing.first_id)
        return [entry for entry in self.record.present if entry.pk not in lost]

    @cached_property
    def rows(self) -> list[Row]:
        table = standings_of(self.record)
        placed = [self._row(self.record.by_number[each.number], each) for each in table]
        annulled = [self._row(entry, None) for entry in self.record.entries if entry.annulled]
        return placed + annulled

    @property
    def columns(self) -> list[int]:
        """Numbers above the cross table: people in a round robin, rounds in a Swiss, otherwise none."""
        if self.tournament.system == System.ROUND_ROBIN:
            return [entry.number for entry in self.record.entries]
        return list(range(1, self.tournament.round + 1)) if self.tournament.system == System.SWISS else []

    @property
    def has_tie_breaks(self) -> bool:
        return self.tournament.system != System.KNOCKOUT

    @property
    def winners(self) -> list[Entry]:
        """The people in the first place, once the tournament is over."""
        if self.tournament.status != Status.OVER or not self._has_results:
            return []
        return [row.entry for row in self.rows if row.standing and row.standing.place == 1]

    @cached_property
    def _has_results(self) -> bool:
        return any(game.outcome for game in self.record.games)

    def _row(self, entry: Entry, standing: Standing | None) -> Row:
        knockout = self.tournament.system == System.KNOCKOUT
        points = standing.wins * WIN if standing and knockout else standing.points if standing else 0
        return Row(
            entry,
            standing,
            list(self._cells(entry)),
            half(points) if standing else "–",
            half(standing.sonneborn_berger, 2 * WIN) if standing else "–",
            half(standing.direct) if standing and standing.direct else "–",
            f"row-{entry.number}",
            standing is not None and self._has_results,
            (
                entry.name,
                entry.left_at,
                entry.paused,
                entry.player_id,
                entry.player.face if entry.player else "",
            ),
        )

    def _cells(self, entry: Entry) -> Iterator[Cell]:
        rounds = self.tournament.system == System.SWISS
        for number in self.columns:
            if not rounds and number == entry.number:
                yield THEMSELVES
            elif games := self._games_by_column.get((entry.pk, number)):
                yield self._cell(entry, games, rounds=rounds)
            else:
                yield NO_GAME

    @cached_property
    def _games_by_column(self) -> dict[tuple[int, int], list[PairingRow]]:
        """The games that each person's fields show: by opponent, or by round."""
        games: dict[tuple[int, int], list[PairingRow]] = {}
        rounds = self.tournament.system == System.SWISS
        numbers: dict[int | None, int] = {entry.pk: entry.number for entry in self.record.entries}
        for game in self.record.games:
            if rounds or game.outcome or game.match:
                for own, other in ((game.first_id, game.second_id), (game.second_id, game.first_id)):
                    if own is not None:
                        games.setdefault((own, game.round if rounds else numbers[other]), []).append(game)
        return games

    def _cell(self, entry: Entry, games: list[PairingRow], *, rounds: bool) -> Cell:
        """Return the field of a person for their games against one other, or in one round."""
        said = [self._lines.said(game) for game in games if game.outcome or game.match]
        matches = [game.match for game in games if game.match]
        others = (other for other in self.record.people_of(games[0]) if other != entry) if rounds else ()
        return Cell(
            " ".join(filter(None, (self._lines.score(entry, game) for game in games))),
            " ".join(said),
            match_address(matches[-1]) if matches else "",
            next((other.number for other in others), None),
        )

    @cached_property
    def games(self) -> list[GameLine]:
        """The running games of a round robin; else all games, the latest round and the running ones first."""
        pairings = self.record.games
        if self.tournament.system == System.ROUND_ROBIN:
            pairings = [pairing for pairing in pairings if pairing.begun_at and not pairing.outcome]
        elif self.tournament.system == System.EVENING:
            latest = sorted(pairings, key=lambda pairing: (bool(pairing.outcome), -pairing.board))
            pairings = latest[:LATEST_GAMES]
        else:
            pairings = sorted(pairings, key=lambda pairing: (-pairing.round, pairing.board, pairing.game))
        return [self._lines.line(pairing) for pairing in pairings]

    @property
    def games_to_check(self) -> list[GameLine]:
        """The games of two people who may be one person. Only the maker and moderators see which."""
        return [self._lines.line(pairing) for pairing in self.record.games if pairing.may_be_one]

    @property
    def open_games(self) -> list[GameLine]:
        """The games without a result."""
        return [self._lines.line(pairing) for pairing in self.record.open_games]

    def may_see(self, player_id: int | None) -> bool:
        return may_see(self.record, player_id)

    def closed_to(self, player_id: int | None) -> str:
        """Return why a person can't join; empty if they can."""
        refusal = closed_to(self.record, player_id)
        return refusal.message if refusal else ""
