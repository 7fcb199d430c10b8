"""The diagrams of the rules: steps of the guide, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games_app.games.base import Facts, Trace
from games_app.games.decision import play
from games_app.games.guide import Guide, Picture, Step
from games_app.games.sheet import Text


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position, and the stops that are marked in it."""

    facts: Facts
    marked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One diagram. ``step``: the number of the guide's step in which it can be tried."""

    step: int
    title: Text
    caption: Text
    card: bool
    before: Drawn
    after: Drawn


def figures(guide: Guide) -> list[Figure]:
    steps = enumerate(guide.steps, 1)
    return [_figure(n, step, step.picture) for n, step in steps if step.picture]


def _figure(number: int, step: Step, picture: Picture) -> Figure:
    state, traces = step.start, list[Trace]()
    for move in step.moves[: picture.moves]:
        accepted = play(state, move.role, move.shown)
        traces += [ply.trace for ply in accepted.plies]
        state = accepted.state
    touched = list(dict.fromkeys(stop for trace in traces for stop in _touched(trace)))
    before = Drawn(step.start.facts(), tuple(touched[:1]))
    after = Drawn(state.facts(), (touched[0], touched[-1]))
    return Figure(number, step.title, picture.caption, picture.card, before, after)


def _touched(trace: Trace) -> Iterator[str]:
    """The stops where the role's own stones were taken up and put down, in that order."""
    for step in trace:
        match step["do"]:
            case "scoop":
                yield str(step["from"])
                yield from (
                    str(stop) for drops in (step["drops"], *step.get("relays", [])) for stop, _ in drops
                )
            case "drop":
                yield str(step["at"])
            case "move":
                yield from (step["from"], step["to"])
            case "place":
                yield step["to"]
            case "collect":
                yield from (str(stop) for stop, _ in step["from"])
