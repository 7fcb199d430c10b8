"""Positions of congkak from the content of a few houses."""

from __future__ import annotations

from typing import Any

from games_app.games.rules import GAMES, State

CONGKAK = GAMES["congkak"]


def turn(
    houses: dict[int, int], south: int, *, control: str = "south", sowing: str = "auto", **changes: Any
) -> State:
    """``control``'s turn: ``houses`` as given, no others, ``south`` shells in A, the rest of the 98 in B."""
    options = {"rounds": "match", "opening": control, "sowing": sowing} | changes.pop("options", {})
    facts = CONGKAK.initial_state(**options).facts()
    facts |= {"phase": "turn", "control": control, "choosing": [control]} | changes
    return _with(facts, houses, south)


def opening(houses: dict[int, int], south: int, *, sowing: str = "auto", **changes: Any) -> State:
    """The simultaneous opening, both roles to scoop: ``houses`` and ``south`` as in ``turn``."""
    facts = CONGKAK.initial_state(sowing=sowing).facts()
    return _with(facts | changes, houses, south)


def later(burnt: list[int], **changes: Any) -> dict[str, Any]:
    """Return the differences of a second round with these burnt houses."""
    won = {"south": int(bool(burnt) and burnt[0] > 7), "north": int(bool(burnt) and burnt[0] < 8)}
    return {"burnt": burnt, "round": 2, "rounds_won": won} | changes


def _with(facts: dict[str, Any], houses: dict[int, int], south: int) -> State:
    in_play = sum(houses.values()) + sum(facts["hand"].values())
    facts["houses"] = {str(house): houses.get(house, 0) for house in range(1, 15)}
    facts["stores"] = {"south": south, "north": 98 - south - in_play}
    return CONGKAK.state_from_facts(facts)


def lying(state: State) -> dict[int | str, int]:
    """Return the content of stops, without empty houses but with stores."""
    facts = state.facts()
    houses: dict[int | str, int] = {int(house): n for house, n in facts["houses"].items() if n}
    return houses | {"A": facts["stores"]["south"], "B": facts["stores"]["north"]}


def done(state: State) -> list[str]:
    """The kinds of the steps in the trace."""
    return [step["do"] for step in state.trace]


def play(state: State, *plies: str) -> State:
    """The state after plies such as "south scoop 3"."""
    for ply in plies:
        role, action = ply.split(" ", 1)
        state = state.apply(role, action)
    return state
