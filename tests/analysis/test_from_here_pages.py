"""Pages that begin a match from a position: of a finished match, a variation, or the analysis board."""

from __future__ import annotations

import re

import pytest

from games_app.door import limits
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit
from games_app.match.start_moves import first_state
from games_app.models import Match
from tests.pages.people import row
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

FORMS = ("/computer", "/new")
FIELDS = {"name": "alice", "level": "easy", "side": "north", "visibility": "link"}


def text(answer):
    return answer.content.decode()


def hidden(answer) -> dict[str, str]:
    """Return the form's data about the position."""
    part = text(answer).split(' begins">')[1].split("</div>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', part))


@pytest.mark.parametrize("door", FORMS)
def test_a_match_begins_at_a_place_of_a_finished_match(alice, door):
    told = Told("mancala").play_on(3)
    told.store()
    page = alice.get(f"{door}/mancala", {"match": told.id, "ply": 6})
    kept = hidden(page)
    assert f"after {len(kept['moves'].split())} moves" in text(page)
    match = row(alice.post(f"{door}/mancala", FIELDS | kept).headers["Location"])
    assert match.facts == first_state("mancala", {}, kept["moves"]).facts()
    assert match.ply == 0


def test_the_side_to_move_is_offered_and_the_form_as_it_is_begins(alice):
    game = "congkak"
    told = Told(game).play_on(3, 2).resigned()
    told.store()
    page = alice.get(f"/computer/{game}", {"match": told.id, "ply": told.match.row.ply})
    form = page.context["form"]
    assert form["side"].value() == told.match.state.to_move[0]
    offered = {name: form[name].value() for name in form.fields}
    match = row(alice.post(f"/computer/{game}", offered | hidden(page)).headers["Location"])
    assert match.facts == told.match.state.facts()
    assert match.options == told.match.row.options


@pytest.mark.parametrize("door", FORMS)
def test_no_match_begins_from_one_that_is_running(mallory, door):
    told = Told("mancala", began=clock.now()).play([("north", "pick p8"), ("north", "pick p6")])
    told.store()
    own, others = {"match": told.id, "ply": 2}, ({"moves": "8 6"}, {"moves": "8"})
    for query, reason in ((own, "when it is over"), *((other, "later") for other in others)):
        answer = mallory.get(f"{door}/mancala", query)
        assert answer.status_code == 409
        assert reason in text(answer)
    assert mallory.post(f"{door}/mancala", FIELDS | {"moves": "8 6"}).status_code == 409
    assert Match.objects.count() == 1


def test_one_address_cannot_set_up_places_without_end(alice, monkeypatch):
    monkeypatch.setattr(limits, "START_POSITIONS", RateLimit("places", burst=2, per_second=0.01))
    codes = [alice.get("/computer/mancala", {"moves": "8 6"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
