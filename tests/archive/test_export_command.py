"""`manage.py export`: matches as lines of JSON."""

from __future__ import annotations

import msgspec
import pytest
from django.core.management import call_command

from games_app.archive.notation import MatchFile
from games_app.games.rules import GAMES
from tests.cast import guest, waiting_match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def lines(file) -> list[MatchFile]:
    return [msgspec.json.decode(line, type=MatchFile) for line in file.read_bytes().splitlines()]


def test_every_match_that_has_begun_is_a_line(tmp_path, capsys):
    ids = [Told(game).play_on(seed=1, decisions=5).store() for game in GAMES]
    waiting_match("mancala", guest("alice"), "north")
    file = tmp_path / "matches.ndjson"
    call_command("export", everything=True, out=file, site="https://play.example")
    assert [match.match for match in lines(file)] == ids
    assert {match.site for match in lines(file)} == {"https://play.example"}
    assert capsys.readouterr().out == f"{len(ids)} matches are in {file}.\n"


def test_a_match_is_exported_by_its_id(tmp_path):
    _, wanted = Told("morris").store(), Told("checkers").store()
    file = tmp_path / "one.ndjson"
    call_command("export", wanted, out=file)
    assert [match.match for match in lines(file)] == [wanted]


def test_without_saying_which_nothing_is_exported():
    with pytest.raises(SystemExit, match="--all"):
        call_command("export")


def test_the_lines_name_the_first_host_that_is_a_name(tmp_path, settings):
    settings.ALLOWED_HOSTS = ["*", ".school.example", "play.example", "localhost"]
    wanted, file = Told("morris").store(), tmp_path / "one.ndjson"
    call_command("export", wanted, out=file)
    assert [match.site for match in lines(file)] == ["https://play.example"]


@pytest.mark.parametrize("hosts", [[], ["*"]])
def test_a_site_under_any_name_is_asked_for_its_address(tmp_path, settings, hosts):
    settings.ALLOWED_HOSTS = hosts
    with pytest.raises(SystemExit, match="Say with --site which address"):
        call_command("export", everything=True, out=tmp_path / "matches.ndjson")
    assert not list(tmp_path.iterdir())
