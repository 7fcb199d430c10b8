"""Choosing a name and a face."""

import pytest

from tests.pages.people import begun, loaded, make, seated

pytestmark = pytest.mark.django_db(transaction=True)


def rename(person, name, **more):
    return person.post("/name", {"name": name} | more)


def test_waiting_matches_take_the_new_name_and_running_ones_keep_theirs(alice, bob):
    running, waiting = begun(alice, bob), make(alice)
    rename(alice, "Alicia")
    assert seated(waiting) == ["Alicia"]
    assert seated(running) == ["alice", "bob"]
    assert [seat.name for seat in loaded(waiting).seats.values() if seat.player_id] == ["Alicia"]


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_redirect_to_another_site_is_refused(alice, elsewhere):
    assert rename(alice, "alice", next=elsewhere).headers["Location"] == "/"
    assert "evil" not in alice.get("/name", {"next": elsewhere}).content.decode()


def test_a_name_is_shown_as_text_and_never_as_markup(alice, bob):
    address = make(alice, name="<b>&alice</b>")
    page = bob.get(address).content.decode()
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;alice&lt;/b&gt; invites you" in page


def test_a_chosen_face_is_shown_beside_the_name(alice, bob):
    rename(alice, "alice", face="owl")
    address = begun(alice, bob)
    assert "faces.svg#owl" in alice.get("/name").content.decode()
    assert ': "owl"' in bob.get(address).content.decode()


def test_a_face_that_does_not_exist_is_refused_and_the_old_one_stays(alice):
    rename(alice, "alice", face="owl")
    answer = rename(alice, "alice", face="unicorn")
    assert answer.status_code == 422
    assert "There is no such face" in answer.content.decode()
    assert "faces.svg#owl" in alice.get("/").content.decode()


def test_a_form_without_faces_keeps_the_chosen_one(alice):
    rename(alice, "alice", face="owl")
    rename(alice, "Alicia")
    assert "faces.svg#owl" in alice.get("/").content.decode()
