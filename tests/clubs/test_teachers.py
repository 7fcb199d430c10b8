"""Classes with several teachers, and a child that moves to another class of its teacher."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games_app.clubs import classes, members, teachers
from games_app.clubs.record import Record, Role
from games_app.lib import clock
from games_app.match.messages import Join
from games_app.models import Account, ClassCard, Club, ClubMember, Match, Player
from games_app.people.client_marks import NO_CLIENT
from games_app.record import use_cases
from tests.cast import guest
from tests.clubs.club import with_account
from tests.clubs.test_classes import LINK, SchoolClass, begun, code, created, send
from tests.clubs.test_rounds import refused
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


class School(SchoolClass):
    """A class with a second teacher, and another one of the same owner."""

    def __init__(self) -> None:
        super().__init__()
        self.second = with_account("second teacher")
        teachers.join(teachers.invitation(self.row), self.second, NO_CLIENT, clock.now())
        made = members.make(
            self.teacher, "5a", Club.Colour.BLUE, Club.Visibility.HIDDEN, "", clock.now(), is_class=True
        )
        self.other_id = made.public_id
        self.people: dict[str, Player | None] = {
            "owner": self.teacher,
            "second teacher": self.second,
            "child": self.ann,
            "other child": self.ben,
            "teacher of another class": SchoolClass("other teacher", "Zoe\nYan").teacher,
            "stranger": guest("mallory"),
            "nobody": None,
        }

    def do(self, who: str, action: str) -> int:
        sent = {"do": action, "player": self.ann.public_id, **SENT.get(action, {})}
        if action == "move_child":
            sent["do"] = f"move_child {self.other_id}"
        if action in ("take_out", "hand_over", "member"):
            sent["player"] = self.second.public_id
        return self.post(self.people[who], **sent).status_code


TEACHERS = {"owner", "second teacher"}
ALLOWED: dict[str, set[str]] = {
    "add_children": TEACHERS,
    "new_card": TEACHERS,
    "new_cards": TEACHERS,
    "rename_child": TEACHERS,
    "move_child": {"owner"},
    "remove_child": {"owner"},
    "delete_class": {"owner"},
    "take_out": {"owner"},
    "hand_over": {"owner"},
    "renew": TEACHERS,
    "member": set(),
}
"""Action -> the people who may do it in a class. Nobody makes a teacher a member without a lock."""
SENT = {"add_children": {"names": "Dee"}, "rename_child": {"name": "Annie"}}


def rows() -> tuple:
    """Return everything that an action could change."""
    tables = (Club, ClubMember, ClassCard, Player)
    return tuple(list(table.objects.order_by("pk").values()) for table in tables)


@pytest.mark.parametrize("action", ALLOWED)
def test_action_in_a_class_is_done_for_those_in_the_table_and_refused_to_all_others(action):
    school = School()
    for who in sorted(school.people, key=ALLOWED[action].__contains__):
        before = rows()
        status = school.do(who, action)
        if who in ALLOWED[action]:
            assert status in (200, 302), who
            assert rows() != before, who
            Account.objects.all().delete()  # their names are free for the next class
            school = School()
        else:
            assert status in (403, 404, 409), who
            assert rows() == before, who


def test_child_that_moves_keeps_card_device_and_games_and_meets_its_new_class():
    school = School()
    match = begun(school.ann, school.ben)
    device = Client()
    device.post(reverse("card"), {"words": school.cards[0].words})
    classes.add(school.other_id, school.teacher.pk, "Dee", clock.now())
    classes.move(school.id, school.teacher.pk, school.ann.public_id, school.other_id, clock.now())
    assert device.get(reverse("club", args=[school.other_id])).status_code == 200
    assert device.get(reverse("club", args=[school.id])).status_code == 404
    assert device.get(reverse("match", args=[match.public_id])).status_code == 200
    landed = Client().post(reverse("card"), {"words": school.cards[0].words}).headers["Location"]
    assert landed == reverse("club", args=[school.other_id])
    dee = Player.objects.get(name="Dee")
    ann = Player.objects.get(pk=school.ann.pk)
    assert begun(ann, dee).status == Match.Status.PLAYING
    theirs = created(school.ben, LINK).match
    assert code(send_join(ann, theirs)) == "locked.outside"
    assert (
        refused(classes.move, school.other_id, school.second.pk, ann.public_id, school.id, clock.now())
        == "not_in_club"
    )


def send_join(player: Player, match: str):
    return send(player, Join(player.name), match)


def test_child_moves_into_no_full_class_and_to_no_child_of_the_same_name(monkeypatch):
    school = School()
    classes.add(school.other_id, school.teacher.pk, "ann", clock.now())
    move = classes.move, school.id, school.teacher.pk
    assert refused(*move, school.ann.public_id, school.other_id, clock.now()) == "class_name_twice"
    monkeypatch.setattr(classes, "CHILDREN_LIMIT", 1)
    assert refused(*move, school.ben.public_id, school.other_id, clock.now()) == "class_full"


class TestInvitations:
    def test_link_works_once_and_for_accounts_only(self):
        school = SchoolClass()
        token = teachers.invitation(school.row)
        carol, dave = with_account("carol"), with_account("dave")
        address = reverse("teach-class", args=[token])
        assert signed_in(guest("mallory")).post(address).status_code == 403
        assert signed_in(school.ann).post(address).headers["Location"] == reverse("club", args=[school.id])
        assert Record(school.row).role(school.ann.pk) == Role.MEMBER
        assert signed_in(carol).post(address).status_code == 302
        assert Record(school.row).role(carol.pk) == Role.HELPER
        assert signed_in(dave).post(address).status_code == 410

    def test_child_of_another_class_becomes_no_teacher(self):
        school, other = SchoolClass(), SchoolClass("other teacher", "Zoe\nYan")
        token = teachers.invitation(school.row)
        assert refused(teachers.join, token, other.ann, NO_CLIENT, clock.now()) == "locked"

    def test_link_of_a_class_makes_nobody_a_member_of_a_club(self):
        school = SchoolClass()
        token = teachers.invitation(school.row)
        assert Client().get(reverse("join-club", args=[token])).status_code == 410
        assert teachers.invited_to(school.row.invitation) is None

    def test_owner_alone_sees_the_link(self):
        school = School()
        pages = {
            who: signed_in(player).get(reverse("club", args=[school.id])).content.decode()
            for who, player in school.people.items()
        }
        assert [who for who, page in pages.items() if "/classes/teach/" in page] == ["owner"]

    def test_class_has_five_teachers(self, monkeypatch):
        monkeypatch.setattr(teachers, "TEACHERS_LIMIT", 1)
        school = SchoolClass()
        token = teachers.invitation(school.row)
        assert (
            refused(teachers.join, token, with_account("carol"), NO_CLIENT, clock.now())
            == "too_many_teachers"
        )


def test_second_teacher_plays_with_the_children_and_one_who_left_does_not():
    school = School()
    assert begun(school.ann, school.second).status == Match.Status.PLAYING
    members.leave(school.id, school.second.pk, clock.now())
    theirs = created(school.ben, LINK).match
    assert code(send_join(school.second, theirs)) == "locked.outside"


def test_class_of_an_owner_who_withdraws_goes_to_the_second_teacher():
    school = School()
    assert use_cases.withdraw(school.teacher) is None
    classes.end_deserted()
    assert Record(school.row).owner == school.second
    assert Player.objects.filter(pk=school.ann.pk, locked_in=school.row).exists()
