"""The cast: alice and bob play, carol watches, mallory shouldn't. Also how they make a match."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.match.match_state import MatchState, load
from games_app.match.messages import NO_ID, Create, Join, MatchConfig, Message
from games_app.match.terms import DEFAULT_TERMS, Terms
from games_app.models import Alive, Match, Player
from games_app.record.commands.all_commands import COMMANDS
from games_app.record.commands.registry import Command
from games_app.record.results import Answer
from games_app.record.writer import writer

_numbers = itertools.count()


def guest(name: str) -> Player:
    return Player.objects.create(name=name, created_at=clock.now())


def new_cmd() -> str:
    return f"cmd-{next(_numbers):08}"


def message(kind: str, cmd: str = NO_ID, **data: object) -> Message:
    """Return the message of this kind of command."""
    return COMMANDS[kind].message(cmd=cmd, **data)


def site_is_up() -> None:
    """Store that some web process could write until now, so that the time before was no outage."""
    Alive.objects.update_or_create(pk=1, defaults={"at": clock.now()})


@dataclass
class Table:
    """A match and its people: ``alice`` has the first role, ``bob`` the second."""

    id: str
    alice: Player
    bob: Player

    @property
    def now(self) -> MatchState:
        """Return the match from the database."""
        return load([self.id])[self.id]

    @property
    def row(self) -> Match:
        return self.now.row

    def sitter(self, role: str) -> int:
        sitter = self.now.sitters[role]
        assert sitter is not None
        return sitter

    def act(self, role: str, action: str, *, base: int | None = None) -> Answer:
        """Let ``role``'s player play ``action``, decided on the present position unless told otherwise."""
        match = self.now
        return self.send(
            match.sitters[role],
            "act",
            action=action,
            base=match.row.bases[role] if base is None else base,
        )

    def send(self, person: int | None, kind: str, *, cmd: str | None = None, **data: object) -> Answer:
        return writer.run([Command(message(kind, cmd or new_cmd(), **data), self.id, person)])[0]


def waiting_match(game: str, alice: Player, role: str, terms: Terms = DEFAULT_TERMS, **options: str) -> str:
    """Let alice make a match with ``role``; return its id."""
    config = MatchConfig(game, options, role, Match.Visibility.PUBLIC, terms)
    return writer.run([Command(Create(config, alice.name), "", alice.pk)])[0].match


def begun_match(game: str, terms: Terms = DEFAULT_TERMS, **options: str) -> Table:
    """Return a running match with alice on the first role and bob on the second."""
    alice, bob = guest("alice"), guest("bob")
    public_id = waiting_match(game, alice, get_game(game).roles[0], terms, **options)
    joined = writer.run([Command(Join(bob.name), public_id, bob.pk)])[0]
    assert joined.refusal is None
    return Table(public_id, alice, bob)
