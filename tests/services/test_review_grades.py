"""Grades of mistakes in a review: the outcome comes first, then margins, and estimates are named."""

from __future__ import annotations

from games_app.analysis.review import grade, summary


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


def test_what_changes_who_wins_is_a_turning_point_and_the_rest_is_margin():
    assert [grade(decision(action, WON)) for action in WON] == ["", "margin", "turning", "turning"]
    assert [grade(decision(action, DRAWN)) for action in DRAWN] == ["", "turning"]
    assert [grade(decision(action, LOST)) for action in LOST] == ["", "margin"]


def test_what_is_not_proved_is_estimated_and_too_small_to_tell_it_is_nothing():
    assert [grade(decision(action, GUESSED)) for action in GUESSED] == ["", "", "estimated"]
    points = {"best": value(60, 0, "estimate", None), "far": value(56, 4, "estimate", None)}
    assert grade(decision("far", points, unit="goal")) == ""


def test_a_decision_that_was_not_judged_has_no_grade():
    assert grade({"role": "north", "action": "pick p8", "found": None}) == ""


def test_accuracy_is_the_part_of_what_was_at_stake_that_was_kept():
    kept, half, nothing = (decision(action, WON) for action in ("less", "draw", "loss"))
    assert summary([kept])["north"]["accuracy"] == 100
    assert summary([half])["north"]["accuracy"] == 50
    assert summary([nothing])["north"]["accuracy"] == 0
    assert summary([decision("loss", DRAWN)])["north"]["accuracy"] == 50
    assert summary([kept, kept, half, nothing])["north"] == {
        "accuracy": 62, "at_stake": 4, "turning": 2, "margin": 2, "estimated": 0, "lost": 32,
    }  # fmt: skip


def test_where_nothing_is_at_stake_or_proved_there_is_no_accuracy():
    sure = {"best": value(8, 0), "less": value(2, 6)}
    told = summary([decision("less", sure), decision("worse", LOST), decision("far", GUESSED)])["north"]
    assert (told["accuracy"], told["at_stake"]) == (None, 0)
    assert (told["margin"], told["estimated"]) == (2, 1)


def test_each_player_has_their_own_row():
    told = summary([decision("draw", WON), decision("best", WON, role="south")])
    assert {role: one["accuracy"] for role, one in told.items()} == {"north": 50, "south": 100}
