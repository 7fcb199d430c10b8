"""The explorer's index: which matches are in it, what they add, and how they are taken out again."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games_app.explorer import index, progress
from games_app.explorer.answers import Asked, explored
from games_app.explorer.matches import DEPTH
from games_app.explorer.tallies import SAMPLES_A_BAND
from games_app.games.rules import get_game
from games_app.match.messages import Forget
from games_app.models import (
    ExplorerMatch,
    ExplorerOccurrence,
    ExplorerPosition,
    Match,
    Player,
    Seat,
)
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest, message
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


def played(game: str = "mancala", seed: int = 1, **more) -> Told:
    told = Told(game, **more).play_on(seed)
    assert told.over
    told.store()
    return told


def counts(state=None, **asked) -> dict[str, tuple[int, int, int]]:
    """Return the results of each move from a position, by default the start of mancala."""
    state = state or get_game("mancala").initial_state()
    found = explored(state, Asked(**asked), None)
    return {move.action: (move.won, move.drawn, move.lost) for move in found.moves if move.games}


def rows() -> tuple[int, int, int]:
    return tuple(model.objects.count() for model in (ExplorerMatch, ExplorerOccurrence, ExplorerPosition))


def first(told: Told) -> tuple[str, str]:
    """Return the first decision of a match."""
    ply = told.match.row.opening[0]
    return ply[1], ply[2]


def test_a_finished_match_adds_its_first_decisions_with_the_result_of_the_mover():
    told = played()
    progress.follow()
    role, action = first(told)
    won = told.match.row.winner == role
    assert counts() == {action: (1, 0, 0) if won else (0, 0, 1)}
    assert ExplorerOccurrence.objects.filter(match=told.match.row.pk).count() <= DEPTH


def test_reading_again_adds_nothing():
    played()
    progress.follow()
    before = rows(), counts()
    progress.follow()
    call_command("explorer", rebuild=True)
    assert (rows(), counts()) == before


def test_a_match_taken_out_leaves_nothing_behind():
    _, goes = played(seed=1), played(seed=2)
    progress.follow()
    Seat.objects.filter(match=goes.match.row.pk).update(listed=False)
    index.update([goes.match.row.pk])
    left = rows(), counts(), list(ExplorerPosition.objects.order_by("key").values_list("content", flat=True))
    call_command("explorer", rebuild=True)
    again = list(ExplorerPosition.objects.order_by("key").values_list("content", flat=True))
    assert left == (rows(), counts(), again)
    assert ExplorerMatch.objects.count() == 1


def test_a_match_that_is_deleted_is_taken_out_by_the_command():
    told = played()
    progress.follow()
    Match.objects.filter(pk=told.match.row.pk).delete()
    call_command("explorer")
    assert rows() == (0, 0, 0)


def hidden(told: Told) -> None:
    told.attempt(Command(message("hide_match"), told.id, None, from_server=True))
    told.store()


def closed(told: Told) -> None:
    told.do("north", "open_to", who="link")
    told.store()


def forgotten(told: Told) -> None:
    leaves = Command(Forget(told.alice.pk), told.id, None, from_server=True)
    assert writer.ask(leaves).refusal is None


@pytest.mark.parametrize("change", [hidden, closed, forgotten])
def test_a_match_goes_when_it_is_hidden_or_closed_or_its_player_withdraws(change):
    told = played()
    progress.follow()
    assert ExplorerMatch.objects.count() == 1
    change(told)
    progress.follow()
    assert rows() == (0, 0, 0)


def with_computer(told: Told) -> None:
    computer = Player.objects.create(name="Computer", computer="mancala", level="easy", created_at=told.at)
    Seat.objects.filter(match=told.match.row.pk, first=True).update(opponent=computer)


def imported(told: Told) -> None:
    Match.objects.filter(pk=told.match.row.pk).update(origin={"site": "elsewhere", "match": "x"})
    Seat.objects.filter(match=told.match.row.pk).update(listed=False)


def void(told: Told) -> None:
    Match.objects.filter(pk=told.match.row.pk).update(how=Match.How.MODERATOR)
    Seat.objects.filter(match=told.match.row.pk).update(how=Match.How.MODERATOR)


@pytest.mark.parametrize("change", [with_computer, imported, void])
def test_only_public_games_of_two_people_with_a_result_count(change):
    told = played()
    change(told)
    progress.follow()
    assert rows() == (0, 0, 0)


@pytest.mark.parametrize("visibility", [Match.Visibility.LINK, Match.Visibility.SEATS])
def test_private_games_do_not_count(visibility):
    played(visibility=visibility)
    progress.follow()
    assert rows() == (0, 0, 0)


def test_running_games_and_games_on_one_screen_do_not_count():
    Told("mancala").play_on(1, decisions=6).store()
    played(hotseat=True)
    progress.follow()
    assert rows() == (0, 0, 0)


def test_the_newest_matches_of_a_position_are_named_and_replaced():
    many = [played(seed=seed).match.row.pk for seed in range(SAMPLES_A_BAND + 2)]
    progress.follow()
    start = get_game("mancala").initial_state()
    newest = [each.id for each in explored(start, Asked(), None).newest]
    by_id = dict(Match.objects.values_list("public_id", "pk"))
    assert [by_id[each] for each in newest] == many[::-1][:3]
    Seat.objects.filter(match=many[-1]).update(listed=False)
    index.update([many[-1]])
    newest = [each.id for each in explored(start, Asked(), None).newest]
    assert [by_id[each] for each in newest] == many[-2:-5:-1]


def test_an_answer_takes_five_queries_whatever_the_number_of_matches(django_assert_max_num_queries):
    start = get_game("mancala").initial_state()
    for number in (1, 5):
        for seed in range(number):
            played(seed=10 * number + seed)
        progress.follow()
        explored(start, Asked(), None)
        with django_assert_max_num_queries(5):
            assert explored(start, Asked(), None).games


def test_mine_counts_only_matches_of_the_reader():
    alice = guest("alice")
    mine = played(seed=1, alice=alice)
    played(seed=2)
    progress.follow()
    start = get_game("mancala").initial_state()
    found = explored(start, Asked(mine=True), alice.pk)
    assert found.games == 1
    assert [each.id for each in found.newest] == [mine.id]
    assert explored(start, Asked(mine=True), None).games == 0
    assert explored(start, Asked(), alice.pk).games == 2
