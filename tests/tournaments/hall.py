"""Tournaments for tests: how they are made, and how their games are played."""

from __future__ import annotations

from collections.abc import Sequence

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.match.messages import RANDOM, MatchConfig, Resign
from games_app.match.terms import CLOCK_PRESETS, Terms
from games_app.models import Match, Pairing, Player, Tournament
from games_app.people.client_marks import NO_CLIENT, Client
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from games_app.tournaments import games, members
from games_app.tournaments.progress import advance_due
from games_app.tournaments.record import Record, System
from tests.cast import guest, new_cmd

NAMES = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi")
DAYS, CLOCK = CLOCK_PRESETS["days"], CLOCK_PRESETS["5+3"]


class Hall:
    """A tournament and its people; alice has made it."""

    def __init__(
        self, system: System, people: int | Sequence[str] = 4, terms: Terms = DAYS, *, game="mancala", **plan
    ) -> None:
        names = NAMES[:people] if isinstance(people, int) else people
        visibility = plan.pop("visibility", Match.Visibility.PUBLIC)
        self.people: dict[str, Player] = {name: guest(name) for name in names}
        config = MatchConfig(game, {}, RANDOM, visibility, terms)
        self.alice = self.people["alice"]
        chosen = members.Plan(system, **plan)
        self.id = members.make(self.alice, config, chosen, "alice", new_cmd(), clock.now()).public_id
        for name in names[1:]:
            self.join(name)

    def join(self, name: str, client: Client = NO_CLIENT) -> None:
        player = self.people.setdefault(name, guest(name) if name not in self.people else self.people[name])
        members.join(self.id, player, name, client, clock.now())

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(public_id=self.id)

    @property
    def now(self) -> Record:
        return Record(self.row)

    def start(self) -> None:
        games.start(self.id, self.alice.pk, clock.now())

    def pairing(self, one: str, other: str, game: int = 1) -> Pairing:
        """Return a game of two people, the first or a later one."""
        pairings = Pairing.objects.filter(tournament__public_id=self.id).order_by("round", "game", "pk")
        return [p for p in pairings if {self.name(p.first_id), self.name(p.second_id)} == {one, other}][
            game - 1
        ]

    def name(self, key: int | None) -> str:
        return "" if key is None else self.now.by_pk[key].name

    def pairs(self, number: int = 1) -> list[tuple[str, str]]:
        """Return the pairs of a round, the first mover first."""
        return [(self.name(p.first_id), self.name(p.second_id)) for p in self.now.of_round(number)]

    def play(self, one: str, other: str, game: int = 1) -> str:
        """Let ``one`` press Play; return the match that has begun, if one has."""
        games.play(self.id, self.people[one], self.pairing(one, other, game).pk, clock.now())
        return games.match_of(self.pairing(one, other, game).pk)

    def win(self, winner: str, loser: str, game: int = 1) -> None:
        """Let ``winner`` win the game of the two, beginning it if necessary, and the site notice it."""
        pairing = self.pairing(winner, loser, game)
        match = games.match_of(pairing.pk) or self.play(winner, loser, game)
        resign(match, self.people[loser])
        advance_due([self.id])

    def outcome(self, one: str, other: str, game: int = 1) -> tuple[str, str]:
        """Return the winner's name, "draw", "none" or nothing yet, and who decided it."""
        pairing = self.pairing(one, other, game)
        winner = {"first": pairing.first_id, "second": pairing.second_id}.get(pairing.outcome)
        return self.name(winner) if winner else pairing.outcome, pairing.decided_by


def resign(match: str, player: Player) -> None:
    answer = writer.run([Command(Resign(cmd=new_cmd()), match, player.pk)])[0]
    assert answer.refusal is None, answer.refusal


def first_role(game: str = "mancala") -> str:
    return get_game(game).roles[0]
