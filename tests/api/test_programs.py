"""Programs that play by a token: rated matches as bots only, and in casual ones everybody sees it."""

from __future__ import annotations

import pytest

from games_app.lib.refusals import Refusal
from games_app.match.match_state import load
from games_app.match.messages import Act, Create, Join, MatchConfig, Rematch
from games_app.match.terms import RealTime, Terms
from games_app.match.visibility import snapshot
from games_app.match.wire import Snapshot
from games_app.models import Account, Match, Player
from games_app.record.commands.registry import Command
from games_app.record.results import Answer
from games_app.record.writer import writer
from tests.cast import Table, guest, message, new_cmd
from tests.people.test_ratings_of_bots import bot
from tests.rated import RATED, begun, person
from tests.rated import send as send_or_fail
from tests.record.matches import frames

pytestmark = pytest.mark.django_db(transaction=True)

CASUAL = Terms(time=RealTime(5, 3))


@pytest.fixture
def alice() -> Player:
    return person("alice")


@pytest.fixture
def bob() -> Player:
    return person("bob")


@pytest.fixture
def alices_bot(alice) -> Player:
    return bot("alices_bot", alice)


def program(player: Player, message, match: str = "") -> Answer:
    """Return the answer to a command that the player's program sends."""
    return writer.run([Command(message, match, player.pk, by_token=True)])[0]


def refused(answer: Answer) -> str:
    return answer.refusal.code if isinstance(answer.refusal, Refusal) else ""


def making(name: str, terms: Terms, *, open_offer: bool = False) -> Create:
    config = MatchConfig("morris", {}, "white", Match.Visibility.PUBLIC, terms, open_offer)
    return Create(config, name, cmd=new_cmd())


def move(match: str) -> Act:
    """Return the next move of a match."""
    known = load([match])[match]
    (role,) = known.state.to_move
    return Act(new_cmd(), known.row.bases[role], known.state.legal_actions(role)[0])


class TestInARatedMatch:
    def test_the_program_of_a_person_makes_none_and_joins_none(self, alice, bob):
        assert refused(program(alice, making("alice", RATED))) == "rated_needs_bot"
        made = send_or_fail(making("bob", RATED), "", bob)
        assert refused(program(alice, Join("alice"), made)) == "rated_needs_bot"
        assert send_or_fail(Join("alice"), made, alice) == made

    def test_the_program_of_a_person_neither_moves_nor_offers_a_rematch(self, alice, bob):
        match = begun(alice, bob)
        assert refused(program(alice, move(match), match)) == "rated_needs_bot"
        assert load([match])[match].row.ply == 0
        assert refused(program(alice, message("resign"), match)) == ""
        assert refused(program(bob, Rematch(cmd=new_cmd()), match)) == "rated_needs_bot"

    def test_a_bot_makes_joins_and_plays(self, alices_bot, bob):
        made = program(alices_bot, making(alices_bot.name, RATED)).match
        send_or_fail(Join("bob"), made, bob)
        assert refused(program(alices_bot, move(made), made)) == ""


class TestInACasualMatch:
    def test_player_behind_a_program_is_shown_to_everybody(self, alice, bob):
        match = begun(alice, bob, CASUAL)
        assert shown(match).match.programs == ()
        program(alice, move(match), match)
        assert writer.ask(Command(move(match), match, bob.pk)).refusal is None
        assert shown(match).match.programs == ("white",)
        told = [frame.get("programs") for frame in frames(Table(match, alice, bob))]
        assert told == [None, None, ["white"], ["white"]]

    def test_a_bot_is_marked_by_its_name_only(self, alices_bot, bob):
        match = begun(alices_bot, bob, CASUAL)
        program(alices_bot, move(match), match)
        assert shown(match).match.programs == ()

    def test_gift_of_time_marks_nobody(self, alice, bob):
        match = begun(alice, bob, CASUAL)
        program(alice, message("give_time", new_cmd()), match)
        assert shown(match).match.programs == ()

    def test_a_sealed_choice_of_a_program_is_marked_too(self):
        alice = guest("alice")
        match = begun(alice, guest("bob"), Terms(), game="congkak")
        program(alice, Act(new_cmd(), 2, "scoop 3"), match)
        assert shown(match).match.programs == ("south",)


def shown(match: str) -> Snapshot:
    known = load([match])[match]
    return snapshot(known, (), [], known.row.acted_at)


def test_accounts_are_told_apart_from_bots_by_their_row_only(alice):
    """A person can't get out of the rule by a name."""
    Player.objects.filter(pk=alice.pk).update(name="BOT alice")
    Account.objects.filter(player=alice).update(name="BOT alice")
    assert refused(program(alice, making("alice", RATED))) == "rated_needs_bot"
