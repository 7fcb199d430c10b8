"""The ratings of a match, which its page requests when it ends."""

import pytest

from games_app.models import Match
from tests.pages.people import begun

pytestmark = pytest.mark.django_db(transaction=True)
RATED = {"rated": "yes", "time": "real", "minutes": "5", "increment": "3", "absence": "claim"}


@pytest.fixture
def rated(alice, bob):
    """Return the address of a running rated match between people at two addresses."""
    bob.defaults["REMOTE_ADDR"] = "198.51.100.2"
    for person, name in ((alice, "alice"), (bob, "bob")):
        assert person.post("/account", {"name": name, "password": "a long secret"}).status_code == 302
    return begun(alice, bob, "checkers", **RATED)


@pytest.mark.parametrize(("visibility", "status"), [("public", 200), ("seats", 404)])
def test_who_may_see_a_match_may_ask_for_its_ratings(rated, alice, carol, visibility, status):
    Match.objects.update(visibility=visibility)
    assert alice.get(f"{rated}/ratings").json() == {
        "ratings": {"black": "1500?", "red": "1500?"},
        "uncounted": "",
    }
    answer = carol.get(f"{rated}/ratings")
    assert answer.status_code == status
    assert ("1500?" in answer.content.decode()) == (status == 200)
