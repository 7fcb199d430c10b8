"""The record of a match in pages, for the move list and the review."""

import pytest

from games_app.match.messages import NO_ID, Act
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.people import begun, loaded

pytestmark = pytest.mark.django_db(transaction=True)


def act(address, action=None):
    """Play ``action``, or the first legal one, for the role to move."""
    match = loaded(address)
    role = match.state.to_move[0]
    message = Act(NO_ID, match.row.bases[role], action or match.state.legal_actions(role)[0])
    answer = writer.ask(Command(message, match.row.public_id, match.sitters[role]))
    assert answer.refusal is None
    return message.action


@pytest.fixture
def played(alice, bob):
    """A match of checkers after ten decisions; its twelve events are created, started and ten acts."""
    address = begun(alice, bob, "checkers")
    for _ in range(10):
        act(address)
    return address


def seqs(page):
    return [event["seq"] for event in page["events"]]


def test_without_a_question_the_newest_page_comes_oldest_first(carol, played):
    page = carol.get(f"{played}/events").json()
    assert seqs(page) == list(range(1, 13))
    assert (page["first"], page["last"]) == (True, True)
    assert [event["what"] for event in page["events"][:3]] == ["created", "started", "acted"]


def test_pages_follow_each_other_back_to_the_first_event_without_a_gap(carol, played):
    found, before = [], None
    while True:
        query = {"limit": 5} | ({"before": before} if before else {})
        page = carol.get(f"{played}/events", query).json()
        found = seqs(page) + found
        assert page["last"] == (before is None)
        if page["first"]:
            break
        before = page["events"][0]["seq"]
    assert found == list(range(1, 13))


def test_a_ply_is_found_in_the_page_that_is_asked_for(carol, played):
    for ply in (0, 1, 5, 10):
        page = carol.get(f"{played}/events", {"ply": ply, "limit": 4}).json()
        assert ply in [event["position"]["ply"] for event in page["events"]]
        assert len(page["events"]) <= 4
    newest = carol.get(f"{played}/events", {"ply": 99, "limit": 4}).json()
    assert seqs(newest) == [9, 10, 11, 12], "a ply that was never played"


def sealed_by_south(page):
    return page.context["snapshot"]["position"]["facts"]["sealed"]["south"]


def test_a_sealed_choice_is_in_no_page_until_both_have_chosen(alice, bob, carol):
    address = begun(alice, bob, "congkak", side="south")
    act(address, "scoop 3")
    for reader in (alice, bob, carol):
        for query in ("", "?ply=0", "?ply=1", "?before=4"):
            newest = reader.get(f"{address}/events{query}").json()["events"][-1]
            assert newest["plies"] == []
            assert newest["position"]["facts"]["sealed"] == {"south": None, "north": None}
            assert newest["position"]["to_move"] == ["north"]
    assert sealed_by_south(alice.get(address)) == 3
    assert sealed_by_south(bob.get(address)) is None
    assert sealed_by_south(carol.get(address)) is None
    act(address, "scoop 9")
    newest = carol.get(f"{address}/events").json()["events"][-1]
    assert [ply["action"] for ply in newest["plies"]] == ["scoop 3", "scoop 9"]
