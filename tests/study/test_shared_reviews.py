"""Shared reviews: who may do what, and what everybody sees."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games_app.lib import clock
from games_app.lib.names import WITHDRAWN
from games_app.match.messages import NO_ID, Resign
from games_app.models import Account, Match, Player, Sanction, SharedReview
from games_app.people import accounts, sanctions
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from games_app.study import shared_reviews, shown_lines
from games_app.study.shared_reviews import AWAY, replace_leader
from tests.cast import guest
from tests.clubs.club import Circle, with_account
from tests.pages.people import act, begun, loaded
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

LINE = [["north", "pick p7"], ["south", "pick p1"]]
LAST = 4
"""Number of the last ply: a hand and the three stones that it drops."""


def resigned(address: str) -> None:
    answer = writer.ask(Command(Resign(NO_ID), address.rsplit("/", 1)[1], loaded(address).sitters["south"]))
    assert answer.refusal is None


@dataclass
class Study:
    """A finished match of alice and bob; carol watches and has a name, so has mallory, who is muted."""

    people: dict[str, Client] = field(default_factory=dict)
    visibility: str = "public"

    def __post_init__(self) -> None:
        self.carol, self.mallory, self.olivia = guest("carol"), guest("mallory"), with_account("olivia")
        accounts.appoint(Account.objects.get(player=self.olivia), accounts.Role.MODERATOR)
        self.people |= {name: Client() for name in ("alice", "bob", "stranger")}
        self.people |= {"carol": signed_in(self.carol), "mallory": signed_in(self.mallory)}
        self.people["moderator"] = signed_in(self.olivia)
        self.address = begun(
            self.people["alice"], self.people["bob"], side="south", visibility=self.visibility
        )
        act(self.address, "north", "pick p7")
        resigned(self.address)
        sanctions.impose(self.mallory, Sanction.Kind.MUTE, clock.now() + timedelta(hours=1))

    def does(self, name: str, do: str, **deed: Any) -> Any:
        body = json.dumps({"do": do, **deed})
        return self.people[name].post(f"{self.address}/together", body, content_type="application/json")

    def sees(self, name: str = "stranger") -> dict[str, Any]:
        return self.people[name].get(f"{self.address}/together").json()["review"]

    @property
    def leader(self) -> str:
        return (self.sees()["leader"] or {"name": ""})["name"]

    def id_of(self, name: str) -> str:
        return self.people[name].get(f"{self.address}/together").json()["me"]


def outcome(answer: Any) -> str:
    return "" if answer.status_code == 200 else str(answer.json()["code"])


NO = "no_shared_review"
DEEDS: dict[str, Callable[[Study, str], Any]] = {
    "start": lambda study, name: study.does(name, "start"),
    "ask": lambda study, name: study.does(name, "ask"),
    "hand over": lambda study, name: study.does(name, "hand_over", to=study.id_of("bob")),
    "decline": lambda study, name: study.does(name, "decline", to=study.id_of("bob")),
    "step": lambda study, name: study.does(name, "step", ply=0, path=LINE[:1]),
    "draw": lambda study, name: study.does(name, "draw", ply=LAST, annotation="green:p3"),
    "wipe": lambda study, name: study.does(name, "wipe"),
    "show line": lambda study, name: study.does(name, "show_line", ply=0, path=LINE),
    "remove line": lambda study, name: study.does(name, "remove_line", to=study.id_of("alice")),
    "end": lambda study, name: study.does(name, "end"),
}
MAY = {
    "alice": "start, ask, hand over, decline, step, draw, wipe, show line, remove line, end",  # she leads
    "bob": "start, ask, draw, wipe, show line, remove line, end",
    "carol": "start, ask, show line",
    "mallory": "start, ask",
    "stranger": "",
    "moderator": "start, ask, show line, end",
}
"""Person -> what they may do in a shared review that alice leads. All of them may see it."""
MUTED = (("mallory", "draw"), ("mallory", "show line"))


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("name", MAY)
def test_everybody_may_do_what_the_table_says(name, deed):
    study = Study()
    assert outcome(study.does("alice", "start")) == ""
    may = deed in MAY[name].split(", ")
    refusal = "muted" if (name, deed) in MUTED else NO
    assert outcome(DEEDS[deed](study, name)) == ("" if may else refusal)
    assert study.sees(name)["is_open"] is not (may and deed == "end")


@pytest.mark.parametrize("deed", DEEDS)
def test_people_who_may_not_see_the_match_get_nothing(deed):
    study = Study(visibility="seats")
    study.does("alice", "start")
    for name in ("carol", "stranger", "mallory"):
        body = json.dumps({"do": "start"})
        answers = [
            study.people[name].get(f"{study.address}/together"),
            study.people[name].get(f"{study.address}/together/screen"),
            study.people[name].post(f"{study.address}/together", body, content_type="application/json"),
        ]
        assert {answer.status_code for answer in answers} == {404}


def test_children_of_a_class_review_their_games_together_and_nobody_else_sees_it():
    study = Study(visibility="seats")
    circle = Circle("carol")
    people = Player.objects.filter(seats__match__public_id=study.address.rsplit("/", 1)[1])
    for person in people:
        circle.join(f"{person.name} of the class", person)
    people.update(locked_in=circle.row)
    assert outcome(study.does("alice", "start")) == ""
    assert outcome(study.does("bob", "draw", ply=LAST, annotation="red:p1>p7")) == ""
    teacher = signed_in(circle.alice)
    assert teacher.get(f"{study.address}/together").json()["review"]["annotations"] == ["red:p1>p7"]
    assert study.people["carol"].get(f"{study.address}/together").status_code == 404
    body = json.dumps({"ply": 0, "text": "hello", "audience": "public"})
    note = study.people["alice"].post(f"{study.address}/notes", body, content_type="application/json")
    assert note.json()["message"] == "In games of a class, notes are for yourself only."


def test_running_match_has_no_shared_review(alice, bob):
    address = begun(alice, bob)
    body = json.dumps({"do": "start"})
    answer = alice.post(f"{address}/together", body, content_type="application/json")
    assert outcome(answer) == NO
    assert alice.get(f"{address}/together").json()["review"]["version"] == 0
    assert alice.get(f"{address}/together/screen").status_code == 404
    assert not SharedReview.objects.exists()


def test_everybody_sees_the_place_of_the_leader_with_its_drawings_and_what_was_tried():
    study = Study()
    study.does("alice", "start")
    study.does("alice", "step", ply=0, path=LINE)
    study.does("bob", "draw", ply=0, path=LINE, annotation="green:p3")
    study.does("bob", "draw", ply=0, path=LINE, annotation="red:p3")
    study.does("alice", "draw", ply=0, path=LINE, annotation="blue:p1>p7")
    seen = study.sees()
    assert (seen["ply"], seen["path"]) == (0, LINE)
    assert seen["annotations"] == ["red:p3", "blue:p1>p7"]
    assert next(ply["action"] for ply in seen["plies"]) == "pick p1"
    assert set(seen["position"]) >= {"facts", "to_move", "legal"}
    moves = study.people["stranger"].get(f"{study.address}/together").json()["moves"]
    assert moves == [[-1, *LINE[0]], [0, *LINE[1]]]
    study.does("alice", "step", ply=LAST)
    assert study.sees()["annotations"] == []
    study.does("alice", "step", ply=0, path=LINE)
    study.does("alice", "draw", ply=0, path=LINE, annotation="red:p3")
    assert study.sees()["annotations"] == ["blue:p1>p7"]
    study.does("bob", "wipe")
    assert study.sees()["annotations"] == []


def test_drawing_at_a_place_that_the_leader_has_left_is_dropped():
    study = Study()
    study.does("alice", "start")
    study.does("alice", "step", ply=0)
    study.does("bob", "draw", ply=LAST, annotation="green:p3")
    assert SharedReview.objects.get().annotations == {}


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ({"ply": 7}, NO),
        ({"ply": 0, "path": [["north", "pick p1"]]}, "illegal"),
        ({"ply": 0, "path": [["south", "pick p1"]]}, "not_your_turn"),
        ({"ply": 0, "path": [["south", "noop"] for _ in range(201)]}, "malformed"),
        ({"ply": -1}, "malformed"),
    ],
)
def test_leader_goes_nowhere_that_the_rules_forbid(place, code):
    study = Study()
    study.does("alice", "start")
    answer = study.does("alice", "step", **place)
    assert answer.status_code in (400, 409, 422)
    assert code in (outcome(answer), "illegal")
    assert study.sees()["path"] == []


def test_drawings_of_a_place_and_in_all_are_bounded(monkeypatch):
    study = Study()
    study.does("alice", "start")
    stops = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"]
    arrows = [f"green:{one}>{other}" for one in stops for other in stops if one != other]
    answers = [outcome(study.does("alice", "draw", ply=LAST, annotation=arrow)) for arrow in arrows[:25]]
    assert answers == [*[""] * 24, NO]
    monkeypatch.setattr(shared_reviews, "MOST_DRAWN_IN_ALL", 24)
    study.does("alice", "step", ply=0)
    assert outcome(study.does("alice", "draw", ply=0, annotation="green:p1")) == NO


def lines(study: Study) -> list[tuple[str, list[list[str]]]]:
    return [(line["by"]["name"], line["path"]) for line in study.sees()["lines"]]


def test_line_that_somebody_shows_is_seen_by_all_under_their_name_and_leads_nobody_there():
    study = Study()
    study.does("alice", "start")
    study.does("carol", "show_line", ply=0, path=LINE[:1])
    study.does("bob", "show_line", ply=0, path=LINE)
    assert lines(study) == [("carol", LINE[:1]), ("bob", LINE)]
    assert (study.sees()["ply"], study.sees()["path"]) == (LAST, [])
    assert study.people["stranger"].get(f"{study.address}/together").json()["moves"] == []
    study.does("carol", "show_line", ply=0, path=LINE)
    assert lines(study) == [("bob", LINE), ("carol", LINE)], "each person shows one line"


def test_line_is_bounded_and_as_the_rules_allow(monkeypatch):
    study = Study()
    study.does("alice", "start")
    monkeypatch.setattr(shown_lines, "MOST_OF_A_LINE", 1)
    answers = [
        outcome(study.does("carol", "show_line", ply=0, path=path))
        for path in ([], LINE, [["north", "pick p1"]])
    ]
    assert answers == [NO, NO, "not_your_pit"]
    monkeypatch.setattr(shown_lines, "MOST_LINES", 1)
    for name in ("carol", "bob"):
        study.does(name, "show_line", ply=0, path=LINE[:1])
    assert lines(study) == [("bob", LINE[:1])]


def test_author_leader_and_players_remove_a_line_and_one_of_somebody_who_withdraws_is_gone():
    study = Study()
    study.does("alice", "start")
    for name in ("carol", "alice", "bob"):
        study.does("carol", "show_line", ply=0, path=LINE)
        assert outcome(study.does(name, "remove_line", to=study.id_of("carol"))) == ""
        assert lines(study) == []
    study.does("carol", "show_line", ply=0, path=LINE)
    Player.objects.filter(pk=study.carol.pk).update(name=WITHDRAWN, chose_name=False)
    assert lines(study) == []


def test_note_for_others_is_announced_to_open_reviews_and_a_private_one_is_not():
    study = Study()

    def write(text: str, audience: str) -> int:
        body = json.dumps({"ply": 0, "text": text, "audience": audience})
        study.people["alice"].post(f"{study.address}/notes", body, content_type="application/json")
        return int(study.sees()["notes"])

    assert write("before the review", "public") == 0
    study.does("alice", "start")
    version = study.sees()["version"]
    assert write("mine now", "private") == 1, "others see it no more"
    assert write("mine", "private") == 1
    assert write("for bob", "players") == 2
    assert write("", "private") == 3
    assert study.sees()["version"] == version + 3


def test_lead_is_handed_over_to_somebody_who_asks_and_to_the_other_player():
    study = Study()
    study.does("alice", "start")
    assert outcome(study.does("alice", "hand_over", to=study.id_of("carol"))) == NO
    study.does("carol", "ask")
    assert [person["name"] for person in study.sees()["asking"]] == ["carol"]
    study.does("alice", "hand_over", to=study.id_of("carol"))
    assert (study.leader, study.sees()["asking"]) == ("carol", [])
    assert outcome(study.does("alice", "step", ply=0)) == NO
    assert outcome(study.does("carol", "step", ply=0)) == ""
    study.does("carol", "hand_over", to=study.id_of("bob"))
    assert study.leader == "bob"


def test_person_whom_the_leader_turns_down_asks_no_more():
    study = Study()
    study.does("alice", "start")
    study.does("carol", "ask")
    study.does("alice", "decline", to=study.id_of("carol"))
    assert study.sees()["asking"] == []


def test_lead_of_somebody_who_has_gone_goes_to_who_asks_and_is_there_or_to_nobody():
    study = Study()
    public_id = study.address.rsplit("/", 1)[1]
    study.does("alice", "start")
    study.does("carol", "ask")
    row, later = SharedReview.objects.get(), clock.now() + AWAY + timedelta(seconds=1)
    assert replace_leader(public_id, row.version, [study.carol.pk], row.led_at + AWAY / 2) is None
    assert study.leader == "alice"
    assert replace_leader(public_id, row.version - 1, [study.carol.pk], later) is None
    assert replace_leader(public_id, row.version, [study.carol.pk], later) == row.version + 1
    assert study.leader == "carol"
    row.refresh_from_db()
    assert replace_leader(public_id, row.version, [], later + 2 * AWAY) == row.version + 1
    assert study.leader == ""
    study.does("bob", "ask")
    assert study.leader == "bob", "nobody had the lead"


def test_ended_review_goes_on_with_what_was_drawn_and_tried():
    study = Study()
    study.does("alice", "start")
    study.does("alice", "step", ply=0, path=LINE)
    study.does("alice", "draw", ply=0, path=LINE, annotation="green:p3")
    study.does("bob", "end")
    assert study.sees()["is_open"] is False
    assert outcome(study.does("alice", "step", ply=0)) == NO
    study.does("bob", "start")
    seen = study.sees()
    assert (study.leader, seen["path"], seen["annotations"]) == ("bob", LINE, ["green:p3"])


def test_barred_person_starts_and_leads_nothing():
    study = Study()
    sanctions.impose(study.carol, Sanction.Kind.BAR, clock.now() + timedelta(hours=1))
    assert outcome(study.does("carol", "start")) == "barred"
    study.does("alice", "start")
    assert outcome(study.does("carol", "ask")) == "barred"


def test_person_who_withdraws_leads_no_more_and_one_who_logs_in_leads_on():
    study = Study()
    study.does("carol", "start")
    erin = Player.objects.create(name="erin", created_at=clock.now())
    shared_reviews.hand_over_all(study.carol, erin)
    assert study.leader == "erin"
    shared_reviews.forget(erin)
    assert study.leader == ""


def test_screen_of_a_hall_gets_public_reviews_that_somebody_leads():
    study = Study()
    assert screens(study) == []
    study.does("alice", "start")
    assert screens(study) == [f"{study.address}/together/screen"]
    SharedReview.objects.update(led_at=clock.now() - 2 * AWAY)
    assert screens(study) == [], "its leader has gone"
    study.does("bob", "end")
    study.does("bob", "start")
    assert screens(study) == [f"{study.address}/together/screen"]
    for visibility in ("link", "seats"):
        Match.objects.update(visibility=visibility)
        assert screens(study) == []
    Match.objects.update(visibility="public")
    study.does("bob", "end")
    assert screens(study) == []


def screens(study: Study) -> list[str]:
    return list(study.people["stranger"].get("/watch/reviews").json()["screens"])


def test_shared_review_tells_nothing_of_the_engine():
    study = Study()
    study.does("alice", "start")
    text = json.dumps(study.sees())
    assert not any(word in text for word in ("value", "proved", "outcome", "best", "loss"))
