"""`manage.py verify`: all matches, in several processes, and resumed after a stop."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games_app.archive.management.commands import verify
from games_app.archive.management.commands.verify import NOT_READ
from games_app.games.rules import GAMES
from games_app.models import Match, Ply
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    return tmp_path


def one_of_each_game() -> list[str]:
    return [Told(game).play_on(seed=5, decisions=12).resigned().store() for game in GAMES]


def spoil(public_id: str) -> None:
    Ply.objects.filter(match__public_id=public_id, number=1).update(role="nobody")


def test_sound_matches_are_counted(data, capsys):
    one_of_each_game()
    call_command("verify", jobs=1)
    plies = sum(Match.objects.values_list("last_number", flat=True))
    said = f"{len(GAMES)} matches, {plies} plies: all replay to what is stored.\n{NOT_READ}\n"
    assert capsys.readouterr().out == said
    assert not list(data.iterdir())


def test_an_altered_row_is_found_named_and_told_by_the_exit_code(data, capsys):
    spoiled = one_of_each_game()[2]
    spoil(spoiled)
    with pytest.raises(SystemExit, match="1 differ") as ended:
        call_command("verify", jobs=1)
    assert ended.value.code != 0
    assert spoiled in capsys.readouterr().out


def test_a_run_that_was_stopped_goes_on_and_remembers_what_it_found(data, capsys, monkeypatch):
    first, _, third, *rest = one_of_each_game()
    spoil(first)
    monkeypatch.setattr(verify, "CHUNK", 1)
    replay = verify.verdicts
    seen = []

    def stopped_at_the_third(ids):
        if third in ids and third not in seen:
            seen.append(third)
            raise KeyboardInterrupt
        return replay(ids)

    monkeypatch.setattr(verify, "verdicts", stopped_at_the_third)
    with pytest.raises(SystemExit, match="Stopped after 2 matches"):
        call_command("verify", jobs=1)
    asked = []
    monkeypatch.setattr(verify, "verdicts", lambda ids: asked.extend(ids) or replay(ids))
    with pytest.raises(SystemExit, match=f"{len(GAMES)} matches"):
        call_command("verify", jobs=1, resume=True)
    assert asked == [third, *rest]
    assert capsys.readouterr().out.count(f"{first}: ") == 2


def test_a_disk_without_room_for_the_progress_is_said_once_and_all_is_verified(data, capsys, monkeypatch):
    spoiled = one_of_each_game()[-1]
    spoil(spoiled)
    monkeypatch.setattr(verify, "CHUNK", 1)
    (data / "verify.draft").symlink_to("/dev/full")
    with pytest.raises(SystemExit, match=rf"{len(GAMES)} matches, .*: 1 differ"):
        call_command("verify", jobs=1)
    said = capsys.readouterr()
    assert spoiled in said.out
    assert said.err == (
        f"How far it is cannot be kept in {data / 'verify.json'}: No space left on device. "
        "It goes on all the same, but could not go on after a stop.\n"
    )
