"""A match that is exported and imported on a site that knows nothing of it is the same match again."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from games_app.archive import imports
from games_app.archive.exports import exported
from games_app.archive.import_checks import Unplayable
from games_app.archive.imports import import_match
from games_app.archive.notation import Entry, EntryPly, MatchFile, read, read_json, text
from games_app.archive.verify import verify
from games_app.games.rules import RULE_SETS
from games_app.lib.names import WITHDRAWN
from games_app.match.messages import NO_ID, OpenTo
from games_app.match.terms import CLOCK_PRESETS, Claim, Pause, RealTime, Terms, rated_preset
from games_app.match.wire import Series
from games_app.models import Event, Match, Rating, Seat
from games_app.models import Ply as StoredPly
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

SITE = "https://play.example"
CLOCK = Terms(time=RealTime(10, 5), absence=Pause(3))


def written(told: Told) -> MatchFile:
    return exported(Match.objects.get(public_id=told.store()), SITE)


def reread(match: MatchFile, form: str) -> MatchFile:
    """Return the match in its file, "text" or "json"."""
    if form == "text":
        return read(text(match))
    return read_json(msgspec.json.encode(match).decode())


def imported(match: MatchFile) -> Match:
    answer = writer.run([Command(import_match(match), "", guest("carol").pk)])[0]
    assert answer.refusal is None
    return Match.objects.get(public_id=answer.match)


def record(match: Match) -> list[object]:
    """Return everything that a review shows: each event as it was sent, and each ply, without visibility."""
    frames = [json.loads(frame) for frame in match.events.order_by("seq").values_list("frame", flat=True)]
    for frame in frames:
        frame.pop("visibility", None)
        frame.pop("id", None)
    moves = match.plies.order_by("number").values_list("seq", "number", "after", "role", "action")
    events = match.events.order_by("seq").values_list("seq", "what", "role", "ply")
    return [*frames, *moves, *events]


def empty_site() -> None:
    """Delete all matches, as if this were another server."""
    StoredPly.objects.all().delete()
    Event.objects.all().delete()
    Seat.objects.all().delete()
    Match.objects.all().delete()
    writer.forget()


def back_and_forth(game: str, terms: Terms = CLOCK) -> Told:
    """Return a match with offers, time given and decisions taken back, resigned by the role to move."""
    told = Told(game, terms).play_on(seed=1, decisions=2)
    first, second = told.match.seats
    told.do(first, "offer", what="draw")
    told.do(second, "give_time")
    told.do(second, "decline", what="draw", of=told.match.pending.offers["draw"].seq)
    for asks, answers, seed in ((first, second, 2), (second, first, 3)):
        told.play_on(seed, decisions=2)
        if told.match.row.unrevealed:
            told.play_on(seed, decisions=1)
        told.do(asks, "offer", what="takeback")
        told.do(answers, "accept", what="takeback", of=told.match.pending.offers["takeback"].seq)
    return told.play_on(seed=4, decisions=2).resigned()


def test_an_exported_match_imported_elsewhere_reviews_identically(game):
    told = back_and_forth(game)
    match = written(told)
    before = record(told.match.row)
    empty_site()
    assert reread(match, "json") == match
    row = imported(reread(match, "text"))
    assert record(row) == before
    assert verify(row.public_id) == []
    assert (row.started_at, row.ended_at, row.winner, row.how) == (
        told.match.row.started_at,
        told.match.row.ended_at,
        told.match.row.winner,
        told.match.row.how,
    )


def test_a_match_played_to_its_end_by_the_rules_comes_back_whole(game):
    options = {"rounds": "1"} if RULE_SETS[game].family == "congkak" else {}
    told = Told(game, **options).play_on(seed=7)
    match, before = written(told), record(told.match.row)
    assert text(read(text(match))) == text(match)
    empty_site()
    assert record(imported(read(text(match)))) == before


def test_a_file_lists_goals_and_points_in_the_order_of_the_roles_though_the_database_does_not():
    told = Told("congkak", Terms(games=2), rounds="1").play_on(seed=7)
    row = Match.objects.get(public_id=told.store())
    for values in (row.goals, row.series["score"]):
        first, second = values
        values[first] = values.pop(first)
        assert list(values) == [second, first]
    match = exported(row, SITE)
    assert list(match.goals) == list(match.series.score) == ["south", "north"]
    assert text(read(text(match))) == text(match)


def test_a_sealed_choice_that_was_never_opened_is_in_no_export_and_no_review():
    told = Told("congkak", opening="simultaneous")
    told.act("south", "scoop 3")
    told.do("south", "unseal")
    told.act("south", "scoop 5")
    told.do("north", "resign")
    match, before = written(told), record(told.match.row)
    assert [entry.plies for entry in match.entries if entry.what == "sealed"] == [(), ()]
    assert "scoop" not in msgspec.json.encode(match).decode()
    empty_site()
    row = imported(read(text(match)))
    assert record(row)[: row.seq] == before[: row.seq]
    assert verify(row.public_id) == []


def test_an_imported_match_is_nobodys_and_in_no_list():
    row = imported(written(back_and_forth("mancala")))
    assert row.visibility == Match.Visibility.LINK
    assert row.origin["site"] == SITE
    assert {seat.player_id for seat in row.seats.all()} == {None}
    assert {seat.name for seat in row.seats.all()} == {"alice", "bob"}
    assert not row.seats.filter(listed=True).exists()


def test_an_imported_match_stays_out_of_lists_though_it_is_opened_to_everybody():
    row = imported(written(back_and_forth("mancala")))
    opens = Command(OpenTo(NO_ID, "public"), row.public_id, row.maker_id)
    assert writer.run([opens])[0].refusal is None
    assert not row.seats.filter(listed=True).exists()
    assert verify(row.public_id) == []


def test_origin_of_a_file_is_kept_as_far_as_it_can_be_shown():
    match = written(back_and_forth("mancala"))
    said = (
        text(match)
        .replace(f'"{SITE}"', r'"a\u0000b\ud800"')
        .replace(f'"{match.match}"', '"' + "x" * 300 + '"')
    )
    origin = imported(read(said)).origin
    assert origin == {
        "site": "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}",
        "match": "x" * 199 + "…",
    }


def test_a_match_that_was_going_on_ends_as_aborted():
    match = written(Told("mancala").play_on(seed=1, decisions=5))
    assert match.result == "*"
    row = imported(match)
    assert (row.status, row.how, row.winner) == ("over", "aborted", "")
    assert verify(row.public_id) == []


def change(match: MatchFile, place: int, **changes: object) -> MatchFile:
    entries = list(match.entries)
    entries[place] = msgspec.structs.replace(entries[place], **changes)
    return msgspec.structs.replace(match, entries=tuple(entries))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda one: change(one, 4, plies=(EntryPly(3, one.entries[4].role, "move 1 1 1 2"),)), "Ply 3, "),
        (lambda one: change(one, 4, role="nobody"), "no role 'nobody'"),
        (
            lambda one: change(one, 4, plies=(msgspec.structs.replace(one.entries[4].plies[0], n=9),)),
            "Ply 3: the rules give",
        ),
        (lambda one: change(one, 4, what="sealed"), "Ply 3: this choice is not secret"),
        (lambda one: change(one, 4, plies=()), "Ply 3: the event acted has no ply"),
        (lambda one: change(one, 4, what="danced", plies=()), "After ply 2: there is no event 'danced'"),
        (lambda one: change(one, 4, what="started", plies=()), "After ply 2: the match has begun before"),
        (
            lambda one: change(one, 4, what="taken_back", plies=(), to=7),
            "After ply 2: taken_back of black is not possible: That offer is no longer open",
        ),
        (
            lambda one: change(one, 4, what="time_given", plies=(), given=9),
            "After ply 2: time_given of black is not possible",
        ),
        (lambda one: change(one, 4, what="gone", plies=()), "After ply 2: gone of"),
        (lambda one: change(one, 4, at=-1), "an impossible time"),
        (lambda one: change(one, 0, name="x"), "The name 'x'"),
        (lambda one: change(one, 0, role=""), "At the beginning: created must say whose it is"),
        (lambda one: change(one, 1, what="resigned"), "the match has not begun"),
        (lambda one: change(one, 4, what="resigned", plies=()), "After ply 2: the match is over, but"),
        (lambda one: msgspec.structs.replace(one, game="chess"), "no game 'chess'"),
        (lambda one: msgspec.structs.replace(one, rules=99), "version 99"),
        (lambda one: msgspec.structs.replace(one, options={"rounds": "3"}), "can't be made here"),
        (
            lambda one: msgspec.structs.replace(one, terms=Terms(absence=Pause(5))),
            "No match here has these settings together. Look at: absence.",
        ),
        (lambda one: msgspec.structs.replace(one, players={"red": "alice"}), "players black and red"),
        (lambda one: msgspec.structs.replace(one, result="draw"), "The result should be"),
        (lambda one: msgspec.structs.replace(one, result="*", how=""), "The result should be"),
        (lambda one: msgspec.structs.replace(one, entries=one.entries[:-1]), "The result should be *"),
        (
            lambda one: msgspec.structs.replace(one, how="banana"),
            "How can't be 'banana'; allowed: rules, time",
        ),
        (lambda one: msgspec.structs.replace(one, how="time"), "It ended by resignation, by what was played"),
        (
            lambda one: msgspec.structs.replace(one, entries=one.entries[:-1], result="*"),
            "It ended by *, by what was played; the file says resignation",
        ),
        (lambda one: msgspec.structs.replace(one, began=5), "started has another time than the file says"),
        (lambda one: change(one, 4, offer="draw"), "acted can't have 'offer' here"),
        (lambda one: change(one, 4, to=0), "acted can't have 'to' here"),
        (lambda one: change(one, -1, plies=one.entries[4].plies), "resigned can't have 'plies' here"),
        (lambda one: msgspec.structs.replace(one, goals={"black": 100, "red": 0}), "The goals are not"),
        (lambda one: msgspec.structs.replace(one, entries=()), "at most 20000"),
    ],
)
def test_a_match_that_cannot_have_been_played_is_refused_with_the_ply_and_the_reason(spoil, told):
    match = written(Told("checkers").play_on(seed=2, decisions=8).resigned())
    with pytest.raises(Unplayable, match=re.escape(told)):
        imported(spoil(match))


def entry(what: str, after: int, role: str = "", **more: object) -> Entry:
    return Entry(what, BEGAN_MS + after, role, **more)


BEGAN_MS = 1_795_197_900_000


def played(*entries: Entry, terms: Terms = CLOCK, game: str = "mancala", result: str = "*") -> MatchFile:
    """Return an invented match of alice and bob for an import."""
    started = entry("started", 0)
    players = dict(zip(RULE_SETS[game].roles, ("alice", "bob"), strict=True))
    return MatchFile(
        site=SITE,
        match="x",
        game=game,
        rules=1,
        options={},
        terms=terms,
        players=players,
        began=BEGAN_MS,
        result=result,
        entries=entries if entries[0].what == "created" else (started, *entries),
    )


FIRST = entry("acted", 5000, "north", plies=(EntryPly(1, "north", "pick p10"),))
OFFERED = entry("offered", 6000, "north", offer="draw")
CLAIMS = Terms(absence=Claim(60))


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (played(entry("declined", 9000, "south", offer="draw")), "That offer is no longer open"),
        (played(OFFERED, entry("declined", 9000, "north", offer="draw")), "That is your own offer"),
        (played(OFFERED, entry("withdrawn", 9000, "south", offer="draw")), "not yours to withdraw"),
        (played(OFFERED, entry("offered", 9000, "north", offer="draw")), "You have already offered that"),
        (played(entry("offered", 6000, "north", offer="takeback")), "no move to take back yet"),
        (played(entry("offered", 6000, "north", offer="rematch")), "an offer must say what it is"),
        (played(entry("agreed", 6000, "north"), result="draw"), "That offer is no longer open"),
        (played(OFFERED, entry("agreed", 6000, "north"), result="draw"), "That is your own offer"),
        (played(entry("taken_back", 6000, "north", to=0)), "That offer is no longer open"),
        (played(entry("time_given", 6000, "north", given=16_000)), "time_given of north is not possible"),
        (played(entry("resumed", 6000, "north")), "It's too early for that"),
        (played(entry("flagged", 6000, "north"), result="south"), "It's too early for that"),
        (played(entry("no_show", 70_000, "north"), result="none"), "is not possible at this time"),
        (played(entry("came_back", 6000, "north")), "It's too early for that"),
        (played(entry("claimed", 6000, "south"), terms=CLAIMS, result="south"), "is not away"),
        (played(entry("outage", 6000, delay=5), terms=Terms()), "It's too early for that"),
        (played(entry("unsealed", 6000, "north", to=0)), "You have no secret choice"),
        (played(entry("opened_to", -8_000_000, "north")), "earlier than what came before"),
        (played(entry("forgotten", 1, "north"), entry("forgotten", 2, "north")), "is withdrawn twice"),
        (played(entry("acted", 70_000, "north", plies=FIRST.plies)), "The time was up"),
        (played(entry("opening", 0, "north", plies=FIRST.plies)), "not one of the openings"),
        (played(FIRST, terms=Terms(balanced=True)), "is missing or incomplete"),
        (played(entry("created", 0, "north", name="alice"), entry("started", 1, "north")), "free seat"),
        (played(*[entry("created", n, "north", name="alice") for n in range(2)]), "is created twice"),
        (
            played(entry("created", 0, "north", name="alice"), entry("started", 90_000_000, "south")),
            "invitation has expired",
        ),
    ],
)
def test_impossible_event_is_refused_with_the_place(match, told):
    with pytest.raises(Unplayable, match=rf"^(At the beginning|After ply \d+|Ply \d+)\b.*{told}"):
        imported(match)


@pytest.mark.parametrize(
    ("game", "of", "white", "black", "told"),
    [
        (1, 2, 0, 1, ""),
        (2, 2, 0.5, 1.5, ""),
        (2, 2, 1, 1, ""),
        (9, 2, 4, 5, "Game 9 of 2 can't be in a series"),
        (0, 2, 0, 0, "Game 0 of 2 can't be in a series"),
        (1, 4, 0, 1, "Game 1 of 4 can't be in a series of as many games as the terms say: 2"),
        (1, 2, 1, 0, "don't fit this result"),
        (1, 2, 0, 0, "don't fit this result"),
        (2, 2, 0, 1, "don't fit this result"),
        (2, 2, 0.3, 1.7, "don't fit this result"),
        (2, 2, -1, 3, "don't fit this result"),
        (2, 2, float("nan"), 1, "don't fit this result"),
    ],
)
def test_a_series_must_fit_the_terms_and_the_result(game, of, white, black, told):
    resigned = entry("resigned", 5000, "white")
    match = played(resigned, terms=Terms(games=2), game="morris", result="black")
    series = Series("abc", game, of, {"white": white, "black": black})
    match = msgspec.structs.replace(match, series=series)
    if not told:
        assert imported(match).winner == "black"
        return
    with pytest.raises(Unplayable, match=told):
        imported(match)


def test_a_rated_match_can_be_imported_and_changes_no_rating():
    resigned = entry("resigned", 5000, "white")
    match = imported(
        played(resigned, terms=rated_preset(CLOCK_PRESETS["5+3"], "morris"), game="morris", result="black")
    )
    assert match.terms["rated"]
    assert (match.winner, match.how) == ("black", "resignation")
    assert not Rating.objects.exists()


def test_a_choice_that_was_opened_must_be_in_the_file():
    north = entry("acted", 2, "north", plies=(EntryPly(2, "north", "scoop 11"),))
    match = played(entry("sealed", 1, "south"), north, game="congkak", terms=Terms())
    with pytest.raises(Unplayable, match="Ply 2: it reveals a secret choice"):
        imported(match)


def asides(pairs: int, apart: int) -> list[Entry]:
    """Return changes of a player's visibility back and forth, so many milliseconds apart."""
    return [entry("opened_to", (n + 1) * apart, "north") for n in range(2 * pairs)]


def test_many_events_that_are_no_moves_are_refused_as_in_live_play():
    with pytest.raises(Unplayable, match="Try again in"):
        imported(played(*asides(60, 1000), terms=Terms()))


def test_however_far_apart_they_are_there_is_an_end_to_events_that_are_no_moves():
    imported(played(*asides(400, 60_000), terms=Terms()))
    with pytest.raises(Unplayable, match="At the beginning: there are too many events besides moves"):
        imported(played(*asides(600, 60_000), terms=Terms()))


def test_a_file_whose_record_would_be_too_large_is_refused_before_it_is_whole(monkeypatch):
    match = written(Told("mancala").play_on(seed=1, decisions=12).resigned())
    monkeypatch.setattr(imports, "LARGEST_RECORD", 6_000)
    with pytest.raises(Unplayable, match=r"After ply \d+: the match is too long"):
        imported(match)


def test_a_name_that_was_withdrawn_is_no_hindrance():
    match = written(Told("mancala").play_on(seed=1, decisions=3).resigned())
    withdrawn = msgspec.structs.replace(match, players=dict.fromkeys(match.players, WITHDRAWN))
    assert {seat.name for seat in imported(withdrawn).seats.all()} == {WITHDRAWN}


def test_a_file_that_is_sent_twice_at_once_is_imported_once():
    file, carol = written(Told("mancala").play_on(seed=1)), guest("carol")
    sent = [msgspec.structs.replace(import_match(file), cmd="the-import") for _ in range(2)]
    answers = writer.run([Command(one, "", carol.pk) for one in sent])
    assert [answer.again for answer in answers] == [False, True]
    assert Match.objects.filter(maker=carol).count() == 1
