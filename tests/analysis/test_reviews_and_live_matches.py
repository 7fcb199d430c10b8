"""R21: nobody blinds a review, and no review reveals a running match. Mallory has puppets."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.analysis.decisions import match_decisions
from games_app.analysis.fairness import fair_decisions, withheld
from games_app.archive.notation import read, text
from games_app.lib import clock
from games_app.match.terms import Daily, Terms
from games_app.models import Match
from tests.analysis.test_engine_requests import OPTIONS, running
from tests.analysis.test_live_positions import HOUR, stranger
from tests.archive.test_imports import imported, written
from tests.records import Told

pytestmark = pytest.mark.django_db(databases=["default", "engine"])


class TestTheReview:
    """The review of a finished match for readers who play nowhere."""

    def test_is_blinded_by_nobody_who_plays_its_moves_again(self, game):
        finished = over(game, began=clock.now() - HOUR)
        for decisions in (1, 2, 3, 6, 10):
            running(game, decisions, terms=Terms(time=Daily(14)))
        assert hidden(finished) == 0

    def test_is_blinded_by_nobody_who_had_begun_a_match_before(self):
        puppets = running("checkers", 0, began=clock.now() - 2 * HOUR, terms=Terms(time=Daily(14)))
        finished = over("checkers", began=clock.now() - HOUR)
        puppets.at = clock.now()
        puppets.play_on(3, 8).store()
        assert stranger("checkers").covers(puppets.match.state)
        assert hidden(finished) == 0

    def test_is_blinded_by_nobody_who_reaches_its_positions_by_other_moves(self):
        finished = Told("morris", began=clock.now() - HOUR).play(PLACED).resigned()
        finished.store()
        swapped = Told("morris", began=clock.now(), terms=Terms(time=Daily(14)))
        swapped.play([*PLACED[:2], PLACED[4], PLACED[3], PLACED[2]]).store()
        assert stranger("morris").covers(finished.match.state)
        assert hidden(finished) == 0

    def test_tells_nothing_of_a_running_match_if_somebody_plays_its_moves_on(self, game):
        """A player's helper repeats the match, tries possible continuations, and requests a review."""
        played = running(game, 6, began=clock.now() - HOUR + timedelta(minutes=5))
        copy = over(game, began=clock.now(), hotseat=True)
        assert {told.ply for told in hidden_turns(copy)} >= plies_near(copy, 6)
        played.resigned().store()
        assert hidden(copy) == 0

    def test_tells_nothing_even_if_the_helper_was_a_move_ahead(self):
        """She has prepared a game for each answer, and finishes the one that fits."""
        began = clock.now() - timedelta(minutes=20)
        played = running("checkers", 4, began=began)
        helper = Told("checkers", began=began + timedelta(minutes=5), hotseat=True).play_on(3, 5)
        played.at = began + timedelta(minutes=10)
        played.play(way(helper)[4:5]).store()
        helper.at = began + timedelta(minutes=15)
        helper.play_on(3, 4).resigned().store()
        assert stranger("checkers").covers(played.match.state)
        assert {told.ply for told in hidden_turns(helper)} >= {6}

    def test_gives_no_reason_whose_line_leads_to_where_a_running_match_stands(self):
        running("mancala", 6, began=clock.now() - HOUR)
        copy = over("mancala", began=clock.now(), hotseat=True)
        row = Match.objects.get(public_id=copy.id)
        turns = match_decisions(row)
        moves = [[turn.role, turn.action] for turn in turns]
        found = {"found": {"line": []}, "why": ""}
        judged = [
            {"seq": turn.seq, **found, "reasons": [{"line": moves[i : i + 1]}, {"line": moves[i : i + 8]}]}
            for i, turn in enumerate(turns[:8])
        ]
        first, *_, last = fair_decisions(row, judged, None)
        assert first["reasons"] == [{"line": moves[:1]}]
        assert (last["found"], last["reasons"]) == (None, [])

    def test_of_an_imported_copy_tells_nothing_of_where_the_match_stands(self, game):
        told = running(game)
        copy = imported(read(text(written(told))))
        assert withheld(game, None, review=copy).covers(told.match.state)

    def test_of_an_import_that_names_an_early_time_is_none(self):
        """Anybody can write the times of a file."""
        played = running("mancala", 5)
        early = over("mancala", began=clock.now() - 300 * HOUR, hotseat=True)
        copy = imported(read(text(written(early))))
        assert played.match.row.pk < copy.pk
        assert hidden_in(copy) > 0


PLACED = [
    ("white", "place outer sw"),
    ("black", "place outer se"),
    ("white", "place middle n"),
    ("black", "place outer ne"),
    ("white", "place middle e"),
]


def over(game: str, **how: object) -> Told:
    """Return the match that ``running`` begins, to its end."""
    told = Told(game, **(OPTIONS.get(game, {}) | how)).play_on(3)
    told.store()
    return told


def way(told: Told) -> list[tuple[str, str]]:
    told.store()
    return list(told.match.row.plies.order_by("number").values_list("role", "action"))


def hidden_turns(told: Told | Match) -> list:
    row = told if isinstance(told, Match) else told.match.row
    unfair = withheld(row.game, None, review=row)
    return [turn for turn in match_decisions(row) if turn.before and unfair.covers(turn.before)]


def hidden(told: Told) -> int:
    return len(hidden_turns(told))


def hidden_in(row: Match) -> int:
    return len(hidden_turns(row))


def plies_near(told: Told, decisions: int) -> set[int]:
    """Return the plies of the decisions from the one that led to a position to the one after the reply."""
    plies = [turn.ply for turn in match_decisions(told.match.row)]
    return set(plies[decisions - 1 : decisions + 3])
