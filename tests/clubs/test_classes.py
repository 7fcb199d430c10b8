"""Classes: cards, what a child may not do, and the deletion with all data."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games_app.clubs import classes, members, notices
from games_app.clubs.running import games_of
from games_app.door import limits
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refused
from games_app.lists import wall
from games_app.match.messages import RANDOM, Create, Join, MatchConfig, OpenTo, PlayNow, Say, SayPhrase
from games_app.match.terms import CLOCK_PRESETS, DEFAULT_TERMS
from games_app.match.visibility import may_see
from games_app.models import ClassCard, Club, ClubMember, Match, Player
from games_app.people import accounts, devices, friends, locked, mail_addresses
from games_app.people.client_marks import NO_CLIENT
from games_app.record import use_cases
from games_app.record.commands import identity
from games_app.record.commands.registry import Command
from games_app.record.results import Answer
from games_app.record.use_cases import Sender
from games_app.record.writer import writer
from games_app.tournaments import members as tournaments
from games_app.tournaments.record import System
from tests.cast import guest, new_cmd
from tests.clubs.club import Circle, with_account
from tests.site_settings import set_site
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = "Ann\nBen\nCem"
PUBLIC, LINK, SEATS = Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS


class SchoolClass:
    """A class of a teacher with three children."""

    def __init__(self, teacher: str = "teacher", names: str = NAMES) -> None:
        self.teacher = with_account(teacher)
        made = members.make(
            self.teacher, "4b", Club.Colour.RED, Club.Visibility.PUBLIC, "", clock.now(), is_class=True
        )
        self.id = made.public_id
        self.cards = classes.add(self.id, self.teacher.pk, names, clock.now())
        self.ann, self.ben, *_ = (card.player for card in self.cards)

    @property
    def row(self) -> Club:
        return Club.objects.get(public_id=self.id)

    def post(self, who: Player | None, **sent: str):
        return signed_in(who).post(reverse("act-in-club", args=[self.id]), sent)


def send(player: Player, message, match: str = "") -> Answer:
    return writer.run([Command(message, match, player.pk)])[0]


def created(player: Player, visibility: str = LINK, **config) -> Answer:
    terms = config.pop("terms", DEFAULT_TERMS)
    chosen = MatchConfig("mancala", {}, RANDOM, visibility, terms, **config)
    return send(player, Create(chosen, player.name, cmd=new_cmd()))


def begun(one: Player, other: Player, visibility: str = SEATS) -> Match:
    made = created(one, visibility)
    assert made.refusal is None, made.refusal
    joined = send(other, Join(other.name, cmd=new_cmd()), made.match)
    assert joined.refusal is None, joined.refusal
    return Match.objects.get(public_id=made.match)


def code(answer: Answer) -> str:
    return answer.refusal.key if answer.refusal else ""


def test_child_signs_in_by_its_card_on_any_device_until_the_card_is_replaced():
    school = SchoolClass()
    words = school.cards[0].words
    for _ in range(2):
        answer = Client().post(reverse("card"), {"words": words.upper()})
        assert answer.headers["Location"] == reverse("club", args=[school.id])
    device = Client()
    device.post(reverse("card"), {"words": words})
    page = school.post(school.teacher, do="new_card", player=school.ann.public_id)
    assert device.get(reverse("club", args=[school.id])).status_code == 404
    assert Client().post(reverse("card"), {"words": words}).status_code == 422
    new_words = re.search(r'card-words"[^>]*>([^<]+)<', page.content.decode())
    assert new_words
    assert Client().post(reverse("card"), {"words": new_words[1]}).status_code == 302
    assert "no-store" in page.headers["Cache-Control"]


def test_words_of_cards_are_stored_as_hashes_only():
    school = SchoolClass()
    stored = {card.digest for card in ClassCard.objects.all()}
    assert len(stored) == 3
    assert not any(card.words in stored for card in school.cards)


def test_wrong_words_of_one_address_are_limited_and_right_ones_are_not(monkeypatch):
    monkeypatch.setattr(limits, "CARDS", RateLimit("few cards", burst=2, per_second=1 / 1000))
    school = SchoolClass()
    for card in school.cards * 2:
        assert Client().post(reverse("card"), {"words": card.words}).status_code == 302
    answers = [Client().post(reverse("card"), {"words": "kamudo belira"}).status_code for _ in range(3)]
    assert answers == [422, 422, 429]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("\n  \n", "class_names"),
        ("\n".join(f"Child {number}" for number in range(38)), "class_full"),
        ("Eve\neve", "class_name_twice"),
        ("ann", "class_name_twice"),
        ("x", "class_name"),
    ],
)
def test_names_that_make_no_class_are_refused_with_the_reason(text, key):
    school = SchoolClass()
    with pytest.raises(Refused) as error:
        classes.add(school.id, school.teacher.pk, text, clock.now())
    assert error.value.refusal.key == key
    assert Player.objects.filter(locked_in=school.row).count() == 3


TEACHERS = {
    "add_children": {"names": "Dee"},
    "new_card": {},
    "new_cards": {},
    "rename_child": {"name": "Annie"},
    "remove_child": {},
    "delete_class": {},
}


@pytest.mark.parametrize("action", TEACHERS)
def test_only_the_teacher_runs_the_class(action):
    school, other = SchoolClass(), SchoolClass("other teacher", "Zoe\nYan")
    sent = {"do": action, "player": school.ann.public_id, **TEACHERS[action]}
    for who in (school.ann, school.ben, other.teacher, other.ann, guest("mallory"), None):
        before = [*Player.objects.values(), *ClassCard.objects.values(), *ClubMember.objects.values()]
        assert school.post(who, **sent).status_code in (403, 404), who
        after = [*Player.objects.values(), *ClassCard.objects.values(), *ClubMember.objects.values()]
        assert after == before, who
    assert school.post(school.teacher, **sent).status_code in (200, 302)


def test_child_can_not_leave_its_name_or_its_class():
    school = SchoolClass()
    ann, now, token = (
        school.ann,
        clock.now(),
        mail_addresses.confirmation_token(school.ann, "ann@example.org"),
    )
    tries = [
        lambda: identity.rename(ann, "Queen"),
        lambda: accounts.open_account(ann, "a long password", now),
        lambda: members.leave(school.id, ann.pk, now),
        lambda: members.join(Circle().row.invitation, ann, NO_CLIENT, now),
        lambda: members.make(ann, "Gang", Club.Colour.RED, Club.Visibility.PUBLIC, "", now),
        lambda: notices.post(school.id, ann.pk, "Hello", "", now),
    ]
    for attempt in tries:
        with pytest.raises(Refused):
            attempt()
    assert mail_addresses.confirm(token, now) is None
    assert friends.ask(ann, with_account("mallory"), now) is not None
    assert not identity.claim(ann, with_account("an account of its own"))
    for page, sent in (("devices", {"do": "phrase"}), ("withdraw", {"sure": "yes"})):
        signed_in(ann).post(reverse(page), sent)
    assert devices.phrase_made_at(ann) is None
    kept = Player.objects.get(pk=ann.pk)
    assert (kept.name, kept.locked_in_id, kept.account_or_none) == ("Ann", school.row.pk, None)


def test_child_plays_under_its_own_name_only_even_if_an_account_has_it():
    with_account("Ben")
    school = SchoolClass()
    made = send(school.ann, Create(MatchConfig("mancala", {}, RANDOM, LINK, DEFAULT_TERMS), "Queen"))
    assert code(made) == "locked"
    assert begun(school.ann, school.ben).status == Match.Status.PLAYING


def test_child_meets_nobody_from_outside():
    school, other, mallory = SchoolClass(), SchoolClass("other teacher", "Zoe\nYan"), with_account("mallory")
    own = created(school.ann).match
    for stranger in (mallory, other.ann, other.teacher, guest("carol")):
        assert code(send(stranger, Join(stranger.name), own)) == "locked.outside"
        theirs = created(stranger, LINK).match
        assert code(send(school.ann, Join("Ann"), theirs)) == "locked.outside"
        config = MatchConfig("mancala", {}, RANDOM, SEATS, DEFAULT_TERMS)
        invited = use_cases.invite(Sender(stranger, NO_CLIENT), school.ann, config, new_cmd())
        assert code(invited) == "locked.outside"
    offer = created(mallory, PUBLIC, open_offer=True, terms=CLOCK_PRESETS["10+5"]).match
    assert code(send(school.ann, Join("Ann"), offer)) == "locked.outside"
    assert code(created(school.ann, PUBLIC, open_offer=True, terms=CLOCK_PRESETS["10+5"])) == "locked.lobby"
    now = MatchConfig("morris", {}, RANDOM, PUBLIC, CLOCK_PRESETS["10+5"], open_offer=True)
    assert code(send(school.ann, PlayNow(now, "Ann"))) == "locked.lobby"


def test_games_of_children_are_seen_by_the_class_and_listed_on_its_wall_only():
    school, other = SchoolClass(), SchoolClass("other teacher", "Zoe\nYan")
    waiting = Match.objects.get(public_id=created(school.ann, PUBLIC).match)
    match = begun(school.ann, school.ben, PUBLIC)
    cem = school.cards[2].player
    for row in (waiting, match):
        assert row.visibility == SEATS
        for person in (school.ann, school.ben, cem, school.teacher):
            assert may_see(row, person.pk), (row.status, person)
        for stranger in (other.ann, other.teacher, with_account(f"mallory {row.pk}"), None):
            assert not may_see(row, stranger.pk if stranger else None), (row.status, stranger)
    assert [pick.match for pick in games_of(school.row).picked(clock.now())] == [match.public_id]
    assert games_of(other.row).picked(clock.now()) == []
    assert wall.picked("", clock.now()) == []
    assert code(send(school.ann, OpenTo(who=PUBLIC, cmd=new_cmd()), match.public_id)) == "locked.visible"
    public = created(school.teacher, PUBLIC).match
    assert code(send(school.ann, Join("Ann"), public)) == "locked.visible"


def test_children_say_phrases_and_nothing_in_words():
    school = SchoolClass()
    match = begun(school.ann, school.teacher)
    for person in (school.ann, school.teacher):
        said = send(person, Say(room="players", text="Meet me outside", cmd=new_cmd()), match.public_id)
        assert code(said) == "phrases_only"
    greeting = send(school.ann, SayPhrase(room="players", phrase="hello", cmd=new_cmd()), match.public_id)
    assert greeting.refusal is None
    strangers = begun(with_account("mallory"), guest("carol"), PUBLIC)
    heard = send(school.ann, SayPhrase(room="watchers", phrase="hello", cmd=new_cmd()), strangers.public_id)
    assert code(heard) == "locked.outside"


def test_child_is_found_at_no_address():
    school, mallory = SchoolClass(), with_account("mallory")
    match = begun(school.ann, school.ben)
    for who in (mallory, None):
        browser = signed_in(who)
        for page in ("player", "invite", "friend"):
            assert browser.get(reverse(page, args=[school.ann.public_id])).status_code in (404, 405), page
        assert browser.get(reverse("match", args=[match.public_id])).status_code in (403, 404)
        for page in ("history", "clubs", "watch", "lobby"):
            text = browser.get(reverse(page), {"name": "Ann"} if page == "history" else {}).content.decode()
            assert match.public_id not in text, page
            assert school.ann.public_id not in text, page


def test_tournament_with_children_is_private_and_of_one_class():
    school, mallory = SchoolClass(), with_account("mallory")
    now = clock.now()
    plan = tournaments.Plan(System.ROUND_ROBIN)

    def made(maker: Player, visibility: str) -> str:
        config = MatchConfig("mancala", {}, RANDOM, visibility, DEFAULT_TERMS)
        return tournaments.make(maker, config, plan, maker.name, new_cmd(), now).public_id

    with pytest.raises(Refused):
        made(school.ann, SEATS)
    for public_id in (made(school.teacher, PUBLIC), made(mallory, SEATS)):
        with pytest.raises(Refused):
            tournaments.join(public_id, school.ann, "Ann", NO_CLIENT, now)
    own = made(school.teacher, SEATS)
    tournaments.join(own, school.ann, "Ann", NO_CLIENT, now)
    with pytest.raises(Refused):
        tournaments.join(own, mallory, "mallory", NO_CLIENT, now)


def test_deletion_of_a_class_removes_all_data_of_its_children():
    school = SchoolClass()
    match = begun(school.ann, school.ben)
    device = Client()
    device.post(reverse("card"), {"words": school.cards[0].words})
    assert school.post(school.teacher, do="delete_class").status_code == 302
    assert not Club.objects.exists()
    assert not ClassCard.objects.exists()
    assert not Player.objects.filter(name__in=NAMES.split()).exists()
    assert Match.objects.get(pk=match.pk).status == Match.Status.OVER
    assert not any(seat.name in NAMES for seat in match.seats.all())
    assert Client().post(reverse("card"), {"words": school.cards[0].words}).status_code == 422


def test_class_of_a_teacher_who_withdraws_is_deleted_with_its_children():
    school = SchoolClass()
    assert use_cases.withdraw(school.teacher) is None
    classes.end_deserted()
    assert not Club.objects.exists()
    assert not Player.objects.filter(name__in=NAMES.split()).exists()


def test_stranger_joins_no_class_by_a_link():
    school = SchoolClass()
    with pytest.raises(Refused):
        members.join(school.row.invitation, guest("mallory"), NO_CLIENT, clock.now())
    assert Client().get(reverse("join-club", args=[school.row.invitation])).status_code == 410
    assert not locked.is_locked(school.teacher.pk)


def test_site_that_allows_no_classes_offers_and_makes_none():
    set_site(classes="0")
    teacher = signed_in(with_account("teacher"))
    assert reverse("new-class") not in teacher.get(reverse("clubs")).content.decode()
    assert teacher.get(reverse("new-class")).status_code == 404
    assert teacher.post(reverse("new-class"), {"name": "4b", "colour": "red"}).status_code == 404
    assert not Club.objects.exists()
