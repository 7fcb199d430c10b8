"""Grades of mistakes in a review: the outcome comes first, then margins, and estimates are named."""

from __future__ import annotations

import pytest

from games_app.analysis.review import estimated_loss, grade, summary

LEAST = 2
"""Minimum estimated loss that is marked in these tests."""


def value(score: float, loss: float, kind: str = "exact", outcome: int | str | None = "by score") -> dict:
    sign = (score > 0) - (score < 0) if outcome == "by score" else outcome
    return {"kind": kind, "score": score, "outcome": sign, "loss": {"kind": kind, "score": loss}}


def decision(action: str, actions: dict[str, dict], role: str = "north", unit: str = "margin") -> dict:
    best = max(actions.values(), key=lambda one: one["score"])
    found = {"value": best, "unit": unit, "actions": actions}
    return {"role": role, "action": action, "found": found}


WON = {"best": value(8, 0), "less": value(2, 6), "draw": value(0, 8), "loss": value(-4, 12)}
DRAWN = {"best": value(0, 0), "loss": value(-4, 4)}
LOST = {"best": value(-2, 0), "worse": value(-10, 8)}
GUESSED = {
    "best": value(3, 0, "estimate", None),
    "near": value(2.6, 0.4, "estimate", None),
    "far": value(1, 2, "estimate", None),
}


def test_change_of_the_winner_is_a_turning_point_and_the_rest_is_margin():
    assert [grade(decision(action, WON), LEAST) for action in WON] == ["", "margin", "turning", "turning"]
    assert [grade(decision(action, DRAWN), LEAST) for action in DRAWN] == ["", "turning"]
    assert [grade(decision(action, LOST), LEAST) for action in LOST] == ["", "margin"]


def test_estimated_loss_is_marked_from_the_margin_on():
    assert [grade(decision(action, GUESSED), LEAST) for action in GUESSED] == ["", "", "estimated"]
    assert grade(decision("far", GUESSED), LEAST + 0.1) == ""


def test_estimated_loss_is_not_marked_in_a_game_without_a_margin():
    assert grade(decision("far", GUESSED), None) == ""
    assert summary([decision("far", GUESSED)], None)["north"]["estimated"] == 0


@pytest.mark.parametrize("least", [1000, None])
def test_proved_loss_is_marked_whatever_the_margin(least):
    assert [grade(decision(action, WON), least) for action in WON] == ["", "margin", "turning", "turning"]
    assert grade(decision("far", GUESSED | {"far": value(1, 2, "lower", None)}), least) == "margin"


def test_difference_of_proved_bounds_is_no_estimate():
    open_loss = {"kind": "estimate", "score": 16}
    bounds = {"best": value(-1, 0, "upper", -1), "sure": value(-17, 16) | {"loss": open_loss}}
    assert estimated_loss(decision("sure", bounds)) is None
    assert grade(decision("sure", bounds), LEAST) == ""


def test_a_decision_that_was_not_judged_has_no_grade():
    assert grade({"role": "north", "action": "pick p8", "found": None}, LEAST) == ""


def test_accuracy_is_the_part_of_what_was_at_stake_that_was_kept():
    kept, half, nothing = (decision(action, WON) for action in ("less", "draw", "loss"))
    assert summary([kept], LEAST)["north"]["accuracy"] == 100
    assert summary([half], LEAST)["north"]["accuracy"] == 50
    assert summary([nothing], LEAST)["north"]["accuracy"] == 0
    assert summary([decision("loss", DRAWN)], LEAST)["north"]["accuracy"] == 50
    assert summary([kept, kept, half, nothing], LEAST)["north"] == {
        "accuracy": 62, "at_stake": 4, "turning": 2, "margin": 2, "estimated": 0, "lost": 32,
    }  # fmt: skip


def test_accuracy_is_missing_if_nothing_is_at_stake_or_proved():
    sure = {"best": value(8, 0), "less": value(2, 6)}
    told = summary([decision("less", sure), decision("worse", LOST), decision("far", GUESSED)], LEAST)[
        "north"
    ]
    assert (told["accuracy"], told["at_stake"]) == (None, 0)
    assert (told["margin"], told["estimated"]) == (2, 1)


def test_each_player_has_their_own_row():
    told = summary([decision("draw", WON), decision("best", WON, role="south")], LEAST)
    assert {role: one["accuracy"] for role, one in told.items()} == {"north": 50, "south": 100}
