"""The first page: finished samples, and the matches that are going on."""

from datetime import timedelta

import pytest

from games_app.games.catalogue import SAMPLES
from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.lists.match_lists import DESERTED_AFTER, STILL_GOING_ON
from games_app.models import Match, Presence
from games_app.people import presence
from games_app.people.presence import Here
from tests.pages.people import begun

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


def test_running_matches_are_listed_with_their_names(alice, bob, carol):
    address = begun(alice, bob, "morris")
    page = text(carol.get("/"))
    assert f'href="{address}"' in page
    assert "alice" in page
    assert "Just begun" in page


def test_a_match_that_was_left_alone_for_long_is_no_longer_going_on(alice, bob, carol):
    begun(alice, bob)
    Match.objects.update(acted_at=clock.now() - STILL_GOING_ON - timedelta(minutes=1))
    assert carol.get("/").context["going_on"] == []


def test_a_match_that_both_have_left_is_no_longer_going_on_after_some_minutes(alice, bob, carol):
    begun(alice, bob)
    match, now = Match.objects.get(), clock.now()
    Match.objects.update(acted_at=now - DESERTED_AFTER - timedelta(seconds=1))
    attend(match, carol, "")
    line = f'href="/m/{match.public_id}"'
    assert line not in text(carol.get("/"))
    attend(match, alice, "south")
    assert line in text(carol.get("/"))
    Presence.objects.update(until=now)
    assert line not in text(carol.get("/"))


def attend(match, client, roles):
    """Have a page of the match open."""
    now = clock.now()
    here = Here(match.public_id, str(id(client)), "", tuple(filter(None, [roles])), timedelta())
    presence.renew("process", [here], now)


@pytest.mark.parametrize("slug", GAMES)
def test_a_sample_is_a_finished_game_whose_frames_follow_the_rules(carol, slug):
    frames = carol.get(f"/sample/{slug}.json").json()["frames"]
    assert frames[0]["plies"] == []
    assert len(frames) == len(SAMPLES[slug].decisions) + 1
    state = SAMPLES[slug].beginning
    for frame in frames:
        for ply in frame["plies"]:
            state = state.apply(ply["role"], ply["action"])
        assert frame["position"]["facts"] == state.facts()
    assert state.is_terminal
    assert max(state.goals(), key=state.goals().__getitem__) == SAMPLES[slug].winner
