"""Reading of facts into a position of oware: their shape, and whether they fit together."""

from __future__ import annotations

from games_app.games.base import Facts
from games_app.games.oware.rules.state import (
    HOUSES,
    LAST_QUIET,
    NAMES,
    OTHER,
    OWN,
    ROLES,
    SEEDS,
    STOPS,
    OwareState,
)
from games_app.games.validation import by_role, one_of, record, require, whole


def read(facts: Facts) -> OwareState:
    """Return the state that gives these facts. Raises InvalidFacts."""
    require(isinstance(facts, dict), "The facts must be an object")
    by_hand = "options" in facts
    keys = ("seeds", "control", "quiet", *(("options", "hand", "at") if by_hand else ()))
    fields = record(facts, keys, "The facts")
    seeds = record(fields["seeds"], STOPS, "seeds")
    counts = tuple(whole(seeds[stop], 0, SEEDS, stop) for stop in STOPS)
    control = one_of(fields["control"], ROLES, "control")
    quiet = whole(fields["quiet"], 0, LAST_QUIET, "quiet")
    hand, at = _hand(fields, control) if by_hand else (0, None)
    require(sum(counts) + hand == SEEDS, f"There must be {SEEDS} seeds in all")
    state = OwareState(counts[:HOUSES], (counts[-2], counts[-1]), control, quiet, by_hand, hand, at)
    _check(state)
    return state


def _hand(fields: Facts, control: str) -> tuple[int, int | None]:
    """Return the seeds in the hand of ``control``, and the house where the next one falls."""
    options = record(fields["options"], ("sowing",), "options")
    one_of(options["sowing"], ("hand",), "sowing")
    hands = dict(zip(ROLES, by_role(fields["hand"], ROLES, SEEDS, "hand"), strict=True))
    require(hands[OTHER[control]] == 0, "Only the role in control can hold seeds")
    at = None if fields["at"] is None else NAMES.index(one_of(fields["at"], NAMES, "at"))
    require((hands[control] > 0) == (at is not None), "at must be given when the hand holds seeds, else null")
    return hands[control], at


def _check(state: OwareState) -> None:
    """Check that the parts agree with each other. Raises InvalidFacts."""
    if state.is_terminal:
        require(not state.hand, "The game is over, so nobody holds seeds")
        require(not any(state.houses) or state.quiet == 0, "A capture must have ended the game")
        return
    require(state.quiet < LAST_QUIET, f"The game is over after {LAST_QUIET} moves without a capture")
    if state.at is None:
        require(any(state.row(state.control)), "The role in control must have a seed")
        require(bool(state.playable()), "The game is over if the opponent can't be fed")
    else:
        _check_sowing(state, state.at)


def _check_sowing(state: OwareState, at: int) -> None:
    """Check that the hand comes from a house that ``control`` could sow."""
    start, own = state.came_from(at), OWN[state.control]
    comes_from_there = start in own and start != at
    require(comes_from_there, "The hand must come from a house of the role in control, sown as far as at")
    reaches = state.hand > (own.stop - at) % HOUSES
    require(reaches or any(state.row(OTHER[state.control])), "An opponent without seeds must be fed")
