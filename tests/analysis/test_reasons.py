"""Reasons of mistakes in a review: proved claims, also for reviews of earlier versions."""

from __future__ import annotations

import pytest

from games_app.analysis.decisions import MatchDecision, match_decisions
from games_app.analysis.jobs.models import Job
from games_app.analysis.reasons import reasons
from games_app.games.catalogue import MOTIFS
from games_app.games.claims import Claim, proves
from games_app.models import Match
from tests.analysis.test_engine_requests import work
from tests.analysis.test_review_pages import came, over, told
from tests.games.test_claims import WINNING, won_morris

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


def reviewed(person, **how: str) -> str:
    """Play a random match and have it reviewed; return its address."""
    address = over(**how)
    came(person, to=address)
    person.post(f"{address}/review")
    work()
    return address


def claim_of(reason: dict) -> Claim:
    fields = {name: value for name, value in reason.items() if name != "proved"}
    line = tuple((role, action) for role, action in reason["line"])
    return Claim(**fields | {"line": line, "stops": tuple(reason["stops"])})


def test_reasons_of_mistakes_are_proved_in_the_position_of_the_decision(carol):
    address = reviewed(carol)
    before = {turn.seq: turn.before for turn in match_decisions(Match.objects.get())}
    decisions = told(carol, address)["decisions"]
    assert all(each["grade"] for each in decisions if each["reasons"])
    reasons = [(each["seq"], reason) for each in decisions for reason in each["reasons"]]
    assert reasons
    for seq, reason in reasons:
        assert isinstance(reason["proved"], bool)
        assert proves(MOTIFS["mancala"], claim_of(reason), before[seq])


def test_a_review_that_an_earlier_version_stored_gets_the_same_reasons_when_it_is_read(carol):
    address = reviewed(carol)
    new = told(carol, address)["decisions"]
    job = Job.objects.get()
    for each in job.result["decisions"]:
        del each["reasons"]
    job.save()
    old = told(carol, address)["decisions"]
    assert [each.get("reasons", []) for each in old] == [each["reasons"] for each in new]
    assert any(each.get("reasons") for each in old)


def test_a_match_that_was_sown_by_hand_has_reasons(carol):
    address = reviewed(carol, sowing="hand")
    assert any(each["reasons"] for each in told(carol, address)["decisions"])


@pytest.mark.parametrize(("outcome", "kind"), [(1, "mill"), (-1, "wins")])
def test_a_win_is_the_reason_only_if_the_mistake_changed_the_winner(outcome, kind):
    played = {"outcome": outcome, "loss": {"kind": "exact", "score": 2}}
    found = {"unit": "goal", "value": {"outcome": 1}, "line": WINNING, "line_proved": True}
    judged = {"action": "move outer n middle n"}
    judged["found"] = found | {"actions": {judged["action"]: played}}
    turn = MatchDecision(1, 1, "white", judged["action"], won_morris(), 0)
    assert [reason["kind"] for reason in reasons((turn, judged), None)] == [kind]
