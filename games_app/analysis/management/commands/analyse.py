"""``manage.py analyse GAME [ACTION ...]``: print the value of a position, and whether it is proved."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games_app.analysis import endings
from games_app.games.engine.analyse import CannotAnalyse, analyse
from games_app.games.engine.analysis import Analysis, Limit, Value
from games_app.games.rules import RULE_SETS, Game, IllegalAction, InvalidOption, State, play

KINDS = {
    "exact": "proved, exactly",
    "lower": "proved, at least",
    "upper": "proved, at most",
    "estimate": "estimated",
}
OUTCOMES = {1: "wins", 0: "neither side can force a win", -1: "loses"}


class Command(BaseCommand):
    help = "Print what a position is worth for the role to move, after some decisions of a game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(RULE_SETS))
        parser.add_argument(
            "decisions", nargs="*", metavar="DECISION", help="as people write it, or an action"
        )
        parser.add_argument(
            "--nodes",
            type=int,
            default=2_000_000,
            metavar="N",
            help="positions to visit at most (%(default)s)",
        )
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
        )

    def handle(self, *, game: str, decisions: list[str], nodes: int, option: list[str], **_: object) -> None:
        chosen = RULE_SETS[game]
        try:
            state = chosen.initial_state(**dict(each.partition("=")[::2] for each in option))
            for decision in decisions:
                state = _after(chosen, state, decision)
            endings.load()
            analysis = analyse(state, Limit(nodes=nodes))
        except (InvalidOption, IllegalAction, CannotAnalyse) as wrong:
            raise CommandError(str(wrong)) from wrong
        self._show(chosen, analysis)

    def _show(self, game: Game, analysis: Analysis) -> None:
        outcome = f": {OUTCOMES[analysis.value.outcome]}" if analysis.value.outcome is not None else ""
        self.stdout.write(f"{analysis.role} to move, this {analysis.scope}{outcome}")
        self.stdout.write(f"{_said(analysis.value)} ({analysis.value.unit}, {analysis.engine})")
        for action, value in analysis.actions.items():
            best = "  best" if action in analysis.best else ""
            self.stdout.write(f"  {game.notation(action):8} {_said(value)}{best}")
        proved = "proved" if analysis.line_proved else "estimated"
        line = " ".join(game.notation(action) for _, action in analysis.line)
        self.stdout.write(f"line ({proved}): {line}")
        work = analysis.work
        self.stdout.write(
            f"{work.nodes} positions, estimates to depth {work.depth}, ended by: {work.stopped}"
        )


def _said(value: Value) -> str:
    return f"{KINDS[value.kind]} {value.score:g}"


def _after(game: Game, state: State, written: str) -> State:
    """Return the state after a decision of the first role to move, forced plies included."""
    if not state.to_move:
        raise IllegalAction("game_over")
    try:
        action = game.action(written)
    except IllegalAction:
        action = written
    return play(state, state.to_move[0], action).state
