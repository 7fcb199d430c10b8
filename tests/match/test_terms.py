"""Terms besides the rules are stored with the match, and kept by the next one."""

from __future__ import annotations

import msgspec
import pytest

from games_app.lib import clock
from games_app.match.match_state import load
from games_app.match.terms import Claim, Daily, Pause, RealTime, Terms, read, stored
from games_app.match.visibility import snapshot
from tests.cast import begun_match


def test_terms_come_back_from_the_record_as_they_were_agreed():
    assert read(stored(Terms(hints=False))) == Terms(hints=False)


def test_a_match_older_than_a_term_has_its_default():
    assert read({}) == Terms()


def test_invalid_terms_are_refused():
    with pytest.raises(msgspec.ValidationError):
        read({"hints": "perhaps"})


@pytest.mark.django_db(transaction=True)
def test_a_page_is_told_the_terms_and_a_rematch_keeps_them():
    table = begun_match("morris", terms=Terms(hints=False))
    table.send(table.alice.pk, "resign")
    table.send(table.bob.pk, "rematch")
    table.send(table.alice.pk, "rematch")
    following = load([table.row.successor])[table.row.successor]
    assert snapshot(following, (), [], clock.now()).match.terms == Terms(hints=False)


@pytest.mark.parametrize(
    "terms",
    [
        Terms(time=RealTime(0, 5)),
        Terms(time=RealTime(61, 0)),
        Terms(time=RealTime(5, 61)),
        Terms(time=Daily(15)),
        Terms(time=RealTime(5, 0), absence=Pause(31)),
        Terms(absence=Claim(29)),
        Terms(games=0),
    ],
)
def test_terms_out_of_bounds_are_not_stored(terms):
    with pytest.raises(msgspec.ValidationError):
        stored(terms)
