"""A level of the computer is known by its slug: renaming it is one line, and needs no migration."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from games_app.analysis.opponent import duties
from games_app.archive.exports import exported
from games_app.archive.import_checks import Unplayable
from games_app.archive.imports import import_match
from games_app.archive.notation import read, read_json, text
from games_app.archive.verify import verify
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.names import LEVEL_WORDS, LevelWords, cleaned
from games_app.lib.refusals import Refused
from games_app.lists.result_text import seat_name
from games_app.match.messages import Create, MatchConfig
from games_app.match.visibility import seats
from games_app.models import Event, Match, Player, Seat
from games_app.pages.forms.known_opponent import ComputerMatchForm
from games_app.people.players import computer, computers_at, occupant
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, guest

pytestmark = pytest.mark.django_db(transaction=True)

SITE = "https://play.example"
RENAMED = LevelWords("Gentle: looks at its own next move", name="Robot (Gentle)")


def begun() -> Table:
    """Return a match of alice, in the south, against the easy level."""
    alice, easy = guest("alice"), computer("mancala", "easy", clock.now())
    config = MatchConfig("mancala", {}, "south", Match.Visibility.LINK)
    answer = writer.run([Command(Create(config, "alice", occupant(easy)), "", alice.pk)])[0]
    return Table(answer.match, alice, easy)


@pytest.fixture
def old() -> Table:
    """A match that began before the level was renamed; the other fixture renames it."""
    return begun()


@pytest.fixture
def renamed(old, monkeypatch) -> Table:
    monkeypatch.setitem(LEVEL_WORDS, "easy", RENAMED)
    writer.forget()
    return old


def test_an_older_match_shows_the_new_name_and_is_played_on(renamed):
    renamed.act("south", "pick p1")
    match = renamed.now
    assert computers_at(match) == {"north": "easy"}
    assert [duty.asks["level"] for duty in duties(match)] == ["easy"]
    shown = {role: str(seat_name(seat)) for role, seat in match.seats.items()}
    assert shown == {"south": "alice", "north": "Robot (Gentle)"}
    assert {seat.role: seat.level for seat in seats(match)} == {"south": msgspec.UNSET, "north": "easy"}
    assert verify(renamed.id) == []


def test_a_new_match_and_the_form_have_the_new_name(renamed):
    later = begun()
    assert later.bob == renamed.bob, "the player stays the same"
    assert later.now.seats["north"].name == Player.objects.get(level="easy").name == "Robot (Gentle)"
    choices = dict(ComputerMatchForm(get_game("mancala")).fields["level"].choices)
    assert choices["easy"] == "Gentle: looks at its own next move"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_keeps_the_level(renamed, form):
    written = exported(Match.objects.get(public_id=renamed.id), SITE)
    again = read(text(written)) if form == "text" else read_json(msgspec.json.encode(written).decode())
    assert again.players["north"] == "Computer (Easy)"
    assert sat(again) == ("Robot (Gentle)", "easy")


@pytest.mark.parametrize("name", ["Computer (Easy)", "Robot (Gentle)"])
def test_a_file_that_has_only_a_name_says_the_level_by_it(renamed, name):
    written = exported(Match.objects.get(public_id=renamed.id), SITE)
    assert sat(replace(written, levels={}, players=written.players | {"north": name})) == (
        "Robot (Gentle)",
        "easy",
    )


@pytest.mark.parametrize("levels", [{"north": "god"}, {"east": "easy"}])
def test_a_level_that_does_not_exist_is_refused(old, levels):
    written = replace(exported(Match.objects.get(public_id=old.id), SITE), levels=levels)
    with pytest.raises(Unplayable, match="The computer has the levels"):
        import_match(written)


def sat(written) -> tuple[str, str]:
    """Return name and level on the north seat after an import."""
    answer = writer.run([Command(import_match(written), "", guest("carol").pk)])[0]
    seat = Seat.objects.get(match__public_id=answer.match, role="north")
    assert seat.player is None
    return str(seat_name(seat)), seat.level


@pytest.mark.parametrize("name", ["Robot (Gentle)", "robot gentle", "Computer (Easy)"])
def test_the_names_of_levels_are_no_persons(renamed, name):
    with pytest.raises(Refused):
        cleaned(name)


def test_a_record_from_before_levels_is_sound(old):
    event = Event.objects.get(match__public_id=old.id, seq=1)
    frame = event.frame.replace(',"level":"easy"', "")
    assert frame != event.frame
    Event.objects.filter(pk=event.pk).update(frame=frame)
    assert verify(old.id) == []
