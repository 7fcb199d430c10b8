"""The engine helps nobody in a running game of a tournament, whoever may watch it."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from games_app.analysis.fairness import is_seated, withheld
from games_app.games.rules import get_game
from games_app.match.terms import read
from games_app.models import Match
from games_app.tournaments.forms import TournamentForm
from games_app.tournaments.record import System
from tests.tournaments.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("visibility", Match.Visibility.values)
def test_players_get_nothing_of_the_engine_while_their_game_runs(visibility):
    hall = Hall(System.ROUND_ROBIN, 3, visibility=visibility)
    hall.play("alice", "bob")
    for name in ("alice", "bob"):
        assert withheld("mancala", hall.people[name].pk).everything
    assert not is_seated("mancala", hall.people["carol"].pk)


def test_terms_of_a_tournament_have_no_tips_whatever_the_form_says():
    sent = QueryDict("name=alice&visibility=link&tips=both&games=4&rated=yes")
    form = TournamentForm(get_game("mancala"), sent)
    assert form.is_valid(), form.errors
    terms = form.config().terms
    assert (terms.tips, terms.games, terms.rated) == (False, 1, False)


def test_matches_have_the_terms_of_their_tournament():
    hall = Hall(System.ROUND_ROBIN, 2)
    match = Match.objects.get(public_id=hall.play("alice", "bob"))
    assert read(match.terms) == hall.now.terms
    assert match.visibility == hall.row.visibility
