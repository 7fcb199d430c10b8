"""One position for all: asking, answering, closing, what is shown when, and what everybody may do."""

from __future__ import annotations

import json

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games_app.analysis.fairness import helps, why_withheld
from games_app.analysis.jobs.models import Job
from games_app.analysis.start_positions import options_of
from games_app.analysis.worker import Worker
from games_app.clubs import identity, questions
from games_app.clubs.record import Visibility
from games_app.door import limits
from games_app.games.catalogue import SETUPS
from games_app.games.rules import get_game, play
from games_app.games.setup import Draft
from games_app.games.sowing_series import Level, series
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.match.start_moves import played
from games_app.models import Account, ClubAnswer, ClubQuestion, Match, Player, Puzzle
from tests.cast import begun_match, guest, new_cmd, site_is_up
from tests.clubs.club import Circle
from tests.clubs.test_permissions import PEOPLE, Hall
from tests.tournaments.test_permissions import signed_in

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "engine"]),
]

GAME = "oware"


def position():
    return get_game(GAME).initial_state()


class Lesson(Circle):
    """A club in which bob and carol are asked about a position."""

    def __init__(self, *names: str) -> None:
        super().__init__("bob", "carol", *names)
        self.question = questions.ask(
            self.id, self.alice.pk, GAME, position().facts(), new_cmd(), clock.now()
        )

    @property
    def choices(self) -> tuple[str, ...]:
        state = questions.state_of(self.question)
        return tuple(state.legal_actions(self.question.role))

    def answers(self, name: str, number: int) -> None:
        questions.answer(self.id, self.people[name].pk, self.question.pk, self.choices[number], clock.now())

    def close(self) -> None:
        questions.close(self.id, self.alice.pk, self.question.pk, clock.now())

    @property
    def shown(self) -> questions.QuestionShown:
        return questions.shown(self.now)


def refused(code: str, act, *arguments) -> None:
    with pytest.raises(Refused) as error:
        act(*arguments)
    assert error.value.refusal.key == code


def test_open_question_tells_nothing_but_the_number_of_answers():
    lesson = Lesson()
    lesson.answers("bob", 0)
    lesson.answers("bob", 1)
    assert lesson.shown == questions.QuestionShown(id=lesson.question.pk, is_open=True, answered=1, of=2)
    page = signed_in(lesson.people["carol"]).get(reverse("club-question", args=[lesson.id]))
    assert f'data-own="{lesson.choices[1]}"' not in page.content.decode()


def test_closed_question_tells_how_many_chose_each_move_and_takes_no_more_answers():
    lesson = Lesson("dave")
    for name, choice in (("bob", 1), ("carol", 0), ("dave", 0), ("dave", 1)):
        lesson.answers(name, choice)
    lesson.close()
    first, second = lesson.choices[:2]
    assert lesson.shown.hands == {second: 2, first: 1}
    refused("question_closed", lesson.answers, "bob", 0)
    assert lesson.shown.found is None


def test_form_sent_twice_asks_once_and_an_open_question_is_not_replaced():
    circle, facts = Circle(), position().facts()
    for _ in range(2):
        questions.ask(circle.id, circle.alice.pk, GAME, facts, "cmd-1", clock.now())
    assert ClubQuestion.objects.count() == 1
    refused("question_open", questions.ask, circle.id, circle.alice.pk, GAME, facts, "cmd-2", clock.now())


def test_position_of_a_running_match_of_ones_own_cannot_be_asked():
    site_is_up()
    table, circle = begun_match(GAME), Circle()
    circle.join("erin", table.alice)
    circle.make_helper("erin")
    facts = table.now.state.facts()
    refused("seated", questions.ask, circle.id, table.alice.pk, GAME, facts, new_cmd(), clock.now())


def test_next_question_replaces_a_closed_one_with_its_answers():
    lesson = Lesson()
    lesson.answers("bob", 0)
    lesson.close()
    questions.ask(lesson.id, lesson.alice.pk, GAME, position().facts(), new_cmd(), clock.now())
    assert ClubQuestion.objects.get().pk != lesson.question.pk
    assert not ClubAnswer.objects.exists()


def test_engine_says_what_is_proved_step_by_step_after_the_question_is_closed():
    lesson = Lesson()
    lesson.answers("bob", 0)
    lesson.close()
    assert Worker(kinds=[Job.Kind.POSITION]).work()
    assert lesson.shown.found is None, "the answers come first"
    questions.show(lesson.id, lesson.alice.pk, lesson.question.pk, 1)
    found = lesson.shown.found
    assert found is not None
    assert set(found["actions"]) == set(lesson.choices)
    assert lesson.shown.line == []
    questions.show(lesson.id, lesson.alice.pk, lesson.question.pk, 2)
    role, action = found["line"][0]
    after = play(questions.state_of(lesson.question), role, action).state
    assert [move["position"]["facts"] for move in lesson.shown.line] == [after.facts()]
    questions.show(lesson.id, lesson.alice.pk, lesson.question.pk, 10_000)
    assert lesson.shown.step == lesson.shown.last_step
    assert lesson.shown.for_players.found is None


def test_engine_tells_members_nothing_of_an_open_question():
    lesson = Lesson()
    state = questions.state_of(lesson.question)
    assert why_withheld(lesson.people["bob"].pk, GAME, state) == "in_play"
    assert why_withheld(None, GAME, state) is None, "a club withholds nothing from others"
    lesson.close()
    assert why_withheld(lesson.people["bob"].pk, GAME, state) is None


def test_computer_replies_at_random_to_a_member_near_an_open_question():
    lesson = Lesson()
    state = questions.state_of(lesson.question)
    nearby = play(state, lesson.question.role, lesson.choices[0]).state
    match = Match(game=GAME)

    def helped(player: Player) -> list[bool]:
        return [helps(player.pk, match, each, opening=True) for each in (state, nearby)]

    assert helped(lesson.people["bob"]) == [True, True]
    assert helped(guest("mallory")) == [False, False]
    lesson.close()
    assert helped(lesson.people["bob"]) == [False, False]


def test_person_who_withdraws_leaves_no_answer_and_one_who_logs_in_keeps_theirs():
    lesson = Lesson("dave")
    lesson.answers("bob", 0)
    lesson.answers("carol", 1)
    assert "answer in" in "".join(identity.listed(lesson.people["bob"].pk))
    identity.follow(guest=lesson.people["bob"], player=lesson.people["dave"])
    identity.forget(player=lesson.people["carol"])
    assert [answer.player_id for answer in ClubAnswer.objects.all()] == [lesson.people["dave"].pk]


OWNER_AND_HELPERS, MEMBERS = {"owner", "helper"}, {"owner", "helper", "member", "other member"}
ALLOWED = {
    "ask": OWNER_AND_HELPERS,
    "answer": MEMBERS,
    "close": OWNER_AND_HELPERS,
    "show": OWNER_AND_HELPERS,
    "take_away": OWNER_AND_HELPERS,
}
"""Action -> the people who may do it. Moderators have no power here, and a token does nothing on pages."""


def send(browser: Client, page: str, club: str, body: dict) -> int:
    address = reverse(page, args=[club])
    return browser.post(address, json.dumps(body), content_type="application/json").status_code


def do(hall: Hall, who: str, action: str) -> int:
    browser, number = hall.browser(who), getattr(ClubQuestion.objects.first(), "pk", 0)
    if action == "ask":
        facts = msgspec.json.encode(position().facts()).decode()
        sent = {"game": GAME, "facts": facts, "cmd": new_cmd()}
        return browser.post(reverse("ask-club", args=[hall.id]), sent).status_code
    if action == "answer":
        state = position()
        choice = state.legal_actions(state.to_move[0])[0]
        return send(browser, "answer-club", hall.id, {"question": number, "action": choice})
    return send(browser, "change-question", hall.id, {"do": action, "question": number, "step": 1})


@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.HIDDEN])
@pytest.mark.parametrize("action", ALLOWED)
def test_action_is_done_for_those_in_the_table_and_refused_to_all_others(action, visibility):
    hall = Hall(visibility)
    for who in PEOPLE:
        ClubQuestion.objects.all().delete()
        if action != "ask":
            asked = questions.ask(hall.id, hall.alice.pk, GAME, position().facts(), "", clock.now())
        if action == "show":
            questions.close(hall.id, hall.alice.pk, asked.pk, clock.now())
        before = rows()
        status = do(hall, who, action)
        if who in ALLOWED[action]:
            assert status in (200, 302), who
            assert rows() != before, who
        else:
            assert status in (401, 403, 404), who
            assert rows() == before, who
    Account.objects.all().delete()


def rows() -> tuple:
    return tuple(list(table.objects.order_by("pk").values()) for table in (ClubQuestion, ClubAnswer))


@pytest.mark.parametrize("page", ["club-question", "club-question-screen"])
def test_only_members_see_the_question(page):
    hall = Hall()
    questions.ask(hall.id, hall.alice.pk, GAME, position().facts(), "", clock.now())
    for who in PEOPLE:
        answer = hall.browser(who).get(reverse(page, args=[hall.id]))
        assert ("game-board" in answer.content.decode()) == (who in MEMBERS), who


def test_question_comes_from_the_address_of_a_board_or_of_a_puzzle():
    circle = Circle()
    browser, form = signed_in(circle.alice), reverse("ask-club", args=[circle.id])
    board = f"https://play.example{reverse('analysis-board', args=[GAME])}?moves=3"
    shown = browser.get(form, {"address": board}, follow=True)
    assert json.loads(shown.context["facts"]) == played(get_game(GAME), position(), "3").states[-1].facts()
    puzzle = Puzzle.objects.create(
        key="k", game=GAME, facts=position().facts(), role=position().to_move[0], scope="game", unit="margin",
        steps=[], engine="oware-1", rating=1500,
    )  # fmt: skip
    shown = browser.get(form, {"address": reverse("puzzle", args=[puzzle.public_id])}, follow=True)
    assert shown.context["puzzle"] == puzzle.public_id
    assert browser.get(form, {"address": "https://evil.example/nowhere"}).status_code == 422


@pytest.mark.parametrize("text", ["nonsense", "an empty board"])
def test_position_that_cannot_be_is_shown_with_its_problem(text):
    circle, setup = Circle(), SETUPS[GAME]
    if text == "an empty board":
        draft = Draft(setup.game.roles[0], {}, {}, frozenset())
        text = setup.written(draft)
        assert setup.problems(setup.facts(draft, setup.game.checked_options(options_of(setup.game, {}))))
    address = reverse("ask-club", args=[circle.id])
    shown = signed_in(circle.alice).get(address, {"game": GAME, "position": text})
    assert shown.status_code == 200
    assert shown.context["problem"]


def test_answer_of_another_game_is_refused_by_the_rules():
    lesson = Lesson()
    body = {"question": lesson.question.pk, "action": "fly to the moon"}
    assert send(signed_in(lesson.people["bob"]), "answer-club", lesson.id, body) in (409, 422)
    assert lesson.shown.answered == 0


def test_flood_of_one_member_uses_up_nothing_of_the_others_at_their_address(narrow):
    narrow(limits.ANSWERS, burst=2)
    lesson = Lesson()
    body = {"question": lesson.question.pk, "action": lesson.choices[0]}
    mallory, stranger = signed_in(lesson.people["bob"]), Client()
    statuses = [send(mallory, "answer-club", lesson.id, body) for _ in range(3)]
    assert statuses == [200, 200, 429]
    for _ in range(4):
        send(stranger, "answer-club", lesson.id, body)
    assert send(signed_in(lesson.people["carol"]), "answer-club", lesson.id, body) == 200


def test_answers_of_a_whole_club_are_bounded(narrow):
    narrow(limits.ANSWERS_IN_CLUB, burst=2)
    lesson = Lesson("dave")
    body = {"question": lesson.question.pk, "action": lesson.choices[0]}
    statuses = [
        send(signed_in(lesson.people[name]), "answer-club", lesson.id, body)
        for name in ("bob", "carol", "dave")
    ]
    assert statuses == [200, 200, 429]


class SowingLesson(Circle):
    """A club in which bob and carol are asked where a sowing of mancala ends, which captures."""

    def __init__(self) -> None:
        super().__init__("bob", "carol")
        self.sowing = next(
            sowing for sowing in series(get_game("mancala"), Level.CAPTURES, "class") if sowing.taken
        )
        self.question = questions.ask(
            self.id,
            self.alice.pk,
            "mancala",
            self.sowing.start.facts(),
            new_cmd(),
            clock.now(),
            sown=self.sowing.action,
        )

    def answers(self, name: str, answer: str) -> None:
        questions.answer(self.id, self.people[name].pk, self.question.pk, answer, clock.now())

    @property
    def shown(self) -> questions.QuestionShown:
        return questions.shown(self.now)


def test_question_where_a_sowing_ends_takes_stops_as_answers_and_then_sows_it():
    lesson = SowingLesson()
    right = questions.landing(lesson.sowing.falls[-1])
    wrong = next(answer for answer in sorted(questions.landings("mancala")) if answer != right)
    lesson.answers("bob", right)
    lesson.answers("carol", wrong)
    assert lesson.shown == questions.QuestionShown(id=lesson.question.pk, is_open=True, answered=2, of=2)
    questions.close(lesson.id, lesson.alice.pk, lesson.question.pk, clock.now())
    assert lesson.shown.hands == {right: 1, wrong: 1}
    assert (lesson.shown.landed, lesson.shown.line, lesson.shown.last_step) == ("", [], 1)
    questions.show(lesson.id, lesson.alice.pk, lesson.question.pk, 9)
    now = lesson.shown
    assert (now.step, now.landed, now.taken) == (1, right, lesson.sowing.taken)
    assert [move["position"]["facts"] for move in now.line] == [lesson.sowing.accepted.state.facts()]
    assert not Job.objects.exists(), "the end of a sowing needs no proof"


@pytest.mark.parametrize("answer", ["land p99", "pick p1", "p1"])
def test_where_a_sowing_ends_is_answered_by_a_stop_only(answer):
    refused("not_done", SowingLesson().answers, "bob", answer)


def test_teacher_draws_a_sowing_and_asks_it():
    circle = Circle("bob")
    site_is_up()
    alice = signed_in(circle.alice)
    address = reverse("ask-club", args=[circle.id])
    page = alice.get(address, {"game": "congkak", "sowing": "relays"})
    sent = {name: page.context[name] for name in ("cmd", "facts", "sown")} | {"game": "congkak"}
    assert alice.post(address, sent).status_code == 302
    question = ClubQuestion.objects.get()
    assert (question.sown, question.game) == (sent["sown"], "congkak")
    assert (
        "Where does the last one fall?"
        in alice.get(reverse("club-question", args=[circle.id])).content.decode()
    )


@pytest.mark.parametrize(
    ("game", "level"), [("morris", "short"), ("mancala", "relays"), ("nothing", "short")]
)
def test_no_sowing_is_drawn_where_none_is_sown(game, level):
    circle = Circle("bob")
    site_is_up()
    page = signed_in(circle.alice).get(reverse("ask-club", args=[circle.id]), {"game": game, "sowing": level})
    assert page.status_code == 422
