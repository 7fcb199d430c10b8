"""The sentences of the guide to mancala are true of its positions."""

from __future__ import annotations

from games_app.games.mancala.guide import CAPTURE, END, ROUND
from games_app.games.rules import play


def test_the_sentences_give_the_right_numbers() -> None:
    lifted = play(CAPTURE.start, "south", "pick p2").plies[-1].trace[1]
    assert [n for _, n in lifted["from"]] == [1, 5]
    state = END.start
    for move in END.moves:
        state = play(state, move.role, move.shown).state
    assert (state.facts()["pits"]["pwinsouth"], state.facts()["pits"]["pwinnorth"]) == (16, 14)


def test_all_the_way_round_only_the_own_store_gets_a_stone() -> None:
    before, after = (
        state.facts()["pits"] for state in (ROUND.start, play(ROUND.start, "south", "pick p5").state)
    )
    assert after["pwinsouth"] == before["pwinsouth"] + 1
    assert after["pwinnorth"] == before["pwinnorth"]
