"""The computer plays by the same commands as people, knows no secrets, and answers requests."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.analysis.computers import Opponents
from games_app.analysis.jobs.models import Job
from games_app.analysis.opponent import duties, pause
from games_app.analysis.worker import Worker
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.names import cleaned, computer_name
from games_app.lib.refusals import Refused
from games_app.lists.statistics import played
from games_app.match.messages import Create, MatchConfig
from games_app.match.terms import DEFAULT_TERMS, Claim, RealTime, Terms
from games_app.models import Event, Match
from games_app.people.players import computer, occupant
from games_app.people.presence import Here, renew
from games_app.record.commands.absence import noticed
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, message, new_cmd

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

SHORT = {"congkak": {"rounds": "1"}}


@pytest.fixture(autouse=True)
def at_once(settings):
    settings.COMPUTER_PACE = 0


@pytest.fixture
def opponents():
    """The computer in this process, stepped by the test."""
    here = Opponents(writer)
    stop = writer.listen(here.announce)
    yield here
    stop()


def against(
    game: str, level: str = "beginner", terms: Terms = DEFAULT_TERMS, side: str = "", **options: str
) -> Table:
    """Return a match of alice against the computer, with alice on the first role unless told otherwise."""
    alice, other = guest("alice"), computer(game, level, clock.now())
    options = SHORT.get(get_game(game).family, {}) | options
    config = MatchConfig(game, options, side or get_game(game).roles[0], Match.Visibility.LINK, terms)
    answer = writer.run([Command(Create(config, "alice", occupant(other)), "", alice.pk)])[0]
    assert answer.refusal is None
    return Table(answer.match, alice, other)


def let_it_play(opponents: Opponents) -> None:
    """Let the computer do everything that it can do now."""
    worker = Worker()
    before = -1
    while before != (before := Event.objects.count()):
        for _ in range(2):
            opponents.step()
            while worker.work():
                pass
        wait_for_writer()


def wait_for_writer() -> None:
    """Return when the writer's thread has done what was submitted."""
    writer.ask(Command(message("resign", new_cmd()), "nowhere", None))


def alices(table: Table) -> str:
    return next(role for role, sitter in table.now.sitters.items() if sitter == table.alice.pk)


def alice_acts(table: Table, choice: int = 0) -> None:
    role = alices(table)
    action = table.now.state.legal_actions(role)[choice]
    assert table.act(role, action).refusal is None


def assert_played_to_its_end(game: str, opponents: Opponents) -> None:
    table = against(game)
    while table.row.status == Match.Status.PLAYING:
        if alices(table) in table.now.state.to_move:
            alice_acts(table)
        let_it_play(opponents)
    assert table.row.how == Match.How.RULES


@pytest.mark.parametrize("game", ["mancala", "congkak"])
def test_a_whole_game_is_played_to_its_end(game, opponents):
    assert_played_to_its_end(game, opponents)


def test_computer_chooses_in_secret_without_waiting_and_without_knowing(opponents):
    table = against("congkak")
    alice_acts(table, 3)
    (duty,) = duties(table.now)
    assert duty.asks["facts"]["sealed"] == {"south": None, "north": None}
    let_it_play(opponents)
    # Alice's choice is revealed. Where both sides choose again, the computer has already sealed its next one.
    assert "south" not in [ply["role"] for ply in table.row.unrevealed]


def test_computer_seals_its_choice_before_the_other_player_has(opponents):
    table = against("congkak")
    let_it_play(opponents)
    assert [ply["role"] for ply in table.row.unrevealed] == ["north"]


def test_computer_grants_a_takeback_at_once(opponents):
    table = against("mancala")
    alice_acts(table)
    let_it_play(opponents)
    table.send(table.alice.pk, "offer", what="takeback")
    let_it_play(opponents)
    assert table.row.ply == 0


def test_computer_accepts_a_rematch_with_sides_swapped(opponents):
    table = against("mancala")
    table.send(table.alice.pk, "resign")
    table.send(table.alice.pk, "rematch")
    let_it_play(opponents)
    following = Table(table.row.successor, table.alice, table.bob)
    assert following.now.sitters == {"north": table.bob.pk, "south": table.alice.pk}
    assert following.row.ply


@pytest.mark.parametrize(("margin", "end"), [(10, "agreed"), (-10, "declined")])
def test_computer_takes_a_draw_that_is_no_worse_than_its_position(margin, end, opponents):
    table = against("mancala", "master")
    south, north = 12 - margin // 2, 12 + margin // 2
    pits = dict.fromkeys(["p1", "p2", "p3", "p6", "p7", "p8"], 1)
    pits |= {"p4": 0, "p5": 0, "p9": 0, "p10": 0, "pwinsouth": south, "pwinnorth": north}
    facts = table.row.facts | {"pits": pits}
    Match.objects.filter(pk=table.row.pk).update(facts=facts, ply=20, last_number=20)
    writer.forget()
    table.send(table.alice.pk, "offer", what="draw")
    let_it_play(opponents)
    assert Event.objects.filter(match=table.row, what=end).exists()


def test_computer_is_never_away(opponents):
    table = against("mancala", terms=Terms(time=RealTime(5, 0), absence=Claim(30)), side="south")
    renew("here", [Here(table.id, str(table.alice.pk), "alice", ("south",), timedelta())], clock.now())
    assert table.now.state.to_move == ("north",)
    assert noticed(clock.now()) == []


def test_another_process_goes_on_where_one_has_died():
    table = against("mancala", side="south")
    dead = Opponents(writer)
    dead.step()
    let_it_play(Opponents(writer))
    assert table.row.ply


def test_two_processes_that_find_the_same_duty_do_it_once(opponents):
    table = against("mancala", side="south")
    other = Opponents(writer)
    for each in (opponents, other):
        each.step()
    worker = Worker()
    while worker.work():
        pass
    for each in (opponents, other):
        each.step()
    wait_for_writer()
    assert Event.objects.filter(match=table.row, what="acted").count() == 1


def test_play_goes_on_if_a_job_fails(opponents):
    table = against("mancala", side="south")
    opponents.step()
    Job.objects.update(state=Job.State.FAILED)
    opponents.step()
    wait_for_writer()
    assert table.row.ply


def test_computer_waits_until_the_other_player_has_seen_what_happened():
    table = against("mancala", side="south")
    (duty,) = duties(table.now)
    state = get_game("mancala").initial_state().apply("north", "pick p6")
    short, long = (pause(table.now, duty, [{"trace": state.trace}] * n) for n in (1, 12))
    assert 0.7 <= short.total_seconds() < long.total_seconds() <= 7.5


def test_its_pause_does_not_cost_it_the_game():
    table = against("mancala", terms=Terms(time=RealTime(1, 0)), side="south")
    match = table.now
    (duty,) = duties(match)
    match.clocks.left["north"] = 1000
    assert pause(match, duty, []).total_seconds() <= 0.05


def test_every_level_has_a_name_of_its_own(game):
    names = [computer(game, level.slug, clock.now()).name for level in LEVELS[game]]
    assert names == [computer_name(level.slug) for level in LEVELS[game]]
    assert len({*names}) == len(names)
    assert max(map(len, names)) <= 20


@pytest.mark.parametrize(
    "name",
    [
        *["Computer (Easy)", "computer", "COMPUTER 2", "C0mputer", "Соmputer", "My Computer"],
        *["Komputer (Mudah)", "Computadora (Fácil)", "Mi ordenador", "电脑（简单）", "我的电脑"],
    ],
)
def test_no_person_can_be_called_like_it(name):
    with pytest.raises(Refused):
        cleaned(name)


def test_its_matches_are_in_nobodys_figures(opponents):
    table = against("mancala")
    table.send(table.alice.pk, "resign")
    assert played(table.alice.pk, table.alice.pk) == {}
    people = begun_match("mancala")
    people.send(people.alice.pk, "resign")
    assert played(people.alice.pk, people.alice.pk)["mancala"].lost == 1


def test_a_fault_in_one_match_keeps_it_from_no_other(opponents):
    broken, sound = against("mancala", side="south"), against("mancala", side="south")
    Match.objects.filter(pk=broken.row.pk).update(bases={})
    writer.forget()
    let_it_play(opponents)
    assert sound.row.ply
    assert not broken.row.ply
