"""Claims say what a line of play shows, and nothing that the rules don't prove."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from games_app.games.catalogue import MOTIFS
from games_app.games.claims import at_once, proves, strongest, why_worse, won
from games_app.games.engine.analyse import analyse, compact_form
from games_app.games.engine.analysis import Limit
from games_app.games.rules import GAMES, State, get_game, play
from tests.games.explaining import assert_true, explained
from tests.games.searching import minimax, random_positions
from tests.games.test_proofs import LATE

NODES, GAMES_OF_EACH = 400, 2
EXPLAINED = sorted(GAMES.keys() & MOTIFS.keys())
"""Games whose mistakes are explained: those with an engine and motifs."""


@pytest.mark.parametrize("game", EXPLAINED)
def test_every_claim_about_a_game_is_true_by_the_facts_and_against_every_reply(game: str) -> None:
    claims = [one for seed in range(GAMES_OF_EACH) for one in explained(game, seed, NODES)]
    assert claims
    for one in claims:
        assert_true(one)
        assert proves(MOTIFS[game], one.claim, one.state)


@pytest.mark.parametrize("game", EXPLAINED)
def test_a_claim_that_was_altered_is_not_proved(game: str) -> None:
    for one in islice(explained(game, 1, NODES), 12):
        claim, (mover,) = one.claim, one.state.to_move
        other = next(role for role in one.state.roles if role != claim.role)
        wrong = [replace(claim, role=other), replace(claim, kind="unheard of")]
        wrong.append(replace(claim, line=((mover, "no such action"),)))
        if claim.use != "prevents":
            wrong += [replace(claim, n=claim.n + 1), replace(claim, first=claim.first + 1)]
            wrong += [replace(claim, stops=("nowhere",))]
        assert not any(proves(MOTIFS[game], each, one.state) for each in wrong)


def late_mancala() -> list[State]:
    few = random_positions("mancala", 3, lambda state: 0 < _left(state) <= 8)
    return list(islice(few, 20))


def _left(state: State) -> int:
    pits = state.facts()["pits"]
    return sum(n for stop, n in pits.items() if not stop.startswith("pwin"))


@pytest.mark.parametrize("game", ["mancala", *LATE])
def test_no_position_of_a_proved_line_changes_who_wins(game: str) -> None:
    states = late_mancala() if game == "mancala" else list(islice(LATE[game](4), 3))
    proved = 0
    for state in states:
        found, (_, compact) = analyse(state, Limit(nodes=100_000)), compact_form(state)
        if not found.line_proved:
            continue
        proved += 1
        worth = _sign(minimax(state, found.role, compact.lead))
        assert worth == found.value.outcome
        for role, action in found.line:
            state = play(state, role, action).state
            assert _sign(minimax(state, found.role, compact.lead)) == worth
    assert proved


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def mancala(**stones: int) -> State:
    facts = GAMES["mancala"].initial_state().facts()
    pits = dict.fromkeys(facts["pits"], 0) | stones
    pits["pwinsouth"] += 30 - sum(pits.values()) - 10
    pits["pwinnorth"] += 10
    return get_game("mancala").state_from_facts(facts | {"pits": pits})


def test_mancala_names_the_capture_that_a_move_allows_and_the_move_that_prevents_it() -> None:
    state = mancala(p9=5, p8=3, p6=1, p2=1, p1=1)
    played = [("north", "pick p6"), ("south", "pick p2")]
    bad, *_ = why_worse(MOTIFS["mancala"], state, played, [("north", "pick p9")])
    assert (bad.use, bad.kind, bad.role) == ("allows", "capture", "south")


def test_a_line_without_an_event_has_no_claim() -> None:
    state = GAMES["morris"].initial_state()
    line = [("white", "place outer n"), ("black", "place outer s")]
    assert why_worse(MOTIFS["morris"], state, line, [("white", "place inner n")]) == []
    assert strongest(MOTIFS["morris"], state, line, "white") is None


def test_to_store_the_own_last_stone_alone_is_no_capture() -> None:
    state = mancala(p9=4, p6=1, p2=1, p1=1)
    steps = [step for ply in play(state, "north", "pick p6").plies for step in ply.trace]
    assert "capture" in {step["do"] for step in steps}
    assert at_once(MOTIFS["mancala"], state, "north", "pick p6") is None


def test_a_line_that_ends_the_game_shows_by_how_much_a_role_wins_whoever_ends_it() -> None:
    state = mancala(p1=1, p10=1)
    line = [("north", "pick p10"), ("south", "clear p1")]
    claim = won(state, line, "south")
    assert claim
    assert claim.n == 8
    assert proves((), claim, state)
    assert won(state, line, "north") is None
    assert won(state, line[:1], "south") is None
    assert not proves((), replace(claim, n=9), state)


WINNING = (("white", "move inner ne outer ne"), ("white", "remove outer s"))


def won_morris() -> State:
    """White closes a mill with the first decision of WINNING; black has three stones left."""
    facts = GAMES["morris"].initial_state().facts()
    white, black = ("outer nw", "outer n", "inner ne"), ("outer s", "middle s", "inner sw")
    points = dict.fromkeys(facts["points"], "empty")
    points |= dict.fromkeys(white, "white") | dict.fromkeys(black, "black")
    return get_game("morris").state_from_facts(
        facts | {"points": points, "heap": {"white": 0, "black": 0}, "step": 30}
    )


def test_morris_names_the_mill_that_wins_and_not_the_stone_that_it_takes() -> None:
    claim = strongest(MOTIFS["morris"], won_morris(), WINNING, "white")
    assert claim
    assert (claim.kind, claim.by, claim.line) == ("wins", 0, WINNING)


def test_motifs_of_another_weight_than_the_loss_are_not_told_as_its_reason() -> None:
    state = mancala(p9=5, p8=3, p6=1, p2=1, p1=1)
    lines = [("north", "pick p6"), ("south", "pick p2")], [("north", "pick p9")]
    for least, is_told in ((4, True), (5, False)):
        found = why_worse(MOTIFS["mancala"], state, *lines, lambda seen, least=least: seen.weight >= least)
        assert bool(found) == is_told
