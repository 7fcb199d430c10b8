"""The analysis of a finished match: everybody who may see the match can request it, and all share it."""

from __future__ import annotations

import pytest

from games_app.analysis import review
from games_app.analysis.jobs.askers import MOST_WAITING, RUN_PATIENCE
from games_app.analysis.jobs.models import Job
from games_app.door import limits
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from games_app.models import Player
from tests.analysis.test_engine_requests import work
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


@pytest.fixture(autouse=True)
def short_reviews(monkeypatch):
    monkeypatch.setattr(review, "NODES", 3_000)


def over(game: str = "mancala", seed: int = 3, **how: str) -> str:
    """Play a random match to its end; return its address."""
    told = Told(game, **how).play_on(seed)
    return f"/m/{told.store()}"


def came(*people, to: str) -> None:
    """Open the page of the match, so that the browser is known from then on."""
    for person in people:
        assert person.get(to).status_code == 200


def told(person, address: str, **query: int):
    answer = person.get(f"{address}/review", query)
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.json()


def test_carol_asks_and_bob_sees_what_was_found_without_asking(bob, carol):
    address = over()
    came(bob, carol, to=address)
    assert told(bob, address) == {"state": "none"}
    assert carol.post(f"{address}/review").json()["state"] == "waiting"
    work()
    found = told(bob, address)
    assert (found["state"], found["done"]) == ("done", found["of"])
    assert len(found["decisions"]) == found["of"]
    assert all(each["found"]["value"] for each in found["decisions"])


@pytest.mark.parametrize(("game", "marks"), [("mancala", True), ("morris", False)])
def test_estimated_losses_are_marked_from_the_margin_of_the_game_on(carol, game, marks):
    address = over(game, seed=5)
    came(carol, to=address)
    carol.post(f"{address}/review")
    work()
    found = told(carol, address)
    losses = [review.estimated_loss(each) for each in found["decisions"]]
    marked = [each["grade"] == "estimated" for each in found["decisions"]]
    least = found["least_mistake"]
    assert (least is not None, any(marked)) == (marks, marks)
    assert max(loss or 0 for loss in losses) > 5
    assert marked == [marks and loss is not None and loss >= least for loss in losses]


def test_only_what_is_new_is_sent_again(carol):
    address = over()
    came(carol, to=address)
    carol.post(f"{address}/review")
    work()
    everything = told(carol, address)["decisions"]
    assert told(carol, address, known=len(everything) - 2)["decisions"] == everything[:2]
    assert told(carol, address, known=len(everything))["decisions"] == []


def test_only_requester_may_cancel(bob, carol):
    address = over()
    came(bob, carol, to=address)
    assert carol.post(f"{address}/review").json()["mine"]
    assert not told(bob, address)["mine"]
    assert bob.post(f"{address}/review/cancel").json()["state"] == "waiting"
    assert carol.post(f"{address}/review/cancel").json()["state"] == "cancelled"
    assert bob.post(f"{address}/review").json()["state"] == "waiting"


def test_review_with_two_requesters_is_cancelled_by_neither(bob, carol):
    address = over()
    came(bob, carol, to=address)
    for person in (carol, bob):
        assert not person.post(f"{address}/review").json()["mine"] or person is carol
    for person in (carol, bob):
        assert person.post(f"{address}/review/cancel").json()["state"] == "waiting"


def test_a_review_that_no_page_follows_is_not_made(bob, carol, monkeypatch):
    address = over()
    came(bob, carol, to=address)
    carol.post(f"{address}/review")
    later = clock.now() + RUN_PATIENCE[Job.Kind.REVIEW]
    assert told(bob, address)["state"] == "waiting"
    monkeypatch.setattr(clock, "now", lambda: later)
    work()
    assert told(carol, address) == {"state": "none"}


def test_one_address_has_a_few_reviews_waiting_and_is_told_when_to_ask_for_more(carol):
    addresses = [over(seed=seed) for seed in range(MOST_WAITING + 1)]
    *allowed, refused = [carol.post(f"{address}/review") for address in addresses]
    assert {answer.status_code for answer in allowed} == {200}
    assert (refused.status_code, refused["Retry-After"]) == (429, "5")


def test_the_first_review_of_an_own_match_counts_against_no_limit(bob, carol, monkeypatch):
    monkeypatch.setattr(limits, "REVIEWS", RateLimit("few", burst=1, per_second=0.01))
    bob.post("/name", {"name": "bob"})
    own = [over(seed=seed, bob=Player.objects.get(name="bob")) for seed in range(MOST_WAITING + 1)]
    assert {bob.post(f"{address}/review").status_code for address in own} == {200}
    assert bob.post(f"{own[0]}/review").status_code == 200
    assert bob.post(f"{own[0]}/review").status_code == 429
    assert carol.post(f"{over(seed=4)}/review").status_code == 429
