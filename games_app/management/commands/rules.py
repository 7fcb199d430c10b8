"""``manage.py rules GAME``: show a game's first position, count action sequences, or play in the terminal."""

from __future__ import annotations

import sys
from getpass import getpass

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games_app.games.perft import perft as counts
from games_app.games.rules import RULE_SETS, Game, IllegalAction, InvalidOption, State
from games_app.games.text import draw


class Command(BaseCommand):
    help = "Show a game's first position, count action sequences by depth, or play in the terminal."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(RULE_SETS))
        parser.add_argument("--perft", type=int, metavar="N", help="count the sequences of 0 to N actions")
        parser.add_argument("--play", action="store_true", help="play, both sides at this keyboard")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
        )

    def handle(self, *, game: str, perft: int | None, play: bool, option: list[str], **_: object) -> None:
        chosen = RULE_SETS[game]
        try:
            state = chosen.initial_state(**dict(each.partition("=")[::2] for each in option))
        except InvalidOption as wrong:
            raise CommandError(str(wrong)) from wrong
        try:
            if perft is not None:
                self._count(state, perft)
            elif play:
                self._play(chosen, state)
            else:
                self._show(chosen, state)
        except (EOFError, KeyboardInterrupt):
            self.stdout.write("\nEnded.")

    def _count(self, state: State, depth: int) -> None:
        for reached, count in zip(range(depth + 1), counts(state), strict=False):
            self.stdout.write(f"{reached:>3} {count}")

    def _show(self, game: Game, state: State) -> None:
        self.stdout.write(draw(game.slug, state.view(None)))
        for role in state.to_move:
            written = (f"{action} ({game.notation(action)})" for action in state.legal_actions(role))
            self.stdout.write(f"{role} may: {', '.join(written)}")

    def _play(self, game: Game, state: State) -> None:
        self.stdout.write("Type an action, or how it is written (in brackets). Ctrl-D ends.")
        while state.to_move:
            self._show(game, state)
            state = self._chosen(game, state)
            while forced := state.forced():
                self.stdout.write(f"{forced[0]}: {game.notation(forced[1])}")
                state = state.apply(*forced)
        self.stdout.write(draw(game.slug, state.facts()))
        self.stdout.write("The end: " + ", ".join(f"{role} {goal}" for role, goal in state.goals().items()))

    def _chosen(self, game: Game, state: State) -> State:
        """Ask for actions until one is legal; return the state after it."""
        while True:
            role, typed = self._typed(state)
            try:
                new = state.apply(role, _action(game, typed))
            except IllegalAction as refusal:
                self.stdout.write(str(refusal))
                continue
            if any(step["do"] == "seal" for step in new.trace):
                self.stdout.write(f"{role}: chosen")
            return new

    def _typed(self, state: State) -> tuple[str, str]:
        """Ask for an action; return its role and text. The default role is the first to move."""
        first = state.to_move[0]
        ask = getpass if sys.stdin.isatty() and _is_sealed(state, first) else input
        typed = ask(f"{first}> ").strip()
        role, _, rest = typed.partition(" ")
        return (role, rest) if role in state.to_move else (first, typed)


def _is_sealed(state: State, role: str) -> bool:
    """Return whether the role's next choice is secret, so that it must not be echoed."""
    trace = state.apply(role, state.legal_actions(role)[0]).trace
    return any(step["do"] == "seal" for step in trace)


def _action(game: Game, typed: str) -> str:
    """Return the typed action, which is in notation or the action itself."""
    try:
        return game.action(typed)
    except IllegalAction:
        return typed
