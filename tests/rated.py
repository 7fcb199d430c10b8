"""People with accounts, and their rated matches."""

from __future__ import annotations

import random

from django.utils import timezone

from games_app.games.rules import State, get_game, play
from games_app.match.match_state import load
from games_app.match.messages import NO_ID, Act, Create, Join, MatchConfig, Resign
from games_app.match.terms import RealTime, Terms
from games_app.models import Account, Match, Player
from games_app.people import bots
from games_app.people.client_marks import Client
from games_app.record.commands.registry import Command
from games_app.record.writer import writer

RATED = Terms(hints=False, takebacks=False, time=RealTime(5, 3), rated=True)
NOWHERE = Client()


def person(name: str) -> Player:
    """Return a player with an account."""
    player = Player.objects.create(name=name, chose_name=True, created_at=timezone.now())
    Account.objects.create(player=player, name=name, created_at=timezone.now())
    return player


def bot(name: str, owner: Player) -> Player:
    """Return a bot of this owner."""
    account = Account.objects.get(player=person(name))
    assert bots.turn_into_bot(account, Account.objects.get(player=owner), timezone.now()) is None
    return Player.objects.get(pk=account.player_id)


def begun(
    one: Player,
    other: Player,
    terms: Terms = RATED,
    game: str = "morris",
    clients: tuple[Client, Client] = (NOWHERE, NOWHERE),
) -> str:
    """Begin a match that the first one has made and the other joined; return its id. The first one begins."""
    config = MatchConfig(game, {}, get_game(game).roles[0], Match.Visibility.PUBLIC, terms)
    match = send(Create(config, one.name), "", one, clients[0])
    return send(Join(other.name), match, other, clients[1])


def send(message: Create | Join | Resign, match: str, by: Player, client: Client = NOWHERE) -> str:
    """Have the command carried out; return the id of its match."""
    command = Command(message, match, by.pk, client=client)
    answer = writer.ask(command)
    assert answer.refusal is None, answer.refusal
    return answer.match


def _going_on(state: State, role: str) -> list[str]:
    """Return the actions after which the other side moves, else those after which play continues, or all."""
    after = {action: play(state, role, action).state for action in state.legal_actions(role)}
    on = [action for action, then in after.items() if not then.is_terminal]
    return [action for action in on if role not in after[action].to_move] or on or [*after]


def play_on(match: str, decisions: int, seed: int = 1) -> dict[str, int]:
    """Play until both have decided so often; return how often each has."""
    known, dice = load([match])[match], random.Random(seed)
    game, made = get_game(known.row.game), dict.fromkeys(known.seats, 0)
    while min(made.values()) < decisions:
        state, bases = known.state, known.row.bases
        assert not state.is_terminal, "Choose another seed"
        role = next((role for role in state.to_move if made[role] < decisions), state.to_move[0])
        action = dice.choice(_going_on(state, role))
        act = Act(f"move-{known.row.seq:06}", bases[role], action)
        assert writer.ask(Command(act, match, known.sitters[role])).refusal is None
        made[role] += not game.continues(action)
        known = load([match])[match]
    return made


def lose(player: Player, match: str, *, decisions: int | None = None) -> None:
    """Resign once both have decided so often; by default as often as it takes to count."""
    least = get_game(load([match])[match].row.game).least_decisions
    play_on(match, least if decisions is None else decisions)
    send(Resign(NO_ID), match, player)
