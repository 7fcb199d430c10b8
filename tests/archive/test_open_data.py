"""Open data: public games of a month and the proved positions of them, and nothing that is private."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import Any

import jsonschema
import msgspec
import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.http import HttpResponseBase

from games_app.analysis import review
from games_app.analysis.decisions import match_decisions
from games_app.analysis.requests import request_review
from games_app.archive import open_data
from games_app.archive.notation import MatchFile
from games_app.archive.open_data import VERSION, Month, Republisher
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.models import Match, Seat, Tournament
from games_app.record import use_cases
from games_app.record.commands.registry import Command
from games_app.tournaments import games
from games_app.tournaments.downloads import TournamentFile
from games_app.tournaments.record import System
from tests.analysis.test_engine_requests import running, work
from tests.cast import message
from tests.pages.people import begun, row
from tests.records import Told
from tests.tournaments.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

MONTH = "2026-01"
"""The month in which told matches are played."""


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(review, "NODES", 3_000)


def export(month: str = MONTH, **more: Any) -> None:
    call_command("export", public=True, month=month, site="https://play.example", **more)


def lines(name: str, month: str = MONTH) -> list[Any]:
    with gzip.open(open_data.root() / month / name) as file:
        return [json.loads(line) for line in file]


def played(game: str = "mancala", seed: int = 1, **more: Any) -> Told:
    told = Told(game, **more).play_on(seed)
    told.store()
    return told


def test_public_games_that_ended_with_a_result_are_lines_that_can_be_imported():
    public = [played().id, played("checkers").id]
    played(visibility=Match.Visibility.LINK)
    played(visibility=Match.Visibility.SEATS)
    Told("mancala").play_on(seed=2, decisions=3).store()
    Match.objects.filter(public_id=played(seed=3).id).update(how=Match.How.MODERATOR)
    Match.objects.filter(public_id=played(seed=4).id).update(origin={"site": "elsewhere", "match": "x"})
    export()
    found = [msgspec.convert(line, MatchFile) for line in lines(open_data.GAMES)]
    assert [match.match for match in found] == public
    assert {match.site for match in found} == {"https://play.example"}


def test_games_belong_to_the_month_in_which_they_ended():
    told = played()
    for at, month in (("2026-01-31T23:59:59+00:00", "2026-01"), ("2026-02-01T00:00:00+00:00", "2026-02")):
        Match.objects.filter(public_id=told.id).update(ended_at=at)
        for each in ("2026-01", "2026-02"):
            export(each)
            assert len(lines(open_data.GAMES, each)) == (each == month)


def test_proved_positions_are_those_of_the_reviews_each_once():
    for told in (played(), played()):
        request_review(told.match.row)
    work()
    export()
    found = lines(open_data.POSITIONS)
    texts = [json.dumps(each, sort_keys=True) for each in found]
    assert found
    assert len(set(texts)) == len(texts)
    for each in found:
        state = get_game(each["game"]).state_from_facts(each["facts"])
        assert state.to_move == (each["role"],)
        assert each["value"]["outcome"] in (1, 0, -1)
        assert set(each["actions"]) <= set(state.legal_actions(each["role"]))
        best = max((value["outcome"] for value in each["actions"].values()), default=-1)
        assert best <= each["value"]["outcome"]


def test_hard_positions_count_decisions_of_people_and_those_that_gave_the_outcome_away():
    told = [played(seed=seed) for seed in (1, 1, 2)]
    for each in told:
        request_review(each.match.row)
    work()
    export()
    found = lines(open_data.HARD)
    assert found
    assert found == sorted(found, key=lambda each: -each["wrong"])
    proved = [json.dumps(each, sort_keys=True) for each in lines(open_data.POSITIONS)]
    for each in found:
        position = each["position"]
        assert json.dumps(position, sort_keys=True) in proved
        outcomes = {action: value["outcome"] for action, value in position["actions"].items()}
        known = {action: n for action, n in each["played"].items() if action in outcomes}
        worse = [n for action, n in known.items() if outcomes[action] < position["value"]["outcome"]]
        assert (each["decided"], each["wrong"]) == (sum(known.values()), sum(worse))
        assert each["wrong"] > 0
    assert any(each["decided"] > 1 for each in found)
    Seat.objects.update(level="easy")
    export()
    assert lines(open_data.HARD) == []


def test_a_position_of_a_running_public_match_is_kept_back():
    told = played()
    request_review(told.match.row)
    work()
    export()
    alone = [each["facts"] for each in lines(open_data.POSITIONS)]
    befores = [turn.before.facts() if turn.before else None for turn in match_decisions(told.match.row)]
    proved = next(place for place in reversed(range(len(befores))) if befores[place] in alone)
    copy = running("mancala", proved, seed=1)
    assert copy.match.state.facts() == befores[proved]
    export()
    assert befores[proved] not in [each["facts"] for each in lines(open_data.POSITIONS)]


def test_withdrawn_player_has_no_name(alice, bob):
    address = begun(alice, bob, name="Zebulon", visibility="public")
    Match.objects.filter(pk=row(address).pk).update(
        status=Match.Status.OVER,
        how=Match.How.RESIGNATION,
        winner="south",
        ended_at="2026-01-15T12:00:00+00:00",
    )
    export()
    assert "Zebulon" in str(lines(open_data.GAMES))
    alice.post("/withdraw", {"sure": "yes"})
    assert again() == [MONTH]
    assert "Zebulon" not in str(lines(open_data.GAMES))


def again(republisher: Republisher | None = None) -> list[str]:
    """Return the months that are published again by now."""
    return [str(month) for month in (republisher or Republisher()).publish_again()]


@pytest.mark.parametrize("close", ["open_to", "hide_match"])
def test_a_match_that_was_closed_or_hidden_leaves_the_published_month(close):
    told = played()
    stays = played("checkers")
    export()
    assert again() == []
    running = Republisher()
    assert again(running) == []
    if close == "open_to":
        told.do("north", close, who="link")
    else:
        told.attempt(Command(message(close), told.id, None, from_server=True))
    told.store()
    assert again(running) == [MONTH]
    assert [line["match"] for line in lines(open_data.GAMES)] == [stays.id]
    assert lines(open_data.GAMES)[0]["site"] == "https://play.example"
    assert again(running) == again() == []


def test_a_month_of_an_earlier_release_is_published_again_once():
    played()
    export()
    (open_data.root() / MONTH / VERSION).unlink()
    assert again() == [MONTH]
    assert again() == []


def test_a_readme_a_schema_and_checksums_go_with_them():
    request_review(played().match.row)
    work()
    export()
    folder = open_data.root() / MONTH
    assert {file.name for file in folder.iterdir()} == {*open_data.FILES, VERSION}
    text = (folder / open_data.README).read_text()
    assert "CC0" in text
    assert "(UTC): 1." in text
    schema = json.loads((folder / open_data.SCHEMA).read_text())
    for name, kind in ((open_data.GAMES, "MatchFile"), (open_data.POSITIONS, "ProvedPosition")):
        validator = jsonschema.Draft202012Validator(schema | {"$ref": f"#/$defs/{kind}"})
        for line in lines(name):
            validator.validate(line)
    for line in (folder / open_data.SUMS).read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_a_folder_with_other_files_is_not_replaced(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("precious")
    with pytest.raises(SystemExit, match="Give another one"):
        export(out=mine)
    assert (mine / "thesis.txt").read_text() == "precious"


async def read(answer: HttpResponseBase) -> bytes:
    return b"".join([part async for part in answer.streaming_content])


def test_the_page_lists_what_is_published_and_gives_the_files(carol):
    assert "hasn't published" in carol.get("/open-data").content.decode()
    played()
    export()
    page = carol.get("/open-data").content.decode()
    for name in open_data.FILES:
        assert f'href="/open-data/{MONTH}/{name}"' in page
        answer = carol.get(f"/open-data/{MONTH}/{name}")
        sent = async_to_sync(read)(answer)
        assert sent == (open_data.root() / MONTH / name).read_bytes()
        assert int(answer["Content-Length"]) == len(sent)


@pytest.mark.parametrize(
    "path", ["2026-02/README.md", "2026-01/key", "2026-01/..%2F..%2Fsecret", "..%2F/secret", "%2Fetc/passwd"]
)
def test_nothing_else_is_given(carol, tmp_path, path):
    played()
    export()
    (tmp_path / "secret").write_text("secret")
    (open_data.root() / "secret").write_text("secret")
    (open_data.root() / MONTH / "key").write_text("secret")
    assert carol.get(f"/open-data/{path}").status_code == 404


def finished_tournament(**more: Any) -> Hall:
    """Return a tournament that has ended in the month, with one game that was played."""
    hall = Hall(System.ROUND_ROBIN, 3, **more)
    hall.win("carol", "bob")
    games.end(hall.id, hall.alice.pk, clock.now())
    Tournament.objects.filter(public_id=hall.id).update(ended_at=Month.read(MONTH).begins)
    return hall


def test_public_tournaments_that_ended_are_lines_with_standings():
    public = finished_tournament()
    finished_tournament(visibility=Match.Visibility.LINK)
    finished_tournament(visibility=Match.Visibility.SEATS)
    Hall(System.ROUND_ROBIN, 2).win("alice", "bob")
    unplayed = Hall(System.ROUND_ROBIN, 2)
    games.end(unplayed.id, unplayed.alice.pk, clock.now())
    Tournament.objects.filter(public_id=unplayed.id).update(ended_at=Month.read(MONTH).begins)
    export()
    (line,) = [msgspec.convert(line, TournamentFile) for line in lines(open_data.TOURNAMENTS)]
    assert line.id == public.id
    assert [(place.number, place.points) for place in line.standings if place.place == 1] == [(3, 1.0)]
    assert "may_be_one" not in json.dumps(lines(open_data.TOURNAMENTS))
    schema = json.loads((open_data.root() / MONTH / open_data.SCHEMA).read_text())
    jsonschema.Draft202012Validator(schema | {"$ref": "#/$defs/TournamentFile"}).validate(
        lines(open_data.TOURNAMENTS)[0]
    )


def test_tournament_names_nobody_who_has_withdrawn_also_without_a_game():
    hall = finished_tournament()
    export()
    assert "alice" in json.dumps(lines(open_data.TOURNAMENTS))
    use_cases.withdraw(hall.alice)
    assert again() == [MONTH]
    assert "alice" not in json.dumps(lines(open_data.TOURNAMENTS))
    assert again() == []
